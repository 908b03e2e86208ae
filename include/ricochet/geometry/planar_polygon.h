// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>

#include <cstdint>
#include <optional>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Casts of rays at planar polygons in space, convex or concave, in any plane and either orientation. Rays hit them from
// both sides. A game that shows its flat world in perspective can pick points with such casts. The ground is a polygon
// in the plane z = 0. The ray from the eye through the cursor hits it at the world's (x, y):
//
//   CastPlanarPolygon({eye, reach * (forward + cursorX * right + cursorY * up)}, ground)
//
// Here forward, right and up are the camera's axes. The cursor has the units of an image plane at distance 1 from the
// eye.

/// A point or a direction in space.
struct Vec3
{
	float x = 0.0f, y = 0.0f, z = 0.0f;

	friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// The segment p(t) = origin + t * translation for t in [0, maxFraction]: a Ray (ray.h) in space.
struct Ray3
{
	Vec3 origin;
	Vec3 translation;
	float maxFraction = 1.0f; ///< >= 0; may exceed 1
};

/// The point where a ray hits a polygon. A polygon is a closed set: its boundary counts. Let the whole line intersect
/// it for t in [t0, t1]. This is a single point unless the line lies in the plane of the polygon.
///
///   hit            t0 <= maxFraction and t1 > 0, so a ray that starts on a polygon and leaves it misses
///   startsInside   the ray runs in the plane and starts inside: fraction 0, normal (0, 0, 0)
///   in the plane   the ray hits the edge that it crosses first; the normal is perpendicular to the edge, in the plane
///   zero length    (or maxFraction 0) asks for a point: a hit with startsInside if the polygon contains it exactly.
///                  Few points with float coordinates are exactly in a plane that is not parallel to two axes
struct Crossing3
{
	float fraction = 0.0f;     ///< in [0, ray.maxFraction], within 1 ulp of the exact value
	Vec3 point;                ///< within 1 ulp of origin + fraction * translation
	Vec3 normal;               ///< unit, against the ray, with errors up to 2^-23; (0, 0, 0) if startsInside
	int32_t edge = -1;         ///< if the ray runs in the plane: edge i runs from vertex i to the next; else -1
	bool startsInside = false; ///< the ray starts inside the polygon, in its plane
};

/// Casts a ray against a polygon. Never aborts. NaN or infinity anywhere, or a negative maxFraction: a miss.
///
/// The plane. Vertices with float coordinates are hardly ever exactly in one plane. Here the plane of a polygon goes
/// through the mean of its vertices. Its normal is the sum of cross(v[i], v[i + 1]) (Newell's method). Both are
/// computed without rounding. The fraction is where the ray crosses this plane. Vertices may be off the plane by the
/// larger of two numbers: 2^-13 of the largest extent of their box, and 2^-21 of the largest coordinate (4 ulp of it).
/// A ray may be so flat that it crosses the plane before or behind all vertices. Its fraction is then where it passes
/// the first or the last vertex.
///
/// Watertight. The line and each edge span a volume. The exact signs of these volumes decide whether the line passes
/// through the polygon, independently of the plane. Polygons that share an edge (the same floats) get the same sign for
/// it, so no ray passes between them. A ray through the edge itself hits both.
///
/// Errors and cost. A polygon that CheckPlanarPolygon refuses is missed; it is checked only if the ray hits it. A miss
/// takes O(n), a hit O(n log n). Buffers that each thread keeps grow to the largest polygon. The check of more than 16
/// vertices allocates.
///
/// Source: the signs are those of Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", JCGT 2 (2013).
[[nodiscard]] std::optional<Crossing3> CastPlanarPolygon(const Ray3& ray, std::span<const Vec3> vertices);

/// The point where a ray hits the first of many polygons.
struct PlanarHit : Crossing3
{
	int32_t polygon = -1; ///< its index in the list
};

/// Casts a ray against many polygons and returns the first hit. Ties are decided exactly and go to the lower index.
/// Polygons that CheckPlanarPolygon refuses are skipped.
[[nodiscard]] std::optional<PlanarHit> CastPlanarPolygonsClosest(const Ray3& ray,
                                                                 std::span<const std::span<const Vec3>> polygons);

/// Checks whether vertices make a simple polygon in a plane, as CastPlanarPolygon needs it. Call it when a polygon is
/// loaded.
///
/// - The polygon needs at least 3 finite vertices, an area, and no vertex too far off its plane.
/// - Projected along the axis that is closest to the plane's normal, its edges may touch only where one ends and the
///   next begins.
/// - Outcome: true, one of CheckPolygon's errors, or NotPlanar.
[[nodiscard]] Result<> CheckPlanarPolygon(std::span<const Vec3> vertices) noexcept;

} // namespace ricochet

RICOCHET_EXPORT_END
