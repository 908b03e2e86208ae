// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/built_for.h>

#include <box2d/b2_math.h>

#include <cstdint>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A ray is the segment p(t) = origin + t * translation for t in [0, maxFraction], both ends included. The translation
/// may have any length, and fractions are shares of it. Lengths are in metres.
struct Ray
{
	b2Vec2 origin{0.0f, 0.0f};
	b2Vec2 translation{0.0f, 0.0f};
	float maxFraction = 1.0f; ///< >= 0; may exceed 1
};

/// Returns the ray from one point to another. Fraction 0 is `from`, fraction 1 is `to` (rounded as
/// `from + (to - from)`).
[[nodiscard]] Ray RayBetween(b2Vec2 from, b2Vec2 to);

/// Returns the ray of the given length (m) from origin along direction. The length of direction does not matter.
/// If direction is zero or anything is not finite, the ray is invalid: `IsValid` is false and every cast misses.
[[nodiscard]] Ray RayToward(b2Vec2 origin, b2Vec2 direction, float distance);

/// Returns true if every number is finite and maxFraction is not negative. A cast with an invalid ray misses.
[[nodiscard]] bool IsValid(const Ray& ray);

/// Returns the point at a fraction, each coordinate rounded once: within 1 ulp of origin + fraction * translation.
[[nodiscard]] b2Vec2 PointAt(const Ray& ray, float fraction);

/// One crossing of a ray with a surface, in the frame of the ray.
///
/// The point of a crossing is not inside the solid. So a ray, an eye or a lamp may start there.
/// - The point lies on the surface of the solid or outside, never inside, as exact arithmetic decides. Half of all
///   points that `PointAt` gives lie inside.
/// - An edge or a chain of a Space has no inside. The point lies strictly on the side that the ray comes from.
/// - The point lies within 2 units of the exact crossing. A unit is 2^-23 of the larger coordinate of the crossing, or
///   2^-27 of the larger coordinate of the ray's origin, whichever is more.
/// - If the ray starts on the surface, the point is its origin.
/// - In a wedge that is narrower than floats are apart, the point may lie farther away, or inside.
/// - At an end of the ray inside a solid, there is no surface, and the point is `PointAt(ray, fraction)`.
struct Crossing
{
	float fraction = 0.0f;     ///< in [0, ray.maxFraction], within 1 ulp of the exact value
	b2Vec2 point{0.0f, 0.0f};  ///< on the surface or outside
	b2Vec2 normal{0.0f, 0.0f}; ///< unit, out of the solid; (0, 0) where the ray crosses no surface: start or end inside
	int32_t edge = -1;         ///< edge i runs from vertex i to vertex i + 1; -1: none
};

/// The part of a ray in a solid: the result of every cast.
/// A solid is a closed set: touching counts. Let the whole line intersect it for t in [t0, t1].
///
///   hit            t0 <= maxFraction and t1 > 0
///   startsInside   t0 < 0 < t1: enter.fraction 0, enter.normal (0, 0), enter.edge -1; the exit is real
///   endsInside     t1 > maxFraction: exit.fraction maxFraction, exit.normal (0, 0), exit.edge -1
///   on the surface going in (t0 == 0): hit at fraction 0;  going out or sliding off (t1 <= 0): miss
///   grazing        the line touches a vertex or a rim, or runs along an edge, but is never in the interior
///   vertex         one entry, of the edge whose normal faces the ray most; ties to the lower index
///
/// A ray of zero length or with maxFraction 0 is a point query. If the closed set contains the origin, it is a hit with
/// startsInside and endsInside, never grazing; else a miss. NaN or infinity anywhere: a miss.
struct RaySpan
{
	Crossing enter;
	Crossing exit;
	bool startsInside = false;
	bool endsInside = false;
	bool grazing = false;
};

} // namespace ricochet

RICOCHET_EXPORT_END
