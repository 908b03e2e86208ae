// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"

#include <ricochet/geometry/reflect.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet::test::reflect_test
{

TEST(Reflect, TurnsRoundThePartAlongTheNormal)
{
	EXPECT_TRUE(IsSame(Reflect({3.0f, -4.0f}, {0.0f, 1.0f}), {3.0f, 4.0f}));
	EXPECT_TRUE(IsSame(Reflect({3.0f, -4.0f}, {1.0f, 0.0f}), {-3.0f, -4.0f}));
	EXPECT_TRUE(IsSame(Reflect({3.0f, 0.0f}, {0.0f, 1.0f}), {3.0f, 0.0f})) << "sliding along the surface";
	const float half = std::sqrt(0.5f);
	const b2Vec2 turned = Reflect({1.0f, 0.0f}, {-half, half});
	EXPECT_NEAR(turned.x, 0.0f, 1e-7f);
	EXPECT_NEAR(turned.y, 1.0f, 2e-7f);
}

TEST(Reflect, AZeroNormalReturnsTheVelocityAsItIs)
{
	for (const b2Vec2 v : {b2Vec2{3.0f, -4.0f}, b2Vec2{3e38f, -3e38f}, b2Vec2{0x1p-149f, 0.0f}, b2Vec2{0.0f, 0.0f}})
	{
		EXPECT_TRUE(IsSame(Reflect(v, {0.0f, 0.0f}), v));
		EXPECT_TRUE(IsSame(Reflect(v, {-0.0f, -0.0f}), v));
	}
}

TEST(Reflect, LargeVelocitiesDoNotOverflowOnTheWay)
{
	EXPECT_TRUE(IsSame(Reflect({1.0f, 3e38f}, {0.0f, 1.0f}), {1.0f, -3e38f}));
	EXPECT_TRUE(IsSame(Reflect({-3e38f, 2.0f}, {1.0f, 0.0f}), {3e38f, 2.0f}));
	const b2Vec2 back = Reflect({2e38f, 2e38f}, {-std::sqrt(0.5f), -std::sqrt(0.5f)});
	EXPECT_NEAR(back.x / 2e38f, -1.0f, 1e-6f);
	EXPECT_NEAR(back.y / 2e38f, -1.0f, 1e-6f);
}

TEST(Reflect, IsExactToAFewUlpOfTheVelocityAndItsSignDoesNotMatter)
{
	RunTrials(0x9EF1EC7, 100000,
	          [](Random& random) -> std::string
	          {
		          const float angle = random.Uniform(0.0f, 6.2831853f);
		          const b2Vec2 n{std::cos(angle), std::sin(angle)};
		          const Field field = Field::Draw(random);
		          const b2Vec2 v = field.Point(random);
		          if (std::isfinite(v.x) == false || std::isfinite(v.y) == false)
		          {
			          return "";
		          }
		          const b2Vec2 got = Reflect(v, n);
		          const std::string call = "Reflect(" + ToText(v) + ", " + ToText(n) + ")";
		          if (IsSame(got, Reflect(v, -n)) == false)
		          {
			          return call + " differs for -n";
		          }

		          // Computes the definition exactly in rational numbers, for the given normal.
		          const ExactVec exactV = ToExact(v);
		          const ExactVec exactN = ToExact(n);
		          const mpq_class twice = 2 * (exactV.x * exactN.x + exactV.y * exactN.y);
		          const ExactVec want{exactV.x - twice * exactN.x, exactV.y - twice * exactN.y};
		          const mpq_class speed = abs(exactV.x) + abs(exactV.y);
		          const mpq_class bound = speed / (1 << 23) + mpq_class(0x1p-149);
		          const mpq_class largest = mpq_class(static_cast<double>(std::numeric_limits<float>::max())) - bound;
		          if (abs(want.x) >= largest || abs(want.y) >= largest)
		          {
			          return std::isnan(got.x) || std::isnan(got.y) ? call + " is NaN" : "";
		          }
		          const ExactVec result = ToExact(got);
		          if (abs(result.x - want.x) > bound || abs(result.y - want.y) > bound)
		          {
			          return call + " is off: " + ToText(got);
		          }
		          // The speed stays the same up to a few ulp, from the rounding of the normal and of the result.
		          const double before = std::hypot(static_cast<double>(v.x), static_cast<double>(v.y));
		          const double after = std::hypot(static_cast<double>(got.x), static_cast<double>(got.y));
		          return std::abs(after - before) <= 0x1p-21 * before + 0x1p-147 ? "" : call + " changes the speed";
	          });
}

TEST(Reflect, TwiceIsTheVelocityAgain)
{
	// For the axes, the result is exact.
	for (const b2Vec2 n : {b2Vec2{1.0f, 0.0f}, b2Vec2{0.0f, 1.0f}, b2Vec2{-1.0f, 0.0f}, b2Vec2{0.0f, -1.0f}})
	{
		for (const b2Vec2 v : {b2Vec2{0.1f, -0.7f}, b2Vec2{1e30f, 1e-30f}, b2Vec2{0x1p-149f, 3e38f}})
		{
			EXPECT_TRUE(IsSame(Reflect(Reflect(v, n), n), v));
		}
	}
}

TEST(Reflect, FiniteInputGivesTheNearestFiniteVelocity)
{
	const float large = std::numeric_limits<float>::max();
	const float half = std::sqrt(0.5f);
	const b2Vec2 normals[] = {{1.0f, 0.0f},   {0.0f, -1.0f}, {0.6f, 0.8f},      {half, half}, {-half, half},
	                          {large, large}, {1e3f, -1e3f}, {0x1p-149f, 1.0f}, {0.0f, 0.0f}};
	const auto isNear = [](float got, const mpq_class& want, const mpq_class& size)
	{
		const mpq_class limit(static_cast<double>(std::numeric_limits<float>::max()));
		const mpq_class nearest = want > limit ? limit : (want < -limit ? mpq_class(-limit) : want);
		return std::isfinite(got) &&
		       abs(mpq_class(static_cast<double>(got)) - nearest) <= size / (1 << 23) + mpq_class(0x1p-149);
	};
	for (const float x : HardFloats())
	{
		for (const float y : HardFloats())
		{
			for (const b2Vec2 n : normals)
			{
				if (std::isfinite(x) && std::isfinite(y))
				{
					const b2Vec2 got = Reflect({x, y}, n);
					const ExactVec v = ToExact(b2Vec2{x, y});
					const ExactVec exactN = ToExact(n);
					const mpq_class twice = 2 * (v.x * exactN.x + v.y * exactN.y);
					const mpq_class most = 2 * (abs(v.x * exactN.x) + abs(v.y * exactN.y));
					EXPECT_TRUE(isNear(got.x, v.x - twice * exactN.x, abs(v.x) + most * abs(exactN.x)) &&
					            isNear(got.y, v.y - twice * exactN.y, abs(v.y) + most * abs(exactN.y)))
					    << "Reflect(" << ToText(b2Vec2{x, y}) << ", " << ToText(n) << ") is " << ToText(got);
				}
			}
		}
	}
}

TEST(Refract, ObeysSnellsLawToAFewUlp)
{
	RunTrials(0x9EF4AC7, 100000,
	          [](Random& random) -> std::string
	          {
		          // Computes the direction in long double, starting from the angle of incidence.
		          const long double facing = random.Uniform(0.0f, 6.2831853f);
		          const long double incidence = random.Uniform(-1.55f, 1.55f);
		          const float ratio = random.Uniform(0.3f, 3.0f);
		          const auto length = static_cast<long double>(random.Uniform(0.1f, 1000.0f));
		          const auto at = [](long double angle, long double r)
		          {
			          return b2Vec2{static_cast<float>(r * std::cos(angle)), static_cast<float>(r * std::sin(angle))};
		          };
		          const b2Vec2 n = at(facing, random.Uniform(0.5f, 2.0f));
		          const b2Vec2 v = at(facing + incidence, length);
		          const long double sine = ratio * std::sin(incidence);
		          const auto got = Refract(v, n, ratio);
		          const std::string call =
		              "Refract(" + ToText(v) + ", " + ToText(n) + ", " + std::to_string(ratio) + ")";
		          if (std::abs(std::abs(sine) - 1.0L) < 1e-6L)
		          {
			          return "";
		          }
		          if (got.has_value() != (std::abs(sine) < 1.0L))
		          {
			          return call + " is wrong about total reflection";
		          }
		          const auto mirrored = Refract(v, -n, ratio);
		          if (got.has_value() == false)
		          {
			          return "";
		          }
		          if (mirrored.has_value() == false || IsSame(*got, *mirrored) == false)
		          {
			          return call + " differs for -n";
		          }
		          // Rounding the input turns v and n by 2^-24 each. Refraction amplifies this by up to the ratio
		          // divided by the cosine.
		          const long double cosine = std::sqrt(1.0L - sine * sine);
		          const long double angle = facing + std::asin(sine);
		          const long double bound = 0x1p-22L * length * (1.0L + ratio / cosine);
		          const bool isNear = std::abs(got->x - length * std::cos(angle)) <= bound &&
		                              std::abs(got->y - length * std::sin(angle)) <= bound;
		          return isNear ? "" : call + " is off Snell's law";
	          });
}

TEST(Refract, EdgesOfItsContract)
{
	EXPECT_TRUE(IsSame(*Refract({3.0f, -4.0f}, {0.0f, 0.0f}, 0.5f), {3.0f, -4.0f})) << "no surface";
	EXPECT_TRUE(IsSame(*Refract({0.0f, -4.0f}, {0.0f, 1.0f}, 1.5f), {0.0f, -4.0f})) << "straight down";
	EXPECT_TRUE(IsSame(*Refract({3.0f, -4.0f}, {0.0f, 1.0f}, 1.0f), {3.0f, -4.0f})) << "no change of index";
	EXPECT_FALSE(Refract({4.0f, -3.0f}, {0.0f, 1.0f}, 1.25f)) << "exactly at the critical angle";
	EXPECT_TRUE(Refract({4.0f, -3.0f}, {0.0f, 1.0f}, 1.2499f));
	EXPECT_FALSE(Refract({3.0f, -4.0f}, {0.0f, 1.0f}, std::numeric_limits<float>::infinity()));
	EXPECT_FALSE(Refract({3.0f, -4.0f}, {0.0f, 1.0f}, std::numeric_limits<float>::quiet_NaN()));
	EXPECT_TRUE(Refract({3e38f, -3e38f}, {0.0f, 1.0f}, 0.5f)->IsValid());
}

} // namespace ricochet::test::reflect_test
