// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/clip.h>

#include "sight/light_cases.h"
#include "sight/parallel_rays.h"
#include "support/rounded_scenes.h"
#include "support/value_of.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

// Compares light from infinitely far away with single ray casts.

namespace ricochet::test::parallel_light_test
{

namespace
{

// Checks random depths of the lit region: each must be between the depths of three neighbouring rays.
void ExpectAsCast(const b2World& world, const ParallelLight& light, const LitRegion& region, SceneRandom& random)
{
	const LightFrame frame(light);
	for (int i = 0; i < 40; ++i)
	{
		const double x = frame.right + (frame.leftmost - frame.right) * random.Uniform(0.001f, 0.999f);
		double low = 1e30, high = -1e30;
		for (const double shift : {-2e-5, 0.0, 2e-5})
		{
			const double depth = CastDepth(world, frame, x + shift, light.filter);
			low = std::min(low, depth);
			high = std::max(high, depth);
		}
		const double got = PolygonDepth(region.polygon, frame, x);
		EXPECT_TRUE(got > low - 5e-5 && got < high + 5e-5)
		    << "at " << x << ": " << got << " instead of " << low << " to " << high << "\n"
		    << ToText(std::span(region.polygon));
	}
}

// Checks the laws that hold for every side of the lit region.
void ExpectSides(const ParallelLight& light, const LitRegion& region)
{
	const LightFrame frame(light);
	constexpr double k_error = 1e-5;
	for (size_t i = 0; i < region.polygon.size(); ++i)
	{
		const SightVertex& vertex = region.polygon[i];
		const Point2 a = frame.ToLocal(vertex.point);
		const Point2 b = frame.ToLocal(region.polygon[(i + 1) % region.polygon.size()].point);
		EXPECT_TRUE(a.x > frame.right - k_error && a.x < frame.leftmost + k_error);
		EXPECT_TRUE(a.y > -k_error && a.y < frame.Depth() + k_error) << ToText(std::span(region.polygon));
		EXPECT_TRUE(vertex.side == SightSide::Arc || vertex.radius == 0.0f);
		EXPECT_EQ(vertex.fixture != nullptr, vertex.side == SightSide::Wall || vertex.side == SightSide::Arc);
		if (vertex.side == SightSide::Shadow)
		{
			EXPECT_NEAR(a.x, b.x, k_error);
		}
		else if (vertex.side == SightSide::Rim)
		{
			const double line = 2.0 * a.y < frame.Depth() ? 0.0 : frame.Depth();
			EXPECT_NEAR(a.y, line, k_error);
			EXPECT_NEAR(b.y, line, k_error);
		}
	}
}

// Compares the triangles, and random points, with the polygon itself.
void ExpectFilled(const ParallelLight& light, const LitRegion& region, SceneRandom& random)
{
	std::vector<b2Vec2> points(5); // the call must replace this content
	Triangulate(region.polygon, light, 1e-4f, points);
	ASSERT_EQ(points.size() % 3, 0u);
	double area = 0.0;
	for (size_t i = 0; i < points.size(); i += 3)
	{
		const double twice = Cross(Widen(points[i + 1]) - Widen(points[i]), Widen(points[i + 2]) - Widen(points[i]));
		EXPECT_GE(twice, -1e-4) << "counter-clockwise";
		area += 0.5 * twice;
	}
	EXPECT_NEAR(area, Area(region.polygon), 1e-2);
	const LightFrame frame(light);
	constexpr int k_strips = 2000;
	const double width = (frame.leftmost - frame.right) / k_strips;
	double sum = 0.0;
	for (int i = 0; i < k_strips; ++i)
	{
		sum += width * PolygonDepth(region.polygon, frame, frame.right + width * (i + 0.5));
	}
	EXPECT_NEAR(area, sum, 10.0 * width * frame.Depth()) << "a strip's area for each border of a shadow";
	for (int i = 0; i < 40; ++i)
	{
		const double x = frame.right + (frame.leftmost - frame.right) * random.Uniform(-0.2f, 1.2f);
		const double y = frame.Depth() * random.Uniform(-0.2f, 1.2f);
		const double low =
		    std::min(PolygonDepth(region.polygon, frame, x - 1e-5), PolygonDepth(region.polygon, frame, x + 1e-5));
		const double high =
		    std::max(PolygonDepth(region.polygon, frame, x - 1e-5), PolygonDepth(region.polygon, frame, x + 1e-5));
		const bool isLit = y > 1e-4 && y < low - 1e-4;
		if (isLit || y < -1e-4 || y > high + 1e-4)
		{
			EXPECT_EQ(Contains(region.polygon, light, Narrow(frame.ToWorld({x, y}))), isLit) << x << ", " << y;
		}
	}
}

ParallelLight RandomParallelLight(SceneRandom& random)
{
	ParallelLight light;
	light.direction = random.LogUniform(1e-6f, 1e6f) * random.Direction();
	if (random.OneIn(4))
	{
		light.direction = {0.0f, random.OneIn(2) ? -3.0f : 0.5f};
	}
	const b2Vec2 center = random.InBox(3.0f);
	const b2Vec2 half{random.Uniform(1.0f, 10.0f), random.Uniform(1.0f, 10.0f)};
	light.view = {center - half, center + half};
	light.before = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 8.0f);
	light.filter.sides = static_cast<Sides>(random.Below(3));
	light.filter.startInside = random.OneIn(2);
	return light;
}

TEST(ParallelLights, AsManyRaysTell)
{
	SceneRandom random(21);
	for (int i = 0; i < ScaledCount(400); ++i)
	{
		Scene scene = RandomSightWorld(random, static_cast<WorldLayout>(random.Below(6)));
		for (int32_t k = random.Below(5); k > 0; --k)
		{
			scene.AddCircle(random.InBox(8.0f), random.LogUniform(0.05f, 3.0f));
		}
		const ParallelLight light = RandomParallelLight(random);
		const LitRegion region = Lit(*scene.world, light);
		EXPECT_TRUE(region.penumbras.empty());
		ExpectAsCast(*scene.world, light, region, random);
		ExpectSides(light, region);
		ExpectFilled(light, region, random);
		if (HasFailure())
		{
			FAIL() << "scene " << i;
		}
	}
}

// Light from above on 10 m by 10 m.
class Daylight : public testing::Test
{
protected:
	LitRegion Light() const { return Lit(*m_scene.world, m_light); }

