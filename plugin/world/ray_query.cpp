// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/ray_query.h>

#include "world/broadphase_walk.h"
#include "world/meet.h"

namespace ricochet
{

std::optional<RayHit> CastRayClosest(const b2World& world, const Ray& ray, const QueryFilter& filter)
{
	if (IsValid(ray) == false)
	{
		return std::nullopt;
	}

	b2Fixture* best = nullptr;
	int32_t bestChild = 0;
	LocalSpan bestSpan;
	float maxFraction = ray.maxFraction;
	WalkRay(world, ray, 0.0f,
	        [&](b2Fixture* fixture, int32_t child)
	        {
		        const std::optional<ShapeSpan> met = Meet(ray, filter, fixture, child, maxFraction);
		        const float fraction = met ? static_cast<float>(met->span.enter.fraction) : 0.0f;
		        if (met && (best == nullptr || IsNearer(fraction, fixture, child, maxFraction, best, bestChild)))
		        {
			        best = fixture;
			        bestChild = child;
			        bestSpan = met->span;
			        maxFraction = fraction;
		        }
		        return maxFraction;
	        });
	return best != nullptr ? std::optional(HitOf(bestSpan, ray, best, bestChild)) : std::nullopt;
}

bool CastRayAny(const b2World& world, const Ray& ray, const QueryFilter& filter)
{
	bool hit = false;
	if (IsValid(ray))
	{
		WalkRayUntil(world, ray, 0.0f,
		             [&](b2Fixture* fixture, int32_t child)
		             {
			             hit = Meet(ray, filter, fixture, child, ray.maxFraction).has_value();
			             return hit;
		             });
	}
	return hit;
}

void CastRayAll(const b2World& world, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	if (IsValid(ray) == false)
	{
		return;
	}
	WalkRay(world, ray, 0.0f,
	        [&](b2Fixture* fixture, int32_t child)
	        {
		        if (const std::optional<ShapeSpan> met = Meet(ray, filter, fixture, child, ray.maxFraction))
		        {
			        hits.push_back(HitOf(met->span, ray, fixture, child));
		        }
		        return ray.maxFraction;
	        });
	std::sort(hits.begin(), hits.end(),
	          [](const RayHit& a, const RayHit& b)
	          { return IsNearer(a.enter.fraction, a.fixture, a.child, b.enter.fraction, b.fixture, b.child); });
}

} // namespace ricochet
