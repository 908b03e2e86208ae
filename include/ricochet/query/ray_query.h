// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/ray.h>
#include <ricochet/query/query_filter.h>

#include <optional>
#include <vector>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A ray's part in one child of a fixture, in the world frame.
/// The fixture lives as long as the game lets it: do not keep a hit over a change of the world.
struct RayHit : RaySpan
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0; ///< edge of a chain; 0 for other shapes
};

// Casts over the live broadphase of a world. They are const, allocate nothing but the growth of what the caller gives,
// and may run on many threads at once while nothing changes the world, also from inside Box2D's callbacks.
// An invalid ray misses. Bodies whose transform is not finite are never hit, and hide no other once QuarantineBodies
// (host/quarantine.h) has been called, as every step of a Plugin does. Exact as CastShape (shapes/cast_shape.h).
// The broadphase knows a fixture's bounds as of the last change through Box2D's interface: a shape changed through
// b2Fixture::GetShape is found only where it was.

/// The hit with the smallest entry. Ties go to the fixture that is first in the world's order: body, fixture, child.
[[nodiscard]] std::optional<RayHit> CastRayClosest(const b2World& world, const Ray& ray,
                                                   const QueryFilter& filter = {});

/// True if anything is hit. The cheapest question.
[[nodiscard]] bool CastRayAny(const b2World& world, const Ray& ray, const QueryFilter& filter = {});

/// All hits, sorted by entry, ties in the world's order. Replaces the content of hits.
void CastRayAll(const b2World& world, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
