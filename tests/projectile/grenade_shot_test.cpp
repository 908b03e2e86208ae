// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "geometry/vec.h"
#include "support/failing_memory.h"
#include "support/random.h"
#include "support/test_scale.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

// Tests bullets that hit grenades. The motion of two points on parabolas judges time and place of the hit. The states
// judge the momentum.

namespace ricochet::test::grenade_shot_test
{

namespace
{

using Point = Vec<double>;

BulletDef Hunter(b2Vec2 position, b2Vec2 velocity)
{
	BulletDef def = Lasting(position, velocity);
	def.gravityScale = 1.0f;
	def.hitsGrenades = true;
	return def;
}

GrenadeDef Disc(b2Vec2 position, b2Vec2 velocity, float radius = 0.05f)
{
	return {.position = position, .velocity = velocity, .radius = radius, .fuse = k_inf};
}

// Returns the time at which bullet and grenade hit each other, if they do. Both fall with the same acceleration, so the
// bullet moves straight relative to the grenade.
std::optional<double> TimeOfMeeting(const BulletDef& bullet, const GrenadeDef& grenade)
{
	const Point from = Lift<double>(bullet.position) - Lift<double>(grenade.position);
	const Point speed = Lift<double>(bullet.velocity) - Lift<double>(grenade.velocity);
	const double radius = static_cast<double>(grenade.radius) + bullet.radius;
	const double a = Dot(speed, speed);
	const double b = Dot(from, speed);
	const double square = b * b - a * (Dot(from, from) - radius * radius);
	if (b >= 0.0 || square <= 0.0)
	{
		return std::nullopt;
	}
	return (-b - std::sqrt(square)) / a;
}

// Returns the least distance of the centres, as a share of the sum of both radii. Near 1, it is uncertain whether there
// is a hit.
double Closeness(const BulletDef& bullet, const GrenadeDef& grenade)
{
	const Point from = Lift<double>(bullet.position) - Lift<double>(grenade.position);
	const Point speed = Lift<double>(bullet.velocity) - Lift<double>(grenade.velocity);
	return std::abs(Cross(from, speed)) / Length(speed) / (static_cast<double>(grenade.radius) + bullet.radius);
}

struct Outcome
{
	std::vector<ImpactEvent> impacts;
	std::vector<double> times; // since the bullet was fired (s)
};

Outcome Play(FiringRange& range, BulletId id, int32_t steps, float dt)
{
	Outcome outcome;
	for (int32_t step = 0; step < steps && range.plugin.Find(id).has_value(); ++step)
	{
		range.Step(dt);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			if (event.bullet)
			{
				outcome.impacts.push_back(event);
				outcome.times.push_back(static_cast<double>(step) * dt + event.time);
			}
		}
	}
	return outcome;
}

Point MomentumOf(double mass, b2Vec2 velocity)
{
	return mass * Lift<double>(velocity);
}

FiringRange RangeWith(Response response, b2Vec2 gravity = {0.0f, 0.0f})
{
	return FiringRange(gravity, {.rule = [response](const ImpactEvent&)
	                             {
		                             return response;
	                             }});
}

} // namespace

