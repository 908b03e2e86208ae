// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "support/random.h"
#include "support/test_scale.h"

#include <stdexcept>
#include <vector>

// Tests grenades with GrenadeDef::from, if a solid is between the thrower and the grenade's start, or contains that
// start.

namespace ricochet::test::thrower_test
{

namespace
{

GrenadeDef FromBody(b2Vec2 from, b2Vec2 hand, b2Vec2 velocity)
{
	GrenadeDef def{.position = hand, .velocity = velocity, .gravityScale = 0.0f};
	def.from = from;
	return def;
}

PluginDef WithRule(Response response)
{
	PluginDef def;
	def.rule = [response](const ImpactEvent&)
	{
		return response;
	};
	return def;
}

} // namespace

TEST(Thrower, AWallThinnerThanTheArmKeepsTheGrenade)
{
	for (const float middle : {0.5f, 0.95f}) // the hand is behind the wall, or inside it
	{
		FiringRange range;
		b2Fixture* wall = range.AddBox({middle, 0.0f}, 0.1f, 2.0f);
		const GrenadeDef def = FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 3.0f});
		const GrenadeId id = range.plugin.Throw(def);
		EXPECT_EQ(range.plugin.Find(id)->position, def.position);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& impact = range.plugin.Impacts()[0];
		EXPECT_EQ(impact.fixture, wall);
		EXPECT_EQ(impact.response, Response::Bounce);
		EXPECT_EQ(impact.time, 0.0f);
		EXPECT_EQ(impact.age, 0.0f);
		EXPECT_EQ(impact.distance, 0.0f);
		EXPECT_EQ(impact.enter.normal, b2Vec2(-1.0f, 0.0f));
		EXPECT_EQ(impact.velocityBefore, def.velocity);
		EXPECT_NEAR(impact.velocityAfter.x, -4.0f, 1.0e-5f);
		EXPECT_NEAR(impact.position.x, middle - 0.15f, 1.0e-5f);
		EXPECT_NEAR(range.plugin.Find(id)->position.x, middle - 0.15f - 4.0f * k_dt, 1.0e-5f);
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Impacts().empty());
		EXPECT_NEAR(range.plugin.Find(id)->position.x, middle - 0.15f - 8.0f * k_dt, 1.0e-5f);
	}
}

TEST(Thrower, WithoutAThingInBetweenItStartsInTheHand)
{
	FiringRange range;
	range.AddBox({0.5f, 1.0f}, 0.1f, 0.9f);
	GrenadeDef def = FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 3.0f});
	const GrenadeId a = range.plugin.Throw(def);
	def.from.reset();
	const GrenadeId b = range.plugin.Throw(def);
	for (int32_t step = 0; step < 3; ++step)
	{
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Impacts().empty());
		EXPECT_EQ(range.plugin.Find(a)->position, range.plugin.Find(b)->position);
		EXPECT_EQ(range.plugin.Find(a)->velocity, range.plugin.Find(b)->velocity);
	}
}

// The grenade's velocity is parallel to the wall or points away from it. So there is no impact, but the grenade must
// not pass the wall.
TEST(Thrower, IsHeldBeforeAWallThatItDoesNotFlyInto)
{
	for (const b2Vec2 velocity : {b2Vec2{0.0f, 6.0f}, b2Vec2{-2.0f, 6.0f}, b2Vec2{0.0f, 0.0f}})
	{
		FiringRange range;
		range.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
		const GrenadeId id = range.plugin.Throw(FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, velocity));
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Impacts().empty());
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.35f + k_dt * velocity.x, 1.0e-4f);
		EXPECT_NEAR(range.plugin.Find(id)->position.y, k_dt * velocity.y, 1.0e-4f);
	}
}

TEST(Thrower, ARuleLetsItThrough)
{
	for (const Response response : {Response::Pierce, Response::Ignore})
	{
		FiringRange range({0.0f, 0.0f}, WithRule(response));
		range.AddBox({0.3f, 0.0f}, 0.01f, 2.0f);
		range.AddBox({0.6f, 0.0f}, 0.01f, 2.0f);
		range.AddBox({0.95f, 0.0f}, 0.1f, 2.0f); // the hand is in it
		const GrenadeId id = range.plugin.Throw(FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f}));
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 3u);
		EXPECT_NEAR(range.plugin.Impacts()[0].enter.point.x, 0.29f, 1.0e-5f);
		EXPECT_NEAR(range.plugin.Impacts()[1].enter.point.x, 0.59f, 1.0e-5f);
		EXPECT_NEAR(range.plugin.Impacts()[2].enter.point.x, 0.85f, 1.0e-5f);
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0f + 10.0f * k_dt, 1.0e-5f);
	}
}

