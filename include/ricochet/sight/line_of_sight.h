// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/executor.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/sight/surroundings.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Is the way free? Decided exactly for the two points as the floats that they are, on the world as it stands. Const,
// allocation free, and safe on many threads and inside Box2D's callbacks, as the casts of query/ray_query.h.

/// True if no accepted shape stands between two points: none touches the straight way between them anywhere but at its
/// two ends, and none contains an end in its interior.
///
///   a point on a wall's surface    is seen from outside the wall, and from no point through the wall
///   a corner or rim on the way     blocks, also where it is only touched: solids are closed
///   along a face or an edge        blocks, also if the way begins or ends on it
///   through the vertex of a chain  blocks, however the vertex is hit
///   from == to                     true unless a solid contains the point; its surface counts
///   NaN or infinity                false
///
/// Symmetric: InSight(world, a, b, filter) == InSight(world, b, a, filter), to the last bit of the input, for every
/// filter but one: Sides::Front and Sides::Back ask from which side edges are met, and mean it as met from `from`.
/// filter.startInside false: solids that contain `from`, and those that contain `to`, do not block. To look from one
/// body to another, leave both out by filter.accept.
[[nodiscard]] bool InSight(const Surroundings& world, b2Vec2 from, b2Vec2 to, const QueryFilter& filter = {});

/// Two points, of which one looks for the other.
struct SightPair
{
	b2Vec2 from{0.0f, 0.0f};
	b2Vec2 to{0.0f, 0.0f};
};

/// seen[i] = InSight(world, pairs[i].from, pairs[i].to, filter), 1 or 0, on the threads of an executor.
/// False, and nothing is written, if `seen` is shorter than `pairs`; what it is longer by is left as it was.
/// Do not let pairs and seen overlap.
[[nodiscard]] bool InSightPairs(const Surroundings& world, std::span<const SightPair> pairs, std::span<uint8_t> seen,
                                const QueryFilter& filter = {}, const Executor& executor = {});

} // namespace ricochet

RICOCHET_EXPORT_END
