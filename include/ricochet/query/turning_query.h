// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/turning_cast.h>
#include <ricochet/index/item.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <optional>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A convex shape that turns while it moves in a straight line.
struct TurningPath
{
	Hull hull;
	TurningMotion motion;
	float tolerance = k_turningTolerance; ///< the distance that counts as a touch (m), >= 0
};

/// The first touch of one thing, in the world frame.
struct TurningHit : TurningTouch, Item
{
};

// Casts of a turning shape through a Space (query/space.h), by the contract of CastTurningHull
// (geometry/turning_cast.h). They hit the true shapes: polygons have no skin. The things that are hit do not move
// meanwhile.
//
// - A path that cannot be cast misses.
// - Sides of edges and chains count as in query/hull_query.h: by the normal of the hit, or by the way out of a start
//   inside.

/// Returns the hit with the smallest fraction. Ties go to the thing that is first in the world's order.
[[nodiscard]] std::optional<TurningHit> CastTurningClosest(Space space, const TurningPath& path,
                                                           const QueryFilter& filter = {});

/// Returns true if the shape touches anything.
[[nodiscard]] bool CastTurningAny(Space space, const TurningPath& path, const QueryFilter& filter = {});

/// Replaces the content of hits by the first touch of each thing, sorted by fraction, ties in the world's order.
void CastTurningAll(Space space, const TurningPath& path, std::vector<TurningHit>& hits,
                    const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