TEST(GrenadeShot, IsMetWhenAndWhereTwoParabolasDo)
{
	int32_t met = 0;
	int32_t missed = 0;
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(4000)) && HasFailure() == false; ++seed)
	{
		SCOPED_TRACE(seed);
		SceneRandom random(77000 + seed);
		FiringRange range(random.OneIn(3) ? b2Vec2{0.0f, 0.0f} : k_gravity);
		const float radius = random.LogUniform(0.01f, 3.0f);
		const GrenadeDef grenade =
		    Disc(random.InBox(5.0f), random.LogUniform(0.01f, 30.0f) * random.Direction(), radius);
		const b2Vec2 aim = random.LogUniform(1.0f, 5000.0f) * random.Direction();
		const double time = random.LogUniform(0.001f, 0.1f);
		const b2Vec2 off = random.Uniform(0.0f, 1.5f * radius) * random.Direction();
		const b2Vec2 start = grenade.position - static_cast<float>(time) * aim + off;
		BulletDef bullet = Hunter(start, aim + grenade.velocity);
		bullet.radius = random.OneIn(3) ? random.LogUniform(0.001f, 1.0f) : 0.0f;
		const double reach = static_cast<double>(radius) + bullet.radius;
		const double closeness = Closeness(bullet, grenade);
		const Point apart = Lift<double>(bullet.position) - Lift<double>(grenade.position);
		const std::optional<double> expected = TimeOfMeeting(bullet, grenade);
		const bool isLate = closeness < 1.0 && expected.value_or(0.0) > 0.2;
		if (std::abs(closeness - 1.0) < 0.02 || Length(apart) < 1.02 * reach || isLate)
		{
			continue;
		}
		range.plugin.Throw(grenade);
		const BulletId id = range.plugin.Fire(bullet);
		const float dt = random.LogUniform(0.002f, 0.05f);
		const Outcome outcome = Play(range, id, static_cast<int32_t>(0.3f / dt), dt);
		if (closeness > 1.0 || expected.has_value() == false)
		{
			EXPECT_TRUE(outcome.impacts.empty());
			missed += 1;
			continue;
		}
		ASSERT_EQ(outcome.impacts.size(), 1u);
		const ImpactEvent& event = outcome.impacts[0];
		const double speed = Length(Lift<double>(aim));
		// Both chords deviate by up to a millimetre from their parabolas. If the bullet enters at a flat angle, the
		// error is larger.
		const double depth = std::sqrt(1.0 - closeness * closeness);
		const double slack = (0.002 + 1.0e-5 * speed * 0.3) / depth;
		EXPECT_NEAR(outcome.times[0] * speed, *expected * speed, slack);
		EXPECT_EQ(event.response, Response::Stop);
		EXPECT_EQ(event.body, nullptr);
		EXPECT_EQ(event.fixture, nullptr);
		EXPECT_TRUE(event.bullet == id);
		EXPECT_TRUE(event.grenade == range.plugin.Grenades()[0].id);
		const double beside = closeness * reach;
		const double half = std::sqrt(std::max(static_cast<double>(radius) * radius - beside * beside, 0.0));
		EXPECT_NEAR(event.thickness * event.thickness, 4.0 * half * half,
		            12.0 * radius * slack + 0.04 * radius * radius);
		EXPECT_NEAR(event.enter.normal.Length(), 1.0f, 1.0e-5f);
		const b2Vec2 center = event.enter.point + bullet.radius * event.enter.normal;
		EXPECT_NEAR((event.position - center).Length(), 0.0f, 1.0e-5f * (10.0f + center.Length()));
		EXPECT_NEAR((event.localPoint - radius * event.enter.normal).Length(), 0.0f, 1.0e-5f * radius);
		met += 1;
	}
	EXPECT_GT(met, ScaledCount(4000) / 4);
	EXPECT_GT(missed, ScaledCount(4000) / 12);
}

