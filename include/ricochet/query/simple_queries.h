// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/overlap_query.h>

#include <box2d/b2_collision.h>

#include <array>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Circle casts, capsule casts and polygon casts, and overlap tests of points, circles, boxes and polygons. Each one
// calls a query for hulls (query/hull_query.h, query/hull_solid_query.h, query/overlap_query.h) and has its contract. A
// path refers to the caller's points, which must live as long as the path.

/// Returns the path of a circle.
[[nodiscard]] inline HullPath CirclePath(b2Vec2 center, float radius, b2Vec2 translation)
{
	static const b2Vec2 origin{0.0f, 0.0f};
	return {{std::span(&origin, 1), radius}, {center, b2Rot(0.0f)}, translation};
}

/// Returns the path of a convex polygon, counter-clockwise, that is rounded if the radius is not 0. One vertex makes a
/// circle, two make a capsule.
[[nodiscard]] inline HullPath PolygonPath(std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                                          b2Vec2 translation)
{
	return {{vertices, radius}, pose, translation};
}

/// Returns the path of a capsule: of all points within a radius of a segment in the world. Hits report the place of the
/// pose, which starts at (0, 0). The capsule casts below report the place of the segment's first end.
[[nodiscard]] inline HullPath CapsulePath(const std::array<b2Vec2, 2>& ends, float radius, b2Vec2 translation)
{
	return {{ends, radius}, {{0.0f, 0.0f}, b2Rot(0.0f)}, translation};
}

/// Sets the points of a span's crossings to the places of a point that starts at `origin` and moves along the path.
inline void MeasureFrom(b2Vec2 origin, b2Vec2 translation, HullSpan& span)
{
	const Ray ray{origin, translation};
	span.enter.point = PointAt(ray, span.enter.fraction);
	span.exit.point = PointAt(ray, span.exit.fraction);
}

// Circles.

/// Returns the first thing that a circle hits on its path: CastHullClosest.
[[nodiscard]] inline std::optional<HullHit> CastCircleClosest(Space space, b2Vec2 center, float radius,
                                                              b2Vec2 translation, const QueryFilter& filter = {})
{
	return CastHullClosest(space, CirclePath(center, radius, translation), filter);
}

/// Returns true if a circle hits anything on its path: CastHullAny.
[[nodiscard]] inline bool CastCircleAny(Space space, b2Vec2 center, float radius, b2Vec2 translation,
                                        const QueryFilter& filter = {})
{
	return CastHullAny(space, CirclePath(center, radius, translation), filter);
}

/// Replaces `hits` by all things that a circle hits on its path, in order: CastHullAll.
inline void CastCircleAll(Space space, b2Vec2 center, float radius, b2Vec2 translation, std::vector<HullHit>& hits,
                          const QueryFilter& filter = {})
{
	CastHullAll(space, CirclePath(center, radius, translation), hits, filter);
}

/// Replaces `solids` by the solids on the path of a circle: CastHullSolids.
inline void CastCircleSolids(Space space, b2Vec2 center, float radius, b2Vec2 translation,
                             std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {},
                             const SolidTag& tagOf = {})
{
	CastHullSolids(space, CirclePath(center, radius, translation), solids, filter, tagOf);
}

// Capsules: all points within a radius of the segment from a to b.

/// Returns the first thing that a capsule hits on its path: CastHullClosest.
[[nodiscard]] inline std::optional<HullHit> CastCapsuleClosest(Space space, b2Vec2 a, b2Vec2 b, float radius,
                                                               b2Vec2 translation, const QueryFilter& filter = {})
{
	std::optional<HullHit> hit = CastHullClosest(space, CapsulePath({a, b}, radius, translation), filter);
	if (hit)
	{
		MeasureFrom(a, translation, *hit);
	}
	return hit;
}

/// Returns true if a capsule hits anything on its path: CastHullAny.
[[nodiscard]] inline bool CastCapsuleAny(Space space, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                                         const QueryFilter& filter = {})
{
	return CastHullAny(space, CapsulePath({a, b}, radius, translation), filter);
}

