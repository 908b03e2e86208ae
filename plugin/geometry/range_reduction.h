// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cmath>
#include <cstdint>

namespace ricochet
{

// pi / 2 and ln 2 in two parts, the first with so few bits that its products with whole numbers are exact.
// Cody and Waite, "Software Manual for the Elementary Functions" (1980).
inline constexpr double k_halfPiHigh = 0x1.921fb544p0;
inline constexpr double k_halfPiLow = 0x1.0b4611a626331p-34;
inline constexpr double k_log2High = 0x1.62e42feep-1;
inline constexpr double k_log2Low = 0x1.a39ef35793c76p-33;

/// Whole quarter turns up to here times k_halfPiHigh are exact.
inline constexpr double k_largestAngle = 0x1p20;

/// What an angle is beyond the nearest quarter turn, and how many quarter turns that is, from 0 to 3.
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

/// x as a number of doublings and what is left of it, which is at most ln 2 / 2 away from 0. Requires: |x| < 2^20.
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
