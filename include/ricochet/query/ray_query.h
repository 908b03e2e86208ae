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
/// - There is one exception: an origin inside a solid sees nothing.
/// - If two edges meet at the hit, as in a corner of a room, the point lies on neither of them.
/// - The ray may pass a corner at the distance of a rounding error, or another thing may touch the surface there. Then
///   the point may lie farther from the crossing than Crossing promises: nearly always by a few units in the last
///   place. In a gap that is only a few units wide, it may lie up to 1024 units and a rounding error back along the
///   ray. It may then be the ray's origin.
/// - In a gap that is narrower than floats are apart, there may be no such point. The point is then outside of the
///   thing that the ray enters, but may be inside another one.
/// - The point of the exit is off the thing that the ray leaves. If another thing touches the surface there, that other
///   thing may contain the point by a rounding error.
[[nodiscard]] std::optional<RayHit> CastRayClosest(Space space, const Ray& ray, const QueryFilter& filter = {});

/// CastRayClosest for the ray from one point to another. b2World::RayCast takes a ray in the same way.
[[nodiscard]] inline std::optional<RayHit> CastRayClosest(Space space, b2Vec2 from, b2Vec2 to,
                                                          const QueryFilter& filter = {})
{
	return CastRayClosest(space, RayBetween(from, to), filter);
}

/// Returns true if the ray hits anything. This is the cheapest cast.
[[nodiscard]] bool CastRayAny(Space space, const Ray& ray, const QueryFilter& filter = {});

/// Replaces the content of hits by all hits, sorted by entry, ties in the world's order. The first one is that of
/// CastRayClosest.
///
/// - The point of a later entry may lie in a thing that the ray has entered at a smaller fraction and not yet left. A
///   thing that the ray leaves up to two units (Crossing) before the point counts as not yet left. The point lies in no
///   other accepted thing.
/// - In a gap that is narrower than floats are apart, there may be no such point. The point is then outside of the
///   thing that the ray enters, but may be inside another one.
/// - The point of an exit is as in CastRayClosest: off the thing that the ray leaves, but perhaps inside another one.
void CastRayAll(Space space, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