TEST(GrenadeShot, MomentumAndSpinAreThoseOfTheStates)
{
	for (const Response response : {Response::Stop, Response::Bounce})
	{
		for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(600)) && HasFailure() == false; ++seed)
		{
			SCOPED_TRACE(seed);
			SceneRandom random(81000 + seed);
			FiringRange range({0.0f, 0.0f}, {.rule = [=](const ImpactEvent&)
			                                 {
				                                 return response;
			                                 }});
			GrenadeDef grenade = Disc(random.InBox(2.0f), random.LogUniform(0.01f, 30.0f) * random.Direction(),
			                          random.LogUniform(0.02f, 1.0f));
			grenade.mass = random.LogUniform(0.01f, 100.0f);
			grenade.angularVelocity = random.Uniform(-20.0f, 20.0f);
			const b2Vec2 aim = random.LogUniform(5.0f, 3000.0f) * random.Direction();
			const b2Vec2 off = random.Uniform(0.0f, 0.9f * grenade.radius) * random.Direction();
			BulletDef bullet = Hunter(grenade.position - (3.0f / aim.Length()) * aim + off, aim + grenade.velocity);
			bullet.mass = random.LogUniform(0.001f, 1.0f);
			bullet.restitution = random.Uniform(0.0f, 1.0f);
			bullet.friction = random.Uniform(0.0f, 1.0f);
			const GrenadeId thrown = range.plugin.Throw(grenade);
			const BulletId id = range.plugin.Fire(bullet);
			const Outcome outcome = Play(range, id, response == Response::Stop ? 100000 : 30, k_dt);
			if (outcome.impacts.empty() && 3.0f / aim.Length() > 0.45f)
			{
				continue;
			}
			ASSERT_EQ(outcome.impacts.size(), 1u);
			const GrenadeState after = *range.plugin.Find(thrown);
			const Point before = MomentumOf(bullet.mass, bullet.velocity) + MomentumOf(grenade.mass, grenade.velocity);
			const b2Vec2 left =
			    response == Response::Stop ? outcome.impacts[0].velocityAfter : range.plugin.Find(id)->velocity;
			const Point now = MomentumOf(bullet.mass, left) + MomentumOf(grenade.mass, after.velocity);
			const double scale =
			    Length(MomentumOf(bullet.mass, bullet.velocity)) + Length(MomentumOf(grenade.mass, grenade.velocity));
			EXPECT_NEAR(before.x, now.x, 1.0e-6 * scale);
			EXPECT_NEAR(before.y, now.y, 1.0e-6 * scale);

			// The bullet's angular momentum about the grenade's centre becomes the grenade's spin.
			const Point arm = static_cast<double>(grenade.radius) * Lift<double>(outcome.impacts[0].enter.normal);
			const double given =
			    Cross(arm, static_cast<double>(bullet.mass) * (Lift<double>(bullet.velocity) - Lift<double>(left)));
			const double inertia = 0.5 * grenade.mass * grenade.radius * grenade.radius;
			const double spin = inertia * (static_cast<double>(after.angularVelocity) - grenade.angularVelocity);
			EXPECT_NEAR(spin, given, 1.0e-4 * scale * grenade.radius + 1.0e-5 * inertia * 20.0);

			// Bullet and grenade together must not gain energy.
			const auto energy = [&](b2Vec2 a, b2Vec2 b, double turning)
			{
				return 0.5 * bullet.mass * a.LengthSquared() + 0.5 * grenade.mass * b.LengthSquared() +
				       0.5 * inertia * turning * turning;
			};
			const double had = energy(bullet.velocity, grenade.velocity, grenade.angularVelocity);
			const double has = energy(left, after.velocity, after.angularVelocity);
			EXPECT_LE(has, had * (1.0 + 1.0e-5));
			EXPECT_NEAR(outcome.impacts[0].energyLost, had - has, 1.0e-4 * had);
		}
	}
}

TEST(GrenadeShot, NoEnergyIsMadeIfItBouncesLaterInTheStep)
{
	// The grenade bounces off a low wall without loss of energy. The bullet passes over that wall and hits the grenade
	// before or after its bounce.
	int32_t hits = 0;
	for (const Response response : {Response::Stop, Response::Bounce})
	{
		for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(400)); ++seed)
		{
			SCOPED_TRACE(seed);
			SceneRandom random(83000 + seed);
			FiringRange range({0.0f, 0.0f}, {.rule = [=](const ImpactEvent& impact)
			                                 {
				                                 return impact.grenade && impact.bullet ? response : impact.response;
			                                 }});
			range.AddBox({1.1f, -0.5f}, 0.1f, 0.6f)->SetRestitution(1.0f);
			GrenadeDef grenade = Disc({random.Uniform(0.3f, 0.65f), 0.0f}, {random.Uniform(5.0f, 30.0f), 0.0f}, 0.3f);
			grenade.restitution = 1.0f;
			grenade.friction = 0.0f;
			BulletDef bullet = Hunter({random.Uniform(0.96f, 1.4f), random.Uniform(0.11f, 0.28f)},
			                          {-random.LogUniform(5.0f, 300.0f), 0.0f});
			bullet.mass = 0.1f;
			bullet.restitution = random.Uniform(0.0f, 1.0f);
			bullet.friction = 0.0f;
			const GrenadeId thrown = range.plugin.Throw(grenade);
			const BulletId id = range.plugin.Fire(bullet);
			range.Step(k_dt);
			const auto shot =
			    std::find_if(range.plugin.Impacts().begin(), range.plugin.Impacts().end(),
			                 [&](const ImpactEvent& event) { return event.bullet == id && event.grenade; });
			if (shot == range.plugin.Impacts().end() || range.plugin.Impacts().size() > 2)
			{
				continue;
			}
			++hits;
			const GrenadeState after = *range.plugin.Find(thrown);
			const double rim = 0.5 * static_cast<double>(grenade.radius) * after.angularVelocity;
			const double had = EnergyOf(0.1, bullet.velocity) + EnergyOf(grenade.mass, grenade.velocity);
			const double has = EnergyOf(0.1, shot->velocityAfter) + EnergyOf(grenade.mass, after.velocity) +
			                   static_cast<double>(grenade.mass) * rim * rim;
			EXPECT_LE(has, had * (1.0 + 1.0e-5));
			EXPECT_NEAR(shot->energyLost, had - has, 1.0e-4 * had);
		}
	}
	EXPECT_GT(hits, ScaledCount(400) / 4);
}