/// Replaces `hits` by all things that a capsule hits on its path, in order: CastHullAll.
inline void CastCapsuleAll(Space space, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                           std::vector<HullHit>& hits, const QueryFilter& filter = {})
{
	CastHullAll(space, CapsulePath({a, b}, radius, translation), hits, filter);
	for (HullHit& hit : hits)
	{
		MeasureFrom(a, translation, hit);
	}
}

/// Replaces `solids` by the solids on the path of a capsule: CastHullSolids.
inline void CastCapsuleSolids(Space space, b2Vec2 a, b2Vec2 b, float radius, b2Vec2 translation,
                              std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {},
                              const SolidTag& tagOf = {})
{
	CastHullSolids(space, CapsulePath({a, b}, radius, translation), solids, filter, tagOf);
	for (HullSolidSpan& solid : solids)
	{
		MeasureFrom(a, translation, solid);
	}
}

// Convex polygons.

/// Returns the first thing that a convex polygon hits on its path: CastHullClosest.
[[nodiscard]] inline std::optional<HullHit> CastPolygonClosest(Space space, std::span<const b2Vec2> vertices,
                                                               float radius, const b2Transform& pose,
                                                               b2Vec2 translation, const QueryFilter& filter = {})
{
	return CastHullClosest(space, PolygonPath(vertices, radius, pose, translation), filter);
}

/// Returns true if a convex polygon hits anything on its path: CastHullAny.
[[nodiscard]] inline bool CastPolygonAny(Space space, std::span<const b2Vec2> vertices, float radius,
                                         const b2Transform& pose, b2Vec2 translation, const QueryFilter& filter = {})
{
	return CastHullAny(space, PolygonPath(vertices, radius, pose, translation), filter);
}

/// Replaces `hits` by all things that a convex polygon hits on its path, in order: CastHullAll.
inline void CastPolygonAll(Space space, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                           b2Vec2 translation, std::vector<HullHit>& hits, const QueryFilter& filter = {})
{
	CastHullAll(space, PolygonPath(vertices, radius, pose, translation), hits, filter);
}

/// Replaces `solids` by the solids on the path of a convex polygon: CastHullSolids.
inline void CastPolygonSolids(Space space, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                              b2Vec2 translation, std::vector<HullSolidSpan>& solids, const QueryFilter& filter = {},
                              const SolidTag& tagOf = {})
{
	CastHullSolids(space, PolygonPath(vertices, radius, pose, translation), solids, filter, tagOf);
}

// Overlaps.

/// Replaces `overlaps` by all things that a circle overlaps: OverlapHull.
inline void OverlapCircle(Space space, b2Vec2 center, float radius, std::vector<OverlapHit>& overlaps,
                          const QueryFilter& filter = {})
{
	const HullPath path = CirclePath(center, radius, {0.0f, 0.0f});
	OverlapHull(space, path.hull, path.pose, overlaps, filter);
}

/// Replaces `overlaps` by all things that contain a point: OverlapHull.
inline void OverlapPoint(Space space, b2Vec2 point, std::vector<OverlapHit>& overlaps, const QueryFilter& filter = {})
{
	OverlapCircle(space, point, 0.0f, overlaps, filter);
}

/// Replaces `overlaps` by all things that a box overlaps: OverlapHull. A box that is not finite or inverted overlaps
/// nothing.
inline void OverlapBox(Space space, const b2AABB& box, std::vector<OverlapHit>& overlaps,
                       const QueryFilter& filter = {})
{
	const std::array corners{box.lowerBound, b2Vec2{box.upperBound.x, box.lowerBound.y}, box.upperBound,
	                         b2Vec2{box.lowerBound.x, box.upperBound.y}};
	const Hull hull = box.IsValid() ? Hull{corners} : Hull{};
	OverlapHull(space, hull, {{0.0f, 0.0f}, b2Rot(0.0f)}, overlaps, filter);
}

/// Replaces `overlaps` by all things that a convex polygon overlaps: OverlapHull.
inline void OverlapPolygon(Space space, std::span<const b2Vec2> vertices, float radius, const b2Transform& pose,
                           std::vector<OverlapHit>& overlaps, const QueryFilter& filter = {})
{
	OverlapHull(space, {vertices, radius}, pose, overlaps, filter);
}

} // namespace ricochet

RICOCHET_EXPORT_END
