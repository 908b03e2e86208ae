// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/hull_cast.h>
#include <ricochet/index/item.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <optional>
#include <vector>

class b2Shape;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A convex shape that moves in a straight line without turning: a hull under a pose, and its translation.
/// CirclePath, CapsulePath and PolygonPath (query/simple_queries.h) make one.
struct HullPath
{
	Hull hull;
	b2Transform pose{b2Vec2{0.0f, 0.0f}, b2Rot(0.0f)};
	b2Vec2 translation{0.0f, 0.0f};
	float maxFraction = 1.0f; ///< >= 0; may exceed 1
};

/// The part of the path on which the hull overlaps one thing, in the world frame. On edges and chains `edge` is the
/// child.
struct HullHit : HullSpan, Item
{
};

// Shape casts through a Space (query/space.h), by the contract of CastHull (geometry/hull_cast.h). They hit the true
// shapes: polygons have no skin.
//
// - At `place` of the first hit, the hull overlaps only things that it already overlaps at its start. If it touches
//   several things there, the place may be farther from origin + fraction * translation than CastHull says. The place
//   is then farther back along the path: nearly always by a few units in the last place, at most by 1024. In a gap that
//   is narrower than floats are apart, it may overlap another thing by the rounding of the place; SlideHull
//   (query/ground.h) leads out of that. If the hull is a point or a segment with radius 0, the place is before every
//   edge that the hull has not passed.
// - At `place` of a later hit the hull is free of the thing that it hit.
// - `contact` lies inside no accepted thing, except in things that the hull overlaps close before the hit. If the gap
//   is narrower than floats are apart, `contact` may lie inside another thing, but never inside the thing that was hit.
// - If the hull starts in an attached geometry, its way out (depth, wayOut, place) leads out of all pieces of that
//   geometry. The way out of an OverlapHit (query/overlap_query.h) does so, too.
// - A path that cannot be cast misses: a number that is not finite, no vertices, a negative radius.
// - The side from which a one-sided edge or chain is hit is the side to which the normal of the hit points.
// - If the hull overlaps an edge where it starts, the hit has startsInside. If the filter names a side, such a hit of a
//   one-sided edge counts only if the whole hull is on that side. A depth up to the rounding of the hull's place is
//   allowed: 2^-20 of the sum of 1 m and the coordinates. The direction of the way out decides the side. If a platform
//   moves, the game must move the hull with it before the cast.

/// Returns the hit with the smallest entry. Ties go to the thing that is first in the world's order.
[[nodiscard]] std::optional<HullHit> CastHullClosest(Space space, const HullPath& path, const QueryFilter& filter = {});

/// Returns true if the hull hits anything.
[[nodiscard]] bool CastHullAny(Space space, const HullPath& path, const QueryFilter& filter = {});

/// Replaces the content of hits by all hits, sorted by entry, ties in the world's order.
void CastHullAll(Space space, const HullPath& path, std::vector<HullHit>& hits, const QueryFilter& filter = {});

// Shape casts for a shape of Box2D without its skin. Every child of the shape is cast, and every convex piece of a
// geometry that is attached to it. If several of them hit one thing, the earliest of these hits counts.
[[nodiscard]] std::optional<HullHit> CastShapeClosest(Space space, const b2Shape& shape, const b2Transform& pose,
                                                      b2Vec2 translation, const QueryFilter& filter = {});
[[nodiscard]] bool CastShapeAny(Space space, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                                const QueryFilter& filter = {});
void CastShapeAll(Space space, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                  std::vector<HullHit>& hits, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
