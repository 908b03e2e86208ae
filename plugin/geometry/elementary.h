// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

namespace ricochet
{

// Elementary functions that use only sums, products, quotients and roots of doubles, which give the same bits on every
// machine. The C library's functions choose their code by the processor, and so their last bits differ.

inline constexpr double k_fullTurn = 6.283185307179586; // rad

struct SinCos
{
	double sin, cos;
};

/// Sine and cosine of an angle (rad), within 2^-51 for |angle| up to 10^6. For larger angles the error is that of an
/// angle that is off by 2^-51 |angle|. Not finite: NaN.
[[nodiscard]] SinCos SinCosOf(double angle);

/// e^x within 2^-50 relative, 0 below the range of double. NaN: NaN.
/// Requires: x <= 0.
[[nodiscard]] double ExpOf(double x);

/// (1 - e^-x) / x and (x - 1 + e^-x) / x^2, within 2^-50 relative; 1 and 1/2 for x = 0. With drag k and x = k t, a
/// start velocity v and an acceleration a move a body by first * v t + second * a t^2. Requires: x >= 0.
struct DecayShares
{
	double first, second;
};
[[nodiscard]] DecayShares DecaySharesOf(double x);

/// The angle of (x, y) in [-pi, pi] (rad), within 2^-50; 0 for (0, 0). Requires: finite.
[[nodiscard]] double AngleOf(double x, double y);

/// The length of (x, y). Requires: squares within the range of double.
[[nodiscard]] double LengthOf(double x, double y);

} // namespace ricochet
