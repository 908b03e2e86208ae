// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "projectile/foreseen_flight.h"
#include "support/random.h"

#include <stdexcept>
#include <vector>

// Tests bullets with BulletDef::from. Their muzzle is inside an obstacle in front of the shooter, or beyond it.

namespace ricochet::test::muzzle_test
{

namespace
{

BulletDef FromShoulder(b2Vec2 from, b2Vec2 muzzle, b2Vec2 velocity)
{
	BulletDef def = Lasting(muzzle, velocity);
	def.from = from;
	return def;
}

} // namespace

TEST(Muzzle, APaneBeforeTheMuzzleIsPiercedAsFromTheShoulder)
{
	for (const float radius : {0.0f, 0.02f})
	{
		FiringRange range;
		b2Fixture* pane = range.AddBox({0.5f, 0.0f}, 0.01f, 2.0f, 0.3f);
		range.plugin.SetSurface(pane, {.resistance = 5000.0f, .ricochetAngle = 0.0f});
		BulletDef direct = Lasting({0.0f, 0.1f}, {400.0f, 0.0f});
		direct.maxPierces = 1;
		direct.radius = radius;
		BulletDef def = direct;
		def.position = {1.0f, 0.1f};
		def.from = direct.position;
		def.delay = 0.25f * k_dt;
		const BulletId a = range.plugin.Fire(direct);
		const BulletId b = range.plugin.Fire(def);
		EXPECT_EQ(range.plugin.Find(b)->position, def.position);
		EXPECT_EQ(range.plugin.DefOf(b)->from, def.from);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 2u);
		const bool isFirst = range.plugin.Impacts()[0].bullet == a;
		const ImpactEvent& first = range.plugin.Impacts()[isFirst ? 0 : 1];
		const ImpactEvent& second = range.plugin.Impacts()[isFirst ? 1 : 0];
		EXPECT_EQ(second.fixture, pane);
		EXPECT_EQ(second.response, Response::Pierce);
		EXPECT_EQ(second.time, 0.25f * k_dt);
		EXPECT_EQ(second.age, 0.0f);
		EXPECT_EQ(second.distance, 0.0f);
		EXPECT_EQ(second.enter.normal, first.enter.normal);
		EXPECT_NEAR(DistanceOf(second.enter.point, first.enter.point), 0.0, 1.0e-6);
		EXPECT_NEAR(DistanceOf(second.exit.point, first.exit.point), 0.0, 1.0e-6);
		EXPECT_NEAR(second.thickness, first.thickness, 1.0e-6f);
		EXPECT_NEAR(second.energyLost, first.energyLost, 1.0e-2f);
		EXPECT_NEAR(DistanceOf(second.velocityAfter, first.velocityAfter), 0.0, 1.0e-3);
		EXPECT_LT(second.velocityAfter.x, 399.0f);
		EXPECT_NEAR(range.plugin.Find(b)->position.x, 1.0f + 0.75f * k_dt * second.velocityAfter.x, 1.0e-5f);
		EXPECT_FALSE(range.plugin.DefOf(b)->from);
	}
}

// The recorded path must begin at the shoulder, and none of its lines may pass through the wall.
TEST(Muzzle, APathBeginsAtTheShoulder)
{
	for (const float delay : {0.0f, 0.3f * k_dt, 1.8f * k_dt})
	{
		FiringRange range;
		range.AddBox({1.0f, 0.0f}, 0.1f, 5.0f);
		BulletDef def = Lasting({2.0f, 0.0f}, {100.0f, 0.0f});
		def.from = b2Vec2{0.0f, 0.0f};
		def.delay = delay;
		def.keepsPath = true;
		FlightPreview seen;
		ASSERT_TRUE(range.plugin.PreviewPath(def, 0.1f, k_dt, seen));
		const auto isBefore = [](const PathPoint& point)
		{
			return point.position.x >= 0.0f && point.position.x <= 0.9f;
		};
		EXPECT_EQ(seen.points.front().position, *def.from);
		EXPECT_TRUE(std::all_of(seen.points.begin(), seen.points.end(), isBefore)) << delay;
		const BulletId id = range.plugin.Fire(def);
		range.Step(k_dt);
		while (range.plugin.Expired().empty())
		{
			range.Step(k_dt);
		}
		const auto path = range.plugin.PathOf(id);
		ASSERT_GE(path.size(), 2u);
		EXPECT_EQ(path.front().position, *def.from);
		EXPECT_TRUE(std::all_of(path.begin(), path.end(), isBefore)) << delay;
		EXPECT_NEAR(path.back().position.x, 0.9f, 1.0e-6f);
	}
}

