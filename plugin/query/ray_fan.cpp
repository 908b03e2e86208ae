// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_fan.h>

#include "geometry/checker.h"
#include "query/ask.h"
#include "query/fan_bundle.h"
#include "query/query.h"
#include "query/snapshot_fan.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

Checker Check(const RayFan& fan)
{
	return Checker()
	    .Finite("RayFan::origin", fan.origin)
	    .Finite("RayFan::direction", fan.direction)
	    .AtLeast("RayFan::angle", fan.angle, 0.0)
	    .AtLeast("RayFan::radius", fan.radius, 0.0)
	    .AtLeast("RayFan::count", fan.count, 0.0);
}

} // namespace

bool IsValid(const RayFan& fan)
{
	return Check(fan).IsSound();
}

Ray FanRay(const RayFan& fan, int32_t i)
{
	if (IsValid(fan) && i >= 0 && i < fan.count)
	{
		return FanDirections(fan).At(i);
	}
	const float nan = std::numeric_limits<float>::quiet_NaN();
	return {fan.origin, {nan, nan}};
}

Result<> CastRayFan(Space space, const RayFan& fan, std::span<RayHit> hits, const QueryFilter& filter)
{
	const auto count = static_cast<size_t>(std::max(fan.count, 0));
	const Result<> sound = Check(fan).Count("hits", hits.size(), count).Outcome();
	if (!sound)
	{
		std::fill(hits.begin(), hits.end(), RayHit{});
		return sound;
	}
	hits = hits.first(count);
	if (const Snapshot* snapshot = space.SnapshotIfAny())
	{
		CastSnapshotFan(StateOf(*snapshot), fan, hits, filter);
		return sound;
	}
	Ask(space,
	    [&](const auto& source)
	    {
		    FanDirections directions(fan);
		    for (int32_t i = 0; i < fan.count; ++i)
		    {
			    RayHit& hit = hits[static_cast<size_t>(i)];
			    if (FindClosest(source, directions.At(i), filter, hit) == false)
			    {
				    hit = {};
			    }
		    }
	    });
	return sound;
}

} // namespace ricochet
