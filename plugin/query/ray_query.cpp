// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_query.h>

#include "query/hash_source.h"
#include "query/query.h"
#include "query/snapshot_source.h"

namespace ricochet
{

std::optional<RayHit> CastRayClosest(const b2World& world, const Ray& ray, const QueryFilter& filter)
{
	return ClosestIn(LiveTree{world}, ray, filter);
}

bool CastRayAny(const b2World& world, const Ray& ray, const QueryFilter& filter)
{
	return AnyIn(LiveTree{world}, ray, filter);
}

void CastRayAll(const b2World& world, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter)
{
	AllIn(LiveTree{world}, ray, hits, filter);
}

std::optional<HashHit> SpatialHash::CastRayClosest(const Ray& ray, const QueryFilter& filter) const
{
	return ClosestIn(HashSource{*m_state}, ray, filter);
}

bool SpatialHash::CastRayAny(const Ray& ray, const QueryFilter& filter) const
{
	return AnyIn(HashSource{*m_state}, ray, filter);
}

std::optional<RayHit> Snapshot::CastRayClosest(const Ray& ray, const QueryFilter& filter) const
{
	return ClosestIn(SnapshotSource{*m_state}, ray, filter);
}

bool Snapshot::CastRayAny(const Ray& ray, const QueryFilter& filter) const
{
	return AnyIn(SnapshotSource{*m_state}, ray, filter);
}

void Snapshot::CastRayAll(const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter) const
{
	AllIn(SnapshotSource{*m_state}, ray, hits, filter);
}

} // namespace ricochet
