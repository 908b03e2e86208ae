// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/ray_table.h"

#include <ricochet/geometry/clip.h>

#include <gtest/gtest.h>

namespace ricochet::test::circle_test
{

namespace
{

struct CircleShape
{
	b2Vec2 center;
	float radius;

	static CircleShape Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			const b2Vec2 center = field.Point(random);
			float radius = field.Length(random);
			if (field.GetKind() == Field::Kind::Grid)
			{
				// Circles of five units, and multiples, have rim points and tangents with integer coordinates.
				radius = field.Size() * static_cast<float>((random.OneIn(2) ? 5 : 1) * random.Between(0, 4));
			}
			else if (random.OneIn(4))
			{
				radius *= random.LogUniform(1e-3f, 10.0f);
			}
			radius = random.OneIn(16) ? 0.0f : radius;
			if (std::isfinite(center.x + center.y + radius))
			{
				return {center, radius};
			}
		}
	}
	Aim GetAim(Random& random) const
	{
		Aim aim;
		AimAtCircle(random, center, radius, aim);
		return aim;
	}
	CircleShape Moved(b2Vec2 offset) const { return {center + offset, radius}; }
	CircleShape Mirrored() const { return {{-center.x, center.y}, radius}; }
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipCircle(ray, center, radius); }
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipCircle(ray, center, radius); }
	bool Contains(const ExactVec& p) const { return ExactLocateInCircle(p, center, radius) != Location::Outside; }
	std::string Text(const Ray& ray) const
	{
		return "ClipCircle(" + ToText(ray) + ", " + ToText(center) + ", " + ToText(radius) + ")";
	}
};

/// ClipRounded with one vertex must clip like ClipCircle.
struct DiscShape : CircleShape
{
	static DiscShape Draw(Random& random, const Field& field) { return {CircleShape::Draw(random, field)}; }
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipRounded(ray, {&center, 1}, radius); }
	std::string Text(const Ray& ray) const
	{
		return "ClipRounded(" + ToText(ray) + ", " + ToText({&center, 1}) + ", " + ToText(radius) + ")";
	}
};

struct CircleCall
{
	static constexpr size_t k_fields = 8;
	std::array<float, k_fields> fields = {-4.0f, 0.0f, 8.0f, 0.5f, 1.0f, 0.5f, 0.25f, 1.0f};

	CircleShape Shape() const { return {{fields[5], fields[6]}, fields[7]}; }
	std::optional<RaySpan> Clip(const Ray& ray) const { return Shape().Clip(ray); }
	ExactSpans Exact(const PulledRay& ray) const { return Shape().Exact(ray); }
	std::string Text(const Ray& ray) const { return Shape().Text(ray); }
	bool IsShape() const { return true; }
	bool IsMiss() const { return fields[7] < 0.0f; }
};

} // namespace

TEST(ClipCircle, ObeysTheRayTable)
{
	const auto circle = [](const Ray& ray)
	{
		return ClipCircle(ray, {0.0f, 0.0f}, 1.0f);
	};
	RunSolidRayTable(circle, "circle");
	RunTouchRayTable(circle, "tangent at the top", 1.0f, 0.0f, 0.0f);
	RunTouchRayTable(circle, "tangent at the bottom", -1.0f, 0.0f, 0.0f);
	const auto point = [](const Ray& ray)
	{
		return ClipCircle(ray, {0.25f, 0.5f}, 0.0f);
	};
	RunTouchRayTable(point, "radius 0: a point", 0.5f, 0.25f, 0.25f);
}

TEST(ClipCircle, ChordFractionsAndNormalsOfATriangleThreeFourFive)
{
	const auto span = ClipCircle({{-8.0f, 3.0f}, {16.0f, 0.0f}}, {0.0f, 0.0f}, 5.0f);
	ASSERT_TRUE(span.has_value());
	EXPECT_EQ(span->enter.fraction, 0.25f);
	EXPECT_EQ(span->exit.fraction, 0.75f);
	EXPECT_FLOAT_EQ(span->enter.normal.x, -0.8f);
	EXPECT_FLOAT_EQ(span->enter.normal.y, 0.6f);
	EXPECT_FLOAT_EQ(span->exit.normal.x, 0.8f);
	EXPECT_FLOAT_EQ(span->exit.normal.y, 0.6f);
	EXPECT_EQ(span->enter.edge, -1);
	EXPECT_EQ(span->exit.edge, -1);
	EXPECT_FALSE(span->startsInside || span->endsInside || span->grazing);
}

