// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <ricochet/shapes/shape_factory.h>

#include <map>
#include <vector>

// If rounding would place an event before the previous impact of its projectile, the event must have the time of that
// impact. Tests that all numbers of the event agree with this time.

namespace ricochet::test::event_order_test
{

namespace
{

void AddFence(FiringRange& range, SceneRandom& random, b2Vec2 middle)
{
	b2Body* body = range.AddBody(middle + random.InBox(3.0f), random.Uniform(0.0f, 6.0f), b2_kinematicBody);
	body->SetLinearVelocity(random.InBox(50.0f));
	body->SetAngularVelocity(random.Uniform(-60.0f, 60.0f));
	if (random.OneIn(2))
	{
		const b2Vec2 corners[] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
		range.Add(body, *MakeLoop(corners));
	}
	else
	{
		range.Add(body, *MakeEdge(random.InBox(1.0f), random.InBox(1.0f)));
	}
}

} // namespace

TEST(EventOrder, TimeAndFractionOfAnImpactAreTheSame)
{
	int32_t together = 0;
	for (uint64_t seed = 1; seed <= static_cast<uint64_t>(ScaledCount(300)); ++seed)
	{
		SceneRandom random(seed);
		PluginDef def;
		def.maxContactsPerStep = 4096;
		std::map<uintptr_t, std::vector<float>> asked;
		def.rule = [&](const ImpactEvent& event)
		{
			asked[event.userData].push_back(event.time);
			return Response::Ignore;
		};
		FiringRange range({0.0f, 0.0f}, def);
		const b2Vec2 middle{random.Uniform(2000.0f, 2600.0f), random.Uniform(-500.0f, 500.0f)};
		for (int32_t i = 0; i < 60; ++i)
		{
			AddFence(range, random, middle);
		}
		for (uintptr_t i = 0; i < 10; ++i)
		{
			const b2Vec2 way = random.Direction();
			BulletDef bullet =
			    Lasting(middle - 8.0f * way + random.InBox(2.0f), random.LogUniform(100.0f, 30000.0f) * way);
			bullet.radius = random.LogUniform(0.1f, 0.3f);
			bullet.userData = i;
			range.plugin.Fire(bullet);
		}
		const float dt = random.Uniform(0.001f, 0.1f);
		range.Step(dt);
		std::map<uintptr_t, std::vector<float>> told;
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			std::vector<float>& times = told[event.userData];
			together += times.empty() == false && times.back() == event.time ? 1 : 0;
			times.push_back(event.time);
			EXPECT_NEAR(event.enter.fraction, event.time / dt, 1.0e-6f) << seed;
			EXPECT_GE(event.exit.fraction, event.enter.fraction) << seed;
		}
		EXPECT_EQ(told, asked) << seed;
	}
	EXPECT_GT(together, 0) << "no order was to be kept";
}

TEST(EventOrder, TheFirstInTimeIsTheFirstToHurtThoughItsRuleIsAskedLast)
{
	// The bullet that is fired first has the longer path, so its hit is later. Either hit would kill the target.
	std::vector<uintptr_t> asked;
	PluginDef def;
	def.rule = [&](const ImpactEvent& impact)
	{
		asked.push_back(impact.userData);
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	b2Body* crate = range.AddBox({5.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	for (const uintptr_t shooter : {1u, 2u})
	{
		BulletDef bullet = Straight({static_cast<float>(shooter), 0.0f}, {300.0f, 0.0f});
		bullet.userData = shooter;
		range.plugin.Fire(bullet);
	}
	range.Step(k_dt);
	EXPECT_EQ(asked, (std::vector<uintptr_t>{1, 2}));
	float health = 60.0f;
	std::vector<uintptr_t> killers;
	for (const ImpactEvent& hit : range.plugin.Impacts())
	{
		EXPECT_EQ(hit.body, crate);
		if (health > 0.0f && (health -= 100.0f) <= 0.0f)
		{
			killers.push_back(hit.userData);
		}
	}
	EXPECT_EQ(killers, std::vector<uintptr_t>{2});
}

} // namespace ricochet::test::event_order_test
