// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include "projectile/firing_range.h"
#include "support/random.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// Tests bullets whose bounces become lower than a step, or than the error of a chord. Their energy, and the motion of a
// block on a slope, judge them.

namespace ricochet::test::low_bounce_test
{

namespace
{

constexpr float k_gravity = 10.0f;

// A slope that moves at a constant velocity. The bullet on it may bounce without limit.
struct Slope
{
	b2World world{{0.0f, -k_gravity}};
	b2Body* body;
	Plugin plugin{world};
	b2Vec2 normal;
	b2Vec2 along;
	b2Vec2 drift;
	float dt;
	BulletId id;

	Slope(float angle, b2Vec2 velocity, float step)
	    : body(AddBody(world, {0.0f, 0.0f}, angle, b2_kinematicBody)), normal(-std::sin(angle), std::cos(angle)),
	      along(std::cos(angle), std::sin(angle)), drift(velocity), dt(step)
	{
		b2PolygonShape box;
		box.SetAsBox(500.0f, 1.0f);
		b2FixtureDef def;
		def.shape = &box;
		// the product of the frictions counts by its square root, so this leaves the root of the bullet's
		def.friction = 1.0f;
		body->CreateFixture(&def);
		body->SetLinearVelocity(drift);
	}

	// Fires a bullet at a height above the slope. Its velocity is relative to the slope.
	void Fire(BulletDef def, float height, b2Vec2 velocity)
	{
		def.position = (1.0f + def.radius + height) * normal;
		def.velocity = drift + velocity;
		def.maxBounces = std::numeric_limits<int32_t>::max();
		def.lifetime = 1.0e9f;
		id = plugin.Fire(def);
	}

	[[nodiscard]] b2Vec2 Velocity() const { return plugin.Find(id)->velocity - drift; }
	[[nodiscard]] b2Vec2 Position() const { return plugin.Find(id)->position - body->GetPosition(); }

	// The energy per kilogram, in the frame of the slope.
	[[nodiscard]] double Energy() const
	{
		return 0.5 * static_cast<double>(Velocity().LengthSquared()) + k_gravity * static_cast<double>(Position().y);
	}
};

} // namespace

TEST(LowBounce, NeverGainsEnergy)
{
	SceneRandom random(3601);
	for (int trial = 0; trial < ScaledCount(1000); ++trial)
	{
		const b2Vec2 drift = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(1.0f);
		const float step = random.OneIn(2) ? 1.0f / 60.0f : 1.0f / random.Uniform(20.0f, 240.0f);
		Slope slope(random.Uniform(-0.6f, 0.6f), drift, step);
		BulletDef def;
		def.restitution = random.OneIn(4) ? 0.0f : (random.OneIn(4) ? 1.0f : random.Uniform(0.0f, 1.0f));
		def.friction = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 1.0f);
		def.radius = random.OneIn(2) ? 0.0f : random.Uniform(0.01f, 0.3f);
		const float high = random.Uniform(0.0f, 1.0f);
		const float speed = random.Uniform(0.0f, 3.0f);
		slope.Fire(def, 1.0e-4f + high * high * high, random.Uniform(-speed, speed) * slope.along);
		double energy = slope.Energy();
		for (int i = 0; i < 150; ++i)
		{
			slope.plugin.Step(slope.dt, 1, 1);
			ASSERT_TRUE(slope.plugin.Expired().empty())
			    << trial << ", step " << i << ": " << static_cast<int>(slope.plugin.Expired()[0].reason);
			// The potential energy of the gap of 0.02 mm that a waiting bullet keeps from a surface.
			const double gap = 2.1e-5 * k_gravity;
			EXPECT_LE(slope.Energy(), energy + gap + 1.0e-5 * std::abs(energy)) << trial << ", step " << i;
			energy = slope.Energy();
		}
	}
}