	float LitArea() const
	{
		const LitRegion region = Light();
		ExpectSides(m_light, region);
		return Area(region.polygon);
	}

	Scene m_scene;
	ParallelLight m_light{.direction = {0.0f, -2.0f}, .view = {{0.0f, 0.0f}, {10.0f, 10.0f}}};
};

TEST_F(Daylight, OverAnEmptyView)
{
	const LitRegion region = Light();
	ASSERT_EQ(region.polygon.size(), 4u);
	EXPECT_EQ(CountOf(region.polygon, SightSide::Rim), 2);
	EXPECT_EQ(CountOf(region.polygon, SightSide::Shadow), 2);
	EXPECT_EQ(LitArea(), 100.0f);
	m_light.before = 2.0f;
	EXPECT_EQ(LitArea(), 120.0f);
	m_light.direction = {1.0f, -1.0f};
	// The smallest rectangle along the diagonal that contains the view has twice its area.
	EXPECT_NEAR(LitArea(), std::sqrt(200.0f) * (std::sqrt(200.0f) + 2.0f), 1e-3f);
}

TEST_F(Daylight, ShadowsOfABoxAndACircle)
{
	b2Fixture* box = m_scene.AddBox({3.0f, 5.0f}, 1.0f, 1.0f);
	EXPECT_EQ(LitArea(), 100.0f - 2.0f * 6.0f);
	b2Fixture* circle = m_scene.AddCircle({7.0f, 5.0f}, 2.0f);
	const LitRegion region = Light();
	EXPECT_NEAR(LitArea(), 88.0f - 4.0f * 5.0f - 2.0f * std::numbers::pi_v<float>, 1e-4f);
	EXPECT_TRUE(Names(region.polygon, box));
	EXPECT_TRUE(Names(region.polygon, circle));
	EXPECT_EQ(CountOf(region.polygon, SightSide::Arc), 1);
}

TEST_F(Daylight, WhatIsBeforeTheViewCounts)
{
	m_scene.AddBox({3.0f, 12.0f}, 1.0f, 0.5f);
	EXPECT_EQ(LitArea(), 100.0f) << "it ends at 11.5 m, and the light comes from 10 m";
	m_light.before = 1.25f;
	EXPECT_EQ(LitArea(), 112.5f);
	m_light.before = 1.75f;
	EXPECT_EQ(LitArea(), 117.5f - 2.0f * 11.75f) << "light comes from inside the box";
	m_light.before = 4.0f;
	EXPECT_EQ(LitArea(), 140.0f - 2.0f * 12.5f);
}

TEST_F(Daylight, AWallThatReachesOverTheLine)
{
	m_scene.AddEdge({1.0f, 12.0f}, {5.0f, 8.0f});
	EXPECT_EQ(LitArea(), 100.0f - 2.0f * 9.0f) << "from where it comes through the line";
}

TEST_F(Daylight, AWallThatIsBeforeTheLineWhereverTheViewIs)
{
	m_scene.AddEdge({-6.0f, 8.0f}, {5.0f, 12.0f});
	EXPECT_EQ(LitArea(), 100.0f);
}

TEST_F(Daylight, CirclesThatReachOverTheLine)
{
	b2Fixture* circle = m_scene.AddCircle({5.0f, 10.0f}, 2.0f);
	EXPECT_EQ(LitArea(), 60.0f);
	m_scene.world->DestroyBody(circle->GetBody());
	m_scene.AddCircle({5.0f, 9.0f}, 2.0f);
	// The line is inside the disc for 2 sqrt(3) m. On both sides of this part, the disc's upper surface is below the
	// line.
	const float root = std::sqrt(3.0f), wings = std::numbers::pi_v<float> / 1.5f - root;
	EXPECT_NEAR(LitArea(), 60.0f + 2.0f * (2.0f - root) - wings, 1e-3f);
	m_light.filter.startInside = false;
	EXPECT_NEAR(LitArea(), 100.0f - 18.0f * (2.0f - root) - wings, 1e-3f) << "light that comes from inside passes";
}

TEST_F(Daylight, FromInsideASolid)
{
	m_scene.AddBox({5.0f, 10.0f}, 8.0f, 1.0f);
	EXPECT_TRUE(Light().polygon.empty()) << "dark";
	m_light.filter.startInside = false;
	EXPECT_EQ(LitArea(), 100.0f);
}

TEST_F(Daylight, SidesAndFilters)
{
	// The chain runs from right to left, so its front is above.
	const b2Vec2 path[] = {{6.0f, 5.0f}, {4.0f, 5.0f}};
	b2Fixture* chain = m_scene.Add(m_scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeChain(path)));
	EXPECT_EQ(LitArea(), 90.0f);
	m_light.filter.sides = Sides::Front;
	EXPECT_EQ(LitArea(), 90.0f);
	m_light.filter.sides = Sides::Back;
	EXPECT_EQ(LitArea(), 100.0f);
	m_light.direction = {0.0f, 1.0f};
	EXPECT_EQ(LitArea(), 90.0f);
	m_light.filter = {.ignoreBody = chain->GetBody()};
	EXPECT_EQ(LitArea(), 100.0f);
	m_light.filter = {.accept = [chain](b2Fixture* fixture)
	                  {
		                  return fixture != chain;
	                  }};
	EXPECT_EQ(LitArea(), 100.0f);
	m_light.filter = {.maskBits = 0x0002};
	EXPECT_EQ(LitArea(), 100.0f);
	chain->SetSensor(true);
	m_light.filter = {};
	EXPECT_EQ(LitArea(), 100.0f);
	m_light.filter.sensors = true;
	EXPECT_EQ(LitArea(), 90.0f);
}