TEST(Thrower, SensorsInBetweenReportItAndMayStopIt)
{
	for (const bool stops : {false, true})
	{
		FiringRange range({0.0f, 0.0f}, stops ? WithRule(Response::Stop) : PluginDef());
		b2Fixture* around = range.AddBox({0.0f, 0.0f}, 0.2f, 0.2f);
		around->SetSensor(true);
		range.AddBox({0.5f, 0.0f}, 0.1f, 2.0f)->SetSensor(true);
		GrenadeDef def = FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f});
		def.filter.sensors = true;
		const GrenadeId id = range.plugin.Throw(def);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), stops ? 1u : 2u);
		EXPECT_EQ(range.plugin.Impacts()[0].fixture, around);
		EXPECT_TRUE(range.plugin.Impacts()[0].startsInside);
		EXPECT_NEAR(range.plugin.Find(id)->position.x, stops ? 0.0f : 1.0f + 10.0f * k_dt, 1.0e-5f);
	}
}

TEST(Thrower, SticksAndExplodesOnTheThrowersSide)
{
	FiringRange range(k_gravity);
	range.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
	GrenadeDef def = FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f});
	def.sticky = true;
	const GrenadeId id = range.plugin.Throw(def);
	def.sticky = false;
	def.impactFuse = 0.0f;
	def.blast = ExplosionDef();
	range.plugin.Throw(def);
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Find(id)->stuck);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.35f, 1.0e-4f);
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	EXPECT_NEAR(range.plugin.Explosions()[0].position.x, 0.35f, 1.0e-4f);
	EXPECT_EQ(range.plugin.Explosions()[0].time, 0.0f);
}

TEST(Thrower, PushesABodyInBetween)
{
	FiringRange range;
	b2Body* crate = range.AddBody({0.5f, 0.0f}, 0.0f, b2_dynamicBody);
	range.Add(crate, ValueOf(MakeBox(0.1f, 0.1f)), 10.0f); // a mass of 0.4 kg
	GrenadeDef def = FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f});
	def.restitution = 1.0f;
	const GrenadeId id = range.plugin.Throw(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(crate->GetLinearVelocity().x, 10.0f, 1.0e-4f);
	EXPECT_NEAR(range.plugin.Find(id)->velocity.x, 0.0f, 1.0e-4f);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.35f, 1.0e-4f);
}

TEST(Thrower, JumpsOutOfWhatItOverlapsAtItsThrower)
{
	FiringRange range;
	range.AddBox({-0.5f, 0.0f}, 0.48f, 2.0f); // the grenade is 3 cm deep in a wall behind the thrower
	const GrenadeId id = range.plugin.Throw(FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0f + 10.0f * k_dt, 1.0e-5f);
}

// A second grenade is thrown from the thrower's own place, along the same line and with the same velocity. Its first
// impact must be that of the grenade with `from`: the same fixture, point, normal and velocity. Before it, the two
// grenades have been at the same places.
TEST(Thrower, MeetsFirstWhatAGrenadeFromTheThrowerMeets)
{
	Random random(29);
	int32_t before = 0;
	int32_t free = 0;
	const int32_t trials = ScaledCount(2000);
	for (int32_t trial = 0; trial < trials; ++trial)
	{
		FiringRange range;
		for (int32_t i = 0; i < 8; ++i)
		{
			const b2Vec2 place{random.Uniform(0.5f, 5.0f), random.Uniform(-2.0f, 2.0f)};
			const float angle = random.Uniform(-3.0f, 3.0f);
			(void)(random.OneIn(2) ? range.AddBox(place, random.Uniform(0.01f, 0.2f), 0.3f, angle)
			                       : range.AddCircle(place, random.Uniform(0.05f, 0.3f)));
		}
		GrenadeDef direct{.position = {0.0f, 0.0f},
		                  .velocity = {30.0f, random.Uniform(-3.0f, 3.0f)},
		                  .radius = random.Uniform(0.02f, 0.2f),
		                  .gravityScale = 0.0f};
		GrenadeDef def = direct;
		const float length = random.Uniform(0.3f, 3.0f);
		def.from = direct.position;
		def.position = length / 30.0f * def.velocity;
		std::vector<ImpactEvent> first[2];
		b2Vec2 start{0.0f, 0.0f};
		for (const bool isDirect : {true, false})
		{
			range.plugin.Clear();
			const GrenadeId id = range.plugin.Throw(isDirect ? direct : def);
			for (int32_t step = 0; step < 12 && first[isDirect ? 0 : 1].empty(); ++step)
			{
				range.Step(k_dt);
				if (range.plugin.Impacts().empty() == false)
				{
					first[isDirect ? 0 : 1].push_back(range.plugin.Impacts()[0]);
				}
				else if (isDirect == false && step == 0)
				{
					start = range.plugin.Find(id)->position;
				}
			}
		}
		ASSERT_TRUE(first[0].empty() || first[1].empty() == false) << trial;
		if (first[0].empty())
		{
			continue;
		}
		const ImpactEvent& a = first[0][0];
		const ImpactEvent& b = first[1][0];
		ASSERT_EQ(a.fixture, b.fixture) << trial;
		ASSERT_NEAR(DistanceOf(a.position, b.position), 0.0, 2.0e-5) << trial;
		ASSERT_NEAR(DistanceOf(a.enter.normal, b.enter.normal), 0.0, 2.0e-3) << trial;
		ASSERT_NEAR(DistanceOf(a.velocityAfter, b.velocityAfter), 0.0, 0.1) << trial;
		const bool isBefore = a.position.x < def.position.x;
		ASSERT_EQ(isBefore, b.time == 0.0f && b.distance == 0.0f) << trial;
		ASSERT_TRUE(isBefore || start.x == 0.0f || start.x > def.position.x) << trial;
		(isBefore ? before : free) += 1;
	}
	EXPECT_GT(before, trials / 4);
	EXPECT_GT(free, trials / 8);
}

