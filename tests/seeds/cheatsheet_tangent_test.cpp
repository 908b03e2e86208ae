// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/tangent.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

// These tests cover the tangent points of "Ray casting in 2D game engines, ultimate cheatsheet": its four cases and its
// discriminant.

namespace ricochet::test::cheatsheet_tangent_test
{
namespace
{

// Returns the sheet's points for a centre at the origin. The formula divides by a coordinate of the anchor.
std::vector<b2Vec2> TangentsOfTheSheet(b2Vec2 anchor, float radius)
{
	const float x = anchor.x, y = anchor.y, square = radius * radius;
	if (x == 0.0f && y == 0.0f)
	{
		return {}; // the sheet's case 4
	}
	const bool isUpright = x == 0.0f; // the sheet's case 2
	const float a = isUpright ? y * y : (y == 0.0f ? x * x : x * x + y * y);
	const float b = isUpright ? 0.0f : -2.0f * square * y;
	const float c = square * square - square * (isUpright ? y * y : x * x);
	const float delta = b * b - 4.0f * a * c;
	std::vector<b2Vec2> points;
	for (const float root : {-std::sqrt(delta), std::sqrt(delta)})
	{
		const float p = (-b + root) / (2.0f * a);
		if (delta > 0.0f || (delta == 0.0f && points.empty()))
		{
			points.push_back(isUpright ? b2Vec2{p, square / y} : b2Vec2{(square - p * y) / x, p});
		}
	}
	return points;
}

void ExpectNear(b2Vec2 point, b2Vec2 expected, float tolerance)
{
	EXPECT_NEAR(point.x, expected.x, tolerance);
	EXPECT_NEAR(point.y, expected.y, tolerance);
}

TEST(SeedCheatsheet, TangentPointsInEveryPosition)
{
	// Cases 1 to 3 put the anchor off the axes, above the centre and beside it. The left point must come first in all
	// of them.
	const b2Vec2 center{10.0f, 20.0f};
	for (const b2Vec2 anchor : {b2Vec2{4.0f, 3.0f}, {-4.0f, 3.0f}, {0.0f, 5.0f}, {0.0f, -5.0f}, {5.0f, 0.0f}})
	{
		const std::vector<b2Vec2> sheet = TangentsOfTheSheet(anchor, 3.0f);
		ASSERT_EQ(sheet.size(), 2u);
		const auto points = TangentPoints(center + anchor, center, 3.0f);
		ASSERT_TRUE(points);
		const b2Vec2 left = (*points)[0] - center, right = (*points)[1] - center;
		EXPECT_GT(b2Cross(left - anchor, -anchor), -b2Cross(right - anchor, -anchor) - 1e-3f);
		EXPECT_LT(b2Cross(left - anchor, -anchor), 0.0f);
		EXPECT_GT(b2Cross(right - anchor, -anchor), 0.0f);
		const bool isSwapped = b2Distance(sheet[0], left) > b2Distance(sheet[1], left);
		ExpectNear(left, sheet[isSwapped ? 1 : 0], 1e-5f);
		ExpectNear(right, sheet[isSwapped ? 0 : 1], 1e-5f);
	}
}

TEST(SeedCheatsheet, TangentPointsFromTheCenter)
{
	EXPECT_TRUE(TangentsOfTheSheet({0.0f, 0.0f}, 3.0f).empty());
	EXPECT_FALSE(TangentPoints({1.0f, 1.0f}, {1.0f, 1.0f}, 3.0f));
}

TEST(SeedCheatsheet, TangentPointsFromInside)
{
	EXPECT_TRUE(TangentsOfTheSheet({1.0f, 1.0f}, 3.0f).empty());
	EXPECT_FALSE(TangentPoints({1.0f, 1.0f}, {0.0f, 0.0f}, 3.0f));
}

TEST(SeedCheatsheet, TangentPointsFromTheRim)
{
	// If the anchor is on the circle, it is the only tangent point. In float, the discriminant is 0 for small numbers
	// and noise for others.
	ASSERT_EQ(TangentsOfTheSheet({3.0f, 4.0f}, 5.0f).size(), 1u);
	ExpectNear(TangentsOfTheSheet({3.0f, 4.0f}, 5.0f)[0], {3.0f, 4.0f}, 1e-6f);
	int wrong = 0;
	for (int i = 1; i < 1000; ++i)
	{
		const float m = static_cast<float>(i);
		const b2Vec2 anchor = m * b2Vec2{3.0f, 4.0f};
		wrong += TangentsOfTheSheet(anchor, 5.0f * m).size() != 1u ? 1 : 0;
		const auto points = TangentPoints(anchor, {0.0f, 0.0f}, 5.0f * m);
		ASSERT_TRUE(points) << i;
		EXPECT_EQ((*points)[0], anchor);
		EXPECT_EQ((*points)[1], anchor);
	}
	EXPECT_GT(wrong, 100);
}

TEST(SeedCheatsheet, TangentPointsFromCloseToAnAxis)
{
	// The anchor is not on the axis, so case 1 divides by its small distance from the axis.
	// At 1 cm the points are off by more than 1 cm. At a smaller distance the discriminant is 0, which gives one
	// tangent point.
	const std::vector<b2Vec2> sheet = TangentsOfTheSheet({0.01f, 5.0f}, 3.0f);
	ASSERT_EQ(sheet.size(), 2u);
	EXPECT_GT(std::abs(b2Distance(sheet[0], {0.0f, 0.0f}) - 3.0f) + std::abs(b2Distance(sheet[1], {0.0f, 0.0f}) - 3.0f),
	          0.01f)
	    << "not even on the circle";
	EXPECT_EQ(TangentsOfTheSheet({1e-5f, 5.0f}, 3.0f).size(), 1u);
	for (const float x : {0.0f, 1e-5f, 1e-20f})
	{
		const auto points = TangentPoints({x, 5.0f}, {0.0f, 0.0f}, 3.0f);
		ASSERT_TRUE(points);
		ExpectNear((*points)[0], {2.4f, 1.8f}, 1e-5f);
		ExpectNear((*points)[1], {-2.4f, 1.8f}, 1e-5f);
	}
}

} // namespace
} // namespace ricochet::test::cheatsheet_tangent_test
