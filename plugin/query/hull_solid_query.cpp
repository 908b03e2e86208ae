// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/hull_solid_query.h>

#include "query/snapshot_source.h"
#include "query/solid_walk.h"

#include <array>

namespace ricochet
{

void CastHullSolids(const b2World& world, const HullPath& path, std::vector<HullSolidSpan>& solids,
                    const QueryFilter& filter, const SolidTag& tagOf)
{
	SolidsOn(SolidHull<LiveTree>{LiveTree{world}, MovingHullOf(path)}, solids, filter, tagOf);
}

void Snapshot::CastHullSolids(const HullPath& path, std::vector<HullSolidSpan>& solids, const QueryFilter& filter,
                              const SolidTag& tagOf) const
{
	SolidsOn(SolidHull<SnapshotSource>{SnapshotSource{*m_state}, MovingHullOf(path)}, solids, filter, tagOf);
}

void CastCircleSolids(const b2World& world, b2Vec2 center, float radius, b2Vec2 translation,
                      std::vector<HullSolidSpan>& solids, const QueryFilter& filter, const SolidTag& tagOf)
{
	const b2Vec2 origin{0.0f, 0.0f};
	CastHullSolids(world, {{std::span(&origin, 1), radius}, WorldPose(center), translation}, solids, filter, tagOf);
}

void CastCapsuleSolids(const b2World& world, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                       std::vector<HullSolidSpan>& solids, const QueryFilter& filter, const SolidTag& tagOf)
{
	const std::array ends{a, b};
	CastHullSolids(world, {{ends, radius}, WorldPose(), translation}, solids, filter, tagOf);
	const Ray ray{a, translation};
	for (HullSolidSpan& solid : solids)
	{
		solid.enter.point = PointAt(ray, solid.enter.fraction);
		solid.exit.point = PointAt(ray, solid.exit.fraction);
	}
}

void CastPolygonSolids(const b2World& world, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                       b2Vec2 translation, std::vector<HullSolidSpan>& solids, const QueryFilter& filter,
                       const SolidTag& tagOf)
{
	CastHullSolids(world, {{vertices, radius}, pose, translation}, solids, filter, tagOf);
}

void CastShapeSolids(const b2World& world, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                     std::vector<HullSolidSpan>& solids, const QueryFilter& filter, const SolidTag& tagOf)
{
	const LiveTree source{world};
	SolidWalk<SolidHull<LiveTree>> walk(source, filter, tagOf);
	ForEachPathOf(shape, pose, translation, [&](const HullPath& path) { walk.Collect({source, MovingHullOf(path)}); });
	walk.Merge(solids);
}

} // namespace ricochet
