// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/ray_query.h>

#include "world/hash_source.h"
#include "world/query.h"

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

} // namespace ricochet
