// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_query.h>

#include "query/ask.h"
#include "query/query.h"

namespace ricochet
{

std::optional<RayHit> CastRayClosest(Space space, const Ray& ray, const QueryFilter& filter)
{
	return Ask(space, [&](const auto& source) { return ClosestIn(source, ray, filter); });
}

bool CastRayAny(Space space, const Ray& ray, const QueryFilter& filter)
{
	return Ask(space, [&](const auto& source) { return AnyIn(source, ray, filter); });
}

void CastRayAll(Space space, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter)
{
	Ask(space, [&](const auto& source) { AllIn(source, ray, hits, filter); });
}

} // namespace ricochet