TEST(Muzzle, AWallThinnerThanTheArmStopsTheBullet)
{
	for (const float middle : {0.5f, 0.95f}) // the muzzle is behind the wall, or inside it
	{
		FiringRange range;
		b2Fixture* wall = range.AddBox({middle, 0.0f}, 0.1f, 2.0f);
		range.AddBox({3.0f, 0.0f}, 0.1f, 2.0f); // the victim
		const BulletId id = range.plugin.Fire(FromShoulder({0.0f, 0.0f}, {1.0f, 0.0f}, {400.0f, 0.0f}));
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		EXPECT_EQ(range.plugin.Impacts()[0].fixture, wall);
		EXPECT_EQ(range.plugin.Impacts()[0].response, Response::Stop);
		ASSERT_EQ(range.plugin.Expired().size(), 1u);
		EXPECT_EQ(range.plugin.Expired()[0].bullet, id);
		EXPECT_NEAR(range.plugin.Expired()[0].position.x, middle - 0.1f, 1.0e-6f);
		EXPECT_EQ(range.plugin.Expired()[0].time, 0.0f);
	}
}

TEST(Muzzle, ABounceGoesItsWay)
{
	FiringRange range;
	range.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
	BulletDef def = FromShoulder({0.0f, 0.0f}, {1.0f, 0.0f}, {60.0f, 30.0f}); // aims upwards, not along the arm
	def.maxBounces = 1;
	const BulletId id = range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Impacts()[0].velocityBefore, def.velocity);
	EXPECT_EQ(range.plugin.Impacts()[0].velocityAfter, b2Vec2(-60.0f, 30.0f));
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.4f - 60.0f * k_dt, 1.0e-5f);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 30.0f * k_dt, 1.0e-5f);
}

TEST(Muzzle, MeetsAMovingBodyWhereItIsWhenTheBulletLeaves)
{
	for (const float delay : {0.1f, 0.5f, 0.9f}) // as a share of the step
	{
		FiringRange range;
		b2Body* body = range.AddBody({0.5f, -0.5f}, 0.0f, b2_kinematicBody);
		range.Add(body, ValueOf(MakeBox(0.1f, 0.15f)));
		body->SetLinearVelocity({0.0f, 60.0f}); // moves 1 m in the step
		BulletDef def = FromShoulder({0.0f, 0.0f}, {1.0f, 0.0f}, {400.0f, 0.0f});
		def.delay = delay * k_dt;
		range.plugin.Fire(def);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), delay == 0.5f ? 1u : 0u) << delay;
		if (delay == 0.5f)
		{
			EXPECT_EQ(range.plugin.Impacts()[0].time, def.delay);
			EXPECT_NEAR(range.plugin.Impacts()[0].localPoint.y, 0.0f, 1.0e-5f);
		}
	}
	FiringRange range;
	b2Body* body = range.AddBody({0.5f, 0.0f}, 0.0f, b2_dynamicBody);
	range.Add(body, ValueOf(MakeBox(0.1f, 0.1f)), 100.0f);
	range.plugin.Fire(FromShoulder({0.0f, 0.0f}, {1.0f, 0.0f}, {400.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_NEAR(body->GetLinearVelocity().x, 4.0f / (4.0f + 0.01f), 1.0e-4f);
}

TEST(Muzzle, AFilterAndARuleDecide)
{
	PluginDef pluginDef;
	pluginDef.rule = [](const ImpactEvent& impact) -> ImpactDecision
	{
		ImpactDecision decision = impact.position.x < 1.0f ? Response::Pierce : impact.response;
		if (impact.position.x < 0.5f)
		{
			decision.velocityAfter = b2Vec2{300.0f, 100.0f};
		}
		return decision;
	};
	FiringRange range({0.0f, 0.0f}, pluginDef);
	b2Fixture* friendly = range.AddBox({0.2f, 0.0f}, 0.05f, 1.0f);
	b2Fixture* turning = range.AddBox({0.4f, 0.0f}, 0.05f, 1.0f);
	b2Fixture* other = range.AddBox({0.8f, 0.0f}, 0.05f, 1.0f);
	BulletDef def = FromShoulder({0.0f, 0.0f}, {1.0f, 0.0f}, {400.0f, 0.0f});
	def.filter.ignoreBody = friendly->GetBody();
	const BulletId id = range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 2u);
	EXPECT_EQ(range.plugin.Impacts()[0].fixture, turning);
	EXPECT_EQ(range.plugin.Impacts()[1].fixture, other);
	EXPECT_EQ(range.plugin.Impacts()[1].velocityBefore, b2Vec2(300.0f, 100.0f));
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0f + 300.0f * k_dt, 1.0e-5f);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 100.0f * k_dt, 1.0e-5f);
}

