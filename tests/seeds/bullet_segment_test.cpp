// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/locate.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

#include "support/hit_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

// Tests the bullets of the article about fast particles. They are a point that leaps over a box, a segment to the
// predicted position, and curved paths in segments.

namespace ricochet::test::bullet_segment_test
{
namespace
{

constexpr float k_frame = 1.0f / 60.0f;

void AddBox(b2World& world, const b2AABB& box)
{
	const b2Vec2 extents = box.GetExtents();
	const auto shape = MakeBox(extents.x, extents.y, box.GetCenter());
	b2BodyDef def;
	world.CreateBody(&def)->CreateFixture(&*shape, 0.0f);
}

b2AABB Box(b2Vec2 lower, b2Vec2 upper)
{
	b2AABB box;
	box.lowerBound = lower;
	box.upperBound = upper;
	return box;
}

/// Returns the point of the first impact within some steps.
std::optional<b2Vec2> FirstImpact(Plugin& plugin, int steps, float dt)
{
	for (int i = 0; i < steps; ++i)
	{
		plugin.Step(dt, 8, 3);
		if (plugin.Impacts().empty() == false)
		{
			return plugin.Impacts().front().enter.point;
		}
	}
	return std::nullopt;
}

TEST(SeedBulletAsSegment, LeapfroggingABox)
{
	// A bullet of 300 m/s flies 5 m in a frame. If only its point is tested in each frame, the bullet passes a box of 1
	// m.
	const b2AABB box = Box({7.0f, -1.0f}, {8.0f, 1.0f});
	b2Vec2 position{0.0f, 0.0f};
	bool wasInside = false;
	for (int frame = 0; frame < 10; ++frame)
	{
		position = position + k_frame * b2Vec2{300.0f, 0.0f};
		wasInside = wasInside || LocateInBox(position, box) != Location::Outside;
	}
	EXPECT_FALSE(wasInside);
	EXPECT_GT(position.x, 49.0f);
}

TEST(SeedBulletAsSegment, FromItsPositionToThePredictedOne)
{
	const b2AABB box = Box({7.0f, -1.0f}, {8.0f, 1.0f});
	b2World world({0.0f, 0.0f});
	AddBox(world, box);
	Plugin plugin(world);
	ASSERT_TRUE(plugin.Fire({.velocity = {300.0f, 0.0f}}));
	const std::optional<b2Vec2> impact = FirstImpact(plugin, 10, k_frame);
	ASSERT_TRUE(impact);
	EXPECT_TRUE(IsBeside(*impact, {7.0f, 0.0f}));
	EXPECT_FLOAT_EQ(plugin.Impacts().front().thickness, 1.0f);
}

TEST(SeedBulletAsSegment, ABoxThatMovesToo)
{
	// The article clips against the box at one place. Here the box moves towards the bullet, and in one frame gets past
	// the bullet. The bullet's segment misses the box at both places.
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	def.type = b2_kinematicBody;
	def.position = {10.0f, 0.0f};
	def.linearVelocity = {-60.0f, 0.0f};
	const auto shape = MakeBox(0.25f, 1.0f);
	b2Body* body = world.CreateBody(&def);
	body->CreateFixture(&*shape, 0.0f);
	Plugin plugin(world);
	ASSERT_TRUE(plugin.Fire({.position = {9.5f, 0.0f}, .velocity = {3.0f, 0.0f}}));
	ASSERT_FALSE(CastRayAny(world, RayBetween({9.5f, 0.0f}, {9.55f, 0.0f}))) << "before the step";
	plugin.Step(k_frame, 8, 3);
	EXPECT_FALSE(CastRayAny(world, RayBetween({9.5f, 0.0f}, {9.55f, 0.0f}))) << "after it";
	ASSERT_EQ(plugin.Impacts().size(), 1u);
	EXPECT_NEAR(plugin.Impacts()[0].time, 0.25f / 63.0f, 1e-5f);
}

TEST(SeedBulletAsSegment, PathUnderGravityInChords)
{
	// In one second the bullet rises to 1.25 m and lands 10 m away. The chord from end to end, which "is still not 100%
	// accurate", runs along the ground. The chord passes below the upper box, which the bullet hits, and through the
	// lower box.
	const b2AABB upper = Box({4.5f, 1.0f}, {5.5f, 1.5f}), lower = Box({4.5f, -0.125f}, {5.5f, 0.125f});
	b2World world({0.0f, -10.0f});
	AddBox(world, upper);
	AddBox(world, lower);
	const std::optional<RayHit> chord = CastRayClosest(world, RayBetween({0.0f, 0.0f}, {10.0f, 0.0f}));
	ASSERT_TRUE(chord);
	EXPECT_TRUE(IsBeside(chord->enter.point, {4.5f, 0.0f}));

	Plugin plugin(world);
	ASSERT_TRUE(plugin.Fire({.velocity = {10.0f, 5.0f}}));
	const std::optional<b2Vec2> impact = FirstImpact(plugin, 1, 1.0f);
	ASSERT_TRUE(impact);
	EXPECT_NEAR(b2Distance(*impact, b2Vec2{4.5f, 5.0f * 0.45f - 5.0f * 0.45f * 0.45f}), 0.0f, 0.002f);
	EXPECT_GT(plugin.Stats().legs, 10) << "as many chords as stay within 1 mm of the arc";
}

TEST(SeedBulletAsSegment, HeatSeekingMissile)
{
	// Only the game knows these forces, so the game itself moves the missile and casts along the path of each frame.
	// Each path starts at the end of the previous one, so there is no gap.
	b2World world({0.0f, 0.0f});
	AddBox(world, Box({29.95f, 9.0f}, {30.05f, 11.0f}));
	b2Vec2 position{0.0f, 0.0f}, velocity{200.0f, 0.0f};
	const b2Vec2 heat{30.0f, 10.0f};
	std::optional<RayHit> hit;
	for (int frame = 0; frame < 60 && hit.has_value() == false; ++frame)
	{
		const b2Vec2 toHeat = heat - position;
		velocity = velocity + 40.0f * k_frame * 200.0f / toHeat.Length() * toHeat;
		velocity = 200.0f / velocity.Length() * velocity;
		const Ray way = {position, k_frame * velocity};
		hit = CastRayClosest(world, way);
		position = PointAt(way, 1.0f);
	}
	ASSERT_TRUE(hit);
	EXPECT_EQ(hit->enter.normal, (b2Vec2{-1.0f, 0.0f}));
	EXPECT_NEAR(hit->enter.point.y, 10.0f, 1.0f);
}

} // namespace
} // namespace ricochet::test::bullet_segment_test