TEST_F(Daylight, NoLightBetweenBoxesThatTouch)
{
	for (int i = 0; i < 10; ++i)
	{
		m_scene.AddBox({0.5f + static_cast<float>(i), i % 2 == 0 ? 6.0f : 7.0f}, 0.5f, 0.5f);
	}
	EXPECT_EQ(LitArea(), 30.0f);
	const LitRegion region = Light();
	EXPECT_EQ(CountOf(region.polygon, SightSide::Rim), 1) << "the line from which it comes";
}

} // namespace

// The boxes have integer coordinates and are rotated by quarter turns. Their sides are parallel to the light up to
// rounding, and points are on lines through their corners. A point is dark if the path to the sun clearly passes
// through a box.
TEST(ParallelLight, HoldsPointsOnLinesThroughCorners)
{
	constexpr float k_margin = 1e-3f;
	const std::vector<b2Vec2> suns{{0.0f, -1.0f}, {1.0f, 0.0f}, {1.0f, -1.0f}, {1.0f, -2.0f}};
	SceneRandom random(0x5C2);
	int32_t lit = 0, dark = 0;
	for (int32_t i = 0; i < ScaledCount(1000); ++i)
	{
		Scene scene;
		std::vector<b2AABB> boxes;
		for (int32_t k = 1 + random.Below(3); k > 0; --k)
		{
			const b2Vec2 center{static_cast<float>(random.Below(13) - 6), static_cast<float>(random.Below(13) - 6)};
			const float half = static_cast<float>(1 + random.Below(2));
			scene.AddBox(center, half, half, 0.5f * b2_pi * static_cast<float>(random.Below(4)));
			boxes.push_back({center - b2Vec2{half, half}, center + b2Vec2{half, half}});
		}
		const ParallelLight light{.direction = random.OneOf(suns), .view = {{-20.0f, -20.0f}, {20.0f, 20.0f}}};
		const LitRegion region = Lit(*scene.world, light);
		for (int32_t k = 0; k < 60; ++k)
		{
			const b2Vec2 point{0.5f * static_cast<float>(random.Below(61) - 30),
			                   0.5f * static_cast<float>(random.Below(61) - 30)};
			const auto meets = [&](float grown)
			{
				return std::any_of(boxes.begin(), boxes.end(),
				                   [&](const b2AABB& box)
				                   {
					                   const b2Vec2 margin{grown, grown};
					                   const b2AABB around{box.lowerBound - margin, box.upperBound + margin};
					                   return ClipBox({point, -60.0f * light.direction}, around).has_value();
				                   });
			};
			const bool isLit = Contains(region.polygon, light, point);
			if (meets(-k_margin))
			{
				EXPECT_FALSE(isLit) << "scene " << i << " at " << point.x << ", " << point.y;
				++dark;
			}
			else if (meets(k_margin) == false)
			{
				EXPECT_TRUE(isLit) << "scene " << i << " at " << point.x << ", " << point.y;
				++lit;
			}
		}
	}
	EXPECT_GT(std::min(lit, dark), ScaledCount(1000) * 5);
}

TEST(ParallelLight, AmongRoundedShapesGetsAsFarAsRays)
{
	SceneRandom random(82);
	for (uint64_t i = 1; i <= static_cast<uint64_t>(ScaledCount(60)) && testing::Test::HasFailure() == false; ++i)
	{
		const Scene scene = MakeRoundedScene(8, i);
		const float angle = random.Uniform(-3.0f, 3.0f);
		ParallelLight light{.direction = {std::cos(angle), std::sin(angle)}, .view = {{-4.0f, -4.0f}, {4.0f, 4.0f}}};
		light.filter.startInside = random.OneIn(2); // some rays begin inside a shape
		ExpectAsCast(*scene.world, light, Lit(*scene.world, light), random);
	}
}

} // namespace ricochet::test::parallel_light_test
