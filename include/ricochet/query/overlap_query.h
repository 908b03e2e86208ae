// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/hull_cast.h>
#include <ricochet/query/query_filter.h>

#include <box2d/b2_collision.h>

#include <span>
#include <vector>

class b2Shape;
class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A child of a fixture that a shape overlaps.
struct OverlapHit
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	float depth = 0.0f;        ///< how far the shape would have to go to come free of it (m), by doubles
	b2Vec2 wayOut{0.0f, 0.0f}; ///< and where to: unit
};

/// What a shape overlaps where it is: the shapes themselves, not their bounds, exactly; what touches overlaps. Sorted,
/// the deepest first, ties in the world's order. Replaces the content of overlaps.
void OverlapHull(const b2World& world, const Hull& hull, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
                 const QueryFilter& filter = {});
void OverlapPoint(const b2World& world, b2Vec2 point, std::vector<OverlapHit>& overlaps,
                  const QueryFilter& filter = {});
void OverlapCircle(const b2World& world, b2Vec2 center, float radius, std::vector<OverlapHit>& overlaps,
                   const QueryFilter& filter = {});
void OverlapBox(const b2World& world, const b2AABB& box, std::vector<OverlapHit>& overlaps,
                const QueryFilter& filter = {});
void OverlapPolygon(const b2World& world, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                    std::vector<OverlapHit>& overlaps, const QueryFilter& filter = {});
void OverlapShape(const b2World& world, const b2Shape& shape, const b2Transform& pose,
                  std::vector<OverlapHit>& overlaps, const QueryFilter& filter = {});

/// True if the shape overlaps anything: the cheaper question.
[[nodiscard]] bool OverlapHullAny(const b2World& world, const Hull& hull, const b2Transform& pose,
                                  const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
