// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/hull_cast.h>
#include <ricochet/query/query_filter.h>

#include <box2d/b2_math.h>

#include <optional>
#include <span>
#include <vector>

class b2Shape;
class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A convex shape on its way: a hull under a pose goes straight on, without turning.
struct HullPath
{
	Hull hull;
	b2Transform pose{b2Vec2{0.0f, 0.0f}, b2Rot(0.0f)};
	b2Vec2 translation{0.0f, 0.0f};
	float maxFraction = 1.0f; ///< >= 0; may exceed 1
};

/// The part of the way on which it overlaps one child of a fixture, in the world frame. On edges and chains `edge` is
/// the child. The fixture lives as long as the game lets it: do not keep a hit over a change of the world.
struct CastHit : HullSpan
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0; ///< edge of a chain; 0 for other shapes
};

// Casts of shapes over the live broadphase of a world, by the contract of CastHull (geometry/hull_cast.h): against true
// shapes, polygons without Box2D's skin. Const, they allocate nothing but the growth of what the caller gives and of
// the memory of a thread, and may run on many threads at once while nothing changes the world. What cannot be cast (a
// number that is not finite, no vertices, a negative radius) misses.
// Of an edge or chain, the side is that on which the middle of the shape's bounds starts. An edge that the shape
// overlaps where it starts is met with startsInside.

/// The hit with the smallest entry; ties go to the fixture that is first in the world's order: body, fixture, child.
[[nodiscard]] std::optional<CastHit> CastHullClosest(const b2World& world, const HullPath& path,
                                                     const QueryFilter& filter = {});
[[nodiscard]] bool CastHullAny(const b2World& world, const HullPath& path, const QueryFilter& filter = {});

/// All hits, sorted by entry, ties in the world's order. Replaces the content of hits.
void CastHullAll(const b2World& world, const HullPath& path, std::vector<CastHit>& hits,
                 const QueryFilter& filter = {});

/// A disc.
[[nodiscard]] std::optional<CastHit> CastCircleClosest(const b2World& world, b2Vec2 center, float radius,
                                                       b2Vec2 translation, const QueryFilter& filter = {});
[[nodiscard]] bool CastCircleAny(const b2World& world, b2Vec2 center, float radius, b2Vec2 translation,
                                 const QueryFilter& filter = {});
void CastCircleAll(const b2World& world, b2Vec2 center, float radius, b2Vec2 translation, std::vector<CastHit>& hits,
                   const QueryFilter& filter = {});

/// All points within a radius of the segment from a to b.
[[nodiscard]] std::optional<CastHit> CastCapsuleClosest(const b2World& world, b2Vec2 a, b2Vec2 b, float radius,
                                                        b2Vec2 translation, const QueryFilter& filter = {});
[[nodiscard]] bool CastCapsuleAny(const b2World& world, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                                  const QueryFilter& filter = {});
void CastCapsuleAll(const b2World& world, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                    std::vector<CastHit>& hits, const QueryFilter& filter = {});

/// A convex polygon, rounded by a radius if that is not 0.
[[nodiscard]] std::optional<CastHit> CastPolygonClosest(const b2World& world, std::span<const b2Vec2> vertices,
                                                        float radius, const b2Transform& pose, b2Vec2 translation,
                                                        const QueryFilter& filter = {});
[[nodiscard]] bool CastPolygonAny(const b2World& world, std::span<const b2Vec2> vertices, float radius,
                                  const b2Transform& pose, b2Vec2 translation, const QueryFilter& filter = {});
void CastPolygonAll(const b2World& world, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                    b2Vec2 translation, std::vector<CastHit>& hits, const QueryFilter& filter = {});

/// A shape of Box2D, without its skin; of a chain, each edge. Of what several of its children meet, the hit of the one
/// that comes first.
[[nodiscard]] std::optional<CastHit> CastShapeClosest(const b2World& world, const b2Shape& shape,
                                                      const b2Transform& pose, b2Vec2 translation,
                                                      const QueryFilter& filter = {});
[[nodiscard]] bool CastShapeAny(const b2World& world, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                                const QueryFilter& filter = {});
void CastShapeAll(const b2World& world, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                  std::vector<CastHit>& hits, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
