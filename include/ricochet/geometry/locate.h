// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <box2d/b2_collision.h>

#include <cstdint>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Where a point lies. Decided exactly for the given floats.
enum class Location : uint8_t
{
	Outside,
	Boundary,
	Inside
};

/// Requires: at least 3 vertices, convex, counter-clockwise. Collinear and repeated vertices are allowed. Fewer
/// vertices, a polygon without area or non-finite input: Outside. From 12 vertices on a binary search: it takes O(log
/// n) beside copies of the first vertex and looks at no more, so that a vertex that is not finite may go unnoticed.
[[nodiscard]] Location LocateInConvex(b2Vec2 point, std::span<const b2Vec2> vertices);

/// Any simple polygon in either orientation, by the even-odd rule. Fewer than 3 vertices or non-finite input: Outside.
/// A polygon whose vertices are all on one line is all Boundary, where LocateInConvex says Outside. ClipPolygon agrees
/// for points and for rays across it; rays along it miss.
[[nodiscard]] Location LocateInPolygon(b2Vec2 point, std::span<const b2Vec2> vertices);

/// An inverted or non-finite box: Outside. A box as thin as a segment or a point is all Boundary.
[[nodiscard]] Location LocateInBox(b2Vec2 point, const b2AABB& box);

} // namespace ricochet

RICOCHET_EXPORT_END
