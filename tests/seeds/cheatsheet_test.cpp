// MIT License, Copyright (c) 2026 the ricochet authors

#include "seeds/cheatsheet.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/tangent.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

// These tests cover the techniques of "Ray casting in 2D game engines, ultimate cheatsheet" for polygons, segments and
// circles.

namespace ricochet::test::cheatsheet_test
{
namespace
{

using documents::CrossRayAndLineSegment;

const std::array<b2Vec2, 4> k_box = {b2Vec2{-2.0f, -1.0f}, {2.0f, -1.0f}, {2.0f, 1.0f}, {-2.0f, 1.0f}};

// Counts the edges that the ray to the right crosses.
int CrossingsToTheRight(b2Vec2 point, std::span<const b2Vec2> vertices)
{
	int count = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		count +=
		    CrossRayAndLineSegment(vertices[i], vertices[(i + 1) % vertices.size()], point, point + b2Vec2{1.0f, 0.0f})
		        ? 1
		        : 0;
	}
	return count;
}

struct Quadratic
{
	float a, b, c, delta;
};

Quadratic CircleEquation(b2Vec2 a, b2Vec2 b, b2Vec2 center, float radius)
{
	Quadratic q{b2Dot(b - a, b - a), 2.0f * b2Dot(b - a, a - center), 0.0f, 0.0f};
	q.c = b2Dot(a - center, a - center) - radius * radius;
	q.delta = q.b * q.b - 4.0f * q.a * q.c;
	return q;
}

TEST(SeedCheatsheet, PointInPolygonByCrossings)
{
	EXPECT_EQ(CrossingsToTheRight({0.0f, 0.0f}, k_box) % 2, 1);
	EXPECT_EQ(LocateInPolygon({0.0f, 0.0f}, k_box), Location::Inside);
	EXPECT_EQ(CrossingsToTheRight({-3.0f, 0.0f}, k_box) % 2, 0);
	EXPECT_EQ(LocateInPolygon({-3.0f, 0.0f}, k_box), Location::Outside);
}

TEST(SeedCheatsheet, PointOnTheBoundary)
{
	// The sheet says: "Odd: inside or on the boundary". That holds for points on the right side. From a point on the
	// left side, the ray crosses two edges.
	EXPECT_EQ(CrossingsToTheRight({2.0f, 0.0f}, k_box), 1);
	EXPECT_EQ(CrossingsToTheRight({-2.0f, 0.0f}, k_box), 2);
	EXPECT_EQ(LocateInPolygon({2.0f, 0.0f}, k_box), Location::Boundary);
	EXPECT_EQ(LocateInPolygon({-2.0f, 0.0f}, k_box), Location::Boundary);
}

TEST(SeedCheatsheet, PointAtTheHeightOfAVertex)
{
	const std::array<b2Vec2, 4> diamond = {b2Vec2{0.0f, -2.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}, {-2.0f, 0.0f}};
	EXPECT_EQ(CrossingsToTheRight({0.5f, 0.0f}, diamond), 2) << "both sides that share the vertex";
	EXPECT_EQ(LocateInPolygon({0.5f, 0.0f}, diamond), Location::Inside);
}

TEST(SeedCheatsheet, LineSegmentAgainstRay)
{
	const b2Vec2 a{3.0f, -1.0f}, b{3.0f, 3.0f}, c{1.0f, 0.0f}, d{2.0f, 0.5f};
	const auto sheet = CrossRayAndLineSegment(a, b, c, d);
	ASSERT_TRUE(sheet);
	EXPECT_EQ(sheet->r, 2.0f);
	EXPECT_EQ(sheet->s, 0.5f);
	const std::optional<Crossing> crossing = CrossSegment({c, d - c, 10.0f}, a, b);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 2.0f);
	EXPECT_EQ(crossing->point, (b2Vec2{3.0f, 1.0f}));
}

