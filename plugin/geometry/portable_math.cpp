// MIT License, Copyright (c) 2026 the ricochet authors

// The five functions of the C library that Box2D 2.4 calls and whose results differ between systems. Linked into a
// program they replace those of the C library. They use only sums, products and quotients of doubles. The omitted terms
// of their Taylor series are below 2^-48.

#ifdef __MINGW32__
#define __CRT__NO_INLINE // suppresses the header's own expf
#endif

#include "geometry/range_reduction.h"

#include <cmath>
#include <limits>

#if defined(__GNUC__) && !defined(_WIN32)
#define RICOCHET_IN_PLACE extern "C" __attribute__((visibility("default")))
#else
#define RICOCHET_IN_PLACE extern "C"
#endif

namespace
{

using ricochet::k_halfPiHigh;
using ricochet::k_halfPiLow;
using ricochet::Quarters;

constexpr double k_halfPi = k_halfPiHigh + k_halfPiLow;

double SineNearZero(double x)
{
	const double s = x * x;
	return x + x * s *
	               (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880 + s * (-1.0 / 39916800 +
	                                                                                        s * (1.0 / 6227020800))))));
}

double CosineNearZero(double x)
{
	const double s = x * x;
	return 1.0 +
	       s * (-1.0 / 2 +
	            s * (1.0 / 24 +
	                 s * (-1.0 / 720 + s * (1.0 / 40320 + s * (-1.0 / 3628800 +
	                                                           s * (1.0 / 479001600 + s * (-1.0 / 87178291200.0)))))));
}

double SineOf(Quarters angle)
{
	const double value = angle.count % 2 == 0 ? SineNearZero(angle.rest) : CosineNearZero(angle.rest);
	return angle.count < 2 ? value : -value;
}

double CosineOf(Quarters angle)
{
	const double value = angle.count % 2 == 0 ? CosineNearZero(angle.rest) : SineNearZero(angle.rest);
	return angle.count == 1 || angle.count == 2 ? -value : value;
}

/// The angle whose tangent is t, which is from 0 to 1.
double ArcTangent(double t)
{
	// Starts from the nearest sixteenth, so that the argument of the series is at most 1/32.
	constexpr double k_of[] = {
	    0.0,
	    0.06241880999595735,
	    0.12435499454676144,
	    0.18534794999569477,
	    0.24497866312686414,
	    0.30288486837497140,
	    0.35877067027057225,
	    0.41241044159738730,
	    0.46364760900080610,
	    0.51238946031073770,
	    0.55859931534356240,
	    0.60228734613496420,
	    0.64350110879328440,
	    0.68231655487474810,
	    0.71882999962162450,
	    0.75315128096219440,
	    0.78539816339744830,
	};
	const int step = static_cast<int>(t * 16.0 + 0.5);
	const double near = step / 16.0;
	const double x = (t - near) / (1.0 + t * near);
	const double s = x * x;
	return k_of[step] + x * (1.0 + s * (-1.0 / 3 + s * (1.0 / 5 + s * (-1.0 / 7 + s * (1.0 / 9)))));
}

float Sine(float angle)
{
	if (std::isfinite(angle) == false)
	{
		return std::numeric_limits<float>::quiet_NaN();
	}
	// Tiny angles equal their sine; zero keeps its sign.
	return std::abs(angle) < 0x1p-13f ? angle : static_cast<float>(SineOf(ricochet::ReduceAngle(angle)));
}

float Cosine(float angle)
{
	return std::isfinite(angle) ? static_cast<float>(CosineOf(ricochet::ReduceAngle(angle)))
	                            : std::numeric_limits<float>::quiet_NaN();
}

} // namespace

RICOCHET_IN_PLACE float sinf(float angle)
{
	return Sine(angle);
}

RICOCHET_IN_PLACE float cosf(float angle)
{
	return Cosine(angle);
}

/// Compilers merge a sine and a cosine of one angle into this call. It does not call those two functions, since
/// compilers would merge these calls again.
RICOCHET_IN_PLACE void sincosf(float angle, float* sine, float* cosine)
{
	*sine = Sine(angle);
	*cosine = Cosine(angle);
}

RICOCHET_IN_PLACE float atan2f(float y, float x)
{
	if (std::isnan(x) || std::isnan(y))
	{
		return std::numeric_limits<float>::quiet_NaN();
	}
	const double across = std::isinf(x) && std::isinf(y) ? 1.0 : std::abs(static_cast<double>(y));
	const double along = std::isinf(x) && std::isinf(y) ? 1.0 : std::abs(static_cast<double>(x));
	double angle = 0.0;
	if (across > along)
	{
		angle = k_halfPi - ArcTangent(along / across);
	}
	else if (along > 0.0)
	{
		angle = ArcTangent(across / along);
	}
	return std::copysign(static_cast<float>(std::signbit(x) ? 2.0 * k_halfPi - angle : angle), y);
}

RICOCHET_IN_PLACE float expf(float x)
{
	if (std::isnan(x))
	{
		return x;
	}
	const double within = std::fmin(std::fmax(static_cast<double>(x), -200.0), 200.0);
	const ricochet::Doublings doublings = ricochet::ReduceExponent(within);
	double sum = 1.0;
	for (int k = 13; k > 0; --k)
	{
		sum = 1.0 + doublings.rest * sum / k;
	}
	return static_cast<float>(std::ldexp(sum, doublings.count));
}
