// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/geometry/outline.h>
#include <ricochet/shapes/clip_shapes.h>

#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Each gives the shape, or says why there is none: TooFew or TooMany vertices (of a polygon: in its hull), NotFinite,
// TooLarge (beyond 1e9 m), NotPositive, TooClose, NoArea (within b2_linearSlop), OutOfMemory. None throws, whatever the
// input.
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
[[nodiscard]] Result<ClipPolygonShape> MakePolygon(std::span<const b2Vec2> points);

/// All points within radius (m) of such a hull. To Box2D it is a polygon with m_radius, whose contact surface is round
/// as well, and whose edges lie at the radius. Its mass is that of the round shape. The radius must exceed
/// b2_polygonRadius (0.01 m): up to there it is a polygon's skin, which casts don't see.
[[nodiscard]] Result<ClipPolygonShape> MakeRoundedPolygon(std::span<const b2Vec2> points, float radius);

/// All points within radius (m) of the segment from a to b, which must be more than b2_linearSlop apart; the radius as
/// above. To Box2D it is a polygon of two vertices: make a copy of it only into a ClipPolygonShape, since
/// b2PolygonShape::ComputeMass aborts on two.
[[nodiscard]] Result<ClipPolygonShape> MakeCapsule(b2Vec2 a, b2Vec2 b, float radius);

/// A box of half extents hx, hy (m, > 0) about center, turned by angle (rad).
[[nodiscard]] Result<ClipPolygonShape> MakeBox(float hx, float hy, b2Vec2 center = {0.0f, 0.0f}, float angle = 0.0f);

/// A circle about center; radius > 0 (m).
[[nodiscard]] Result<ClipCircleShape> MakeCircle(b2Vec2 center, float radius);

/// Convex polygons that together are a solid of any form, for as many fixtures of one body: those of Decompose
/// (geometry/decompose.h), without the vertices that lie on an edge. So nothing is rounded: together they are the
/// outline to the point. Where an outline is cut is no matter of it: CastRaySolids and bullets see one solid, without a
/// seam. Outcome: the polygons, or why Box2D would not take one of them: TooLarge (beyond 1e9 m), TooClose, NoArea,
/// each with the index of a vertex of the outline there, or OutOfMemory. O(n log n).
[[nodiscard]] Result<std::vector<ClipPolygonShape>> MakePolygons(const Outline& outline);

/// A two-sided edge. The vertices must be more than b2_linearSlop apart.
[[nodiscard]] Result<ClipEdgeShape> MakeEdge(b2Vec2 v1, b2Vec2 v2);

/// An open chain of 2 or more vertices. The outside is to the right of its direction. Neighbours must be more than
/// b2_linearSlop apart. The ghost vertices continue the first and the last edge in a straight line.
[[nodiscard]] Result<ClipChainShape> MakeChain(std::span<const b2Vec2> vertices);

/// A closed chain of 3 or more vertices; counter-clockwise has its outside outside. The last vertex must not repeat
/// the first.
[[nodiscard]] Result<ClipChainShape> MakeLoop(std::span<const b2Vec2> vertices);

} // namespace ricochet

RICOCHET_EXPORT_END