// A bullet without restitution slides like a block.
TEST(LowBounce, WithoutRestitutionABulletSlides)
{
	for (const float radius : {0.0f, 0.1f})
	{
		for (const float friction : {0.0f, 0.2f, 0.5f, 1.0f})
		{
			for (const float angle : {0.0f, 0.1f, 0.3f, 0.5f})
			{
				Slope slope(angle, {0.0f, 0.0f}, 1.0f / 60.0f);
				BulletDef def;
				def.restitution = 0.0f;
				def.friction = friction * friction;
				def.radius = radius;
				slope.Fire(def, 1.0e-4f, 3.0f * slope.along);
				double speed = 3.0;
				for (int i = 0; i < 120; ++i)
				{
					slope.plugin.Step(slope.dt, 1, 1);
					ASSERT_TRUE(slope.plugin.Expired().empty()) << i;
					const double weight = k_gravity * std::cos(angle) * slope.dt;
					const double pull = -k_gravity * std::sin(angle) * slope.dt;
					speed += pull;
					speed -= std::clamp(speed, -friction * weight, friction * weight);
				}
				EXPECT_NEAR(b2Dot(slope.Velocity(), slope.along), speed, 0.02 + 0.02 * std::abs(speed))
				    << "radius " << radius << ", friction " << friction << ", angle " << angle;
				EXPECT_NEAR(b2Dot(slope.Velocity(), slope.normal), 0.0f, 0.01f);
				EXPECT_NEAR(b2Dot(slope.Position(), slope.normal), 1.0f + radius, 0.0015f);
			}
		}
	}
}

// At the end of a face, the bullet slides on and falls. In an earlier version it stayed there, while its velocity grew.
TEST(LowBounce, ABulletSlidesOffTheEndOfAFace)
{
	for (const float angle : {0.0f, -0.3f, -0.7f})
	{
		for (const float radius : {0.0f, 0.01f, 0.05f, 0.1f})
		{
			for (const float rate : {30.0f, 60.0f, 120.0f})
			{
				FiringRange range({0.0f, -k_gravity}, {.surface = {}});
				b2Body* body = range.AddBox({0.0f, 0.0f}, 2.0f, 0.5f)->GetBody();
				body->SetTransform(body->GetPosition(), angle);
				body->GetFixtureList()->SetFriction(0.0f);
				BulletDef def;
				def.radius = radius;
				def.restitution = 0.0f;
				def.maxBounces = std::numeric_limits<int32_t>::max();
				def.lifetime = 1.0e6f;
				def.position = body->GetWorldPoint({-1.5f, 0.51f + radius});
				def.velocity = body->GetWorldVector({1.7f, 0.0f});
				const BulletId id = range.plugin.Fire(def);
				float lowest = def.position.y;
				for (int32_t i = 0; i < static_cast<int32_t>(4.0f * rate); ++i)
				{
					range.Step(1.0f / rate);
					ASSERT_TRUE(range.plugin.Find(id));
					lowest = std::min(lowest, range.plugin.Find(id)->position.y);
				}
				EXPECT_LT(lowest, -3.0f) << angle << ", radius " << radius << ", " << rate;
			}
		}
	}
}

// In a shallow V without friction, the bullet may swing for a long time.
TEST(LowBounce, ABulletComesToRestInAV)
{
	for (const float left : {0.8f, 1.1f})
	{
		for (const float right : {0.5f, 1.1f, 1.4f})
		{
			for (const float radius : {0.0f, 0.05f})
			{
				FiringRange range({0.0f, -k_gravity});
				const b2Vec2 high{4.0f * std::cos(right), 4.0f * std::sin(right)};
				b2PolygonShape sides[2];
				const b2Vec2 one[3] = {{0.0f, 0.0f}, {-4.0f * std::cos(left), 4.0f * std::sin(left)}, {-0.5f, -3.0f}};
				const b2Vec2 other[3] = {{0.0f, 0.0f}, high, {0.5f, -3.0f}};
				sides[0].Set(one, 3);
				sides[1].Set(other, 3);
				b2Body* body = range.AddBody({0.0f, 0.0f});
				range.Add(body, sides[0])->SetFriction(0.0f);
				range.Add(body, sides[1])->SetFriction(0.0f);
				BulletDef def;
				def.radius = radius;
				def.restitution = 0.0f;
				def.maxBounces = std::numeric_limits<int32_t>::max();
				def.lifetime = 1.0e6f;
				def.position = 0.4f * high + b2Vec2{-0.01f - 2.0f * radius, 0.02f + 2.0f * radius};
				const BulletId id = range.plugin.Fire(def);
				for (int32_t i = 0; i < 300; ++i)
				{
					range.Step(1.0f / 60.0f);
					ASSERT_TRUE(range.plugin.Expired().empty()) << left << ", " << right << ", " << radius;
				}
				EXPECT_LT(range.plugin.Find(id)->velocity.Length(), 0.5f) << left << ", " << right << ", " << radius;
				EXPECT_LT(range.plugin.Find(id)->position.Length(), 0.02f + 4.0f * radius) << left << ", " << right;
			}
		}
	}
}