// The grenade flies up into a slow bullet. With a ceiling, it comes back within the step and ends the step below.
TEST(GrenadeShot, ABulletHitsAGrenadeThatBouncesBackLaterInTheStep)
{
	for (const bool hasCeiling : {false, true})
	{
		for (const float radius : {0.0f, 0.1f})
		{
			for (const float restitution : {0.0f, 0.5f, 1.0f})
			{
				SCOPED_TRACE(testing::Message() << hasCeiling << ", " << radius << ", " << restitution);
				FiringRange range;
				if (hasCeiling)
				{
					range.AddBox({0.0f, 11.0f}, 20.0f, 1.0f);
				}
				GrenadeDef grenade = Disc({0.0f, 6.0f}, {0.0f, 60.0f}, 0.1f);
				grenade.restitution = restitution;
				const GrenadeId thrown = range.plugin.Throw(grenade);
				BulletDef bullet = Hunter({-0.03f, 9.0f}, {1.0f, 0.0f});
				bullet.radius = radius;
				const BulletId id = range.plugin.Fire(bullet);
				range.Step(0.1f);
				const auto shot = std::find_if(range.plugin.Impacts().begin(), range.plugin.Impacts().end(),
				                               [&](const ImpactEvent& event) { return event.bullet == id; });
				ASSERT_NE(shot, range.plugin.Impacts().end());
				EXPECT_EQ(shot->grenade, thrown);
				EXPECT_LT(shot->impulse.y, 0.0f); // the bullet takes from the grenade
				const double has = EnergyOf(bullet.mass, shot->velocityAfter) +
				                   EnergyOf(grenade.mass, range.plugin.Find(thrown)->velocity);
				EXPECT_LE(has, EnergyOf(bullet.mass, bullet.velocity) + EnergyOf(grenade.mass, grenade.velocity));
			}
		}
	}
}

TEST(GrenadeShot, ManyInOneStepNeverMakeItFasterThanTheyAre)
{
	FiringRange range;
	const GrenadeId grenade = range.plugin.Throw(Disc({5.0f, 0.0f}, {0.0f, 0.0f}, 0.5f));
	constexpr int32_t k_count = 2000;
	for (int32_t i = 0; i < k_count; ++i)
	{
		range.plugin.Fire(Hunter({1.0f + 0.001f * static_cast<float>(i % 100), 0.0f}, {300.0f, 0.0f}));
	}
	double given = 0.0;
	for (int32_t step = 0; step < 10; ++step)
	{
		range.Step(k_dt);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			given += event.impulse.x;
		}
		const GrenadeState now = *range.plugin.Find(grenade);
		EXPECT_LE(now.velocity.x, 300.01f);
		EXPECT_NEAR(now.velocity.x * 0.4, given, 1.0e-3 * given);
	}
	EXPECT_GT(range.plugin.Find(grenade)->velocity.x, 100.0f);
}

