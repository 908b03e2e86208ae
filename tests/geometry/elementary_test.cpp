// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/elementary.h"

#include "support/random.h"
#include "support/test_scale.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

// Compares with the C library's long double, which has 11 more bits, and checks laws of the functions.

namespace ricochet::test::elementary_test
{

namespace
{

constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

// Returns a number from 10^lower to 10^upper. Its exponent is uniform, and only depends on the generator's bits.
double Magnitude(Random& random, double lower, double upper)
{
	const double share = static_cast<double>(random.Bits() >> 11) * 0x1p-53;
	return std::pow(10.0, lower + share * (upper - lower));
}

double RelativeError(double value, long double truth)
{
	return static_cast<double>(std::abs((static_cast<long double>(value) - truth) / truth));
}

struct Truth
{
	long double sin;
	long double cos;
};

// Reduces the angle to within an eighth of a turn in integers. Not every C library uses enough digits of pi for this.
Truth SinCosInTruth(double angle)
{
	constexpr mp_bitcnt_t k_bits = 320;
	static const mpf_class s_quarter =
	    mpf_class("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899", k_bits) / 2;
	const mpf_class exact(angle, k_bits);
	const mpf_class quarters = floor(mpf_class(exact / s_quarter + 0.5, k_bits));
	const mpf_class rest(exact - quarters * s_quarter, k_bits);
	const double high = rest.get_d();
	const long double x = static_cast<long double>(high) + static_cast<long double>(mpf_class(rest - high).get_d());
	const long double sine = std::sin(x);
	const long double cosine = std::cos(x);
	switch (mpz_fdiv_ui(mpz_class(quarters).get_mpz_t(), 4))
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

// (x - 1 + e^-x) / x^2; by its series where the quotient cancels.
long double SecondShare(long double x)
{
	if (x > 0.1L)
	{
		return (x + std::expm1(-x)) / (x * x);
	}
	long double term = 0.5L;
	long double sum = 0.0L;
	for (int k = 3; k < 25; ++k)
	{
		sum += term;
		term *= -x / static_cast<long double>(k);
	}
	return sum;
}

} // namespace

TEST(Elementary, SineAndCosineAreWithinTheirBound)
{
	Random random(1);
	for (int i = 0; i < ScaledCount(300000); ++i)
	{
		const double angle = (i % 2 == 0 ? 1.0 : -1.0) * Magnitude(random, -20.0, 6.0);
		const SinCos value = SinCosOf(angle);
		const Truth truth = SinCosInTruth(angle);
		ASSERT_LE(std::abs(value.sin - static_cast<double>(truth.sin)), 0x1p-51) << angle;
		ASSERT_LE(std::abs(value.cos - static_cast<double>(truth.cos)), 0x1p-51) << angle;
	}
}

TEST(Elementary, SineAndCosineOfLargeAngles)
{
	Random random(2);
	for (int i = 0; i < ScaledCount(100000); ++i)
	{
		const double angle = Magnitude(random, 6.0, 15.0);
		const SinCos value = SinCosOf(angle);
		const long double sine = std::sin(static_cast<long double>(angle));
		ASSERT_LE(std::abs(value.sin - static_cast<double>(sine)), 0x1p-51 * angle) << angle;
		ASSERT_NEAR(value.sin * value.sin + value.cos * value.cos, 1.0, 0x1p-50);
	}
}

TEST(Elementary, QuarterTurnsAndNumbersThatAreNone)
{
	EXPECT_EQ(SinCosOf(0.0).sin, 0.0);
	EXPECT_EQ(SinCosOf(0.0).cos, 1.0);
	for (const double angle : {k_infinity, -k_infinity, k_nan})
	{
		EXPECT_TRUE(std::isnan(SinCosOf(angle).sin));
		EXPECT_TRUE(std::isnan(SinCosOf(angle).cos));
	}
	for (const double angle : {0.3, 1.2, 2.9, 5.0, 77.0, 1.0e7})
	{
		EXPECT_EQ(SinCosOf(-angle).sin, -SinCosOf(angle).sin);
		EXPECT_EQ(SinCosOf(-angle).cos, SinCosOf(angle).cos);
	}
	EXPECT_TRUE(std::isfinite(SinCosOf(std::numeric_limits<double>::max()).sin));
}

TEST(Elementary, TheExponentialIsWithinItsBound)
{
	Random random(3);
	for (int i = 0; i < ScaledCount(300000); ++i)
	{
		const double x = -Magnitude(random, -20.0, 2.84);
		ASSERT_LE(RelativeError(ExpOf(x), std::exp(static_cast<long double>(x))), 0x1p-50) << x;
	}
	EXPECT_EQ(ExpOf(0.0), 1.0);
	EXPECT_EQ(ExpOf(-1000.0), 0.0);
	EXPECT_EQ(ExpOf(-k_infinity), 0.0);
	EXPECT_TRUE(std::isnan(ExpOf(k_nan)));
}

TEST(Elementary, TheSharesOfADecayAreWithinTheirBound)
{
	Random random(4);
	for (int i = 0; i < ScaledCount(300000); ++i)
	{
		const double x = Magnitude(random, -20.0, 6.0);
		const DecayShares shares = DecaySharesOf(x);
		const auto exact = static_cast<long double>(x);
		ASSERT_LE(RelativeError(shares.first, -std::expm1(-exact) / exact), 0x1p-50) << x;
		ASSERT_LE(RelativeError(shares.second, SecondShare(exact)), 0x1p-50) << x;
	}
	EXPECT_EQ(DecaySharesOf(0.0).first, 1.0);
	EXPECT_EQ(DecaySharesOf(0.0).second, 0.5);
}

TEST(Elementary, TheSharesOfADecayMeetWhereTheSeriesEnds)
{
	const DecayShares below = DecaySharesOf(std::nextafter(1.0, 0.0));
	const DecayShares above = DecaySharesOf(1.0);
	EXPECT_NEAR(below.first, above.first, 0x1p-51);
	EXPECT_NEAR(below.second, above.second, 0x1p-51);
}

} // namespace ricochet::test::elementary_test
