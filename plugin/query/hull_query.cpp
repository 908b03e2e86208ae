// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/hull_query.h>

#include "query/hull_walk.h"
#include "query/snapshot_source.h"

#include <array>

namespace ricochet
{

std::optional<CastHit> CastHullClosest(const b2World& world, const HullPath& path, const QueryFilter& filter)
{
	return ClosestHullIn(LiveTree{world}, path, filter);
}

bool CastHullAny(const b2World& world, const HullPath& path, const QueryFilter& filter)
{
	return AnyHullIn(LiveTree{world}, path, filter);
}

void CastHullAll(const b2World& world, const HullPath& path, std::vector<CastHit>& hits, const QueryFilter& filter)
{
	AllHullsIn(LiveTree{world}, path, hits, filter);
}

std::optional<CastHit> Snapshot::CastHullClosest(const HullPath& path, const QueryFilter& filter) const
{
	return ClosestHullIn(SnapshotSource{*m_state}, path, filter);
}

bool Snapshot::CastHullAny(const HullPath& path, const QueryFilter& filter) const
{
	return AnyHullIn(SnapshotSource{*m_state}, path, filter);
}

void Snapshot::CastHullAll(const HullPath& path, std::vector<CastHit>& hits, const QueryFilter& filter) const
{
	AllHullsIn(SnapshotSource{*m_state}, path, hits, filter);
}

std::optional<CastHit> CastCircleClosest(const b2World& world, b2Vec2 center, float radius, b2Vec2 translation,
                                         const QueryFilter& filter)
{
	const b2Vec2 origin{0.0f, 0.0f};
	return CastHullClosest(world, {{std::span(&origin, 1), radius}, WorldPose(center), translation}, filter);
}

bool CastCircleAny(const b2World& world, b2Vec2 center, float radius, b2Vec2 translation, const QueryFilter& filter)
{
	const b2Vec2 origin{0.0f, 0.0f};
	return CastHullAny(world, {{std::span(&origin, 1), radius}, WorldPose(center), translation}, filter);
}

void CastCircleAll(const b2World& world, b2Vec2 center, float radius, b2Vec2 translation, std::vector<CastHit>& hits,
                   const QueryFilter& filter)
{
	const b2Vec2 origin{0.0f, 0.0f};
	CastHullAll(world, {{std::span(&origin, 1), radius}, WorldPose(center), translation}, hits, filter);
}

namespace
{

// A capsule stands in the world: its path tells how far it has gone, not where its first end is.
void SetPoints(b2Vec2 a, b2Vec2 translation, CastHit& hit)
{
	const Ray ray{a, translation};
	hit.enter.point = PointAt(ray, hit.enter.fraction);
	hit.exit.point = PointAt(ray, hit.exit.fraction);
}

} // namespace

std::optional<CastHit> CastCapsuleClosest(const b2World& world, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                                          const QueryFilter& filter)
{
	const std::array ends{a, b};
	std::optional<CastHit> hit = CastHullClosest(world, {{ends, radius}, WorldPose(), translation}, filter);
	if (hit)
	{
		SetPoints(a, translation, *hit);
	}
	return hit;
}

bool CastCapsuleAny(const b2World& world, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                    const QueryFilter& filter)
{
	const std::array ends{a, b};
	return CastHullAny(world, {{ends, radius}, WorldPose(), translation}, filter);
}

void CastCapsuleAll(const b2World& world, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                    std::vector<CastHit>& hits, const QueryFilter& filter)
{
	const std::array ends{a, b};
	CastHullAll(world, {{ends, radius}, WorldPose(), translation}, hits, filter);
	for (CastHit& hit : hits)
	{
		SetPoints(a, translation, hit);
	}
}

std::optional<CastHit> CastPolygonClosest(const b2World& world, std::span<const b2Vec2> vertices, float radius,
                                          const b2Transform& pose, b2Vec2 translation, const QueryFilter& filter)
{
	return CastHullClosest(world, {{vertices, radius}, pose, translation}, filter);
}

bool CastPolygonAny(const b2World& world, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                    b2Vec2 translation, const QueryFilter& filter)
{
	return CastHullAny(world, {{vertices, radius}, pose, translation}, filter);
}

void CastPolygonAll(const b2World& world, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                    b2Vec2 translation, std::vector<CastHit>& hits, const QueryFilter& filter)
{
	CastHullAll(world, {{vertices, radius}, pose, translation}, hits, filter);
}

namespace
{

bool IsNearer(const CastHit& a, const CastHit& b)
{
	return IsNearer(a.enter.fraction, LiveTree::WhatOf(a), b.enter.fraction, LiveTree::WhatOf(b));
}

} // namespace

std::optional<CastHit> CastShapeClosest(const b2World& world, const b2Shape& shape, const b2Transform& pose,
                                        b2Vec2 translation, const QueryFilter& filter)
{
	std::optional<CastHit> closest;
	ForEachPathOf(shape, pose, translation,
	              [&](const HullPath& path)
	              {
		              const std::optional<CastHit> hit = CastHullClosest(world, path, filter);
		              closest = hit && (closest.has_value() == false || IsNearer(*hit, *closest)) ? hit : closest;
	              });
	return closest;
}

bool CastShapeAny(const b2World& world, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                  const QueryFilter& filter)
{
	bool any = false;
	ForEachPathOf(shape, pose, translation,
	              [&](const HullPath& path) { any = any || CastHullAny(world, path, filter); });
	return any;
}

void CastShapeAll(const b2World& world, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                  std::vector<CastHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	ForEachPathOf(shape, pose, translation,
	              [&](const HullPath& path) { AppendAllHullsIn(LiveTree{world}, path, hits, filter); });
	const auto isBefore = [](const CastHit& a, const CastHit& b)
	{
		const FixtureChild first = LiveTree::WhatOf(a);
		const FixtureChild second = LiveTree::WhatOf(b);
		return first == second ? a.enter.fraction < b.enter.fraction : ComesBefore(first, second);
	};
	const auto isSame = [](const CastHit& a, const CastHit& b)
	{
		return LiveTree::WhatOf(a) == LiveTree::WhatOf(b);
	};
	if (PartCountOf(shape) > 1)
	{
		std::sort(hits.begin(), hits.end(), isBefore);
		hits.erase(std::unique(hits.begin(), hits.end(), isSame), hits.end());
		std::sort(hits.begin(), hits.end(), [](const CastHit& a, const CastHit& b) { return IsNearer(a, b); });
	}
}

} // namespace ricochet
