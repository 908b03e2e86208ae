// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"

#include <ricochet/geometry/ray.h>

#include <gtest/gtest.h>

namespace ricochet::test::ray_test
{

namespace
{

constexpr float k_max = std::numeric_limits<float>::max();

} // namespace

TEST(Ray, HasAMaxFractionOfOne)
{
	const Ray ray{{1.0f, 2.0f}, {3.0f, 4.0f}};
	EXPECT_EQ(ray.maxFraction, 1.0f);
	const Ray none;
	EXPECT_TRUE(none.origin.x == 0.0f && none.origin.y == 0.0f);
	EXPECT_TRUE(none.translation.x == 0.0f && none.translation.y == 0.0f);
	EXPECT_TRUE(IsValid(none));
}

TEST(RayBetween, GoesFromOnePointToTheOther)
{
	const Ray ray = RayBetween({1.0f, 2.0f}, {-3.0f, 5.0f});
	EXPECT_EQ(ray.origin.x, 1.0f);
	EXPECT_EQ(ray.origin.y, 2.0f);
	EXPECT_EQ(ray.translation.x, -4.0f);
	EXPECT_EQ(ray.translation.y, 3.0f);
	EXPECT_EQ(ray.maxFraction, 1.0f);
	EXPECT_EQ(PointAt(ray, 1.0f).x, -3.0f);
	EXPECT_EQ(PointAt(ray, 1.0f).y, 5.0f);
}

TEST(RayBetween, RoundsTheTranslationOnce)
{
	RunTrials(0x9A1BE7, 20000,
	          [](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          const b2Vec2 from = field.Point(random);
		          const b2Vec2 to = field.Point(random);
		          const Ray ray = RayBetween(from, to);
		          const bool isRounded = IsSameBits(ray.translation.x, to.x - from.x) &&
		                                 IsSameBits(ray.translation.y, to.y - from.y) && IsSame(ray.origin, from);
		          return isRounded ? "" : "RayBetween(" + ToText(from) + ", " + ToText(to) + ")";
	          });
}

TEST(RayBetween, PointsTooFarApartOrNotFiniteMakeAnInvalidRay)
{
	EXPECT_FALSE(IsValid(RayBetween({-3e38f, 0.0f}, {3e38f, 0.0f})));
	EXPECT_FALSE(IsValid(RayBetween({NAN, 0.0f}, {1.0f, 0.0f})));
	EXPECT_FALSE(IsValid(RayBetween({0.0f, 0.0f}, {1.0f, INFINITY})));
	EXPECT_FALSE(IsValid(RayBetween({INFINITY, 0.0f}, {INFINITY, 0.0f})));
}

TEST(RayToward, HasTheGivenLengthWhateverThatOfTheDirection)
{
	RunTrials(0x9A170A, 100000,
	          [](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          const b2Vec2 direction = field.Step(random) + field.Point(random);
		          const float distance =
		              random.OneIn(4) ? random.MixedExponent(-149, 126) : random.LogUniform(1e-3f, 1e6f);
		          const b2Vec2 origin{1.0f, -2.0f};
		          const Ray ray = RayToward(origin, direction, distance);
		          const std::string call = "RayToward({1, -2}, " + ToText(direction) + ", " + ToText(distance) + ")";
		          const bool isUsable = std::isfinite(direction.x) && std::isfinite(direction.y) &&
		                                (direction.x != 0.0f || direction.y != 0.0f);
		          if (IsValid(ray) != isUsable)
		          {
			          return call + (isUsable ? " is invalid" : " is valid");
		          }
		          if (isUsable == false)
		          {
			          return "";
		          }
		          if (IsSame(ray.origin, origin) == false || ray.maxFraction != 1.0f)
		          {
			          return call + " changes more than the translation";
		          }
		          // A tiny coordinate may be off by the smallest float. Else the error of the length is 2 ulp.
		          const double x = ray.translation.x;
		          const double y = ray.translation.y;
		          const double dx = std::ldexp(static_cast<double>(direction.x), 200);
		          const double dy = std::ldexp(static_cast<double>(direction.y), 200);
		          const double unit = std::sqrt(dx * dx + dy * dy);
		          const double bound = 0x1p-22 * std::abs(static_cast<double>(distance)) + 0x1p-148;
		          const double length = std::sqrt(x * x + y * y);
		          const double along = (x * dx + y * dy) / unit;
		          if (!(std::abs(length - std::abs(static_cast<double>(distance))) <= bound))
		          {
			          return call + " has length " + std::to_string(length);
		          }
		          return std::abs(along - static_cast<double>(distance)) <= bound ? "" : call + " goes elsewhere";
	          });
}

TEST(RayToward, TakesDirectionsOfAnyLengthButZero)
{
	for (const float size : {0x1p-149f, 0x1p-126f, 1e-20f, 1.0f, 1e20f, 3e38f, k_max})
	{
		const Ray ray = RayToward({0.0f, 0.0f}, {0.0f, -size}, 5.0f);
		EXPECT_TRUE(IsValid(ray)) << size;
		EXPECT_EQ(ray.translation.x, 0.0f) << size;
		EXPECT_EQ(ray.translation.y, -5.0f) << size;
		EXPECT_TRUE(IsValid(RayToward({0.0f, 0.0f}, {size, size}, 5.0f))) << size;
		EXPECT_TRUE(IsValid(RayToward({0.0f, 0.0f}, {size, -size}, 3e38f))) << size;
	}
	EXPECT_FALSE(IsValid(RayToward({0.0f, 0.0f}, {0.0f, 0.0f}, 5.0f)));
	EXPECT_FALSE(IsValid(RayToward({0.0f, 0.0f}, {-0.0f, 0.0f}, 5.0f)));
	EXPECT_FALSE(IsValid(RayToward({0.0f, 0.0f}, {0.0f, 0.0f}, 0.0f)));
	EXPECT_TRUE(IsValid(RayToward({0.0f, 0.0f}, {1.0f, 0.0f}, 0.0f))) << "a point query";
}

TEST(RayToward, NonFiniteInputMakesAnInvalidRay)
{
	for (const float bad : {NAN, INFINITY, -INFINITY})
	{
		EXPECT_FALSE(IsValid(RayToward({bad, 0.0f}, {1.0f, 1.0f}, 1.0f)));
		EXPECT_FALSE(IsValid(RayToward({0.0f, bad}, {1.0f, 1.0f}, 1.0f)));
		EXPECT_FALSE(IsValid(RayToward({0.0f, 0.0f}, {bad, 1.0f}, 1.0f)));
		EXPECT_FALSE(IsValid(RayToward({0.0f, 0.0f}, {1.0f, bad}, 1.0f)));
		EXPECT_FALSE(IsValid(RayToward({0.0f, 0.0f}, {bad, bad}, 1.0f)));
		EXPECT_FALSE(IsValid(RayToward({0.0f, 0.0f}, {1.0f, 1.0f}, bad)));
		EXPECT_FALSE(IsValid(RayToward({0.0f, 0.0f}, {1.0f, 0.0f}, bad)));
	}
}

TEST(IsValid, IsTrueForFiniteNumbersAndAMaxFractionThatIsNotNegative)
{
	EXPECT_TRUE(IsValid({{k_max, -k_max}, {-k_max, k_max}, k_max}));
	EXPECT_TRUE(IsValid({{0x1p-149f, 0.0f}, {0.0f, 0.0f}, 0.0f}));
	EXPECT_TRUE(IsValid({{0.0f, 0.0f}, {0.0f, 0.0f}, -0.0f}));
	EXPECT_TRUE(IsValid({{0.0f, 0.0f}, {1.0f, 0.0f}, 2.0f}));
	EXPECT_FALSE(IsValid({{0.0f, 0.0f}, {1.0f, 0.0f}, -1.0f}));
	EXPECT_FALSE(IsValid({{0.0f, 0.0f}, {1.0f, 0.0f}, -0x1p-149f}));
	for (const float bad : {NAN, INFINITY, -INFINITY})
	{
		EXPECT_FALSE(IsValid({{bad, 0.0f}, {1.0f, 0.0f}, 1.0f}));
		EXPECT_FALSE(IsValid({{0.0f, bad}, {1.0f, 0.0f}, 1.0f}));
		EXPECT_FALSE(IsValid({{0.0f, 0.0f}, {bad, 0.0f}, 1.0f}));
		EXPECT_FALSE(IsValid({{0.0f, 0.0f}, {1.0f, bad}, 1.0f}));
		EXPECT_FALSE(IsValid({{0.0f, 0.0f}, {1.0f, 0.0f}, bad}));
	}
}

TEST(PointAt, IsTheOriginAtZeroAndAnExactEndAtOne)
{
	const Ray ray{{1.0f, 2.0f}, {2.0f, -4.0f}};
	EXPECT_TRUE(IsSame(PointAt(ray, 0.0f), {1.0f, 2.0f}));
	EXPECT_TRUE(IsSame(PointAt(ray, 1.0f), {3.0f, -2.0f}));
	EXPECT_TRUE(IsSame(PointAt(ray, 0.25f), {1.5f, 1.0f}));
	EXPECT_TRUE(IsSame(PointAt(ray, 3.0f), {7.0f, -10.0f}));
}

TEST(PointAt, RoundsOnceWhereFloatArithmeticWouldRoundTwice)
{
	// fraction * translation needs 48 bits, most of which cancel with the origin.
	const Ray ray{{-1.0f, 0.0f}, {0x1.000002p0f, 0x1.fffffep0f}};
	// (1 + 2^-23) (1 - 2^-24) - 1 = 2^-24 - 2^-47
	EXPECT_EQ(PointAt(ray, 0x1.fffffep-1f).x, 0x1.fffffcp-25f);
}

TEST(PointAt, IsWithinOneUlpOfTheExactPoint)
{
	RunTrials(0x901A7A7, 200000,
	          [](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          const b2Vec2 from = field.Point(random);
		          b2Vec2 to = field.Point(random);
		          if (random.OneIn(4))
		          {
			          to = {UlpsFrom(-from.x, random.Between(-3, 3)), UlpsFrom(-from.y, random.Between(-3, 3))};
		          }
		          const Ray ray{from, to, 1.0f};
		          const float fraction = random.OneIn(2)   ? random.Uniform(0.0f, 1.0f)
		                                 : random.OneIn(2) ? UlpsFrom(1.0f, random.Between(-3, 3))
		                                                   : std::abs(random.MixedExponent(-60, 4));
		          if (IsValid(ray) == false)
		          {
			          return "";
		          }
		          const b2Vec2 point = PointAt(ray, fraction);
		          const bool isIn =
		              std::abs(static_cast<double>(from.x) + fraction * static_cast<double>(to.x)) < 3.4e38 &&
		              std::abs(static_cast<double>(from.y) + fraction * static_cast<double>(to.y)) < 3.4e38;
		          if (isIn == false)
		          {
			          return std::isnan(point.x) || std::isnan(point.y) ? "NaN" : "";
		          }
		          return IsPointAt(ray, fraction, point)
		                     ? ""
		                     : "PointAt(" + ToText(ray) + ", " + ToText(fraction) + ") is " + ToText(point);
	          });
}

TEST(PointAt, NeverMakesNaNOfFiniteNumbers)
{
	for (const float a : HardFloats())
	{
		for (const float b : HardFloats())
		{
			for (const float t : HardFloats())
			{
				if (std::isfinite(a) && std::isfinite(b) && std::isfinite(t))
				{
					const b2Vec2 point = PointAt({{a, b}, {b, a}, 1.0f}, t);
					EXPECT_FALSE(std::isnan(point.x) || std::isnan(point.y)) << a << " " << b << " " << t;
				}
			}
		}
	}
}

} // namespace ricochet::test::ray_test
