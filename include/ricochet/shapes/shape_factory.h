// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/shapes/clip_shapes.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ricochet
{

/// Why a shape could not be made.
struct ShapeError
{
	enum class Reason : uint8_t
	{
		None,
		TooFewVertices,  ///< value: how many were given
		TooManyVertices, ///< value: how many were given (for polygons: how many the hull has)
		NotFinite,       ///< index: the vertex or argument; value: the number, or one beyond 1e9 m
		TooClose,        ///< index: the second vertex of the pair; value: their distance (m)
		Collinear,       ///< value: the hull's area (m^2)
		BadRadius,       ///< value: the radius (m)
		OutOfMemory      ///< only the message is set
	};
	Reason reason = Reason::None;
	int32_t index = -1;
	float value = 0.0f;
	std::string message; ///< one sentence with the offending number
};

// Each returns the shape, or nothing and the reason in *error (if not null). None throws, whatever the input. No
// coordinate of a shape is beyond 1e9 m.
//
// What is returned suits any body: fixtures of it, with any density, on static, kinematic and dynamic bodies within
// 1e9 m of the world's origin, never make Box2D abort, and no number of a body NaN or infinite, however far the shape
// is from the body's origin and however small it is. A small shape far out is paid for with a moment of inertia that is
// a little too large: see clip_shapes.h. This holds for up to 60 fixtures with a density on a dynamic body, all of
// these shapes; for 10,000 if the body's origin is within ten times its radius of gyration of its centre of mass.

/// The convex hull of the points, counter-clockwise, from the lowest of the rightmost points. Points closer than
/// 0.5 * b2_linearSlop to an earlier one are welded, and hull vertices that lie on the line of their neighbours within
/// b2_linearSlop are dropped, as b2PolygonShape::Set means to do. Needs 3 to b2_maxPolygonVertices vertices in the hull
/// and an area. Beyond 1 km, a vertex that Box2D's own floats take for a dent is dropped too: each is flat within 2^-22
/// of the size. Takes input on which Set aborts, such as Box2D issue 728. O(n log n) for n points.
[[nodiscard]] std::optional<ClipPolygonShape> MakePolygon(std::span<const b2Vec2> points, ShapeError* error = nullptr);

/// A box of half extents hx, hy (m, > 0) about center, turned by angle (rad).
[[nodiscard]] std::optional<ClipPolygonShape> MakeBox(float hx, float hy, b2Vec2 center = {0.0f, 0.0f},
                                                      float angle = 0.0f, ShapeError* error = nullptr);

/// A circle about center; radius > 0 (m).
[[nodiscard]] std::optional<ClipCircleShape> MakeCircle(b2Vec2 center, float radius, ShapeError* error = nullptr);

/// A two-sided edge. The vertices must be more than b2_linearSlop apart.
[[nodiscard]] std::optional<ClipEdgeShape> MakeEdge(b2Vec2 v1, b2Vec2 v2, ShapeError* error = nullptr);

/// An open chain of 2 or more vertices. The outside is to the right of its direction. Neighbours must be more than
/// b2_linearSlop apart. The ghost vertices continue the first and the last edge in a straight line.
[[nodiscard]] std::optional<ClipChainShape> MakeChain(std::span<const b2Vec2> vertices, ShapeError* error = nullptr);

/// A closed chain of 3 or more vertices; counter-clockwise has its outside outside. The last vertex must not repeat
/// the first.
[[nodiscard]] std::optional<ClipChainShape> MakeLoop(std::span<const b2Vec2> vertices, ShapeError* error = nullptr);

} // namespace ricochet
