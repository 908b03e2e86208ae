// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cmath>
#include <cstdint>

namespace ricochet
{

// pi / 2 and ln 2, each in two parts. The first part has so few bits that its products with integers are exact.
// Source: Cody and Waite, "Software Manual for the Elementary Functions" (1980).
inline constexpr double k_halfPiHigh = 0x1.921fb544p0;
inline constexpr double k_halfPiLow = 0x1.0b4611a626331p-34;
inline constexpr double k_log2High = 0x1.62e42feep-1;
inline constexpr double k_log2Low = 0x1.a39ef35793c76p-33;

/// Up to this angle, products of a number of quarter turns with k_halfPiHigh are exact.
inline constexpr double k_largestAngle = 0x1p20;

/// An angle as a number of quarter turns, from 0 to 3, and the rest to the nearest quarter turn.
struct Quarters
{
	double rest;
	int count;
};

/// Requires: finite.
inline Quarters ReduceAngle(double angle)
{
	if (std::abs(angle) > k_largestAngle)
	{
		angle = std::remainder(angle, 4.0 * (k_halfPiHigh + k_halfPiLow));
	}
	const double count = std::floor(angle / (k_halfPiHigh + k_halfPiLow) + 0.5);
	return {angle - count * k_halfPiHigh - count * k_halfPiLow, static_cast<int>(static_cast<int64_t>(count) & 3)};
}

/// x as a number of doublings and a rest: x = count ln 2 + rest, |rest| <= ln 2 / 2. Requires: |x| < 2^20.
struct Doublings
{
	double rest;
	int count;
};

inline Doublings ReduceExponent(double x)
{
	const double count = std::floor(x / (k_log2High + k_log2Low) + 0.5);
	return {x - count * k_log2High - count * k_log2Low, static_cast<int>(count)};
}

} // namespace ricochet
