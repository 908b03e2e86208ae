// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <box2d/b2_collision.h>

#include <cstdint>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The place of a point relative to a closed set. It is decided exactly for the given floats.
enum class Location : uint8_t
{
	Outside,
	Boundary,
	Inside
};

/// Locates a point relative to a convex polygon.
///
/// - Requires: at least 3 vertices, convex, counter-clockwise. Collinear and repeated vertices are allowed.
/// - Fewer vertices, a polygon without area, or non-finite input: Outside.
/// - With 12 or more vertices it takes O(log n) by a binary search, plus O(c) for c copies of the first vertex. The
///   search does not read every vertex, so a vertex that is not finite may go unnoticed.
[[nodiscard]] Location LocateInConvex(b2Vec2 point, std::span<const b2Vec2> vertices);

/// Locates a point relative to any simple polygon in either orientation, by the even-odd rule.
///
/// - Fewer than 3 vertices or non-finite input: Outside.
/// - If all vertices are on one line, every point of the polygon is Boundary. LocateInConvex says Outside there.
///   ClipPolygon agrees for points and for rays across such a polygon; rays along it miss.
[[nodiscard]] Location LocateInPolygon(b2Vec2 point, std::span<const b2Vec2> vertices);

/// Locates a point relative to a box. An inverted or non-finite box: Outside. Every point of a box that is as thin as a
/// segment or a point is Boundary.
[[nodiscard]] Location LocateInBox(b2Vec2 point, const b2AABB& box);

} // namespace ricochet

RICOCHET_EXPORT_END
