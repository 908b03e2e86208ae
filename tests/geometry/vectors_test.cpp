// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/vectors.h"

#include "support/random.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>

using namespace ricochet;

namespace
{

constexpr unsigned k_seed = 20261125;

uint32_t BitsOf(float x)
{
	return std::bit_cast<uint32_t>(x);
}

// True if the bits are the same. Any two NaNs count as the same, because it is not specified which one a sum returns.
bool IsSame(float a, float b)
{
	return BitsOf(a) == BitsOf(b) || (a != a && b != b);
}

// Compares four floats in the library's class with plain C++.
template <class Four>
class Vectors : public testing::Test
{
protected:
	test::Random m_random{k_seed};

	Four Any()
	{
		Four four;
		for (size_t i = 0; i < 4; ++i)
		{
			four[i] = m_random.Bits() % 8 == 0 ? 0.0f : m_random.AnyFloat();
		}
		return four;
	}
};

using Kinds = testing::Types<FloatFour, PlainVector<float, 4>>;
TYPED_TEST_SUITE(Vectors, Kinds);

TYPED_TEST(Vectors, ComputeEachLaneAsIfItWereAlone)
{
	using Four = TypeParam;
	for (int k = 0; k < 20000; ++k)
	{
		const Four a = this->Any();
		const Four b = this->Any();
		const float x = b[0];
		const Four sum = a + b;
		const Four difference = x - a;
		const Four product = a * x;
		const Four quotient = a / b;
		const Four negative = -a;
		Four both = a;
		both += b;
		for (size_t i = 0; i < 4; ++i)
		{
			EXPECT_TRUE(IsSame(sum[i], a[i] + b[i]));
			EXPECT_TRUE(IsSame(difference[i], x - a[i]));
			EXPECT_TRUE(IsSame(product[i], a[i] * x));
			EXPECT_TRUE(IsSame(quotient[i], a[i] / b[i]));
			EXPECT_EQ(BitsOf(negative[i]), BitsOf(a[i]) ^ 0x80000000u);
			EXPECT_TRUE(IsSame(both[i], sum[i]));
		}
	}
}

TYPED_TEST(Vectors, ChooseByWhatAComparisonSays)
{
	using Four = TypeParam;
	for (int k = 0; k < 20000; ++k)
	{
		const Four a = this->Any();
		const Four b = k % 4 == 0 ? a : this->Any();
		const auto less = a < b;
		const auto some = (a <= 0.0f) | (a == b);
		const auto all = (0.0f >= a) & (a != b);
		const Four smaller = Choose(less, a, b);
		const Four larger = Choose(a > b, a, b);
		for (size_t i = 0; i < 4; ++i)
		{
			EXPECT_EQ(less[i], a[i] < b[i] ? -1 : 0);
			EXPECT_EQ(some[i], a[i] <= 0.0f || a[i] == b[i] ? -1 : 0);
			EXPECT_EQ(all[i], a[i] <= 0.0f && a[i] != b[i] ? -1 : 0);
			EXPECT_EQ(BitsOf(smaller[i]), BitsOf(a[i] < b[i] ? a[i] : b[i]));
			EXPECT_EQ(BitsOf(larger[i]), BitsOf(a[i] > b[i] ? a[i] : b[i]));
		}
	}
}

TYPED_TEST(Vectors, ShuffleTakesLanesOfBoth)
{
	using Four = TypeParam;
	const Four mixed = Shuffle<6, 1, 4, 3>(Four{0.0f, 1.0f, 2.0f, 3.0f}, Four{4.0f, 5.0f, 6.0f, 7.0f});
	EXPECT_EQ(mixed[0], 6.0f);
	EXPECT_EQ(mixed[1], 1.0f);
	EXPECT_EQ(mixed[2], 4.0f);
	EXPECT_EQ(mixed[3], 3.0f);
}

template <class Doubles, class Floats, class Wholes>
void ExpectConversions()
{
	const Doubles doubles{-2.75, 16777217.0};
	const Floats floats = ConvertTo<Floats>(doubles);
	const Wholes wholes = ConvertTo<Wholes>(doubles);
	EXPECT_EQ(floats[0], -2.75f);
	EXPECT_EQ(floats[1], 16777216.0f);
	EXPECT_EQ(wholes[0], -2);
	EXPECT_EQ(wholes[1], 16777217);
	EXPECT_EQ(ConvertTo<Doubles>(wholes)[1], 16777217.0);
	EXPECT_EQ(ConvertTo<Doubles>(floats)[0], -2.75);
}

TEST(VectorConversions, AreThoseOfStaticCast)
{
	ExpectConversions<Pair, FloatPair, WholePair>();
	ExpectConversions<PlainVector<double, 2>, PlainVector<float, 2>, PlainVector<int32_t, 2>>();
}

// Compares a 128-bit number in the library's class with plain C++.
template <class Number>
class Wides : public testing::Test
{
protected:
	test::Random m_random{k_seed};

	// Returns a random number, or one that causes carries.
	uint64_t Any()
	{
		const uint64_t bits = m_random.Bits();
		switch (m_random.Bits() % 4)
		{
		case 0:
			return UINT64_MAX - bits % 3;
		case 1:
			return bits % 3;
		case 2:
			return bits & 0xFFFFFFFF00000000u;
		default:
			return bits;
		}
	}

	static mpz_class ToExact(uint64_t x)
	{
		return (mpz_class(static_cast<uint32_t>(x >> 32)) << 32) + mpz_class(static_cast<uint32_t>(x));
	}
	static mpz_class ToExact(Number x)
	{
		return (ToExact(static_cast<uint64_t>(x >> 64)) << 64) + ToExact(static_cast<uint64_t>(x));
	}
};

using KindsOfWide = testing::Types<Uint128, PlainUint128>;
TYPED_TEST_SUITE(Wides, KindsOfWide);

TYPED_TEST(Wides, ProductsAndSumsAreExact)
{
	for (int k = 0; k < 200000; ++k)
	{
		const uint64_t a = this->Any();
		const uint64_t b = this->Any();
		const uint64_t c = this->Any();
		const uint64_t d = this->Any();
		const mpz_class exact = this->ToExact(a) * this->ToExact(b) + this->ToExact(c) + this->ToExact(d);
		ASSERT_EQ(this->ToExact(static_cast<TypeParam>(a) * b + c + d), exact) << a << " " << b << " " << c << " " << d;
	}
}

TYPED_TEST(Wides, DifferencesBorrow)
{
	const mpz_class most = mpz_class(1) << 128;
	for (int k = 0; k < 200000; ++k)
	{
		const uint64_t a = this->Any();
		const uint64_t b = k % 8 == 0 ? a : this->Any();
		const auto borrow = static_cast<uint64_t>(k % 2);
		mpz_class exact = this->ToExact(a) - this->ToExact(b) - this->ToExact(borrow);
		if (exact < 0)
		{
			exact += most;
		}
		ASSERT_EQ(this->ToExact(static_cast<TypeParam>(a) - b - borrow), exact) << a << " " << b << " " << borrow;
	}
}

} // namespace
