// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"

#include <ricochet/geometry/tangent.h>

#include <gtest/gtest.h>

namespace ricochet::test::tangent_test
{

namespace
{

using Pair = std::optional<std::array<b2Vec2, 2>>;

mpz_class ScaledToInteger(const mpq_class& value, const mpz_class& scale)
{
	const mpq_class scaled = value * scale;
	EXPECT_EQ(scaled.get_den(), 1);
	return scaled.get_num();
}

/// c + (2 m +- sqrt(4 m^2 - 4 a k)) / 2 a: the roots of a y^2 - 2 m y + k = 0, relative to the centre c.
Number RootAbout(const mpq_class& c, const mpq_class& a, const mpq_class& m, const mpq_class& k, int sign)
{
	const mpq_class under = m * m - a * k;
	const mpz_class scale = a.get_den() * m.get_den() * k.get_den() * c.get_den();
	Number root;
	root.a = ScaledToInteger((c * a + m) * scale, 1);
	root.b = ScaledToInteger(under * scale * scale, 1);
	root.c = ScaledToInteger(a * scale, 1);
	root.sign = root.b == 0 ? 0 : sign;
	return root;
}

/// The four coordinates by the quadratic equations of the circle and the point's polar line. The equation for y is a
/// y^2 - 2 r^2 d.y y + r^4 - r^2 d.x^2 = 0, with a = |d|^2 and d = from - center. For x, the axes are exchanged.
struct ExactTangents
{
	std::array<Number, 2> x, y; ///< left, right
};

ExactTangents Solve(b2Vec2 from, b2Vec2 center, float radius)
{
	const mpq_class dx = mpq_class(from.x) - mpq_class(center.x);
	const mpq_class dy = mpq_class(from.y) - mpq_class(center.y);
	const mpq_class a = dx * dx + dy * dy;
	const mpq_class r2 = mpq_class(radius) * mpq_class(radius);
	ExactTangents exact;
	for (const size_t i : {size_t{0}, size_t{1}})
	{
		// Seen from a point to the left of the centre (d.x < 0), the left tangent point is the upper one. Seen from
		// above (d.y > 0), it is the one with the larger x.
		const int turn = i == 0 ? 1 : -1;
		exact.x[i] = RootAbout(mpq_class(center.x), a, r2 * dx, r2 * r2 - r2 * dy * dy, turn * sgn(dy));
		exact.y[i] = RootAbout(mpq_class(center.y), a, r2 * dy, r2 * r2 - r2 * dx * dx, -turn * sgn(dx));
	}
	return exact;
}

bool IsNearest(float got, const Number& exact)
{
	const float largest = std::numeric_limits<float>::max();
	if (std::abs(got) == largest && Compare(exact, ToNumber(got)) == (got > 0.0f ? 1 : -1))
	{
		return true;
	}
	return IsWithinOneUlp(got, exact);
}

int Compare(b2Vec2 from, b2Vec2 center, float radius)
{
	const mpq_class dx = mpq_class(from.x) - mpq_class(center.x);
	const mpq_class dy = mpq_class(from.y) - mpq_class(center.y);
	return cmp(dx * dx + dy * dy, mpq_class(radius) * mpq_class(radius));
}

std::string TangentMismatch(b2Vec2 from, b2Vec2 center, float radius)
{
	const Pair got = TangentPoints(from, center, radius);
	const int where = Compare(from, center, radius);
	std::string wrong;
	if (got.has_value() != (where >= 0))
	{
		wrong = where >= 0 ? "no points" : "points from inside";
	}
	else if (got.has_value() && where == 0)
	{
		wrong = IsSame((*got)[0], from) && IsSame((*got)[1], from) ? "" : "from the rim";
	}
	else if (got.has_value())
	{
		const ExactTangents exact = Solve(from, center, radius);
		for (const size_t i : {size_t{0}, size_t{1}})
		{
			const bool isNear = IsNearest((*got)[i].x, exact.x[i]) && IsNearest((*got)[i].y, exact.y[i]);
			wrong += isNear ? "" : (i == 0 ? "left " : "right ") + ToText((*got)[i]);
		}
	}
	return wrong.empty()
	           ? ""
	           : wrong + "\nTangentPoints(" + ToText(from) + ", " + ToText(center) + ", " + ToText(radius) + ")";
}

struct TangentCall
{
	static constexpr size_t k_fields = 5;
	std::array<float, k_fields> fields = {-4.0f, 0.5f, 1.0f, 0.25f, 2.0f};
};

void ExpectPair(const Pair& got, b2Vec2 left, b2Vec2 right)
{
	ASSERT_TRUE(got.has_value());
	EXPECT_EQ((*got)[0].x, left.x);
	EXPECT_EQ((*got)[0].y, left.y);
	EXPECT_EQ((*got)[1].x, right.x);
	EXPECT_EQ((*got)[1].y, right.y);
}

} // namespace

TEST(TangentPoints, LeftThenRightAsSeenFromThePoint)
{
	// The triangle is 15, 20, 25: the tangent points are 9 along and 12 across.
	ExpectPair(TangentPoints({-25.0f, 0.0f}, {0.0f, 0.0f}, 15.0f), {-9.0f, 12.0f}, {-9.0f, -12.0f});
	ExpectPair(TangentPoints({25.0f, 0.0f}, {0.0f, 0.0f}, 15.0f), {9.0f, -12.0f}, {9.0f, 12.0f});
	ExpectPair(TangentPoints({0.0f, -25.0f}, {0.0f, 0.0f}, 15.0f), {-12.0f, -9.0f}, {12.0f, -9.0f});
	ExpectPair(TangentPoints({100.0f, 225.0f}, {100.0f, 200.0f}, 15.0f), {112.0f, 209.0f}, {88.0f, 209.0f});
	// The direction to the centre is parallel to no axis. The tangents start at a corner of the square around the
	// circle.
	ExpectPair(TangentPoints({-5.0f, -5.0f}, {0.0f, 0.0f}, 5.0f), {-5.0f, 0.0f}, {0.0f, -5.0f});
}

TEST(TangentPoints, OnTheRimThePointItselfTwiceAndInsideNone)
{
	const b2Vec2 center{1.0f, -2.0f};
	for (const b2Vec2 offset : {b2Vec2{3.0f, 4.0f}, {-4.0f, 3.0f}, {5.0f, 0.0f}, {0.0f, -5.0f}})
	{
		const b2Vec2 on = center + offset;
		ExpectPair(TangentPoints(on, center, 5.0f), on, on);
		EXPECT_FALSE(TangentPoints(on, center, UlpsFrom(5.0f, 1)).has_value());
		const Pair outside = TangentPoints(on, center, UlpsFrom(5.0f, -1));
		ASSERT_TRUE(outside.has_value());
		EXPECT_FALSE(IsSame((*outside)[0], (*outside)[1]));
	}
	EXPECT_FALSE(TangentPoints(center, center, 5.0f).has_value());
}

TEST(TangentPoints, RadiusZeroIsTouchedInItsCenter)
{
	ExpectPair(TangentPoints({3.0f, 4.0f}, {1.0f, 1.0f}, 0.0f), {1.0f, 1.0f}, {1.0f, 1.0f});
	ExpectPair(TangentPoints({3.0f, 4.0f}, {1.0f, 1.0f}, -0.0f), {1.0f, 1.0f}, {1.0f, 1.0f});
	ExpectPair(TangentPoints({1.0f, 1.0f}, {1.0f, 1.0f}, 0.0f), {1.0f, 1.0f}, {1.0f, 1.0f});
}

TEST(TangentPoints, NegativeRadiusOrNonFiniteInputHasNone)
{
	EXPECT_FALSE(TangentPoints({9.0f, 0.0f}, {0.0f, 0.0f}, -1.0f).has_value());
	EXPECT_FALSE(TangentPoints({9.0f, 0.0f}, {0.0f, 0.0f}, -0x1p-149f).has_value());
	for (const float bad : {NAN, INFINITY, -INFINITY})
	{
		for (size_t i = 0; i < 5; ++i)
		{
			std::array<float, 5> f = {9.0f, 0.0f, 0.0f, 0.0f, 1.0f};
			f[i] = bad;
			EXPECT_FALSE(TangentPoints({f[0], f[1]}, {f[2], f[3]}, f[4]).has_value()) << i << ", " << bad;
		}
	}
}

// A coordinate of a tangent point may be tiny although centre and offset are not. The error must be at most 1 ulp of
// the result, not of the summands.
TEST(TangentPoints, WithinOneUlpWhereCenterAndOffsetCancel)
{
	for (int i = 1; i < 200; ++i)
	{
		const float radius = UlpsFrom(1.0f, i - 100);
		for (const float along : {1.0f, 1.5f, 1000.0f})
		{
			EXPECT_EQ(TangentMismatch({1.0f, along + 1.0f}, {1.0f, 1.0f}, radius), "");
			EXPECT_EQ(TangentMismatch({UlpsFrom(0.0f, i), along}, {1.0f, 0.1f}, radius), "");
			EXPECT_EQ(TangentMismatch({0.0f, along}, {radius, 0.3f}, 1.0f), "");
		}
	}
}

TEST(TangentPoints, AgreesWithExactArithmetic)
{
	int outside = 0;
	int on = 0;
	int inside = 0;
	RunTrials(0x7A26E27, 150000,
	          [&](Random& random) -> std::string
	          {
		          const Field field = Field::Draw(random);
		          const b2Vec2 center = field.Point(random);
		          float radius = field.Length(random) * (random.OneIn(3) ? random.LogUniform(1e-4f, 2.0f) : 1.0f);
		          radius = random.OneIn(50) ? 0.0f : radius;
		          if (field.GetKind() == Field::Kind::Grid)
		          {
			          radius = field.Size() * static_cast<float>(5 * random.Between(0, 4));
		          }
		          b2Vec2 from = field.Point(random);
		          if (random.OneIn(2))
		          {
			          Aim aim;
			          AimAtCircle(random, center, radius, aim);
			          from = random.OneOf(aim.points);
			          from = {UlpsFrom(from.x, random.Between(-1, 1)), UlpsFrom(from.y, random.Between(-1, 1))};
		          }
		          if (std::isfinite(from.x + from.y + center.x + center.y + radius) == false)
		          {
			          return "";
		          }
		          const int where = Compare(from, center, radius);
		          ++(where > 0 ? outside : (where == 0 ? on : inside));
		          return TangentMismatch(from, center, radius);
	          });
	std::printf("    %d outside, %d on, %d inside\n", outside, on, inside);
	EXPECT_GT(outside, ScaledCount(150000) / 4);
	EXPECT_GT(on, ScaledCount(150000) / 100);
	EXPECT_GT(inside, ScaledCount(150000) / 10);
}

TEST(TangentPoints, HostileNumbers)
{
	SweepFields<TangentCall>(0x7A26E28, 100000,
	                         [](const TangentCall& call) -> std::string
	                         {
		                         const auto& f = call.fields;
		                         const b2Vec2 from{f[0], f[1]};
		                         const b2Vec2 center{f[2], f[3]};
		                         const bool isFinite =
		                             std::all_of(f.begin(), f.end(), [](float x) { return std::isfinite(x); });
		                         if (isFinite && f[4] >= 0.0f)
		                         {
			                         return TangentMismatch(from, center, f[4]);
		                         }
		                         return TangentPoints(from, center, f[4]).has_value() ? "points of no circle" : "";
	                         });
}

TEST(TangentPoints, MirroringExchangesLeftAndRight)
{
	RunTrials(
	    0x7A26E29, 50000,
	    [](Random& random) -> std::string
	    {
		    const Field field = Field::Draw(random);
		    const b2Vec2 from = field.Point(random);
		    const b2Vec2 center = field.Point(random);
		    const float radius = field.Length(random);
		    const Pair pair = TangentPoints(from, center, radius);
		    const Pair mirrored = TangentPoints({-from.x, from.y}, {-center.x, center.y}, radius);
		    if (pair.has_value() != mirrored.has_value())
		    {
			    return "points or none";
		    }
		    for (const size_t i : {size_t{0}, size_t{1}})
		    {
			    if (pair.has_value() && IsSame((*pair)[i], {-(*mirrored)[1 - i].x, (*mirrored)[1 - i].y}) == false)
			    {
				    return "TangentPoints(" + ToText(from) + ", " + ToText(center) + ", " + ToText(radius) + ")";
			    }
		    }
		    return "";
	    });
}

} // namespace ricochet::test::tangent_test