TEST(GrenadeShot, OnItsWayAfterABounceAndOnlyThere)
{
	// The grenade falls to the floor and comes up again within one long step. Three bullets cross its path at the same
	// height at different times.
	FiringRange range;
	range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
	GrenadeDef ball = Disc({0.0f, 1.0f}, {0.0f, -20.0f}, 0.05f);
	ball.restitution = 1.0f;
	ball.friction = 0.0f;
	const GrenadeId id = range.plugin.Throw(ball);
	// On its way down, the grenade is at 0.5 m after 0.025 s, and at the floor after 0.0475 s. On its way up, it is at
	// 0.5 m after 0.07 s.
	const BulletId down = range.plugin.Fire(Hunter({-2.5f, 0.5f}, {100.0f, 0.0f}));
	const BulletId between = range.plugin.Fire(Hunter({-4.75f, 0.5f}, {100.0f, 0.0f}));
	const BulletId up = range.plugin.Fire(Hunter({-7.0f, 0.5f}, {100.0f, 0.0f}));
	range.plugin.Step(0.1f, 8, 3);
	std::vector<ImpactEvent> shots;
	for (const ImpactEvent& event : range.plugin.Impacts())
	{
		if (event.bullet)
		{
			shots.push_back(event);
		}
	}
	ASSERT_EQ(shots.size(), 2u);
	EXPECT_TRUE(shots[0].bullet == down);
	EXPECT_TRUE(shots[1].bullet == up);
	EXPECT_TRUE(shots[0].grenade == id && shots[1].grenade == id);
	EXPECT_NEAR(shots[0].time, 0.0245f, 0.002f);
	EXPECT_NEAR(shots[1].time, 0.0695f, 0.002f);
	EXPECT_TRUE(range.plugin.Find(between).has_value());
}

TEST(GrenadeShot, WhatStandsBeforeItShieldsIt)
{
	for (const float gap : {0.0f, 0.2f})
	{
		FiringRange range;
		range.AddBox({1.0f, 0.0f}, 0.1f, 1.0f);
		range.plugin.Throw(Disc({1.1f + 0.05f + gap, 0.0f}, {0.0f, 0.0f}));
		const BulletId front = range.plugin.Fire(Hunter({0.0f, 0.0f}, {3000.0f, 0.0f}));
		const BulletId back = range.plugin.Fire(Hunter({3.0f, 0.0f}, {-3000.0f, 0.0f}));
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 2u);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			EXPECT_EQ(event.body != nullptr, event.bullet == front);
			EXPECT_EQ(static_cast<bool>(event.grenade), event.bullet == back);
		}
	}
}

TEST(GrenadeShot, OffAWallABulletMeetsItToo)
{
	FiringRange range;
	range.AddBox({2.0f, 0.0f}, 0.1f, 5.0f);
	const GrenadeId id = range.plugin.Throw(Disc({0.0f, 1.9f}, {0.0f, 0.0f}, 0.3f));
	BulletDef bullet = Hunter({0.0f, -1.9f}, {1000.0f, 1000.0f});
	bullet.maxBounces = 1;
	range.plugin.Fire(bullet);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 2u);
	EXPECT_EQ(range.plugin.Impacts()[0].response, Response::Bounce);
	EXPECT_TRUE(range.plugin.Impacts()[1].grenade == id);
}

