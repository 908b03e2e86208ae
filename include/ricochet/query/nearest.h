// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/query_filter.h>

#include <box2d/b2_math.h>

#include <cstddef>
#include <optional>
#include <vector>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// How far a child of a fixture is from a point, in the world frame.
struct NearestHit
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	float distance = 0.0f;     ///< m; negative in a solid: how deep
	b2Vec2 point{0.0f, 0.0f};  ///< of its surface, the nearest one
	b2Vec2 normal{0.0f, 0.0f}; ///< unit, out of the solid there; of edges toward the point
};

// Of the true shapes, polygons without Box2D's skin, by doubles: within some 2^-45 of the coordinates before the floats
// of the answer are rounded. Edges have no sides here. Const, as casts are (ray_query.h). A point or distance that is
// not finite or is negative finds nothing; infinity may be asked for as a distance.

/// The nearest child within a distance (m); what the point is deepest in comes first. Ties in the world's order.
[[nodiscard]] std::optional<NearestHit> FindNearest(const b2World& world, b2Vec2 point, float maxDistance,
                                                    const QueryFilter& filter = {});

/// Up to `most` of them, nearest first. Replaces the content of hits.
void FindAllNearest(const b2World& world, b2Vec2 point, float maxDistance, size_t most, std::vector<NearestHit>& hits,
                    const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
