// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/filtered.h"

#include "support/random.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>

using namespace ricochet;

namespace
{

class NumberTest : public testing::Test
{
protected:
	static constexpr unsigned k_seed = 20261120;
	test::Random m_random{k_seed};

	// Returns any finite bit pattern, a number near 1, or a small integer.
	float AnyFloat()
	{
		switch (m_random.Bits() % 3)
		{
		case 0:
		{
			const float value = m_random.AnyFloat();
			return std::isfinite(value) ? value : 0.0f;
		}
		case 1:
			return std::ldexp(static_cast<float>(m_random.Bits() % 16777216) - 8388608.0f, -20);
		default:
			return static_cast<float>(static_cast<int>(m_random.Bits() % 17) - 8);
		}
	}
};

mpq_class Rational(float value)
{
	return mpq_class(static_cast<double>(value));
}

void ExpectNearestOrNeighbour(double d, const mpq_class& exact)
{
	EXPECT_EQ(SignOf(d), sgn(exact));
	if (abs(exact) < mpq_class(DBL_MIN) || abs(exact) > mpq_class(DBL_MAX))
	{
		return;
	}
	EXPECT_LE(mpq_class(std::nextafter(d, -DBL_MAX)), exact);
	EXPECT_GE(mpq_class(std::nextafter(d, DBL_MAX)), exact);
}

// Returns a polynomial of degree 13 in nine floats. This is about the largest degree that kernels evaluate.
template <class T>
T LargePolynomial(const T (&x)[9])
{
	const T p = x[0] * x[1] - x[2] * x[3];
	const T q = x[4] * x[5] * x[6] + x[7] * x[8] * x[0];
	return p * p * q * q * p * x[1] - q * q * p * p * x[2] * x[3] * x[4];
}

} // namespace

TEST_F(NumberTest, ExactSumsAndProductsEqualRationalArithmetic)
{
	SCOPED_TRACE(testing::Message() << "seed " << k_seed);
	for (int i = 0; i < 200000; ++i)
	{
		const float a = AnyFloat();
		const float b = AnyFloat();
		const float c = AnyFloat();
		const float d = AnyFloat();
		const Exact cross = Exact(a) * Exact(d) - Exact(b) * Exact(c);
		const mpq_class expected = Rational(a) * Rational(d) - Rational(b) * Rational(c);
		ASSERT_EQ(cross.Sign(), sgn(expected)) << a << ' ' << b << ' ' << c << ' ' << d;
		ExpectNearestOrNeighbour(cross.ToDouble(), expected);
		const Exact sum = Exact(a) + Exact(b) + -Exact(c);
		ExpectNearestOrNeighbour(sum.ToDouble(), Rational(a) + Rational(b) - Rational(c));
	}
}

TEST_F(NumberTest, ExactHoldsThePolynomialOfTheLargestDegree)
{
	SCOPED_TRACE(testing::Message() << "seed " << k_seed);
	for (int i = 0; i < 20000; ++i)
	{
		Exact exact[9];
		mpq_class rational[9];
		for (int k = 0; k < 9; ++k)
		{
			const float value = AnyFloat();
			exact[k] = Exact(value);
			rational[k] = Rational(value);
		}
		const Exact result = LargePolynomial(exact);
		const mpq_class p = rational[0] * rational[1] - rational[2] * rational[3];
		const mpq_class q = rational[4] * rational[5] * rational[6] + rational[7] * rational[8] * rational[0];
		const mpq_class expected =
		    p * p * q * q * p * rational[1] - q * q * p * p * rational[2] * rational[3] * rational[4];
		ASSERT_EQ(result.Sign(), sgn(expected));
		ExpectNearestOrNeighbour(result.ToDouble(), expected);
	}
}

// The largest case: a product of four doubles of any size.
TEST_F(NumberTest, ExactHoldsProductsOfFourDoublesOfAnySize)
{
	SCOPED_TRACE(testing::Message() << "seed " << k_seed);
	const auto anyDouble = [&]
	{
		const double value = std::bit_cast<double>(m_random.Bits());
		switch (m_random.Bits() % 4)
		{
		case 0:
			return std::copysign(DBL_MAX, value);
		case 1:
			return std::copysign(0x1p-1074, value);
		default:
			return std::isfinite(value) ? value : 1.0;
		}
	};
	for (int i = 0; i < 20000; ++i)
	{
		Exact exact[8];
		mpq_class rational[8];
		for (int k = 0; k < 8; ++k)
		{
			const double value = anyDouble();
			exact[k] = Exact(value);
			rational[k] = mpq_class(value);
		}
		const Exact result = (exact[0] * exact[1] - exact[2] * exact[3]) * (exact[4] * exact[5] + exact[6] * exact[7]) -
		                     exact[0] * exact[5] * exact[3] * exact[6];
		const mpq_class expected = (rational[0] * rational[1] - rational[2] * rational[3]) *
		                               (rational[4] * rational[5] + rational[6] * rational[7]) -
		                           rational[0] * rational[5] * rational[3] * rational[6];
		ASSERT_EQ(result.Sign(), sgn(expected));
		ExpectNearestOrNeighbour(result.ToDouble(), expected);
	}
}