TEST(GrenadeShot, PassedByARuleItIsToldOnceAndKeepsItsWay)
{
	SceneRandom random(252);
	for (int32_t trial = 0; trial < ScaledCount(600) && HasFailure() == false; ++trial)
	{
		SCOPED_TRACE(trial);
		const Response response = trial % 2 == 0 ? Response::Ignore : Response::Pierce;
		const float speed = random.LogUniform(2.0f, 4000.0f);
		const float aside = random.Uniform(-0.45f, 0.45f); // by rounding, the bullet may be on either side of the rim
		FiringRange range = RangeWith(response);
		const GrenadeId id = range.plugin.Throw(Disc({0.0f, 0.0f}, {0.0f, 0.0f}, 0.5f));
		const BulletId bullet = range.plugin.Fire(Hunter({-1.0f, aside}, {speed, 0.0f}));
		std::vector<ImpactEvent> told;
		for (int32_t step = 0; step < 60; ++step)
		{
			range.Step(k_dt);
			told.insert(told.end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
		}
		ASSERT_EQ(told.size(), 1u);
		EXPECT_EQ(told[0].response, response);
		EXPECT_EQ(told[0].impulse, (b2Vec2{0.0f, 0.0f}));
		EXPECT_NEAR(told[0].thickness, 2.0 * std::sqrt(0.25 - static_cast<double>(aside) * aside), 1.0e-5);
		EXPECT_EQ(range.plugin.Find(bullet)->velocity, (b2Vec2{speed, 0.0f}));
		EXPECT_EQ(range.plugin.Find(bullet)->pierces, response == Response::Pierce ? 1 : 0);
		EXPECT_EQ(range.plugin.Find(id)->velocity, (b2Vec2{0.0f, 0.0f}));
	}
}

TEST(GrenadeShot, FromItsMuzzleWithinAGrenadeABulletComesOutAndMeetsTheNext)
{
	FiringRange range;
	range.plugin.Throw(Disc({0.0f, 0.0f}, {0.0f, 0.0f}, 0.5f));
	const GrenadeId next = range.plugin.Throw(Disc({3.0f, 0.0f}, {0.0f, 0.0f}, 0.5f));
	const BulletId id = range.plugin.Fire(Hunter({0.0f, 0.0f}, {20.0f, 0.0f}));
	const Outcome outcome = Play(range, id, 60, k_dt);
	ASSERT_EQ(outcome.impacts.size(), 1u);
	EXPECT_TRUE(outcome.impacts[0].grenade == next);
	EXPECT_NEAR(outcome.times[0], 0.125, 1.0e-5);
}

TEST(GrenadeShot, BouncedOffItMayMeetAnother)
{
	FiringRange range = RangeWith(Response::Bounce);
	GrenadeDef heavy = Disc({2.0f, 0.0f}, {0.0f, 0.0f}, 0.5f);
	heavy.mass = 1.0e6f;
	heavy.friction = 0.0f;
	const GrenadeId right = range.plugin.Throw(heavy);
	heavy.position = {-2.0f, 0.0f};
	const GrenadeId left = range.plugin.Throw(heavy);
	BulletDef bullet = Hunter({0.0f, 0.0f}, {1000.0f, 0.0f});
	bullet.restitution = 1.0f;
	range.plugin.Fire(bullet);
	range.Step(k_dt);
	// The first hit comes after 1.5 m, and the next ones every 3 m.
	const auto impacts = range.plugin.Impacts();
	ASSERT_EQ(impacts.size(), static_cast<size_t>(1 + std::floor((1000.0 * k_dt - 1.5) / 3.0)));
	for (size_t i = 0; i < impacts.size(); ++i)
	{
		EXPECT_TRUE(impacts[i].grenade == (i % 2 == 0 ? right : left));
		EXPECT_NEAR(impacts[i].time, (1.5 + 3.0 * static_cast<double>(i)) / 1000.0, 1.0e-5);
	}
}

TEST(GrenadeShot, LightsItsFuse)
{
	for (const float fuse : {0.0f, 0.1f})
	{
		FiringRange range;
		GrenadeDef mine = Disc({5.0f, 0.0f}, {0.0f, 0.0f}, 0.2f);
		mine.impactFuse = fuse;
		mine.blast = ExplosionDef{};
		const GrenadeId id = range.plugin.Throw(mine);
		range.plugin.Fire(Hunter({0.0f, 0.0f}, {600.0f, 0.0f}));
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		double now = k_dt;
		double exploded = -1.0;
		for (int32_t step = 0; step < 60 && exploded < 0.0; ++step)
		{
			range.Step(k_dt);
			for (const ExplosionEvent& event : range.plugin.Explosions())
			{
				EXPECT_TRUE(event.grenade == id);
				exploded = now + event.time;
			}
			now += k_dt;
		}
		const double hit = 4.8 / 600.0;
		EXPECT_NEAR(exploded, fuse > 0.0f ? hit + fuse : k_dt, 1.0e-4);
	}
}

TEST(GrenadeShot, OneThatSleepsIsWokenAndFliesOff)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
	const GrenadeId id = range.plugin.Throw(Disc({0.0f, 0.05f}, {0.0f, 0.0f}));
	for (int32_t step = 0; step < 60; ++step)
	{
		range.Step(k_dt);
	}
	ASSERT_TRUE(range.plugin.Find(id)->resting);
	const b2Vec2 lay = range.plugin.Find(id)->position;
	BulletDef bullet = Hunter({-2.0f, lay.y + 0.01f}, {800.0f, 0.0f});
	bullet.gravityScale = 0.0f;
	range.plugin.Fire(bullet);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_FALSE(range.plugin.Find(id)->resting);
	for (int32_t step = 0; step < 10; ++step)
	{
		range.Step(k_dt);
	}
	EXPECT_GT(range.plugin.Find(id)->position.x, lay.x + 0.5f);
}

