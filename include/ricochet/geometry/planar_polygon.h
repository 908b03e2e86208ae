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

// Rays against flat polygons in space. Polygons may be convex or concave, in any plane and either orientation, and have
// two sides. For a game that shows its flat world in perspective this is how to pick: the ground is a polygon of z = 0,
// and the ray from the eye through the cursor meets it in the world's (x, y),
//
//   CastPlanarPolygon({eye, reach * (forward + cursorX * right + cursorY * up)}, ground)
//
// with the camera's axes, and the cursor in the units of a picture at distance 1.

/// A point or a direction in space.
struct Vec3
{
	float x = 0.0f, y = 0.0f, z = 0.0f;

	friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// The segment p(t) = origin + t * translation for t in [0, maxFraction], as Ray is in the plane.
struct Ray3
{
	Vec3 origin;
	Vec3 translation;
	float maxFraction = 1.0f; ///< >= 0; may exceed 1
};

/// Where a ray meets a polygon. A polygon is a closed set: its boundary counts. Let the whole line meet it for t in
/// [t0, t1], a single point unless the line lies in its plane.
///
///   hit            t0 <= maxFraction and t1 > 0, so a ray that starts on a polygon and leaves it misses
///   startsInside   the ray runs in the plane and starts inside: fraction 0, normal (0, 0, 0)
///   in the plane   the ray meets the edge that it crosses first; the normal is perpendicular to the edge, in the plane
///   zero length    (or maxFraction 0) asks for a point: a hit with startsInside if the polygon contains it exactly,
///                  which few points with float coordinates do unless the plane is parallel to two axes
struct Crossing3
{
	float fraction = 0.0f;     ///< in [0, ray.maxFraction], within 1 ulp of the exact value
	Vec3 point;                ///< within 1 ulp of origin + fraction * translation
	Vec3 normal;               ///< unit, against the ray, each coordinate within 2^-23; or (0, 0, 0), see above
	int32_t edge = -1;         ///< edge i runs from vertex i to the next: that of a ray in the plane; else -1
	bool startsInside = false; ///< the ray starts inside the polygon, in its plane
};

/// Casts a ray against a polygon. Never aborts; NaN or infinity anywhere, or a negative maxFraction: a miss.
///
/// The plane. Vertices with float coordinates are hardly ever in one plane. Theirs goes through their mean, and its
/// normal is the sum of cross(v[i], v[i + 1]) (Newell's), both without rounding; the fraction is that of this plane.
/// Vertices may be off it by 2^-13 of the largest extent of their box, or by 2^-21 of the largest coordinate (4 ulp of
/// it) where this is more. Where a ray is so flat that it meets the plane before or behind all vertices, the fraction
/// is that of the first or the last one.
///
/// Watertight. Whether the line passes through the polygon is decided by the exact signs of the volumes that it spans
/// with the edges, whatever the plane. Polygons that share an edge (the same floats) agree about it, so no ray passes
/// between them; through the edge itself both are hit.
///
/// A polygon that CheckPlanarPolygon refuses is missed; it is checked where the ray hits it. Takes O(n), a hit
/// O(n log n); buffers kept for each thread grow to the largest polygon, and the check of more than 16 vertices
/// allocates.
/// Source: the signs are those of Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", JCGT 2 (2013).
[[nodiscard]] std::optional<Crossing3> CastPlanarPolygon(const Ray3& ray, std::span<const Vec3> vertices);

/// Where a ray meets the first of many polygons.
struct PlanarHit : Crossing3
{
	int32_t polygon = -1; ///< its index in the list
};

/// The first of many polygons that a ray meets; a tie, which is exact, goes to the lower index. Polygons that
/// CheckPlanarPolygon refuses are left out.
[[nodiscard]] std::optional<PlanarHit> CastPlanarPolygonsClosest(const Ray3& ray,
                                                                 std::span<const std::span<const Vec3>> polygons);

/// Tells whether vertices make a simple polygon in a plane, as above: at least 3 vertices, finite, an area, no vertex
/// too far off the plane, and no edges that meet but where one ends and the next begins, seen along the axis that the
/// plane faces most. Outcome: true, or an error as CheckPolygon's, or NotPlanar. Call it when a polygon is loaded.
[[nodiscard]] Result<> CheckPlanarPolygon(std::span<const Vec3> vertices) noexcept;

} // namespace ricochet

RICOCHET_EXPORT_END
