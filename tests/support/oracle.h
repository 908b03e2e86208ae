// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/ray.h>

#include <box2d/b2_collision.h>

#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Implements the contract of a cast (ray.h, clip.h) in exact arithmetic. Every float is an exact number, and every
// decision is the sign of an integer. The oracle shares no code and no method with the library's kernels. It clips
// convex shapes by half-planes. For concave shapes, it tests the midpoint of each stretch between two crossings.
//
// Two independent functions compare a result of the library with the oracle. `Mismatch` compares hit or miss, edge,
// fraction and normal with the exact span. `MembershipMismatch` only checks whether exact points of the ray are in the
// solid.

namespace ricochet::test
{

// Numbers ---------------------------------------------------------------------------------------------------------

struct ExactVec
{
	mpq_class x, y;
};

struct IntVec
{
	mpz_class x, y;
};

[[nodiscard]] IntVec operator+(const IntVec& a, const IntVec& b);
[[nodiscard]] IntVec operator-(const IntVec& a, const IntVec& b);
[[nodiscard]] IntVec operator*(const mpz_class& f, const IntVec& a);
[[nodiscard]] mpz_class Cross(const IntVec& a, const IntVec& b);

/// The number (a + sign * sqrt(b)) / c with c > 0 and b >= 0. If sign is 0, b is 0. All crossings have this form: those
/// with straight edges have no root; those with circles and with sides of rounded shapes have one.
struct Number
{
	mpz_class a = 0;
	mpz_class b = 0;
	mpz_class c = 1;
	int sign = 0;
};

/// Returns the sign of d + s * sqrt(m) + t * sqrt(n) for m, n >= 0 and s, t in {-1, 0, 1}.
[[nodiscard]] int SignOfSum(const mpz_class& d, int s, const mpz_class& m, int t, const mpz_class& n);

/// Returns -1 if a < b, 0 if they are equal, and 1 if a > b.
[[nodiscard]] int Compare(const Number& a, const Number& b);
[[nodiscard]] Number ToNumber(const mpq_class& value);
[[nodiscard]] Number ToNumber(float value);
[[nodiscard]] double ToDouble(const Number& value);

/// True if the exact value is between the two neighbours of the float, so the error is at most 1 ulp.
[[nodiscard]] bool IsWithinOneUlp(float value, const Number& exact);
[[nodiscard]] bool IsWithinOneUlp(float value, const mpq_class& exact);

// Rays ------------------------------------------------------------------------------------------------------------

/// A ray in the frame of a shape. The denominators of its coordinates are powers of two, because they come from floats
/// by addition and multiplication.
struct PulledRay
{
	ExactVec start;
	ExactVec translation;
	mpq_class maxFraction;
	bool valid = true; ///< false: a number is NaN or infinite, or maxFraction is negative; every cast misses
	std::optional<b2Transform> pose = std::nullopt; ///< the shape's pose, if it is the same along the whole ray
};

/// Converts a ray in the shape's own frame.
[[nodiscard]] PulledRay Pull(const Ray& ray);

/// Converts a ray in the world to the frame of a shape: the point x becomes q^T (x - p) for the pose (p, q).
[[nodiscard]] PulledRay Pull(const Ray& ray, const b2Transform& pose);

/// Converts a straight path against a shape that moves in the same time. The start is converted by the pose before the
/// motion, and the end by the pose after it.
[[nodiscard]] PulledRay Pull(b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after,
                             float maxFraction = 1.0f);

/// Returns the point of the ray at a fraction.
[[nodiscard]] ExactVec PointOf(const PulledRay& ray, const mpq_class& fraction);

/// True if each coordinate of the point is within 1 ulp of origin + fraction * translation.
[[nodiscard]] bool IsPointAt(const Ray& ray, float fraction, b2Vec2 point);

// Exact answers ---------------------------------------------------------------------------------------------------

/// The direction u + sign * sqrt(b) * v of a normal. Its length has no meaning.
struct ExactNormal
{
	enum class Kind
	{
		None,     ///< (0, 0): the ray crosses no surface there
		Along,    ///< this direction
		AnyFacing ///< the surface is a point: any unit vector against the ray (enter) or along it (exit)
	};
	Kind kind = Kind::None;
	IntVec u, v;
	mpz_class b;
	int sign = 0;
};

struct ExactCrossing
{
	Number fraction;
	std::vector<int32_t> edges; ///< the admissible indices, nearly always one
	ExactNormal normal;
};

struct ExactSpan
{
	ExactCrossing enter, exit;
	bool startsInside = false;
	bool endsInside = false;
	bool grazing = false;
	/// True if a point in the frame of the ray is not inside the solid. Empty for a segment, and if the shape moves.
	std::function<bool(b2Vec2)> isOff = {};
	/// True if a corner at this point is so narrow that there may be no point of floats with this spacing (m) in it.
	std::function<bool(b2Vec2, double)> isNarrow = {};
};

/// The spans in order along the ray; empty for a miss. A convex shape has at most one span.
using ExactSpans = std::vector<ExactSpan>;

[[nodiscard]] ExactSpans ExactClipConvex(const PulledRay& ray, std::span<const b2Vec2> vertices);
[[nodiscard]] ExactSpans ExactClipBox(const PulledRay& ray, const b2AABB& box);
[[nodiscard]] ExactSpans ExactClipCircle(const PulledRay& ray, b2Vec2 center, float radius);
[[nodiscard]] ExactSpans ExactClipRounded(const PulledRay& ray, std::span<const b2Vec2> vertices, float radius);
[[nodiscard]] ExactSpans ExactClipPolygon(const PulledRay& ray, std::span<const b2Vec2> vertices);

/// Clips a ray by rings, whose inside follows the even-odd rule. Edge numbers continue from ring to ring. Requires: the
/// rings do not intersect.
[[nodiscard]] ExactSpans ExactClipRings(const PulledRay& ray, std::span<const std::vector<b2Vec2>> rings);

/// If the ray hits the segment, returns one span whose enter equals its exit, with the edge 0. The span is grazing if
/// the ray runs along the segment.
[[nodiscard]] ExactSpans ExactCrossSegment(const PulledRay& ray, b2Vec2 a, b2Vec2 b);

[[nodiscard]] Location ExactLocateInConvex(const ExactVec& point, std::span<const b2Vec2> vertices);
[[nodiscard]] Location ExactLocateInPolygon(const ExactVec& point, std::span<const b2Vec2> vertices);
[[nodiscard]] Location ExactLocateInRings(const ExactVec& point, std::span<const std::vector<b2Vec2>> rings);
[[nodiscard]] Location ExactLocateInBox(const ExactVec& point, const b2AABB& box);
[[nodiscard]] Location ExactLocateInCircle(const ExactVec& point, b2Vec2 center, float radius);
[[nodiscard]] Location ExactLocateInRounded(const ExactVec& point, std::span<const b2Vec2> vertices, float radius);

/// Returns the sign of cross(b - a, c - a): 1 if c is to the left of a -> b, and -1 if it is to the right.
[[nodiscard]] int Orientation(b2Vec2 a, b2Vec2 b, b2Vec2 c);

/// Returns the sign of cross(ray.translation, vertex - ray.origin).
[[nodiscard]] int SideOfLine(const Ray& ray, b2Vec2 vertex);

[[nodiscard]] ExactVec ToExact(b2Vec2 v);

// Comparison ------------------------------------------------------------------------------------------------------

/// The rules for comparing a span with the oracle. `rotation` turns the shape's frame to the frame of the result.
struct ReadingRules
{
	const b2Rot* rotation = nullptr;
	bool edges = true;
	bool normals = true;
	bool points = true;
};

/// Returns an error text, or an empty string if the contract allows the result.
[[nodiscard]] std::string Mismatch(const Ray& ray, std::span<const RaySpan> got, const ExactSpans& exact,
                                   const ReadingRules& rules = {});
[[nodiscard]] std::string Mismatch(const Ray& ray, const std::optional<RaySpan>& got, const ExactSpans& exact,
                                   const ReadingRules& rules = {});
[[nodiscard]] std::string Mismatch(const Ray& ray, const std::optional<Crossing>& got, const ExactSpans& exact,
                                   const ReadingRules& rules = {});

/// Returns an empty string if exact points of the ray before, in and after each span are inside or outside as the spans
/// say. It knows the shape only through contains(point), as a closed set of points. It checks no point within 1 ulp of
/// a reported fraction.
[[nodiscard]] std::string MembershipMismatch(const PulledRay& ray, std::span<const RaySpan> got,
                                             const std::function<bool(const ExactVec&)>& contains);
[[nodiscard]] std::string MembershipMismatch(const PulledRay& ray, const std::optional<RaySpan>& got,
                                             const std::function<bool(const ExactVec&)>& contains);

// Reproducers, as C++ with hexadecimal floats ---------------------------------------------------------------------

[[nodiscard]] std::string ToText(float value);
[[nodiscard]] std::string ToText(b2Vec2 v);
[[nodiscard]] std::string ToText(std::span<const b2Vec2> vertices);
[[nodiscard]] std::string ToText(const Ray& ray);
[[nodiscard]] std::string ToText(const b2AABB& box);
[[nodiscard]] std::string ToText(const RaySpan& span);
[[nodiscard]] std::string ToText(const ExactSpan& span);

} // namespace ricochet::test
