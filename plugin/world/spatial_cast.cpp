// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/hash_source.h"
#include "world/query.h"

namespace ricochet
{

std::optional<HashHit> SpatialHash::CastRayClosest(const Ray& ray, const QueryFilter& filter) const
{
	return ClosestIn(HashSource{*m_state}, ray, filter);
}

bool SpatialHash::CastRayAny(const Ray& ray, const QueryFilter& filter) const
{
	return AnyIn(HashSource{*m_state}, ray, filter);
}

} // namespace ricochet
