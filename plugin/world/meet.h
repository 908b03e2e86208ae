// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/accept_span.h"
#include "world/world_order.h"

#include <ricochet/world/ray_query.h>

namespace ricochet
{

// What the queries along rays share: one ray, one child of a fixture.

/// A cutoff for a kernel that keeps every entry which rounds to `fraction` or a smaller float.
[[nodiscard]] inline double CutoffAbove(float fraction)
{
	return fraction * (1.0 + 0x1p-22) + 0x1p-149;
}

/// For a fixture that is known to be accepted. Entries that round to a fraction above `cutoff` may be left out.
[[nodiscard]] inline std::optional<ShapeSpan> MeetAccepted(const Ray& ray, const QueryFilter& filter,
                                                           const b2Fixture* fixture, int32_t child, float cutoff)
{
	LocalRay local(ray, fixture->GetBody()->GetTransform());
	local.SetCutoff(CutoffAbove(cutoff));
	const std::optional<ShapeSpan> span = CastShapeLocal(*fixture->GetShape(), child, local);
	return span && AcceptsSpan(filter, *span) ? span : std::nullopt;
}

[[nodiscard]] inline std::optional<ShapeSpan> Meet(const Ray& ray, const QueryFilter& filter, b2Fixture* fixture,
                                                   int32_t child, float cutoff)
{
	return Accepts(filter, fixture) ? MeetAccepted(ray, filter, fixture, child, cutoff) : std::nullopt;
}

/// The exact way from one point to another, which no float translation need be able to tell, without any filter.
[[nodiscard]] inline std::optional<ShapeSpan> MeetWay(b2Vec2 from, b2Vec2 to, const b2Fixture* fixture, int32_t child)
{
	const b2Transform& pose = fixture->GetBody()->GetTransform();
	return CastShapeLocal(*fixture->GetShape(), child, LocalRay(from, pose, to, pose, 1.0f));
}

[[nodiscard]] inline RayHit HitOf(const LocalSpan& span, const Ray& ray, b2Fixture* fixture, int32_t child)
{
	return {InFrame(span, ray, fixture->GetBody()->GetTransform().q), fixture, child};
}

/// The order of hits along a ray: by fraction, ties in the world's order.
[[nodiscard]] inline bool IsNearer(float fraction, b2Fixture* fixture, int32_t child, float bestFraction,
                                   b2Fixture* best, int32_t bestChild)
{
	if (fraction != bestFraction)
	{
		return fraction < bestFraction;
	}
	return fixture == best ? child < bestChild : ComesFirst(fixture, best);
}

} // namespace ricochet
