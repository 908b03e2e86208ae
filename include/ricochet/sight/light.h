// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/executor.h>
#include <ricochet/sight/visibility.h>

#include <box2d/b2_collision.h>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A luminous disc, all around or in a cone: a lamp, a fire, a flashlight. Size 0 is a point with hard shadows.
struct Light
{
	b2Vec2 position{0.0f, 0.0f};
	float radius = 10.0f * k_meter; ///< reach of the light (m), > 0
	SightCone cone = {};
	float size = 0.0f; ///< radius of the disc (m), >= 0
	QueryFilter filter = {};
};

/// Light from infinitely far, such as the sun's. It covers the smallest rectangle that contains `view` and has two
/// sides along the direction.
struct ParallelLight
{
	b2Vec2 direction{0.0f, -1.0f};           ///< the light travels in this direction; any length but 0
	b2AABB view{{0.0f, 0.0f}, {0.0f, 0.0f}}; ///< the box to be lit
	float before = 0.0f;                     ///< the light begins this far before the view (m), >= 0
	float spread = 0.0f;                     ///< half the angle at which the source is seen (rad), in [0, pi / 2)
	QueryFilter filter = {};
};

/// The region in which one corner or circle hides a part of the source: star-shaped about its apex, with light from
/// full to none. Vertices [first, first + count) of LitRegion::penumbraVertices are its polygon, as VisibilityPolygon
/// gives it. The polygon may be smaller than the whole region between the two borders, for two reasons. If a face at
/// the corner is in line with the source, the shadow beside that face belongs to the far end of the face. Another thing
/// may hide the source from the corner.
struct Penumbra
{
	b2Vec2 apex{0.0f, 0.0f};      ///< the corner that casts the shadow; for a circle the point where both tangents meet
	b2Vec2 towardLit{0.0f, 0.0f}; ///< unit, along the border to full light
	b2Vec2 towardDark{0.0f, 0.0f}; ///< unit, along the border to full shadow
	int32_t first = 0;
	int32_t count = 0;
	b2Vec2 source{0.0f, 0.0f}; ///< centre of the luminous disc; for parallel light its direction, unit
	float size = 0.0f;         ///< radius of the disc (m); 0: parallel light
	float spread = 0.0f;       ///< ParallelLight::spread (rad); 0: a disc
	b2Vec2 center{0.0f, 0.0f}; ///< the centre of the circle that casts the shadow, or the corner
	float radius = 0.0f;       ///< the radius of the circle (m); 0: a corner
};

/// A side of a thing that may hide a part of the source, in the world.
struct LightBlocker
{
	b2Vec2 from{0.0f, 0.0f};
	b2Vec2 to{0.0f, 0.0f};      ///< the same as `from`: the side is a circle
	float radius = 0.0f;        ///< the side is rounded by this (m)
	int32_t thing = 0;          ///< the number of its thing, whose sides follow each other
	bool isSolid = true;        ///< false: of an edge, which has no inside
	bool hidesItsInside = true; ///< false: light that begins inside the thing leaves it
	bool hidesFromLeft = true;  ///< hides light that arrives from the left of the line from `from` to `to`
	bool hidesFromRight = true; ///< hides light that arrives from the right of it
};

/// The region that a light lights. There are two ways to draw it.
///
/// - Call ShareOfLight(region, light, point) for each pixel. That is exact.
/// - Draw the polygon with 1, and add the triangles of all penumbras with their `change`. Do so in a picture of floats:
///   the sum is between 0 and 1 only when everything is drawn. Inside the polygon `change` is the penumbra's share
///   minus 1, because the polygon has already added 1 there.
///
/// Pass the same region again to reuse its memory.
struct LitRegion
{
	std::vector<SightVertex> polygon; ///< the region that the light's centre sees, with hard shadows
	std::vector<Penumbra> penumbras;  ///< none for a light without size
	std::vector<SightVertex> penumbraVertices;
	std::vector<LightBlocker> blockers; ///< used by ShareOfLight, in any order; empty for a light without size
};

/// Replaces the content of `region` by the region that a light lights in a Space (query/space.h).
///
/// - The polygon is VisibilityPolygon's. Every corner that a part of the disc sees has a penumbra between the lines
///   that touch the disc and the corner. Obstacles in the penumbra, obstacles that hide its corner, and the light's
///   reach cut the penumbra off. Corners within the disc have none.
/// - So the sum is exact among things with straight sides, and beside a circle on its own. Where borders of penumbras
///   coincide, the sum may count one penumbra twice, or none. sight.md has the other limits.
/// - Corners outside a cone have no penumbra, and penumbras are not cut off at its border.
/// - A penumbra costs about as much as two visibility polygons in narrow cones.
/// - Refused, and the region is empty: NotFinite; NotPositive (radius, angle of the cone, the direction's length, the
///   view's extent). Also refused: TooSmall (below 0: size, before, spread), TooLarge (the spread, a quarter turn),
///   OutOfMemory.
Result<> Illuminate(Space space, const Light& light, LitRegion& region);

