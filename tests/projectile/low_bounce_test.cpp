// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include "projectile/firing_range.h"
#include "support/random.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
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

	// Returns the energy per kilogram, in the frame of the slope.
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

// At the end of a face, the bullet slides on and falls. In an earlier version, the bullet stayed at the end while its
// velocity grew.
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
				for (int32_t i = 0; i < std::max(120, ScaledCount(300)); ++i)
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

// Both sides of the V are fixtures of one body. Near the tip, the bullet lies in a gap as rounding may leave between
// two tiles. But it is outside both fixtures, so it must not be stopped as inside a solid.
TEST(LowBounce, ABulletRestsInTheTipOfAVOfOneBody)
{
	constexpr float k_length = 30.0f;
	for (const float opening : {0.35f, 0.5f, 0.8f})
	{
		for (const float restitution : {0.0f, 0.5f})
		{
			SceneRandom random(3605);
			for (int trial = 0; trial < 20; ++trial)
			{
				FiringRange range({0.0f, random.OneIn(2) ? -k_gravity : 0.0f});
				const b2Rot turn(opening);
				const b2Vec2 side = k_length * turn.GetXAxis();
				const b2Vec2 depth = 5.0f * turn.GetYAxis();
				const std::vector<b2Vec2> floor{{0.0f, 0.0f}, {0.0f, -5.0f}, {k_length, -5.0f}, {k_length, 0.0f}};
				const std::vector<b2Vec2> roof{{0.0f, 0.0f}, side, side + depth, depth};
				b2Body* body = range.AddBody({0.0f, 0.0f}, random.Uniform(0.0f, 6.0f));
				range.Add(body, *MakePolygon(floor))->SetFriction(0.0f);
				range.Add(body, *MakePolygon(roof))->SetFriction(0.0f);
				const b2Rot ahead(random.Uniform(0.2f, 0.8f) * turn.GetAngle());
				const b2Rot aside(ahead.GetAngle() + random.Uniform(-0.3f, 0.3f));
				BulletDef def;
				def.position = body->GetWorldPoint(random.Uniform(0.3f, 1.5f) * ahead.GetXAxis());
				def.velocity = body->GetWorldVector(-random.Uniform(2.0f, 60.0f) * aside.GetXAxis());
				def.restitution = restitution;
				def.maxBounces = std::numeric_limits<int32_t>::max();
				def.lifetime = 1.0e6f;
				const BulletId id = range.plugin.Fire(def);
				for (int32_t step = 0; step < 60; ++step)
				{
					range.Step(1.0f / 60.0f);
					for (const ImpactEvent& impact : range.plugin.Impacts())
					{
						ASSERT_EQ(impact.response, Response::Bounce) << opening << ", trial " << trial;
						ASSERT_FALSE(impact.startsInside) << opening << ", trial " << trial;
					}
					ASSERT_TRUE(range.plugin.Expired().empty()) << opening << ", trial " << trial;
					// The body is at the origin, so its frame only turns, and the sides begin at the origin.
					const b2Rot& q = body->GetTransform().q;
					const b2Vec2 place = range.plugin.Find(id)->position;
					const double x = double{q.c} * place.x + double{q.s} * place.y;
					const double y = double{q.c} * place.y - double{q.s} * place.x;
					ASSERT_GE(y, 0.0) << opening << ", trial " << trial;
					ASSERT_GE(x * side.y - y * side.x, 0.0) << opening << ", trial " << trial;
				}
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

// A floor that ends at a corner, and a wall that leans over it.
struct Wedge
{
	FiringRange range{{0.0f, -k_gravity}};
	b2Body* body = range.AddBody({0.0f, 0.0f});

	Wedge(b2Vec2 floorEnd, b2Vec2 corner, b2Vec2 wallEnd, std::array<float, 2> restitutions,
	      std::array<float, 2> frictions)
	{
		const std::array<b2Vec2, 2> ends{floorEnd, wallEnd};
		for (size_t i = 0; i < ends.size(); ++i)
		{
			b2Fixture* fixture = range.Add(body, *MakeEdge(ends[i], corner));
			fixture->SetRestitution(restitutions[i]);
			fixture->SetFriction(frictions[i]);
		}
	}

	BulletId Fire(b2Vec2 position, b2Vec2 velocity, float radius, float restitution)
	{
		BulletDef def;
		def.position = position;
		def.velocity = velocity;
		def.radius = radius;
		def.restitution = restitution;
		def.lifetime = std::numeric_limits<float>::infinity();
		def.maxBounces = std::numeric_limits<int32_t>::max();
		def.keepsPath = true;
		return range.plugin.Fire(def);
	}

	[[nodiscard]] float EnergyOf(BulletId id) const // J/kg
	{
		const std::optional<BulletState> bullet = range.plugin.Find(id);
		return 0.5f * bullet->velocity.LengthSquared() + k_gravity * bullet->position.y;
	}

	// True if a fast bullet flies to the end of the step: the speed of its path's last leg must be the bullet's speed.
	[[nodiscard]] bool FliesToTheEnd(BulletId id, float dt) const
	{
		const std::span<const PathPoint> path = range.plugin.PathOf(id);
		const std::optional<BulletState> bullet = range.plugin.Find(id);
		const float speed = bullet->velocity.Length();
		const float duration = path.back().time - path[path.size() - 2].time;
		if (speed < 2.0f * k_gravity * dt + 1.0f || duration < 0.05f * dt)
		{
			return true;
		}
		const float length = (path.back().position - path[path.size() - 2].position).Length();
		const float rounding = 5.0e-7f * std::max(1.0f, bullet->position.Length());
		return length >= (0.98f * speed - k_gravity * duration) * duration - 0.002f - rounding;
	}
};

// The wall reflects, and the floor does not. A bullet that slides into the corner is thrown to and fro between them.
TEST(LowBounce, ABulletThatSlidesIntoANarrowWedgeUsesItsTime)
{
	constexpr float k_step = 0.195603162f;
	Wedge wedge({-16.9935799f, -10.5460072f}, {0.0f, 0.0f}, {-19.3873348f, -4.91235304f}, {0.0f, 0.962730646f},
	            {0.0f, 0.5f});
	const BulletId id = wedge.Fire({-0.897391319f, -0.545140862f}, {8.43691349f, 5.23584509f}, 0.0f, 0.0f);
	wedge.range.Step(k_step);
	EXPECT_TRUE(wedge.FliesToTheEnd(id, k_step));
}

// The bullet slides, and lies in the corner. Its moves become shorter than floats are apart there.
TEST(LowBounce, ABulletThatLiesInANarrowWedgeDoesNotReachTheLimitOfContacts)
{
	Wedge wedge({39.2247467f, 29.9959507f}, {59.2210312f, 29.6105156f}, {43.3827858f, 41.8232117f},
	            {0.402810603f, 0.0f}, {0.5f, 0.5f});
	(void)wedge.Fire({52.8525238f, 29.7432728f}, {2.12530541f, -0.0409660079f}, 0.0f, 0.3693344f);
	for (int step = 0; step < 60; ++step)
	{
		wedge.range.Step(0.0798432f);
		ASSERT_TRUE(wedge.range.plugin.Expired().empty()) << step;
	}
}

TEST(LowBounce, ABulletInAnyWedgeUsesItsTimeAndGainsNoEnergy)
{
	SceneRandom random(3604);
	for (int trial = 0; trial < ScaledCount(600); ++trial)
	{
		const float slope = random.Uniform(-0.6f, 0.6f);
		const float lean = b2_pi + slope - random.Uniform(0.3f, 2.6f);
		const float far = random.OneIn(2) ? 0.0f : random.LogUniform(1.0f, 300.0f);
		const b2Vec2 corner{far, 0.5f * far};
		const b2Vec2 along{std::cos(slope), std::sin(slope)};
		const auto draw = [&]
		{
			return random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 1.0f);
		};
		Wedge wedge(corner - 20.0f * along, corner, corner + 20.0f * b2Vec2{std::cos(lean), std::sin(lean)},
		            {draw(), draw()}, {draw(), draw()});
		const float radius = random.OneIn(2) ? 0.0f : random.LogUniform(0.01f, 0.1f);
		const b2Vec2 place = corner - random.Uniform(1.0f, 8.0f) * along + (radius + 0.01f) * along.Skew();
		const BulletId id = wedge.Fire(place, random.LogUniform(0.5f, 50.0f) * along, radius, draw());
		float energy = std::numeric_limits<float>::max();
		float dt = 0.0f;
		for (int step = 0; step < 60; ++step)
		{
			const float last = dt;
			dt = random.LogUniform(0.001f, 0.2f);
			wedge.range.Step(dt);
			if (wedge.range.plugin.Find(id).has_value() == false)
			{
				// A wide disc may start in the wall.
				ASSERT_TRUE(step == 0 && wedge.range.plugin.Expired()[0].reason == ExpiredEvent::Reason::Stopped)
				    << trial;
				break;
			}
			EXPECT_TRUE(wedge.FliesToTheEnd(id, dt)) << trial << " in step " << step;
			// A bullet that is held at rest may have the speed that gravity adds in a step.
			const float added = k_gravity * (last + dt);
			const float slack = 0.5f * added * added + 0.02f + 1.0e-4f * std::abs(energy);
			EXPECT_LE(wedge.EnergyOf(id), energy + slack) << trial << " in step " << step;
			energy = std::min(energy, wedge.EnergyOf(id));
		}
	}
}

} // namespace ricochet::test::low_bounce_test
