// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/exact.h"

#include <cmath>

namespace ricochet
{

/// A double with a bound on its distance from the exact value, by running error analysis. Source: Higham, "Accuracy and
/// Stability of Numerical Algorithms", 2nd ed., section 3.3. An exact zero stays exact through every operation.
struct Bounded
{
	double value = 0.0;
	double error = 0.0;

	Bounded() = default;
	Bounded(double exact) : value(exact) {} // NOLINT(google-explicit-constructor): a double is taken as exact
	Bounded(double approximation, double bound) : value(approximation), error(bound) {}

	[[nodiscard]] bool IsZero() const { return value == 0.0 && error == 0.0; }
};

inline constexpr double k_unitRoundoff = 0x1p-53;

/// Added to the error of a product of non-zero numbers that may have lost low bits, or all, to underflow.
inline constexpr double k_underflow = 0x1p-1000;

inline Bounded operator-(Bounded a)
{
	return {-a.value, a.error};
}

inline Bounded operator+(Bounded a, Bounded b)
{
	const double sum = a.value + b.value;
	return {sum, a.error + b.error + k_unitRoundoff * std::abs(sum)};
}

inline Bounded operator-(Bounded a, Bounded b)
{
	return a + -b;
}

inline Bounded operator*(Bounded a, Bounded b)
{
	if (a.IsZero() || b.IsZero())
	{
		return {};
	}
	const double product = a.value * b.value;
	const double inherited = std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error;
	return {product, inherited + k_unitRoundoff * std::abs(product) + k_underflow};
}

/// A value is certain if its sign is proven and its relative error is at most this. A quotient of two certain values is
/// within 2^-28 of the truth, and so rounds to within 0.53 ulp of a float.
inline constexpr double k_certainRelativeError = 0x1p-30;

/// True if a value is certain. The error bound is itself a sum of a few rounded products; the factor 1 + 2^-10 covers
/// that rounding. False for NaN and infinity.
inline bool IsCertain(Bounded x)
{
	const double magnitude = std::abs(x.value);
	return x.error * (1.0 + 0x1p-10) <= k_certainRelativeError * magnitude && magnitude < 1e300;
}

/// The estimate if it is certain, else the exact value rounded: `exact` is a callable that returns an Exact.
template <class Formula>
[[nodiscard]] double CertainOr(Bounded estimate, const Formula& exact)
{
	return IsCertain(estimate) ? estimate.value : exact().ToDouble();
}

/// Evaluates a polynomial. `formula` takes a tag of a number type, Bounded{} or Exact{}, and returns the value in that
/// type. The result has the exact sign (0 only if the value is 0) and the relative error above. If a double cannot hold
/// the magnitude, only the sign is right.
template <class Formula>
[[nodiscard]] double Certain(const Formula& formula)
{
	return CertainOr(formula(Bounded{}), [&] { return formula(Exact{}); });
}

inline int SignOf(double value)
{
	return value > 0.0 ? 1 : (value < 0.0 ? -1 : 0);
}

/// The exact sign of p + q * sqrt(r) with r >= 0. If p and q differ in sign, the sign of p^2 - q^2 r decides.
template <class FormulaP, class FormulaQ, class FormulaR>
[[nodiscard]] int SignWithRoot(const FormulaP& p, const FormulaQ& q, const FormulaR& r)
{
	const int signP = SignOf(Certain(p));
	const int signR = SignOf(Certain(r));
	const int signQ = signR == 0 ? 0 : SignOf(Certain(q));
	if (signQ == 0 || signP == signQ)
	{
		return signP;
	}
	if (signP == 0)
	{
		return signQ;
	}

	const double difference = Certain([&](auto tag) { return p(tag) * p(tag) - q(tag) * q(tag) * r(tag); });
	return SignOf(difference) * signP;
}

} // namespace ricochet