TEST(GrenadeShot, ARuleMayTakeItOutOfTheAir)
{
	Plugin* plugin = nullptr;
	FiringRange range({0.0f, 0.0f}, {.rule = [&](const ImpactEvent& event)
	                                 {
		                                 plugin->Cancel(event.grenade);
		                                 return event.response;
	                                 }});
	plugin = &range.plugin;
	const GrenadeId id = range.plugin.Throw(Disc({5.0f, 0.0f}, {0.0f, 0.0f}, 0.2f));
	const BulletId first = range.plugin.Fire(Hunter({0.0f, 0.0f}, {600.0f, 0.0f}));
	const BulletId second = range.plugin.Fire(Hunter({-1.0f, 0.0f}, {600.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_FALSE(range.plugin.Find(id).has_value());
	EXPECT_FALSE(range.plugin.Find(first).has_value());
	EXPECT_TRUE(range.plugin.Find(second).has_value()) << "nothing is there any more";
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
}

TEST(GrenadeShot, OnlyByBulletsThatAreMeantTo)
{
	FiringRange range;
	const GrenadeId id = range.plugin.Throw(Disc({5.0f, 0.0f}, {0.0f, 0.0f}, 0.2f));
	BulletDef other = Hunter({0.0f, 0.0f}, {600.0f, 0.0f});
	other.hitsGrenades = false;
	const BulletId passing = range.plugin.Fire(other);
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	const BulletId hunter = range.plugin.Fire(Hunter({0.0f, 0.0f}, {600.0f, 0.0f}));
	BulletDef def = *range.plugin.DefOf(passing);
	EXPECT_FALSE(def.hitsGrenades);
	EXPECT_TRUE(range.plugin.DefOf(hunter)->hitsGrenades);
	def.position = {10.0f, 0.0f};
	def.velocity = {-600.0f, 0.0f};
	def.hitsGrenades = true;
	ASSERT_TRUE(range.plugin.Steer(passing, def));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Impacts().size(), 2u);
	EXPECT_TRUE(range.plugin.Find(id).has_value());
}

// There are so many grenades that the plugin excludes most of them from each bullet's search.
TEST(GrenadeShot, AmongThousandsEachMeetsItsOwn)
{
	FiringRange range(k_gravity);
	for (int32_t i = 0; i < 200; ++i)
	{
		range.AddBox({3.0f * static_cast<float>(i), -40.0f}, 0.4f, 0.4f);
	}
	constexpr int32_t k_count = 3000;
	std::vector<GrenadeId> grenades;
	std::vector<BulletId> bullets;
	for (int32_t i = 0; i < k_count; ++i)
	{
		const b2Vec2 place{0.2f * static_cast<float>(i), 0.0f};
		grenades.push_back(range.plugin.Throw(Disc(place, {0.0f, 0.0f}, 0.04f)));
		bullets.push_back(range.plugin.Fire(Hunter(place + b2Vec2{0.0f, 3.0f}, {0.0f, -500.0f})));
		range.plugin.Fire(Lasting(place + b2Vec2{0.1f, 3.0f}, {0.0f, -500.0f}));
	}
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), static_cast<size_t>(k_count));
	for (const ImpactEvent& event : range.plugin.Impacts())
	{
		const auto bullet = std::find(bullets.begin(), bullets.end(), event.bullet);
		ASSERT_NE(bullet, bullets.end());
		EXPECT_TRUE(event.grenade == grenades[static_cast<size_t>(bullet - bullets.begin())]);
	}
}