TEST(SeedCheatsheet, CircleBehindTheDiscriminant)
{
	// If the discriminant is below 0, the line passes the circle. At 0, the line is tangent. Above 0, there are two
	// points, of which only those with t >= 0 count.
	const b2Vec2 from{-4.0f, 0.0f}, along{1.0f, 0.0f};
	EXPECT_LT(CircleEquation(from, from + along, {0.0f, 3.0f}, 2.0f).delta, 0.0f);
	EXPECT_FALSE(ClipCircle({from, along, 100.0f}, {0.0f, 3.0f}, 2.0f));

	EXPECT_EQ(CircleEquation(from, from + along, {0.0f, 2.0f}, 2.0f).delta, 0.0f);
	const std::optional<RaySpan> tangent = ClipCircle({from, along, 100.0f}, {0.0f, 2.0f}, 2.0f);
	ASSERT_TRUE(tangent && tangent->grazing);
	EXPECT_EQ(tangent->enter.fraction, 4.0f);

	EXPECT_GT(CircleEquation(from, from + along, {0.0f, 0.0f}, 2.0f).delta, 0.0f);
	const std::optional<RaySpan> through = ClipCircle({from, along, 100.0f}, {0.0f, 0.0f}, 2.0f);
	ASSERT_TRUE(through);
	EXPECT_EQ(through->enter.fraction, 2.0f);
	EXPECT_EQ(through->exit.fraction, 6.0f);

	const std::optional<RaySpan> within = ClipCircle({{1.0f, 0.0f}, along, 100.0f}, {0.0f, 0.0f}, 2.0f);
	ASSERT_TRUE(within && within->startsInside);
	EXPECT_EQ(within->exit.fraction, 1.0f);
	EXPECT_FALSE(ClipCircle({{3.0f, 0.0f}, along, 100.0f}, {0.0f, 0.0f}, 2.0f)) << "behind";
	EXPECT_FALSE(ClipCircle({from, along, 1.0f}, {0.0f, 0.0f}, 2.0f)) << "too short";
}

TEST(SeedCheatsheet, SmallCircleFarAway)
{
	// The rays are aimed at the centre of a circle of 10 cm, some kilometres away. There b^2 and 4ac are equal in all
	// digits of a float. If B is the centre, their difference is 0: a tangent that "touches" at the centre. With a unit
	// direction, their difference is noise.
	SceneRandom random(6);
	int missed = 0;
	for (int i = 0; i < 1000; ++i)
	{
		const auto whole = [&]
		{
			return static_cast<float>(random.Below(4000) - 2000);
		};
		const b2Vec2 from{whole() - 5000.0f, whole()}, center{whole() + 5000.0f, whole()};
		EXPECT_LE(CircleEquation(from, center, center, 0.1f).delta, 0.0f);
		const b2Vec2 unit = 1.0f / b2Distance(from, center) * (center - from);
		missed += CircleEquation(from, from + unit, center, 0.1f).delta < 0.0f ? 1 : 0;
		ASSERT_TRUE(ClipCircle({from, unit, 20000.0f}, center, 0.1f)) << i;
		const std::optional<RaySpan> span = ClipCircle({from, center - from, 2.0f}, center, 0.1f);
		ASSERT_TRUE(span) << i;
		EXPECT_FALSE(span->grazing);
	}
	EXPECT_GT(missed, 100);
}

TEST(SeedCheatsheet, TangentOfACircleIsExactlyTangent)
{
	// The centre is beside the line along (4, 3), by an integer multiple of (-3, 4). So the line is exactly tangent.
	SceneRandom random(7);
	int wrong = 0;
	for (int i = 0; i < 1000; ++i)
	{
		const auto k = static_cast<float>(1000 + random.Below(2000)), m = static_cast<float>(1 + random.Below(3000));
		const b2Vec2 along = static_cast<float>(1 + random.Below(50)) * b2Vec2{4.0f, 3.0f};
		const b2Vec2 from = -k * b2Vec2{4.0f, 3.0f}, center = m * b2Vec2{-3.0f, 4.0f};
		wrong += CircleEquation(from, from + along, center, 5.0f * m).delta != 0.0f ? 1 : 0;
		const std::optional<RaySpan> span = ClipCircle({from, along, 1e4f}, center, 5.0f * m);
		ASSERT_TRUE(span && span->grazing) << i;
		EXPECT_FLOAT_EQ(span->enter.fraction, 4.0f * k / along.x);
	}
	EXPECT_GT(wrong, 100);
}

} // namespace
} // namespace ricochet::test::cheatsheet_test
