// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>
#include <ricochet/sight/sight_polygon.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <span>
#include <vector>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The directions of a look: `angle` radians wide about `direction`. 2 pi or more is all around.
struct SightCone
{
	float direction = 0.0f;          ///< direction of the middle (rad)
	float angle = 6.28318530717959f; ///< angle from border to border (rad), > 0
};

/// The things that a look sees, and its direction.
struct SightDef
{
	QueryFilter filter = {};
	SightCone cone = {};
};

/// A wall that is seen from both sides. Its ends belong to it.
struct Segment
{
	b2Vec2 a{0.0f, 0.0f};
	b2Vec2 b{0.0f, 0.0f};
};

/// Replaces the content of `out` by the region that is in sight of an eye, up to a radius (m, > 0). The region is a
/// polygon of straight sides and arcs, star-shaped about the eye, counter-clockwise, in the frame of the world.
///
/// It is exact: there is no sampling, and no ray is turned by a small angle. Two decisions are made without rounding:
/// the directions that an obstacle covers, and which of two straight walls is nearer. Both take the vertices in the
/// world, as the body's pose gives them, rounded to double. So no light passes where two walls share a vertex, touch,
/// overlap or cross. The points where walls cross and where circles begin are within 2^-26 of the distance. Every point
/// is rounded to float once.
///
/// - Polygons count with their true edges, without Box2D's skin; circles as true circles; edges and chains by the
///   filter's sides. Bodies whose pose is not finite are not seen.
/// - If a solid contains the eye in its interior, it hides everything: `out` is empty. With filter.startInside false
///   the eye looks out of that solid. A concave one hides everything behind the place where a line of sight enters it
///   again.
/// - If the eye is on the surface of a solid, the directions into the solid are dark, and the eye is a vertex. If the
///   eye is on an edge or a chain, that edge hides nothing. A wall seen edge-on hides nothing: the region is the
///   closure of its interior.
/// - With a cone less than all around, the eye is a vertex.
/// - If walls coincide, the polygon names the first in the world's order.
/// - Refused, and `out` is empty: NotFinite, NotPositive (the radius, or the angle of the cone), OutOfMemory.
///
/// Time O(n log n) for n edges in reach.
/// Source: Hershberger, "Finding the upper envelope of n line segments in O(n log n) time", Information Processing
/// Letters 33 (1989). Here it is in polar form: envelopes of halves are merged by an angular sweep.
Result<> VisibilityPolygon(Space space, b2Vec2 eye, float radius, std::vector<SightVertex>& out,
                           const SightDef& def = {});

/// Replaces the content of `out` by the region in sight among plain walls, by the same contract. Walls may touch,
/// overlap and cross. The edge of a side is the index of its wall; if walls coincide, the lowest index. Walls without
/// length hide nothing.
Result<> VisibilityPolygon(std::span<const Segment> walls, b2Vec2 eye, float radius, std::vector<SightVertex>& out,
                           const SightCone& cone = {});

/// Returns the share of a body that is in sight, in [0, 1]. The accepted fixtures of the body take up an angle at the
/// eye. The share is the part of this angle that no other body hides.
///
/// - 1 for an eye inside the body or on its surface.
/// - 0 for an eye inside another solid, and for a body without accepted fixtures. With filter.startInside false the eye
///   looks out of that solid, as for VisibilityPolygon.
/// - The body itself is never ignored. Over a Snapshot `body` is only an id, which is searched for among all
///   children.
/// - Refused: NotFinite, for the eye; OutOfMemory.
[[nodiscard]] Result<float> SeenFraction(Space space, b2Vec2 eye, const b2Body& body, const QueryFilter& filter = {});

/// Returns the share of a body that a look sees within its cone and up to a radius (m, > 0), in [0, 1]. The whole body
/// takes up an angle at the eye, also where it is outside of the cone or beyond the radius. The share is the part of
/// this angle that is in the cone, where the body is the first thing and nearer than the radius.
///
/// - The borders are those of VisibilityPolygon with the same eye, radius and def. While a body walks through a border,
///   its share is between 0 and 1. The share changes no faster than the body's angles do.
/// - With a full turn and a radius beyond the body, the share is that of the function above, up to rounding.
/// - SeenFraction from a lamp without size, with its radius, cone and filter, is the share of the body that it lights.
/// - 1 for an eye inside the body or on its surface, whatever the cone says. The cases with share 0, the body itself
///   and Snapshots are treated as in the function above.
/// - Refused: NotFinite; NotPositive (the radius, or the angle of the cone); OutOfMemory.
[[nodiscard]] Result<float> SeenFraction(Space space, b2Vec2 eye, float radius, const b2Body& body,
                                         const SightDef& def = {});

} // namespace ricochet

RICOCHET_EXPORT_END
