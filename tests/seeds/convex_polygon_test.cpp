// MIT License, Copyright (c) 2026 the ricochet authors

#include "seeds/half_space.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/polygon_check.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

// These tests cover convex polygons and half spaces as the article about fast particles describes them.
// They show where the methods fail, and ricochet's answer.

namespace ricochet::test::convex_polygon_test
{
namespace
{

using documents::NormalOf;

const std::array<b2Vec2, 3> k_triangle = {b2Vec2{0.0f, 0.0f}, {4.0f, 0.0f}, {2.0f, 4.0f}};

// A chevron that opens upwards.
const std::array<b2Vec2, 4> k_concave = {b2Vec2{-4.0f, 4.0f}, {0.0f, -2.0f}, {4.0f, 4.0f}, {0.0f, 0.0f}};

bool IsInAllNegativeHalfSpaces(b2Vec2 point, std::span<const b2Vec2> vertices)
{
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		if (b2Dot(point - vertices[i], NormalOf(vertices, i)) > 0.0f)
		{
			return false;
		}
	}
	return true;
}

TEST(SeedSegmentClipping, ConvexOrConcave)
{
	const Result<PolygonKind> triangle = CheckPolygon(k_triangle);
	ASSERT_TRUE(triangle);
	EXPECT_TRUE(triangle->convex);
	const Result<PolygonKind> chevron = CheckPolygon(k_concave);
	ASSERT_TRUE(chevron);
	EXPECT_FALSE(chevron->convex);
	// A pentagram has an angle below 180 degrees at every vertex, but it goes around twice and is not convex.
	std::vector<b2Vec2> pentagram;
	for (int i = 0; i < 5; ++i)
	{
		const float angle = 2.0f * 6.2831853f * static_cast<float>(i) / 5.0f;
		pentagram.push_back({std::cos(angle), std::sin(angle)});
	}
	for (size_t i = 0; i < 5; ++i)
	{
		EXPECT_GT(b2Cross(pentagram[(i + 1) % 5] - pentagram[i], pentagram[(i + 2) % 5] - pentagram[(i + 1) % 5]),
		          0.0f);
	}
	EXPECT_EQ(CheckPolygon(pentagram).GetError().reason, ErrorReason::EdgesMeet);
}

TEST(SeedSegmentClipping, AnticlockwiseByConvention)
{
	EXPECT_TRUE(CheckPolygon(k_triangle)->counterClockwise);
	const std::array<b2Vec2, 3> clockwise = {k_triangle[0], k_triangle[2], k_triangle[1]};
	EXPECT_FALSE(CheckPolygon(clockwise)->counterClockwise);
	EXPECT_FALSE(IsInAllNegativeHalfSpaces({2.0f, 1.0f}, clockwise));
	EXPECT_EQ(LocateInPolygon({2.0f, 1.0f}, clockwise), Location::Inside) << "in either orientation";
}

TEST(SeedSegmentClipping, NumberOfIntersections)
{
	// A line crosses a convex polygon twice, or once if it starts inside. It may cross a concave polygon more often.
	// ricochet returns a span for each part inside.
	std::vector<RaySpan> spans;
	ClipPolygon({{-1.0f, 1.0f}, {8.0f, 0.0f}}, k_triangle, spans);
	ASSERT_EQ(spans.size(), 1u);
	ClipPolygon({{2.0f, 1.0f}, {8.0f, 0.0f}}, k_triangle, spans);
	ASSERT_EQ(spans.size(), 1u);
	EXPECT_TRUE(spans[0].startsInside);
	ClipPolygon({{-6.0f, 2.0f}, {12.0f, 0.0f}}, k_concave, spans);
	ASSERT_EQ(spans.size(), 2u) << "both arms of the chevron";
	EXPECT_LT(spans[0].exit.fraction, spans[1].enter.fraction);
}

TEST(SeedSegmentClipping, SideOfALineByTheSignOfAProduct)
{
	const b2Vec2 normal = NormalOf(k_triangle, 1);
	EXPECT_GT(b2Dot(b2Vec2{4.0f, 4.0f} - k_triangle[1], normal), 0.0f); // the blue point
	EXPECT_LT(b2Dot(b2Vec2{2.0f, 1.0f} - k_triangle[1], normal), 0.0f); // the red point
	// In float, the test takes the sign of the rounded product. These points are within an ulp of the long side of a
	// triangle.
	const std::array<b2Vec2, 3> sliver = {b2Vec2{0.1f, 0.1f}, {1000.3f, 700.7f}, {0.1f, 700.7f}};
	SceneRandom random(2);
	int wrong = 0;
	for (int i = 0; i < 2000; ++i)
	{
		const double t = random.Uniform(0.1f, 0.9f);
		const b2Vec2 p = {static_cast<float>(0.1f + t * (1000.3 - 0.1)), static_cast<float>(0.1f + t * (700.7 - 0.1))};
		// The differences of these floats are exact in double. The error of the products is far below the error in
		// float.
		const double ex = double{sliver[1].x} - sliver[0].x, ey = double{sliver[1].y} - sliver[0].y;
		const double side = ex * (double{p.y} - sliver[0].y) - ey * (double{p.x} - sliver[0].x);
		if (std::abs(side) < 1e-6)
		{
			continue;
		}
		const bool isInside = side > 0.0;
		wrong += IsInAllNegativeHalfSpaces(p, sliver) != isInside ? 1 : 0;
		ASSERT_EQ(LocateInConvex(p, sliver) == Location::Inside, isInside) << i;
	}
	EXPECT_GT(wrong, 0);
}

TEST(SeedSegmentClipping, PointInConvexPolygonByHalfSpaces)
{
	EXPECT_TRUE(IsInAllNegativeHalfSpaces({2.0f, 1.0f}, k_triangle));
	EXPECT_FALSE(IsInAllNegativeHalfSpaces({4.0f, 3.0f}, k_triangle));
	EXPECT_EQ(LocateInConvex({2.0f, 1.0f}, k_triangle), Location::Inside);
	EXPECT_EQ(LocateInConvex({3.0f, 2.0f}, k_triangle), Location::Boundary);
	EXPECT_EQ(LocateInConvex({4.0f, 3.0f}, k_triangle), Location::Outside);
}

TEST(SeedSegmentClipping, HalfSpacesOfAConcavePolygon)
{
	// The article says: "The algorithm will break". A point in one arm is outside the half space of an edge of the
	// other arm.
	EXPECT_FALSE(IsInAllNegativeHalfSpaces({-3.0f, 2.75f}, k_concave));
	EXPECT_EQ(LocateInPolygon({-3.0f, 2.75f}, k_concave), Location::Inside);
	EXPECT_EQ(LocateInPolygon({0.0f, 2.0f}, k_concave), Location::Outside);
}

} // namespace
} // namespace ricochet::test::convex_polygon_test