TEST_F(NumberTest, ExactHoldsTheLargestAndTheSmallestAtOnceUpToItsDegree)
{
	const double extremes[] = {FLT_MAX, 0x1p-149, -FLT_MAX, 1.0};
	for (const double a : extremes)
	{
		for (const double b : extremes)
		{
			Exact largest(static_cast<float>(a));
			Exact smallest(static_cast<float>(b));
			mpq_class rationalLargest(a);
			mpq_class rationalSmallest(b);
			for (int degree = 1; degree < Exact::k_maxDegree; ++degree)
			{
				largest = largest * Exact(static_cast<float>(a));
				smallest = smallest * Exact(static_cast<float>(b));
				rationalLargest *= mpq_class(a);
				rationalSmallest *= mpq_class(b);
				const mpq_class sum = rationalLargest + rationalSmallest;
				ASSERT_EQ((largest + smallest).Sign(), sgn(sum)) << degree;
				ASSERT_EQ((largest + smallest - largest - smallest).Sign(), 0) << degree;
				ExpectNearestOrNeighbour((largest + smallest).ToDouble(), sum);
			}
		}
	}
}

TEST_F(NumberTest, AnExactZeroIsZeroHoweverItCameAbout)
{
	for (int i = 0; i < 100000; ++i)
	{
		const float a = AnyFloat();
		const float b = AnyFloat();
		EXPECT_EQ((Exact(a) * Exact(b) - Exact(b) * Exact(a)).Sign(), 0);
		EXPECT_EQ((Exact(a) + Exact(b) - Exact(a) - Exact(b)).Sign(), 0);
	}
	EXPECT_EQ(Exact(0.0f).ToDouble(), 0.0);
	EXPECT_EQ(Exact(-0.0f).Sign(), 0);
}

TEST_F(NumberTest, ABoundedValueIsNeverFartherFromTheTruthThanItsBound)
{
	SCOPED_TRACE(testing::Message() << "seed " << k_seed);
	for (int i = 0; i < 200000; ++i)
	{
		const float a = AnyFloat();
		const float b = AnyFloat();
		const float c = AnyFloat();
		const float d = AnyFloat();
		const Bounded bounded = (Bounded(a) - Bounded(b)) * (Bounded(c) + Bounded(d)) - Bounded(a) * Bounded(d);
		const mpq_class exact = (Rational(a) - Rational(b)) * (Rational(c) + Rational(d)) - Rational(a) * Rational(d);
		if (std::isfinite(bounded.value) && std::isfinite(bounded.error))
		{
			ASSERT_LE(abs(mpq_class(bounded.value) - exact), mpq_class(bounded.error) * mpq_class(1.0 + 0x1p-10));
		}
	}
}

TEST_F(NumberTest, ACertainValueHasTheExactSignAndItsRelativeError)
{
	SCOPED_TRACE(testing::Message() << "seed " << k_seed);
	for (int i = 0; i < 200000; ++i)
	{
		const float a = AnyFloat();
		const float b = AnyFloat();
		const float c = AnyFloat();
		const float d = AnyFloat();
		const double value = Certain([&]<class T>(T) { return T(a) * T(d) * T(a) - T(b) * T(c) * T(b); });
		const mpq_class exact = Rational(a) * Rational(d) * Rational(a) - Rational(b) * Rational(c) * Rational(b);
		ASSERT_EQ(SignOf(value), sgn(exact)) << a << ' ' << b << ' ' << c << ' ' << d;
		ASSERT_LE(abs(mpq_class(value) - exact), abs(exact) * mpq_class(k_certainRelativeError));
	}
}

TEST_F(NumberTest, TheSignWithARootIsThatOfTheRealNumber)
{
	// Tests p + q sqrt(r) for small integers, by comparing the squares of integers.
	for (int p = -12; p <= 12; ++p)
	{
		for (int q = -4; q <= 4; ++q)
		{
			for (int r = 0; r <= 16; ++r)
			{
				const auto number = [](int n)
				{
					return [n]<class T>(T)
					{
						return T(static_cast<float>(n));
					};
				};
				const int square = q * q * r;
				const int root = q > 0 ? square : -square; // the square of q sqrt(r), with the sign of q
				const int whole = p > 0 ? p * p : -p * p;
				const int expected = (whole + root > 0) - (whole + root < 0);
				EXPECT_EQ(SignWithRoot(number(p), number(q), number(r)), expected) << p << ' ' << q << ' ' << r;
			}
		}
	}
}
