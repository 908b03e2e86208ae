// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::test::hull_cast_depth_test
{

namespace
{

bool OverlapsAfter(const HullScene& scene, double distance, double x, double y)
{
	HullScene moved = scene;
	moved.translation = {0.0f, 0.0f};
	moved.movingPose.p.x = static_cast<float>(moved.movingPose.p.x + distance * x);
	moved.movingPose.p.y = static_cast<float>(moved.movingPose.p.y + distance * y);
	return ExactCastHull(moved).hit;
}

std::string DepthMismatch(const HullScene& scene, const HullSpan& span, Random& random)
{
	const double x = span.wayOut.x, y = span.wayOut.y, depth = span.depth;
	const double tolerance = 1e-5 * scene.Size();
	if (std::abs(std::hypot(x, y) - 1.0) > 1e-6)
	{
		return "the way out is no unit vector";
	}
	if (depth < 0.0 || OverlapsAfter(scene, depth + tolerance, x, y))
	{
		return "not free after the depth";
	}
	if (depth > tolerance && OverlapsAfter(scene, depth - tolerance, x, y) == false)
	{
		return "free before the depth";
	}
	for (int i = 0; i < 8 && 0.999 * depth > tolerance; ++i)
	{
		const double angle = random.Uniform(0.0f, 6.2831853f);
		if (OverlapsAfter(scene, 0.999 * depth - tolerance, std::cos(angle), std::sin(angle)) == false)
		{
			return "free before the depth toward " + std::to_string(angle);
		}
	}
	return "";
}

void CheckDepths(uint64_t seed, HullNumbers numbers, int count)
{
	Random random(seed);
	int checked = 0;
	for (int i = 0; i < ScaledCount(count); ++i)
	{
		HullScene scene = HullDraw(random, numbers).Scene();
		// The scene is moved near the origin, so that the rounding of places does not matter.
		scene.movingPose.p = scene.movingPose.p - scene.stillPose.p;
		scene.stillPose.p = {0.0f, 0.0f};
		const std::optional<HullSpan> span = scene.Cast();
		if (span && span->startsInside)
		{
			++checked;
			ASSERT_EQ(DepthMismatch(scene, *span, random), "")
			    << scene.Text() << " trial " << i << " depth " << span->depth << " to " << ToText(span->wayOut);
		}
	}
	EXPECT_GT(checked, ScaledCount(count) / 20);
}

HullScene Resting(std::vector<b2Vec2> moving, b2Vec2 at, std::vector<b2Vec2> still, float radius)
{
	HullScene scene;
	scene.moving = std::move(moving);
	scene.still = std::move(still);
	scene.stillRadius = radius;
	scene.movingPose.p = at;
	return scene;
}

} // namespace

TEST(CastHull, TheDepthIsTheShortestWayOutOnAGrid)
{
	CheckDepths(0x4021, HullNumbers::Grid, 5000);
}

TEST(CastHull, TheDepthIsTheShortestWayOutOfRealNumbers)
{
	CheckDepths(0x4022, HullNumbers::Real, 5000);
}

TEST(CastHull, CapsulesEndToEndComeFreeAlongTheirAxis)
{
	const std::vector<b2Vec2> core = {{-0.5f, 0.0f}, {0.5f, 0.0f}};
	const std::optional<HullSpan> span = Resting(core, {1.25f, 0.0f}, core, 0.5f).Cast();
	ASSERT_TRUE(span.has_value());
	EXPECT_EQ(span->depth, 0.25f);
	EXPECT_EQ(ToText(span->wayOut), ToText(b2Vec2{1.0f, 0.0f}));
}

TEST(CastHull, CapsulesEndToEndUnderATurnComeFreeAlongTheirAxis)
{
	const std::vector<b2Vec2> core = {{-0.5f, 0.0f}, {0.5f, 0.0f}};
	for (float angle = 0.1f; angle < 6.0f; angle += 0.1f)
	{
		HullScene scene = Resting(core, {1.25f * std::cos(angle), 1.25f * std::sin(angle)}, core, 0.5f);
		scene.movingPose.q = scene.stillPose.q = b2Rot(angle);
		const std::optional<HullSpan> span = scene.Cast();
		ASSERT_TRUE(span.has_value());
		EXPECT_NEAR(span->depth, 0.25f, 1e-5f) << angle;
		EXPECT_NEAR(span->wayOut.x, std::cos(angle), 1e-5f) << angle;
		EXPECT_NEAR(span->wayOut.y, std::sin(angle), 1e-5f) << angle;
	}
}

TEST(CastHull, ADiscOnTheCoreOfACapsuleComesFreeToItsSide)
{
	for (const b2Vec2 end : {b2Vec2{0.0f, 4.0f}, b2Vec2{4.0f, 0.0f}, b2Vec2{4.0f, 4.0f}})
	{
		const std::optional<HullSpan> span = Resting({{0.0f, 0.0f}}, {0.0f, 0.0f}, {-end, end}, 0.5f).Cast();
		ASSERT_TRUE(span.has_value());
		EXPECT_EQ(span->depth, 0.5f);
		EXPECT_NEAR(b2Dot(span->wayOut, end), 0.0f, 1e-6f) << ToText(end);
	}
}

TEST(CastHull, ADiscUponADiscComesFreeUpward)
{
	const std::optional<HullSpan> span = Resting({{0.0f, 0.0f}}, {0.0f, 0.0f}, {{0.0f, 0.0f}}, 0.5f).Cast();
	ASSERT_TRUE(span.has_value());
	EXPECT_EQ(span->depth, 0.5f);
	EXPECT_EQ(ToText(span->wayOut), ToText(b2Vec2{0.0f, 1.0f}));
}

} // namespace ricochet::test::hull_cast_depth_test