TEST(ClipCircle, SegmentsOfAnyLengthHit)
{
	// Box2D 2.4.1 misses every segment below 0.345 mm. Here, steps of decreasing length cross the rim.
	for (float length = 1.0f; length > 0x1p-140f; length *= 0.25f)
	{
		const auto into = ClipCircle({{-1.0f, 0.0f}, {length, 0.0f}}, {0.0f, 0.0f}, 1.0f);
		ASSERT_TRUE(into.has_value()) << length;
		EXPECT_EQ(into->enter.fraction, 0.0f);
		EXPECT_EQ(into->enter.normal.x, -1.0f);
		EXPECT_FALSE(into->startsInside);
		EXPECT_TRUE(into->endsInside);
		EXPECT_FALSE(ClipCircle({{1.0f, 0.0f}, {length, 0.0f}}, {0.0f, 0.0f}, 1.0f).has_value()) << length;
	}
	const auto across = ClipCircle({{-0x1.000002p0f, 0.0f}, {0x1p-23f, 0.0f}}, {0.0f, 0.0f}, 1.0f);
	ASSERT_TRUE(across.has_value());
	EXPECT_EQ(across->enter.fraction, 1.0f);
	EXPECT_TRUE(across->endsInside);
}

TEST(ClipCircle, NegativeOrNonFiniteRadiusIsAMiss)
{
	const Ray ray{{-4.0f, 0.0f}, {8.0f, 0.0f}};
	for (const float radius : {-1.0f, -0x1p-149f, -INFINITY, INFINITY, NAN})
	{
		EXPECT_FALSE(ClipCircle(ray, {0.0f, 0.0f}, radius).has_value()) << radius;
		EXPECT_FALSE(ClipCircle({{0.0f, 0.0f}, {0.0f, 0.0f}}, {0.0f, 0.0f}, radius).has_value()) << radius;
	}
	EXPECT_TRUE(ClipCircle(ray, {0.0f, 0.0f}, -0.0f).has_value()) << "minus zero is zero";
}

TEST(ClipCircle, ATangentIsHitAndItsNeighbourIsNot)
{
	// 3-4-5: the line 3 x + 4 y = 25 touches the circle of radius 5 at (3, 4).
	const Ray tangent{{7.0f, 1.0f}, {-8.0f, 6.0f}};
	const auto touch = ClipCircle(tangent, {0.0f, 0.0f}, 5.0f);
	ASSERT_TRUE(touch.has_value());
	EXPECT_TRUE(touch->grazing);
	EXPECT_EQ(touch->enter.fraction, 0.5f);
	EXPECT_EQ(touch->exit.fraction, 0.5f);
	EXPECT_FLOAT_EQ(touch->enter.normal.x, 0.6f);
	EXPECT_FLOAT_EQ(touch->enter.normal.y, 0.8f);
	EXPECT_FALSE(ClipCircle({{UlpsFrom(7.0f, 1), 1.0f}, {-8.0f, 6.0f}}, {0.0f, 0.0f}, 5.0f).has_value());
	EXPECT_FALSE(ClipCircle(tangent, {0.0f, 0.0f}, UlpsFrom(5.0f, -1)).has_value());
	const auto secant = ClipCircle(tangent, {0.0f, 0.0f}, UlpsFrom(5.0f, 1));
	ASSERT_TRUE(secant.has_value());
	EXPECT_FALSE(secant->grazing);
}

TEST(ClipCircle, AgreesWithExactArithmeticOnRandomRays)
{
	CompareWithOracle<CircleShape>(0xC19C1EA, 100000, Rays::AnyInField);
}

TEST(ClipCircle, AgreesWithExactArithmeticOnAimedRays)
{
	CompareWithOracle<CircleShape>(0xC19C1EB, 100000, Rays::Aimed);
}

TEST(ClipCircle, IsTheRoundedShapeOfOneVertex)
{
	CompareWithOracle<DiscShape>(0xC19C1EC, 30000, Rays::Aimed);
}

TEST(ClipCircle, TakesEveryFloatInEveryField)
{
	SweepHardFloats<CircleCall>(0xC19C1ED, 50000);
}

TEST(ClipCircle, KeepsTheLawsOfRays)
{
	CheckLaws<CircleShape>(0xC19C1EE, 30000);
}

} // namespace ricochet::test::circle_test
