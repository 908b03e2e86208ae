// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/turning_cast.h>
#include <ricochet/query/query_filter.h>

#include <cstdint>
#include <optional>
#include <vector>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A convex shape that turns while it goes straight on.
struct TurningPath
{
	Hull hull;
	TurningMotion motion;
	float tolerance = k_turningTolerance; ///< how near is a touch (m), >= 0
};

/// Where it first touches one child of a fixture, in the world frame. The fixture lives as long as the game lets it: do
/// not keep a hit over a change of the world.
struct TurningHit : TurningTouch
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0; ///< edge of a chain; 0 for other shapes
};

// Casts of a shape that turns over the live broadphase of a world, by the contract of CastTurningHull
// (geometry/turning_cast.h): against true shapes, polygons without Box2D's skin. Const, they allocate nothing but the
// growth of what the caller gives and of the memory of a thread, and may run on many threads at once while nothing
// changes the world. What cannot be cast misses. What is met does not move meanwhile.
// Of an edge or chain, the side is that on which the middle of the shape's bounds starts.

/// The hit with the smallest fraction; ties go to the fixture that is first in the world's order: body, fixture, child.
[[nodiscard]] std::optional<TurningHit> CastTurningClosest(const b2World& world, const TurningPath& path,
                                                           const QueryFilter& filter = {});
[[nodiscard]] bool CastTurningAny(const b2World& world, const TurningPath& path, const QueryFilter& filter = {});

/// The first touch of each child, sorted by fraction, ties in the world's order. Replaces the content of hits.
void CastTurningAll(const b2World& world, const TurningPath& path, std::vector<TurningHit>& hits,
                    const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
