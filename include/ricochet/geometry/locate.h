// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_collision.h>

#include <cstdint>
#include <span>

namespace ricochet
{

/// Where a point lies. Decided exactly for the given floats.
enum class Location : uint8_t
{
	Outside,
	Boundary,
	Inside
};

/// Requires: at least 3 vertices, convex, counter-clockwise. Fewer vertices or non-finite input: Outside.
[[nodiscard]] Location LocateInConvex(b2Vec2 point, std::span<const b2Vec2> vertices);

/// Any simple polygon in either orientation, by the even-odd rule. Fewer than 3 vertices or non-finite input: Outside.
[[nodiscard]] Location LocateInPolygon(b2Vec2 point, std::span<const b2Vec2> vertices);

/// An inverted or non-finite box: Outside. A box as thin as a segment or a point is all Boundary.
[[nodiscard]] Location LocateInBox(b2Vec2 point, const b2AABB& box);

} // namespace ricochet
