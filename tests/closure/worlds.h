// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <box2d/b2_fixture.h>

#include <array>
#include <cstdint>
#include <span>

// Random worlds for sequences of calls, and geometry in exact arithmetic that judges the results.

namespace ricochet::test
{

struct WorldKind
{
	const char* name;
	void (*fill)(SceneRandom&, Scene&);
};

[[nodiscard]] std::span<const WorldKind> WorldKinds();

/// Returns a place in the middle of a scene.
[[nodiscard]] b2Vec2 MiddleOf(const Scene& scene);

/// True for edges and chains, which have no inside.
[[nodiscard]] bool IsThin(const b2Fixture& fixture);

/// Returns whether the straight path from one point to another touches a child of an edge or a chain.
[[nodiscard]] bool TouchesEdge(const b2Fixture& fixture, int32_t child, b2Vec2 from, b2Vec2 to);

/// Returns whether a point of the world is strictly inside a circle or a polygon. Exact arithmetic in the fixture's
/// frame decides.
[[nodiscard]] bool LiesInside(const b2Fixture& fixture, b2Vec2 point);

/// Returns whether the straight line from one point to another passes through the inside of a circle or a polygon.
/// Exact arithmetic in the fixture's frame decides.
[[nodiscard]] bool GoesThrough(const b2Fixture& fixture, b2Vec2 from, b2Vec2 to);

/// Returns 2^-21 of the larger coordinate: 4 to 8 units in the last place (m).
[[nodiscard]] float RoundingAt(b2Vec2 point);

/// Returns a point, and the four points at a distance from it along the axes. If a convex solid contains all five, the
/// point's depth is at least 0.7 of the distance.
[[nodiscard]] std::array<b2Vec2, 5> PointsAbout(b2Vec2 point, float distance);

/// Returns whether a point is within rounding of a solid other than `fixture`. Then it may be inside that other solid.
[[nodiscard]] bool LiesBesideAnother(const Scene& scene, const b2Fixture& fixture, b2Vec2 point);

} // namespace ricochet::test
