// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/ray_query.h>

#include "world/accept_span.h"
#include "world/broadphase_walk.h"
#include "world/world_order.h"

namespace ricochet
{

namespace
{

// Entries that round to a fraction above `cutoff` may be left out.
std::optional<ShapeSpan> Meet(const Ray& ray, const QueryFilter& filter, b2Fixture* fixture, int32_t child,
                              float cutoff)
{
	if (Accepts(filter, fixture) == false)
	{
		return std::nullopt;
	}
	LocalRay local(ray, fixture->GetBody()->GetTransform());
	local.SetCutoff(cutoff * (1.0 + 0x1p-22) + 0x1p-149);
	const std::optional<ShapeSpan> span = CastShapeLocal(*fixture->GetShape(), child, local);
	return span && AcceptsSpan(filter, *span) ? span : std::nullopt;
}

RayHit HitOf(const LocalSpan& span, const Ray& ray, b2Fixture* fixture, int32_t child)
{
	return {InFrame(span, ray, fixture->GetBody()->GetTransform().q), fixture, child};
}

bool IsNearer(float fraction, b2Fixture* fixture, int32_t child, float bestFraction, b2Fixture* best, int32_t bestChild)
{
	if (fraction != bestFraction)
	{
		return fraction < bestFraction;
	}
	return fixture == best ? child < bestChild : ComesFirst(fixture, best);
}

} // namespace

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
