// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/index/item.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <box2d/b2_math.h>

#include <cstddef>
#include <optional>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The distance of a thing from a point, in the world frame.
struct NearestHit : Item
{
	float distance = 0.0f;     ///< m; negative if the point lies in a solid: how deep
	b2Vec2 point{0.0f, 0.0f};  ///< the nearest point of its surface, as a float point off it, as hit points of rays are
	b2Vec2 normal{0.0f, 0.0f}; ///< unit, out of the solid there; for edges toward the point
};

// Distances in a Space (query/space.h), to the true shapes: polygons have no skin, edges have no sides. They are
// computed in double, within about 2^-45 of the coordinates, and then rounded to floats. The nearest point is never
// inside the thing, and within 2 units of the exact one (geometry/ray.h, Crossing). A query finds nothing if the point
// is not finite, or if the distance is negative or NaN. The distance may be infinite.

/// Returns the nearest thing within a distance (m). The thing in which the point lies deepest comes first. Ties go to
/// the world's order.
[[nodiscard]] std::optional<NearestHit> FindNearest(Space space, b2Vec2 point, float maxDistance,
                                                    const QueryFilter& filter = {});

/// Replaces the content of hits by up to `most` things within a distance (m), the nearest first.
void FindAllNearest(Space space, b2Vec2 point, float maxDistance, size_t most, std::vector<NearestHit>& hits,
                    const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
