// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/snapshot_fan.h"

#include "index/ring_walker.h"
#include "query/fan_meet.h"
#include "query/fan_tell.h"
#include "query/query.h"

namespace ricochet
{

namespace
{

// Measured: fewer rays share too little of what they meet.
constexpr size_t k_smallestSharedFan = 64;

void CastOne(const Snapshot::State& state, const Ray& ray, const QueryFilter& filter, RayHit& hit)
{
	if (FindClosest(SnapshotSource{state}, ray, filter, hit) == false)
	{
		hit = {};
	}
}

// What is certain is told row by row; the rest is cast alone.
void TellAll(const FanBundle& bundle, const Snapshot::State& state, const QueryFilter& filter, RayHit* hits)
{
	FanTeller teller(bundle.Origin());
	size_t end = 0;
	for (size_t i = 0; i < bundle.Count(); i = end)
	{
		const uint32_t what = bundle.WhatOf(i);
		while (end < bundle.Count() && bundle.WhatOf(end) == what && bundle.IsCertain(end))
		{
			++end;
		}
		if (end == i)
		{
			CastOne(state, bundle.RayAt(i), filter, hits[i]);
			++end;
		}
		else if (what == FanBundle::k_none)
		{
			std::fill(hits + i, hits + end, RayHit{});
		}
		else
		{
			while (i < end)
			{
				const size_t told = teller.Tell(bundle, i, end, state.entries[what], hits);
				if (told == 0)
				{
					CastOne(state, bundle.RayAt(i), filter, hits[i]);
				}
				i += std::max(told, size_t{1});
			}
		}
	}
}

// No square of what a bundle computes with leaves the range of float.
bool FitsBundle(const RayFan& fan)
{
	constexpr float k_shortest = 1e-6f;
	constexpr float k_longest = 1e9f;
	const auto farthest = static_cast<float>(k_farthest);
	return fan.radius >= k_shortest && fan.radius <= k_longest && std::abs(fan.origin.x) <= farthest &&
	       std::abs(fan.origin.y) <= farthest;
}

} // namespace

void CastSnapshotFan(const Snapshot::State& state, const RayFan& fan, std::span<RayHit> hits, const QueryFilter& filter)
{
	FanDirections directions(fan);
	const auto rays = static_cast<size_t>(fan.count);
	const bool fits = FitsBundle(fan);
	for (size_t first = 0; first < rays; first += FanBundle::k_most)
	{
		const size_t count = std::min(rays - first, FanBundle::k_most);
		const auto firstRay = static_cast<int32_t>(first);
		RayHit* const part = hits.data() + first;
		if (fits && count >= k_smallestSharedFan)
		{
			FanBundle bundle(fan, directions, firstRay, count);
			state.ForEachGrid(
			    [&](const NestedGrid& grid, uint32_t number)
			    {
				    FanMeeting meeting(bundle, state, number, filter);
				    grid.WalkRings(meeting);
				    return true;
			    });
			TellAll(bundle, state, filter, part);
			continue;
		}
		for (size_t i = 0; i < count; ++i)
		{
			CastOne(state, directions.At(firstRay + static_cast<int32_t>(i)), filter, part[i]);
		}
	}
}

} // namespace ricochet