TEST(GrenadeShot, SavedTheyMeetAsTheyWouldHave)
{
	std::vector<std::byte> bytes;
	std::vector<b2Vec2> velocities;
	for (const bool isSaved : {false, true})
	{
		FiringRange range(k_gravity);
		std::vector<GrenadeId> grenades;
		for (int32_t i = 0; i < 20; ++i)
		{
			const float y = static_cast<float>(i);
			grenades.push_back(range.plugin.Throw(Disc({50.0f, y}, {-3.0f, 0.0f}, 0.3f)));
			range.plugin.Fire(Hunter({0.0f, y + 0.1f}, {300.0f, 0.0f}));
		}
		for (int32_t step = 0; step < 30; ++step)
		{
			if (step == 5 && isSaved)
			{
				ASSERT_TRUE(range.plugin.Save(bytes));
				range.plugin.Clear();
				ASSERT_TRUE(range.plugin.Restore(bytes));
			}
			range.Step(k_dt);
		}
		for (size_t i = 0; i < grenades.size(); ++i)
		{
			const b2Vec2 velocity = range.plugin.Find(grenades[i])->velocity;
			EXPECT_GT(velocity.x, -3.0f);
			if (isSaved)
			{
				EXPECT_EQ(velocity, velocities[i]);
			}
			else
			{
				velocities.push_back(velocity);
			}
		}
	}
}

// Whichever allocation fails, the reported impulses are those that the grenades received, and no projectile is lost.
TEST(GrenadeShot, WhereMemoryRunsOutNothingIsLost)
{
	int64_t failures = 0;
	for (int64_t first = 0;; ++first)
	{
		FiringRange range;
		std::vector<GrenadeId> grenades;
		for (int32_t i = 0; i < 3; ++i)
		{
			const float y = static_cast<float>(i);
			grenades.push_back(range.plugin.Throw(Disc({4.0f, y}, {-3.0f, 0.0f}, 0.3f)));
			range.plugin.Fire(Hunter({0.0f, y + 0.1f}, {300.0f, 0.0f}));
		}
		FailingMemory memory(first);
		memory.Run([&] { range.Step(k_dt); });
		const size_t told = range.plugin.Impacts().size();
		EXPECT_EQ(told + range.plugin.Bullets().size(), 3u);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			const GrenadeState now = *range.plugin.Find(event.grenade);
			EXPECT_NEAR(0.4f * (now.velocity.x + 3.0f), event.impulse.x, 1.0e-4f);
		}
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Grenades().size(), 3u);
		if (memory.Failures() == 0)
		{
			EXPECT_EQ(told, 3u);
			break;
		}
		failures += 1;
	}
	EXPECT_GT(failures, 5);
}

TEST(GrenadeShot, WhereRoundingLeavesNothingOfARadiusAllNumbersAreFinite)
{
	Random random(77);
	int32_t met = 0;
	for (int32_t trial = 0; trial < ScaledCount(2000); ++trial)
	{
		FiringRange range({0.0f, 0.0f});
		const float far = std::exp2(random.Uniform(20.0f, 120.0f));
		const float speed = std::exp2(random.Uniform(20.0f, 120.0f));
		const b2Vec2 way = random.OneIn(2) ? b2Vec2{1.0f, 0.0f} : b2Vec2{1.0f, -1.0f};
		range.plugin.Throw(Disc(far * way, {0.0f, 0.0f}, 0.25f));
		BulletDef bullet = Hunter(far * way - speed * way, speed * way);
		bullet.radius = random.OneIn(2) ? 0.0f : 0.25f;
		bullet.maxPierces = 1;
		range.plugin.Fire(bullet);
		range.Step(2.0f);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			++met;
			for (const b2Vec2 v : {event.enter.point, event.enter.normal, event.exit.point, event.exit.normal,
			                       event.velocityAfter, event.impulse, event.position})
			{
				ASSERT_TRUE(v.IsValid()) << far << ' ' << speed;
			}
			EXPECT_NEAR(event.exit.normal.Length(), 1.0f, 1.0e-6f) << far << ' ' << speed;
		}
	}
	EXPECT_GT(met, ScaledCount(2000) / 10);
}

} // namespace ricochet::test::grenade_shot_test
