// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <box2d/b2_fixture.h>

#include <array>
#include <cstdint>
#include <span>

// Random worlds for tests of sequences of calls, in which results of calls are passed to others, and exact geometry
// that checks the results.

namespace ricochet::test
{

/// A kind of random world. `fill` adds its bodies to a scene.
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

/// True if the straight path from one point to another touches a child of an edge or a chain.
[[nodiscard]] bool TouchesEdge(const b2Fixture& fixture, int32_t child, b2Vec2 from, b2Vec2 to);

/// True if a point of the world is strictly inside a circle or a polygon. Computes exactly, in the fixture's frame.
[[nodiscard]] bool LiesInside(const b2Fixture& fixture, b2Vec2 point);

/// True if the straight line from one point to another passes through the inside of a circle or a polygon. Computes
/// exactly, in the fixture's frame.
[[nodiscard]] bool GoesThrough(const b2Fixture& fixture, b2Vec2 from, b2Vec2 to);

/// Returns 2^-21 of the larger coordinate (m), which is 4 to 8 units in the last place.
[[nodiscard]] float RoundingAt(b2Vec2 point);

/// Returns a point, and the four points at a distance from it along the axes. If a convex solid contains all five, the
/// point is inside it by at least 0.7 of the distance.
[[nodiscard]] std::array<b2Vec2, 5> PointsAbout(b2Vec2 point, float distance);

/// True if a point is so near to a solid other than `fixture` that rounding may put it inside that solid.
[[nodiscard]] bool LiesBesideAnother(const Scene& scene, const b2Fixture& fixture, b2Vec2 point);

} // namespace ricochet::test
