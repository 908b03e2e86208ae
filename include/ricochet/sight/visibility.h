// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/sight/sight_polygon.h>
#include <ricochet/sight/surroundings.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <span>
#include <vector>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The part of the directions in which one looks: `angle` radians wide about `direction`. 2 pi or more is all around.
struct SightCone
{
	float direction = 0.0f;          ///< of the middle (rad)
	float angle = 6.28318530717959f; ///< from border to border (rad), > 0
};

/// What a look sees, and whither.
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

/// The region that is in sight of an eye, up to a radius (m, > 0): a polygon of straight sides and arcs that is
/// star-shaped about the eye, counter-clockwise, in the frame of the world. Replaces the content of `out`.
///
/// Exact: no sampling, and no rays turned by small angles. Which directions an obstacle covers and which of two
/// straight walls is nearer are decided without rounding for its vertices in the world (the pose's own, rounded to
/// double), so no light passes where two walls share a vertex, touch, overlap or cross. Where walls cross and where
/// circles begin is within 2^-26 of the distance; every point is rounded to float once.
///
/// - Polygons count with their true edges, without Box2D's skin; circles as true circles; edges and chains by the
///   filter's sides. Bodies whose pose is not finite are not seen. Fixtures are found where the broadphase knows them.
/// - A solid that contains the eye in its interior hides everything: `out` is empty. With filter.startInside false it
///   is as if it were not there.
/// - Eye on the surface of a solid: the directions into the solid are dark, and the eye is a vertex. Eye on an edge or
///   a chain: that edge hides nothing. A wall seen edge-on hides nothing: the region is the closure of its interior.
/// - With a cone less than all around the eye is a vertex.
/// - Of coinciding walls the first in the world's order is named.
/// - Refused, `out` is then empty: NotFinite, NotPositive (the radius, or the angle of the cone), OutOfMemory.
///
/// Time O(n log n) for n edges in reach; allocates nothing but the growth of `out` and of buffers kept for each thread.
/// Source: Hershberger, "Finding the upper envelope of n line segments in O(n log n) time", Information Processing
/// Letters 33 (1989), in polar form: envelopes of halves are merged by an angular sweep.
Result<> VisibilityPolygon(const Surroundings& world, b2Vec2 eye, float radius, std::vector<SightVertex>& out,
                           const SightDef& def = {});

/// The same among plain walls, which may touch, overlap and cross. The edge of a side is the index of its wall; of
/// coinciding walls the lower. Walls without length hide nothing.
Result<> VisibilityPolygon(std::span<const Segment> walls, b2Vec2 eye, float radius, std::vector<SightVertex>& out,
                           const SightCone& cone = {});

/// How much of a body is in sight: the share of the angle which its fixtures that the filter accepts take up at the eye
/// that no other body hides; in [0, 1]. 1 for an eye inside the body or on its surface; 0 for an eye inside another
/// solid (which with filter.startInside false is as if it were not there), for a body without accepted fixtures, and
/// for an eye that is not finite; and where memory runs out. The body itself is never ignored. Over a snapshot it is a
/// name, which is sought among all children that the snapshot holds.
[[nodiscard]] float SeenFraction(const Surroundings& world, b2Vec2 eye, const b2Body& body,
                                 const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