// Past bodies at rest, along a straight line, the flight must be that of a bullet that is fired at the shoulder.
TEST(Muzzle, HitsTheSameAsABulletFromTheShoulder)
{
	Random random(17);
	int32_t before = 0;
	int32_t behind = 0;
	for (int32_t trial = 0; trial < 300; ++trial)
	{
		FiringRange range;
		for (int32_t i = 0; i < 12; ++i)
		{
			const b2Vec2 place{random.Uniform(0.5f, 6.0f), random.Uniform(-1.0f, 1.0f)};
			const float angle = random.Uniform(-3.0f, 3.0f);
			b2Fixture* fixture = random.OneIn(2) ? range.AddBox(place, random.Uniform(0.01f, 0.3f), 0.4f, angle)
			                                     : range.AddCircle(place, random.Uniform(0.05f, 0.4f));
			range.plugin.SetSurface(
			    fixture, {.resistance = random.Uniform(10.0f, 2000.0f), .ricochetAngle = random.Uniform(0.0f, 1.0f)});
		}
		BulletDef direct = Lasting({0.0f, 0.0f}, {400.0f, 0.0f});
		direct.maxPierces = random.Below(8);
		direct.maxBounces = random.Below(3);
		direct.radius = random.OneIn(3) ? 0.03f : 0.0f;
		BulletDef def = direct;
		def.position.x = random.Uniform(0.5f, 4.0f);
		def.from = direct.position;
		std::vector<ImpactEvent> hits[2];
		for (const bool isDirect : {true, false})
		{
			range.plugin.Clear();
			range.plugin.Fire(isDirect ? direct : def);
			for (int32_t step = 0; step < 4; ++step)
			{
				range.Step(k_dt);
				const auto impacts = range.plugin.Impacts();
				hits[isDirect ? 0 : 1].insert(hits[isDirect ? 0 : 1].end(), impacts.begin(), impacts.end());
			}
		}
		ASSERT_EQ(hits[0].size(), hits[1].size()) << trial;
		for (size_t i = 0; i < hits[0].size(); ++i)
		{
			const ImpactEvent& a = hits[0][i];
			const ImpactEvent& b = hits[1][i];
			ASSERT_EQ(a.fixture, b.fixture) << trial;
			ASSERT_EQ(a.response, b.response) << trial;
			ASSERT_NEAR(DistanceOf(a.enter.point, b.enter.point), 0.0, 2.0e-4) << trial;
			ASSERT_NEAR(DistanceOf(a.exit.point, b.exit.point), 0.0, 2.0e-3) << trial;
			ASSERT_NEAR(DistanceOf(a.velocityAfter, b.velocityAfter), 0.0, 0.3) << trial;
			(b.distance == 0.0f ? before : behind) += 1;
		}
	}
	EXPECT_GT(before, 200);
	EXPECT_GT(behind, 100);
}

TEST(Muzzle, PreviewsAgreeWithTheFlight)
{
	Random random(23);
	int32_t impacts = 0;
	for (int32_t trial = 0; trial < 60; ++trial)
	{
		FiringRange range(k_gravity);
		for (int32_t i = 0; i < 6; ++i)
		{
			b2Fixture* fixture = range.AddBox({random.Uniform(0.3f, 2.0f), random.Uniform(-0.5f, 0.5f)}, 0.02f, 0.4f,
			                                  random.Uniform(-0.7f, 0.7f));
			range.plugin.SetSurface(fixture, {.resistance = 1000.0f, .ricochetAngle = 0.5f});
		}
		BulletDef def = FromShoulder({0.0f, 0.0f}, {1.0f, 0.1f}, {200.0f, random.Uniform(-90.0f, 90.0f)});
		def.maxPierces = 5;
		def.maxBounces = 2;
		def.lifetime = 0.4f;
		def.maxRange = random.OneIn(2) ? 30.0f : k_inf;
		def.radius = random.OneIn(3) ? 0.03f : 0.0f;
		def.thrust = random.OneIn(3) ? 3.0f : 0.0f;
		def.keepsPath = true;
		def.delay = random.OneIn(2) ? random.Uniform(0.0f, 0.9f) * k_dt : 0.0f;
		FlightPreview seen;
		ASSERT_TRUE(range.plugin.PreviewPath(def, 1.0f, k_dt, seen));
		const ForeseenFlight flown = FlyForeseen(range.world, range.plugin, def, k_dt, seen);
		EXPECT_EQ(flown.trouble, "") << trial;
		impacts += flown.impacts;
	}
	EXPECT_GT(impacts, 60);
}