// The faces meet at a point whose coordinates floats represent with different precision. Bounces that take no time must
// not accumulate.
TEST(LowBounce, ABulletComesToRestInAVAnywhere)
{
	SceneRandom random(3602);
	for (int trial = 0; trial < ScaledCount(100); ++trial)
	{
		FiringRange range({0.0f, -k_gravity});
		const b2Vec2 corner{random.Uniform(-20.0f, 20.0f), random.Uniform(-20.0f, 20.0f)};
		range.Add(range.AddBody({0.0f, 0.0f}), *MakeEdge(corner + b2Vec2{-10.0f, random.Uniform(1.0f, 20.0f)}, corner));
		range.Add(range.AddBody({0.0f, 0.0f}), *MakeEdge(corner, corner + b2Vec2{10.0f, random.Uniform(1.0f, 20.0f)}));
		BulletDef def;
		def.position = corner + b2Vec2{0.0f, 2.0f};
		def.velocity = {random.Uniform(-2.0f, 2.0f), 0.0f};
		def.lifetime = 1.0e6f;
		def.restitution = 0.4f;
		def.maxBounces = std::numeric_limits<int32_t>::max();
		const BulletId id = range.plugin.Fire(def);
		for (int32_t step = 0; step < 300; ++step)
		{
			range.Step(1.0f / 60.0f);
			ASSERT_TRUE(range.plugin.Expired().empty()) << trial << " in step " << step;
		}
		EXPECT_LE((range.plugin.Find(id)->position - corner).Length(), 10.0f) << trial;
	}
}

TEST(LowBounce, ABounceAtAWallAtRestBeginsTowardsTheWall)
{
	SceneRandom random(3603);
	int bounces = 0;
	for (int trial = 0; trial < ScaledCount(100); ++trial)
	{
		FiringRange range({0.0f, -k_gravity});
		std::vector<b2Vec2> room;
		for (int i = 0; i < 8; ++i)
		{
			const float angle = 0.25f * b2_pi * (static_cast<float>(i) + random.Uniform(0.1f, 0.9f));
			room.push_back({4.0f * std::cos(angle), 4.0f * std::sin(angle)});
		}
		b2ChainShape walls;
		walls.CreateLoop(room.data(), 8);
		range.Add(range.AddBody({0.0f, 0.0f}), walls);
		BulletDef def;
		def.velocity = random.LogUniform(1.0f, 30.0f) * random.Direction();
		def.radius = random.OneIn(2) ? 0.0f : random.Uniform(0.01f, 0.2f);
		def.restitution = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 0.9f);
		def.lifetime = 1.0e6f;
		def.maxBounces = std::numeric_limits<int32_t>::max();
		(void)range.plugin.Fire(def);
		for (int32_t step = 0; step < 120; ++step)
		{
			range.Step(1.0f / 60.0f);
			for (const ImpactEvent& impact : range.plugin.Impacts())
			{
				const float away = b2Dot(impact.velocityBefore, impact.enter.normal);
				EXPECT_LE(away, 1.0e-5f * (1.0f + impact.velocityBefore.Length())) << trial << " in step " << step;
				++bounces;
			}
		}
	}
	EXPECT_GE(bounces, ScaledCount(1000));
}

} // namespace ricochet::test::low_bounce_test
