// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/ray.h>
#include <ricochet/index/item.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <optional>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The part of a ray that lies in one thing, in the world frame.
struct RayHit : RaySpan, Item
{
};

// Raycasts: the exact crossings of a ray with everything in a Space (query/space.h), by the contract of RaySpan
// (geometry/ray.h). An invalid ray misses.

/// Returns the hit with the smallest entry. Ties go to the thing that is first in the world's order.
///
/// - The ray's origin sees the point of the entry: InSight(space, ray.origin, hit.enter.point, filter) is true. So the
///   point is outside of every other accepted thing, too.
/// - The ray may pass a corner within rounding, or another thing may touch the surface there. The point may then lie
///   farther from the crossing than Crossing says. Nearly always that is a few of its units. In a gap that is as
///   narrow, it is up to 1024 units and a rounding, back along the ray. The point may then be the origin.
/// - In a gap that is narrower than floats are apart, there may be no such point. Then it is off that thing alone.
/// - The point of the exit is off that thing alone. Another one that touches it there may contain it by a rounding.
[[nodiscard]] std::optional<RayHit> CastRayClosest(Space space, const Ray& ray, const QueryFilter& filter = {});

/// The same for the ray from one point to another, as b2World::RayCast takes it.
[[nodiscard]] inline std::optional<RayHit> CastRayClosest(Space space, b2Vec2 from, b2Vec2 to,
                                                          const QueryFilter& filter = {})
{
	return CastRayClosest(space, RayBetween(from, to), filter);
}

/// Returns true if the ray hits anything. This is the cheapest question.
[[nodiscard]] bool CastRayAny(Space space, const Ray& ray, const QueryFilter& filter = {});

/// Replaces the content of hits by all hits, sorted by entry, ties in the world's order. The first one is that of
/// CastRayClosest.
///
/// - The point of a later entry lies in no other accepted thing, but for those that the ray passes there. The
///   ray enters these at a smaller fraction, and leaves them at most two units (Crossing) before the point.
/// - In a gap that is narrower than floats are apart, there may be no such point. Then it is off that thing alone.
/// - The points of exits are those of CastRayClosest: off that thing alone.
void CastRayAll(Space space, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
