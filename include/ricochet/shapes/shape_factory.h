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

// Each function returns a shape, or refuses: TooFew or TooMany vertices (for a polygon: of its hull), NotFinite,
// TooLarge (beyond 1e9 m), NotPositive, TooClose, NoArea (too thin for Box2D), OutOfMemory. None throws, whatever the
// input.
//
// The returned shape suits any body. Fixtures of it never make Box2D abort, and never make a number of a body NaN or
// infinite.
//
// - The fixtures may have any density, on static, kinematic and dynamic bodies within 1e9 m of the world's origin.
// - The shape may be arbitrarily far from the body's origin and arbitrarily small. A small shape far out has a moment
//   of inertia that is a little too large, see clip_shapes.h.
// - A dynamic body may have up to 60 fixtures with a density, all of them of these shapes. If the distance of the
//   body's origin from its centre of mass is at most ten times its radius of gyration, it may have 10,000.

/// Makes the convex hull of the points, counter-clockwise, starting at the lowest of the rightmost points.
///
/// - Points closer than 0.5 * b2_linearSlop to an earlier point are welded. Hull vertices within b2_linearSlop of the
///   line of their neighbours are dropped. b2PolygonShape::Set is meant to do the same.
/// - The hull must have 3 to b2_maxPolygonVertices vertices and an area.
/// - Beyond 1 km, vertices that Box2D's float arithmetic takes for dents are dropped, too. The polygon is flat at each
///   of them within 2^-22 of its size.
/// - It accepts input on which Set aborts, such as that of Box2D issue 728.
/// - It takes O(n log n) for n points.
[[nodiscard]] Result<ClipPolygonShape> MakePolygon(std::span<const b2Vec2> points);

/// Makes the shape of all points within radius (m) of the hull that MakePolygon would make. For Box2D it is a polygon
/// with m_radius: its contact surface is round as well, and its edges lie at the radius. Its mass is that of the round
/// shape. The radius must exceed b2_polygonRadius (0.01 m), since a smaller one is a polygon's skin, which casts do not
/// see.
[[nodiscard]] Result<ClipPolygonShape> MakeRoundedPolygon(std::span<const b2Vec2> points, float radius);

/// Makes the shape of all points within radius (m) of the segment from a to b. The two must be more than b2_linearSlop
/// apart. The radius is limited as by MakeRoundedPolygon. For Box2D the shape is a polygon of two vertices. Copy it
/// only into a ClipPolygonShape, since b2PolygonShape::ComputeMass aborts on two vertices.
[[nodiscard]] Result<ClipPolygonShape> MakeCapsule(b2Vec2 a, b2Vec2 b, float radius);

/// Makes a box of half extents hx, hy (m, > 0) about center, turned by angle (rad).
[[nodiscard]] Result<ClipPolygonShape> MakeBox(float hx, float hy, b2Vec2 center = {0.0f, 0.0f}, float angle = 0.0f);

/// Makes a circle about center; radius > 0 (m).
[[nodiscard]] Result<ClipCircleShape> MakeCircle(b2Vec2 center, float radius);

/// Makes convex polygons that together are a solid of any form, for as many fixtures of one body.
///
/// - They are the pieces of Decompose (geometry/decompose.h), without the vertices that lie on an edge. So nothing is
///   rounded: together they are exactly the outline.
/// - The cuts do not show: CastRaySolids and bullets see one solid without a seam.
/// - Pieces may be as thin as the outline is. Box2D collides them, too. But copy them only into a ClipPolygonShape:
///   b2PolygonShape::ComputeMass aborts on an area up to b2_epsilon, and Validate is false where rounding sees a dent.
/// - Outcome: the polygons, OutOfMemory, or an error with the given number of a vertex of the outline. TooLarge: it is
///   beyond 1e9 m. NoArea: it makes a triangle of less than 2^-61 m^2 with its neighbours in a piece. This is about the
///   area of a square with sides of 0.7 nm. b2TimeOfImpact may assert on smaller triangles.
/// - It takes O(n log n).
[[nodiscard]] Result<std::vector<ClipPolygonShape>> MakePolygons(const Outline& outline);

/// Makes a two-sided edge. The vertices must be more than b2_linearSlop apart.
[[nodiscard]] Result<ClipEdgeShape> MakeEdge(b2Vec2 v1, b2Vec2 v2);

/// Makes an open chain of 2 or more vertices. The outside is to the right of its direction, so list the vertices of a
/// floor from right to left. Neighbours must be more than b2_linearSlop apart. The ghost vertices continue the first
/// and the last edge in a straight line.
[[nodiscard]] Result<ClipChainShape> MakeChain(std::span<const b2Vec2> vertices);

/// Makes a closed chain of 3 or more vertices. If they are counter-clockwise, the front of the chain is on the outside
/// of the loop. The last vertex may repeat the first.
[[nodiscard]] Result<ClipChainShape> MakeLoop(std::span<const b2Vec2> vertices);

} // namespace ricochet

RICOCHET_EXPORT_END
