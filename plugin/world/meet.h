// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/accept.h"
#include "world/collector.h"

#include <ricochet/world/ray_query.h>

namespace ricochet
{

// The exact meeting of one ray with one child of a fixture, and what a filter says to it.

/// For a fixture that is known to be accepted. Entries beyond `cutoff` may be left out.
[[nodiscard]] inline std::optional<ShapeSpan> MeetAccepted(const Ray& ray, const QueryFilter& filter,
                                                           const FixtureChild& what, double cutoff)
{
	LocalRay local(ray, what.fixture->GetBody()->GetTransform());
	local.SetCutoff(cutoff);
	const std::optional<ShapeSpan> met = CastShapeLocal(*what.fixture->GetShape(), what.child, local);
	return met && AcceptsSpan(filter, *met) ? met : std::nullopt;
}

[[nodiscard]] inline std::optional<ShapeSpan> Meet(const Ray& ray, const QueryFilter& filter, const FixtureChild& what,
                                                   double cutoff)
{
	return Accepts(filter, what.fixture) ? MeetAccepted(ray, filter, what, cutoff) : std::nullopt;
}

/// The exact way from one point to another, which no float translation need be able to tell, without any filter.
[[nodiscard]] inline std::optional<ShapeSpan> MeetWay(b2Vec2 from, b2Vec2 to, const b2Fixture* fixture, int32_t child)
{
	const b2Transform& pose = fixture->GetBody()->GetTransform();
	return CastShapeLocal(*fixture->GetShape(), child, LocalRay(from, pose, to, pose, 1.0f));
}

[[nodiscard]] inline RayHit HitOf(const LocalSpan& span, const Ray& ray, const FixtureChild& what)
{
	return {InFrame(span, ray, what.fixture->GetBody()->GetTransform().q), what.fixture, what.child};
}

} // namespace ricochet