TEST(Thrower, AWaitingGrenadeKeepsItsThrower)
{
	const GrenadeDef def = FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f});
	const auto impactsOf = [](FiringRange& range)
	{
		range.Step(k_dt);
		return range.plugin.Impacts().size();
	};

	FiringRange saved;
	saved.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
	saved.plugin.Throw(def);
	std::vector<std::byte> bytes;
	ASSERT_TRUE(saved.plugin.Save(bytes));
	saved.plugin.Clear();
	ASSERT_TRUE(saved.plugin.Restore(bytes));
	EXPECT_EQ(impactsOf(saved), 1u);

	FiringRange shifted;
	shifted.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
	const GrenadeId id = shifted.plugin.Throw(def);
	shifted.plugin.ShiftOrigin({8.0f, 4.0f});
	EXPECT_EQ(impactsOf(shifted), 1u);
	EXPECT_NEAR(shifted.plugin.Find(id)->position.x, -7.65f - 4.0f * k_dt, 1.0e-4f);

	for (const bool isMoved : {false, true})
	{
		FiringRange steered;
		steered.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
		const GrenadeId other = steered.plugin.Throw(def);
		ASSERT_TRUE(steered.plugin.Steer(other, isMoved ? b2Vec2{1.5f, 0.0f} : def.position, {12.0f, 0.0f}));
		EXPECT_EQ(impactsOf(steered), isMoved ? 0u : 1u);
	}
}

TEST(Thrower, AnInterruptedGrenadeStaysInFrontOfTheWall)
{
	PluginDef pluginDef;
	pluginDef.rule = [](const ImpactEvent&) -> ImpactDecision
	{
		throw std::runtime_error("a rule");
	};
	FiringRange range({0.0f, 0.0f}, pluginDef);
	range.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
	const GrenadeId id = range.plugin.Throw(FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f}));
	for (int32_t step = 0; step < 3; ++step)
	{
		EXPECT_THROW(range.Step(k_dt), std::runtime_error);
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.35f, 1.0e-4f);
	}
}

TEST(Thrower, PreviewsStartAtTheThrower)
{
	FiringRange range(k_gravity);
	range.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
	GrenadeDef def = FromBody({0.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 3.0f});
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewThrow(def, 0.5f, k_dt, seen));
	ASSERT_GE(seen.points.size(), 3u);
	EXPECT_EQ(seen.points[0].position, *def.from);
	EXPECT_NEAR(seen.points[1].position.x, 0.35f, 1.0e-4f);
	EXPECT_EQ(seen.points[1].time, 0.0f);
	EXPECT_TRUE(seen.points[1].isImpact);
	ASSERT_EQ(seen.impacts.size(), 1u);
	def.velocity = {-10.0f, 3.0f}; // away from the wall
	def.position = {0.2f, 0.0f};
	ASSERT_TRUE(range.plugin.PreviewThrow(def, 0.5f, k_dt, seen));
	EXPECT_EQ(seen.points[0].position, *def.from);
	EXPECT_EQ(seen.points[1].position, def.position);
	EXPECT_TRUE(seen.impacts.empty());
}

} // namespace ricochet::test::thrower_test