TEST(Muzzle, AWaitingBulletKeepsItsShoulder)
{
	const auto wall = [](FiringRange& range)
	{
		return range.AddBox({0.5f, 0.0f}, 0.1f, 2.0f);
	};
	BulletDef def = FromShoulder({0.0f, 0.0f}, {1.0f, 0.0f}, {400.0f, 0.0f});
	def.delay = 1.5f * k_dt;

	FiringRange saved;
	wall(saved);
	BulletId id = saved.plugin.Fire(def);
	saved.Step(k_dt);
	std::vector<std::byte> bytes;
	ASSERT_TRUE(saved.plugin.Save(bytes));
	saved.plugin.Clear();
	ASSERT_TRUE(saved.plugin.Restore(bytes));
	EXPECT_EQ(saved.plugin.DefOf(id)->from, def.from);
	saved.Step(k_dt);
	EXPECT_EQ(saved.plugin.Impacts().size(), 1u);

	FiringRange shifted;
	wall(shifted);
	id = shifted.plugin.Fire(def);
	shifted.Step(k_dt);
	shifted.plugin.ShiftOrigin({8.0f, 4.0f});
	EXPECT_EQ(shifted.plugin.DefOf(id)->from, b2Vec2(-8.0f, -4.0f));
	shifted.Step(k_dt);
	EXPECT_EQ(shifted.plugin.Impacts().size(), 1u);

	FiringRange steered;
	wall(steered);
	id = steered.plugin.Fire(def);
	BulletDef other = def;
	other.from.reset();
	ASSERT_TRUE(steered.plugin.Steer(id, other));
	EXPECT_FALSE(steered.plugin.DefOf(id)->from);
	steered.Step(k_dt);
	steered.Step(k_dt);
	EXPECT_TRUE(steered.plugin.Impacts().empty());
	ASSERT_TRUE(steered.plugin.Steer(id, def)); // the bullet has left: delay and shoulder no longer count
	EXPECT_FALSE(steered.plugin.DefOf(id)->from);
	steered.Step(k_dt);
	EXPECT_TRUE(steered.plugin.Impacts().empty());
}

TEST(Muzzle, OfABulletThatARuleFires)
{
	FiringRange* firing = nullptr;
	PluginDef pluginDef;
	pluginDef.rule = [&](const ImpactEvent& impact)
	{
		BulletDef def = FromShoulder({0.0f, 5.0f}, {1.0f, 5.0f}, {400.0f, 0.0f});
		def.userData = 1;
		EXPECT_TRUE(impact.userData == 1 || firing->plugin.Fire(def));
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, pluginDef);
	firing = &range;
	range.AddBox({2.0f, 0.0f}, 0.1f, 1.0f);
	b2Fixture* wall = range.AddBox({0.5f, 5.0f}, 0.1f, 1.0f);
	BulletDef def = Lasting({0.0f, 0.0f}, {400.0f, 0.0f});
	def.maxBounces = 1;
	range.plugin.Fire(def);
	range.Step(k_dt);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Impacts()[0].fixture, wall);
}

TEST(Muzzle, AnInterruptedBulletStartsAgainWhereItWas)
{
	int32_t calls = 0;
	PluginDef pluginDef;
	pluginDef.rule = [&](const ImpactEvent& impact)
	{
		if (++calls == 2)
		{
			throw std::runtime_error("a rule");
		}
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, pluginDef);
	range.plugin.SetSurface(range.AddBox({0.3f, 0.0f}, 0.01f, 1.0f), {.resistance = 1.0f, .ricochetAngle = 0.0f});
	range.AddBox({0.6f, 0.0f}, 0.1f, 1.0f);
	BulletDef def = FromShoulder({0.0f, 0.0f}, {1.0f, 0.0f}, {400.0f, 300.0f});
	def.maxPierces = 1;
	range.plugin.Fire(def);
	EXPECT_THROW(range.Step(k_dt), std::runtime_error);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Impacts()[0].enter.point.x, 0.5f, 1.0e-5f);
	EXPECT_NEAR(range.plugin.Impacts()[0].enter.point.y, 0.0f, 1.0e-5f);
}

} // namespace ricochet::test::muzzle_test
