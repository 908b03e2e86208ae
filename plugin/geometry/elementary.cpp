// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/elementary.h"

#include "geometry/range_reduction.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// Taylor series, summed from the last term to the first: the sum of x^k / (step k + shift)! for k < terms.
double FactorialSeries(double x, int terms, int step, int shift)
{
	double sum = 0.0;
	for (int k = terms - 1; k >= 0; --k)
	{
		double next = 1.0; // (step k + shift + 1) ... (step (k + 1) + shift)
		for (int i = 1; i <= step; ++i)
		{
			next *= step * k + shift + i;
		}
		sum = 1.0 + x * sum / next;
	}
	return sum; // the caller divides by shift!
}

} // namespace

SinCos SinCosOf(double angle)
{
	if (std::isfinite(angle) == false)
	{
		return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
	}
	const auto [rest, quarters] = ReduceAngle(angle);
	const double square = -rest * rest;
	const double sine = rest * FactorialSeries(square, 9, 2, 1);
	const double cosine = FactorialSeries(square, 9, 2, 0);
	switch (quarters)
	{
	case 0:
		return {sine, cosine};
	case 1:
		return {cosine, -sine};
	case 2:
		return {-sine, -cosine};
	default:
		return {-cosine, sine};
	}
}

double ExpOf(double x)
{
	constexpr double k_smallest = -746.0;
	if ((x >= k_smallest) == false)
	{
		return std::isnan(x) ? x : 0.0;
	}
	const auto [rest, halvings] = ReduceExponent(x);
	return std::ldexp(FactorialSeries(rest, 15, 1, 0), halvings);
}

DecayShares DecaySharesOf(double x)
{
	if (x < 1.0)
	{
		return {FactorialSeries(-x, 19, 1, 1), 0.5 * FactorialSeries(-x, 19, 1, 2)};
	}
	const double left = ExpOf(-x);
	return {(1.0 - left) / x, ((x - 1.0 + left) / x) / x};
}

double AngleOf(double x, double y)
{
	const double scale = std::max(std::abs(x), std::abs(y));
	if (scale == 0.0)
	{
		return 0.0;
	}
	const double length = LengthOf(x / scale, y / scale);
	const double c = x / scale / length;
	const double s = y / scale / length;

	// Starts from a rough angle, within 0.005 (Abramowitz and Stegun 4.4.47 has better ones). Then adds the remaining
	// angle twice, each time computed from its sine.
	const bool steep = std::abs(s) > std::abs(c);
	const double t = steep ? c / s : s / c;
	const double rough = t / (1.0 + 0.28 * t * t);
	double angle = rough;
	if (steep)
	{
		angle = (s > 0.0 ? k_halfPiHigh : -k_halfPiHigh) - rough;
	}
	else if (c < 0.0)
	{
		angle = rough + (s < 0.0 ? -2.0 : 2.0) * k_halfPiHigh;
	}
	for (int i = 0; i < 2; ++i)
	{
		const SinCos at = SinCosOf(angle);
		const double rest = s * at.cos - c * at.sin;
		angle += rest * (1.0 + rest * rest / 6.0);
	}
	return angle;
}

double LengthOf(double x, double y)
{
	return std::sqrt(x * x + y * y);
}

} // namespace ricochet
