// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/overlap_query.h>

#include "query/hull_walk.h"
#include "query/snapshot_source.h"

#include <algorithm>
#include <array>
#include <functional>

namespace ricochet
{

namespace
{

// What a hull overlaps where it is, appended to a list.
template <class Source>
class Overlapped
{
public:
	static constexpr bool k_takesEach = false;

	Overlapped(const Source& source, std::vector<OverlapHit>& overlaps) : m_source(source), m_overlaps(overlaps) {}

	/// Adds what a hull overlaps.
	void Collect(const Hull& hull, const b2Transform& pose, const QueryFilter& filter)
	{
		const MovingHull moving(hull, pose, {0.0f, 0.0f}, 0.0f);
		m_moving = &moving;
		CollectHulls(m_source, moving, filter, *this);
	}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(0.0f); }
	[[nodiscard]] HullMeet& Trial() { return m_trial; }

	void Offer(const typename Source::What& what)
	{
		const Place place = PlaceOf(what);
		const FixtureChild named = FixtureOf(what);
		OverlapHit& hit = m_overlaps.emplace_back();
		hit.fixture = named.fixture;
		hit.child = named.child;
		const CastGeometryData* attached = place.geometry.attached;
		const Hull still = attached != nullptr ? HullOfPiece(*attached, m_trial.enterPiece)
		                                       : Hull{place.geometry.Points(), place.geometry.radius};
		TellWayOut(*m_moving, still, place.pose, m_trial, hit.depth, hit.wayOut);
	}

	// The deepest first, ties in the world's order; what was met several times once, the deepest. What is the same is
	// found by addresses, which cost nothing to compare: the world's order is asked for ties alone.
	void Sort()
	{
		if (m_overlaps.size() < 2)
		{
			return;
		}
		const auto isSame = [](const OverlapHit& a, const OverlapHit& b)
		{
			return a.fixture == b.fixture && a.child == b.child;
		};
		std::sort(m_overlaps.begin(), m_overlaps.end(),
		          [](const OverlapHit& a, const OverlapHit& b)
		          {
			          if (a.fixture != b.fixture)
			          {
				          return std::less<>()(a.fixture, b.fixture);
			          }
			          return a.child != b.child ? a.child < b.child : a.depth > b.depth;
		          });
		m_overlaps.erase(std::unique(m_overlaps.begin(), m_overlaps.end(), isSame), m_overlaps.end());
		std::sort(m_overlaps.begin(), m_overlaps.end(),
		          [&](const OverlapHit& a, const OverlapHit& b) {
			          return a.depth != b.depth ? a.depth > b.depth
			                                    : ComesBefore(m_source.WhatOf(a), m_source.WhatOf(b));
		          });
	}

private:
	const Source& m_source;
	std::vector<OverlapHit>& m_overlaps;
	const MovingHull* m_moving = nullptr;
	HullMeet m_trial;
};

// Replaces the content of overlaps.
template <class Source>
void OverlapsIn(const Source& source, const Hull& hull, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
                const QueryFilter& filter)
{
	overlaps.clear();
	Overlapped<Source> overlapped(source, overlaps);
	overlapped.Collect(hull, pose, filter);
	overlapped.Sort();
}

} // namespace

void OverlapHull(const b2World& world, const Hull& hull, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
                 const QueryFilter& filter)
{
	OverlapsIn(LiveTree{world}, hull, pose, overlaps, filter);
}

bool OverlapHullAny(const b2World& world, const Hull& hull, const b2Transform& pose, const QueryFilter& filter)
{
	return CastHullAny(world, {hull, pose, {0.0f, 0.0f}, 0.0f}, filter);
}

void Snapshot::OverlapHull(const Hull& hull, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
                           const QueryFilter& filter) const
{
	OverlapsIn(SnapshotSource{*m_state}, hull, pose, overlaps, filter);
}

bool Snapshot::OverlapHullAny(const Hull& hull, const b2Transform& pose, const QueryFilter& filter) const
{
	return CastHullAny({hull, pose, {0.0f, 0.0f}, 0.0f}, filter);
}

void OverlapPoint(const b2World& world, b2Vec2 point, std::vector<OverlapHit>& overlaps, const QueryFilter& filter)
{
	OverlapCircle(world, point, 0.0f, overlaps, filter);
}

void OverlapCircle(const b2World& world, b2Vec2 center, float radius, std::vector<OverlapHit>& overlaps,
                   const QueryFilter& filter)
{
	const b2Vec2 origin{0.0f, 0.0f};
	OverlapHull(world, {std::span(&origin, 1), radius}, WorldPose(center), overlaps, filter);
}

void OverlapBox(const b2World& world, const b2AABB& box, std::vector<OverlapHit>& overlaps, const QueryFilter& filter)
{
	overlaps.clear();
	if (box.IsValid())
	{
		const std::array corners{box.lowerBound, b2Vec2{box.upperBound.x, box.lowerBound.y}, box.upperBound,
		                         b2Vec2{box.lowerBound.x, box.upperBound.y}};
		OverlapHull(world, {corners}, WorldPose(), overlaps, filter);
	}
}

void OverlapPolygon(const b2World& world, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                    std::vector<OverlapHit>& overlaps, const QueryFilter& filter)
{
	OverlapHull(world, {vertices, radius}, pose, overlaps, filter);
}

void OverlapShape(const b2World& world, const b2Shape& shape, const b2Transform& pose,
                  std::vector<OverlapHit>& overlaps, const QueryFilter& filter)
{
	overlaps.clear();
	const LiveTree source{world};
	Overlapped<LiveTree> overlapped(source, overlaps);
	ForEachPathOf(shape, pose, {0.0f, 0.0f},
	              [&](const HullPath& path) { overlapped.Collect(path.hull, path.pose, filter); });
	overlapped.Sort();
}

} // namespace ricochet
