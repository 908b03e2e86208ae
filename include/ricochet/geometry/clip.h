// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/ray.h>

#include <box2d/b2_collision.h>

#include <optional>
#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Every function here obeys the contract of RaySpan (ray.h).
//
// - Ray and shape are in the same frame, in metres.
// - Hit or miss, and the edge, are decided exactly for the given floats. Fractions are within 1 ulp.
// - No function allocates, unless its comment says so.
// - No input aborts. Non-finite input misses.

/// Clips a ray against a convex polygon of any number of vertices.
///
/// - Requires: at least 3 vertices, convex, counter-clockwise. Collinear and repeated vertices are allowed.
/// - Fewer vertices, or a polygon without area: miss.
///
/// Source: Cyrus and Beck, "Generalized two- and three-dimensional clipping", Computers & Graphics 3 (1978). Here the
/// side of the line on which each vertex lies gives the two edges.
[[nodiscard]] std::optional<RaySpan> ClipConvex(const Ray& ray, std::span<const b2Vec2> vertices);

/// Clips a ray against a box. Edges: 0 bottom, 1 right, 2 top, 3 left. A box may be as thin as a segment or a point.
/// lowerBound above upperBound: miss.
[[nodiscard]] std::optional<RaySpan> ClipBox(const Ray& ray, const b2AABB& box);

/// Clips a ray against a solid circle. Edge indices are -1. Radius 0 is a point; a negative radius: miss.
[[nodiscard]] std::optional<RaySpan> ClipCircle(const Ray& ray, b2Vec2 center, float radius);

/// Clips a ray against all points within radius of the convex hull of the vertices: 1 vertex is a disc, 2 a capsule,
/// 3 or more (convex, counter-clockwise) a rounded polygon.
///
/// - Edge i is the straight side beside vertices i and i + 1. If the ray crosses the arc about a vertex, the edge is
///   the adjacent one whose normal faces the ray most. Discs have edge -1.
/// - Vertices may repeat or lie on one line.
/// - With radius 0, 1 vertex is a point and 2 vertices are a segment, as closed sets. Every hit on them grazes. At an
///   end of the segment the normal points against the ray or along it.
/// - No vertices, or a negative radius: miss.
[[nodiscard]] std::optional<RaySpan> ClipRounded(const Ray& ray, std::span<const b2Vec2> vertices, float radius);

/// Crosses a ray with the closed segment from a to b. The normal is perpendicular to the segment, against the ray. The
/// edge is 0.
///
/// - A segment has no inside. A ray that starts on it and leaves misses, and a ray that ends on it hits. A ray of zero
///   length or with maxFraction 0 misses.
/// - A ray along the segment hits its nearer end, with the normal against the ray. If it starts on the segment, it hits
///   at fraction 0.
/// - Rays through a vertex that two segments share never pass between them.
/// - The point is PointAt(ray, fraction). It is rounded, so it lies on the segment or on either side of it.
[[nodiscard]] std::optional<Crossing> CrossSegment(const Ray& ray, b2Vec2 a, b2Vec2 b);

/// Clips a ray against a simple polygon, convex or concave, in either orientation. Replaces the content of spans by one
/// span for each part of the ray in the closed polygon, in order along the ray.
///
/// - Requires: at least 3 vertices, no edge crosses another. If a polygon crosses itself, the even-odd rule decides.
/// - If all vertices are on one line, the polygon is the closed set of its edges. A ray that crosses it hits, grazing.
///   A point on it is a hit, as in LocateInPolygon. But a ray along that line misses. ClipConvex always misses such a
///   polygon.
/// - Memory: spans, and a buffer that each thread keeps, grow to the largest number of crossings so far.
void ClipPolygon(const Ray& ray, std::span<const b2Vec2> vertices, std::vector<RaySpan>& spans);

} // namespace ricochet

RICOCHET_EXPORT_END
