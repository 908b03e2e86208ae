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

// The contract of a cast (ray.h, clip.h) in exact arithmetic: every float is the number that it is, every decision is
// the sign of an integer. It shares no code with the kernels, and no method: convex shapes are clipped by half-planes,
// concave ones by asking of every stretch between two crossings whether its middle is in the polygon.
//
// An answer of the library is compared with it in two ways that do not lean on each other: `Mismatch` compares verdict,
// edge, fraction and normal with the exact span; `MembershipMismatch` only asks whether exact points of the ray are in
// the solid.

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

/// (a + sign * sqrt(b)) / c with c > 0 and b >= 0; sign 0 means b is 0.
/// All that a line can cross here: straight edges give fractions, circles and the sides of rounded shapes give roots.
struct Number
{
	mpz_class a = 0;
	mpz_class b = 0;
	mpz_class c = 1;
	int sign = 0;
};

/// The sign of d + s * sqrt(m) + t * sqrt(n) for m, n >= 0 and s, t in {-1, 0, 1}.
[[nodiscard]] int SignOfSum(const mpz_class& d, int s, const mpz_class& m, int t, const mpz_class& n);

/// Less, equal, greater: -1, 0, 1.
[[nodiscard]] int Compare(const Number& a, const Number& b);
[[nodiscard]] Number ToNumber(const mpq_class& value);
[[nodiscard]] Number ToNumber(float value);
[[nodiscard]] double ToDouble(const Number& value);

/// True if the exact value lies between the neighbours of the float: an error of at most 1 ulp.
[[nodiscard]] bool IsWithinOneUlp(float value, const Number& exact);
[[nodiscard]] bool IsWithinOneUlp(float value, const mpq_class& exact);

// Rays ------------------------------------------------------------------------------------------------------------

/// A ray as a shape sees it. Coordinates have powers of two as denominators, as everything made from floats by
/// addition and multiplication has.
struct PulledRay
{
	ExactVec start;
	ExactVec translation;
	mpq_class maxFraction;
	bool valid = true; ///< false: NaN, infinity or a negative maxFraction somewhere; every cast misses
	std::optional<b2Transform> pose = std::nullopt; ///< that of the shape, if it is the same all along the ray
};

/// A ray in the shape's own frame.
[[nodiscard]] PulledRay Pull(const Ray& ray);

/// A ray in the world, pulled into the frame of a shape by q^T (p - x).
[[nodiscard]] PulledRay Pull(const Ray& ray, const b2Transform& pose);

/// A step against a moving shape: the start is pulled by the pose before it, the end by the pose after it.
[[nodiscard]] PulledRay Pull(b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after,
                             float maxFraction = 1.0f);

/// The point at a fraction.
[[nodiscard]] ExactVec PointOf(const PulledRay& ray, const mpq_class& fraction);

/// True if each coordinate of the point is within 1 ulp of origin + fraction * translation.
[[nodiscard]] bool IsPointAt(const Ray& ray, float fraction, b2Vec2 point);

// Exact answers ---------------------------------------------------------------------------------------------------

/// The direction u + sign * sqrt(b) * v of a normal; its length means nothing.
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
	std::vector<int32_t> edges; ///< the admissible answers, nearly always one
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
	/// True if a corner at a point is so narrow that floats of this spacing (m) may not reach into it.
	std::function<bool(b2Vec2, double)> isNarrow = {};
};

/// Spans in order along the ray; none is a miss. Convex shapes have at most one.
using ExactSpans = std::vector<ExactSpan>;

[[nodiscard]] ExactSpans ExactClipConvex(const PulledRay& ray, std::span<const b2Vec2> vertices);
[[nodiscard]] ExactSpans ExactClipBox(const PulledRay& ray, const b2AABB& box);
[[nodiscard]] ExactSpans ExactClipCircle(const PulledRay& ray, b2Vec2 center, float radius);
[[nodiscard]] ExactSpans ExactClipRounded(const PulledRay& ray, std::span<const b2Vec2> vertices, float radius);
[[nodiscard]] ExactSpans ExactClipPolygon(const PulledRay& ray, std::span<const b2Vec2> vertices);

/// Rings by the even-odd rule, their edges numbered one ring after the other. Requires: they do not meet.
[[nodiscard]] ExactSpans ExactClipRings(const PulledRay& ray, std::span<const std::vector<b2Vec2>> rings);

/// As a span whose enter equals its exit; the only edge is 0, grazing is a ray along the segment.
[[nodiscard]] ExactSpans ExactCrossSegment(const PulledRay& ray, b2Vec2 a, b2Vec2 b);

[[nodiscard]] Location ExactLocateInConvex(const ExactVec& point, std::span<const b2Vec2> vertices);
[[nodiscard]] Location ExactLocateInPolygon(const ExactVec& point, std::span<const b2Vec2> vertices);
[[nodiscard]] Location ExactLocateInRings(const ExactVec& point, std::span<const std::vector<b2Vec2>> rings);
[[nodiscard]] Location ExactLocateInBox(const ExactVec& point, const b2AABB& box);
[[nodiscard]] Location ExactLocateInCircle(const ExactVec& point, b2Vec2 center, float radius);
[[nodiscard]] Location ExactLocateInRounded(const ExactVec& point, std::span<const b2Vec2> vertices, float radius);

/// The sign of cross(b - a, c - a): 1 if c is to the left of a -> b.
[[nodiscard]] int Orientation(b2Vec2 a, b2Vec2 b, b2Vec2 c);

/// The sign of cross(ray.translation, vertex - ray.origin).
[[nodiscard]] int SideOfLine(const Ray& ray, b2Vec2 vertex);

[[nodiscard]] ExactVec ToExact(b2Vec2 v);

// Comparison ------------------------------------------------------------------------------------------------------

/// How a span is read. The rotation turns the shape's frame into that of the answer.
struct ReadingRules
{
	const b2Rot* rotation = nullptr;
	bool edges = true;
	bool normals = true;
	bool points = true;
};

/// Empty if the answer is what the contract allows, else what is wrong with it.
[[nodiscard]] std::string Mismatch(const Ray& ray, std::span<const RaySpan> got, const ExactSpans& exact,
                                   const ReadingRules& rules = {});
[[nodiscard]] std::string Mismatch(const Ray& ray, const std::optional<RaySpan>& got, const ExactSpans& exact,
                                   const ReadingRules& rules = {});
[[nodiscard]] std::string Mismatch(const Ray& ray, const std::optional<Crossing>& got, const ExactSpans& exact,
                                   const ReadingRules& rules = {});

/// Empty if exact points of the ray, before, in and after each span, are where the spans say that they are. Knows
/// nothing of the shape but its closed point set; within 1 ulp of a fraction it asks nothing.
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
