// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/elementary.h"
#include "geometry/round_to_float.h"

#include <box2d/b2_math.h>

#include <cmath>
#include <limits>

namespace ricochet
{

/// A vector over a number type: Bounded, Exact or double.
template <class T>
struct Vec
{
	T x, y;

	friend Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }
	friend Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y}; }
	friend Vec operator*(const T& s, const Vec& v) { return {s * v.x, s * v.y}; }
};

template <class T>
T Cross(const Vec<T>& a, const Vec<T>& b)
{
	return a.x * b.y - a.y * b.x;
}

template <class T>
T Dot(const Vec<T>& a, const Vec<T>& b)
{
	return a.x * b.x + a.y * b.y;
}

template <class T>
Vec<T> Lift(b2Vec2 v)
{
	return {T(v.x), T(v.y)};
}

template <class T>
Vec<T> Lift(const Vec<double>& v)
{
	return {T(v.x), T(v.y)};
}

/// Requires: squares within the range of double.
[[nodiscard]] inline double Length(const Vec<double>& v)
{
	return LengthOf(v.x, v.y);
}

/// The unit vector of a direction; (0, 0) for (0, 0). Requires: squares within the range of double.
[[nodiscard]] inline Vec<double> UnitOf(const Vec<double>& v)
{
	const double length = Length(v);
	return length > 0.0 ? (1.0 / length) * v : Vec<double>{};
}

[[nodiscard]] RICOCHET_ALWAYS_INLINE b2Vec2 ToFloat(const Vec<double>& v)
{
	return {ToFloat(v.x), ToFloat(v.y)};
}

[[nodiscard]] inline b2Vec2 RoundToFloat(const Vec<double>& v)
{
	return {RoundToFloat(v.x), RoundToFloat(v.y)};
}

/// True if no coordinate is beyond the range of float.
[[nodiscard]] inline bool FitsFloat(const Vec<double>& v)
{
	constexpr double k_largest = std::numeric_limits<float>::max();
	return std::abs(v.x) <= k_largest && std::abs(v.y) <= k_largest;
}

} // namespace ricochet