/// Replaces the content of `region` by the region that a parallel light lights. The light begins at the near side of
/// the rectangle, moved back by `before`, as rays begin at their origin.
///
/// - Things between the source and that line cast no shadow.
/// - Where that line runs in a solid, the region is dark. With filter.startInside false, light that begins in a solid
///   leaves it. If the solid is concave, it hides that light where the light enters it again. For a lamp, its centre
///   decides whether it is in a solid.
/// - Sides of the polygon on the rectangle are Rim, straight, with radius 0. Sides along the light are Shadow.
Result<> Illuminate(Space space, const ParallelLight& light, LitRegion& region);

/// Returns true if the point is in the closed region of a parallel light. Arcs count as exact arcs, not as chords. The
/// line where the light begins is rounded to floats. So at that line the answer is exact only up to that rounding.
[[nodiscard]] bool Contains(std::span<const SightVertex> polygon, const ParallelLight& light, b2Vec2 point);

/// Replaces the content of points by triangles that fill the region of a parallel light: three points each,
/// counter-clockwise. `maxError` as for eyes (sight/sight_polygon.h). Area and Flatten take such a polygon, too.
void Triangulate(std::span<const SightVertex> polygon, const ParallelLight& light, float maxError,
                 std::vector<b2Vec2>& points);

/// Computes many lights at once, on the executor's threads: regions[i] and outcomes[i] are those of lights[i]. Refused,
/// with nothing written: TooFew regions or outcomes.
Result<> Illuminate(Space space, std::span<const Light> lights, std::span<LitRegion> regions,
                    std::span<Result<>> outcomes, const Executor& executor = {});

/// Returns the share of the light at a point if nothing but a penumbra's corner or circle hides the source. The source
/// takes up an angle at the point; the share is the part of this angle that is on the lit side. It is accurate to the
/// rounding of the penumbra's floats.
///
///   1      on the border to full light, and at the apex
///   1/2    where the centre of the source is just hidden
///   0      on the border to full shadow
///
/// Outside the penumbra it is the share of the nearer border.
[[nodiscard]] float ShareOfLight(const Penumbra& penumbra, b2Vec2 point);

/// Returns the light at a point as a share of the full light. The source takes up an angle at the point; the share is
/// the part of this angle that is in sight, whatever hides the rest.
///
/// - It is accurate to the rounding of floats: 2^-20 of the coordinates, as an angle at the point and at the nearest
///   corner. A point on a surface, up to that rounding, gets the light that falls on the surface.
/// - It is 0 in a solid, outside of the cone, beyond the light's reach, and outside of a parallel light's rectangle.
/// - The two tangents from the point touch the lamp's disc in two places. Only a thing nearer than these places hides
///   the source. In the disc itself, and for a light without size, the share is 1 where Contains is true, else 0.
/// - Requires: the region is this light's.
/// - If memory runs out, the share is 1 where Contains is true, else 0.
/// - It takes O(n) for n sides of the things in the light's bounds.
[[nodiscard]] float ShareOfLight(const LitRegion& region, const Light& light, b2Vec2 point);
[[nodiscard]] float ShareOfLight(const LitRegion& region, const ParallelLight& light, b2Vec2 point);

/// A corner of a triangle in a penumbra.
struct LitVertex
{
	b2Vec2 point{0.0f, 0.0f};
	float share = 1.0f;
	float change = 0.0f; ///< the value to add to the light after the polygon's triangles were drawn with 1: share - 1
	                     ///< inside that polygon, share outside
};

/// Replaces the content of corners by triangles that fill a penumbra: three corners each, counter-clockwise. The first
/// corner is the apex. Its share is the mean of the other two, which have the share that ShareOfLight returns.
///
/// - Linear interpolation over a triangle is off by 1/16 or less beside a corner. A triangle takes up an eighth of the
///   penumbra's angle at most, and none crosses the hard border.
/// - Beside a circle the share changes along a direction, too. Call ShareOfLight there.
/// - `maxError` as for Flatten.
void Triangulate(const LitRegion& region, const Penumbra& penumbra, float maxError, std::vector<LitVertex>& corners);

} // namespace ricochet

RICOCHET_EXPORT_END
