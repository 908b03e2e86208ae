// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <algorithm>

// Tests that the plugin remembers from step to step and from leg to leg which bodies contain a projectile. Each entry
// must be reported once, whatever happens to the projectile or to the target while the projectile is inside.

namespace ricochet::test::passing_test
{

namespace
{

PluginDef Ignoring(const b2Fixture* const& ignored)
{
	PluginDef def;
	def.rule = [&ignored](const ImpactEvent& event)
	{
		return event.fixture == ignored ? Response::Ignore : event.response;
	};
	return def;
}

int32_t CountOf(const Plugin& plugin, const b2Fixture* fixture)
{
	const auto impacts = plugin.Impacts();
	return static_cast<int32_t>(std::count_if(impacts.begin(), impacts.end(),
	                                          [&](const ImpactEvent& event) { return event.fixture == fixture; }));
}

} // namespace

TEST(Passing, ATargetThatStopsAndStartsAroundABulletIsToldOnce)
{
	const b2Fixture* box = nullptr;
	FiringRange range({0.0f, 0.0f}, Ignoring(box));
	box = range.AddBox({0.1f, 0.2f}, 1.0f, 1.0f, 0.3f, b2_kinematicBody);
	auto* body = const_cast<b2Body*>(box->GetBody());
	range.plugin.Fire({.position = {-2.0f, 0.1f}, .velocity = {3.0f, 0.0f}, .gravityScale = 0.0f});
	int32_t told = 0;
	for (int32_t step = 0; step < 100; ++step)
	{
		body->SetAngularVelocity(step % 3 == 0 ? 0.5f : 0.0f);
		body->SetLinearVelocity({step % 5 == 0 ? 0.3f : 0.0f, 0.0f});
		range.Step(k_dt);
		told += CountOf(range.plugin, box);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			EXPECT_FALSE(event.startsInside) << step;
		}
	}
	EXPECT_EQ(told, 1);
	EXPECT_GT(range.plugin.Bullets().front().position.x, 2.0f);
}

TEST(Passing, ABounceInsideIsNoEntryAndComingBackIsOne)
{
	// A bullet enters a solid (`room`), bounces off a wall inside it (`inner`), and leaves. Then it bounces off a wall
	// on the left, and enters again. Only the entries may be reported as such.
	for (const float turn : {0.0f, 0.2f})
	{
		const b2Fixture* room = nullptr;
		FiringRange range({0.0f, 0.0f}, Ignoring(room));
		room = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody);
		const_cast<b2Body*>(room->GetBody())->SetAngularVelocity(turn);
		const b2Fixture* inner = range.AddBox({0.8f, 0.0f}, 0.1f, 3.0f);
		range.AddBox({-3.1f, 0.0f}, 0.1f, 3.0f);
		range.plugin.Fire({.position = {-2.0f, 0.0f},
		                   .velocity = {5.0f, 0.0f},
		                   .gravityScale = 0.0f,
		                   .restitution = 1.0f,
		                   .friction = 0.0f,
		                   .maxBounces = 100});
		int32_t entries = 0;
		int32_t bounces = 0;
		for (int32_t step = 0; step < 300; ++step)
		{
			range.Step(k_dt);
			entries += CountOf(range.plugin, room);
			bounces += CountOf(range.plugin, inner);
		}
		// In 5 s, the bullet flies 25 m. The first 2.7 m lead to the inner wall. Each later bounce off that wall
		// follows after 7.4 m, so the fourth comes after 24.9 m.
		EXPECT_EQ(bounces, 4) << turn;
		EXPECT_EQ(entries, 4) << turn;
	}
}

TEST(Passing, AnEntryIsToldAgainAfterATeleport)
{
	const b2Fixture* box = nullptr;
	FiringRange range({0.0f, 0.0f}, Ignoring(box));
	box = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody);
	range.plugin.Fire({.position = {-1.5f, 0.0f}, .velocity = {60.0f, 0.0f}, .gravityScale = 0.0f});
	range.Step(k_dt);
	EXPECT_EQ(CountOf(range.plugin, box), 1);
	const_cast<b2Body*>(box->GetBody())->SetTransform({1.0f, 0.0f}, 0.0f);
	range.Step(k_dt);
	EXPECT_EQ(CountOf(range.plugin, box), 1) << "the bullet stood before it";
}

TEST(Passing, WhatWasPutAwayAndIsPutOverItAgainIsToldAgain)
{
	const b2Fixture* box = nullptr;
	FiringRange range({0.0f, 0.0f}, Ignoring(box));
	box = range.AddBox({0.0f, 0.0f}, 2.0f, 2.0f, 0.0f, b2_kinematicBody);
	auto* body = const_cast<b2Body*>(box->GetBody());
	range.plugin.Fire({.position = {-2.5f, 0.0f}, .velocity = {60.0f, 0.0f}, .gravityScale = 0.0f});
	range.Step(k_dt);
	EXPECT_EQ(CountOf(range.plugin, box), 1);
	body->SetTransform({0.0f, 50.0f}, 0.0f);
	range.Step(k_dt);
	EXPECT_EQ(CountOf(range.plugin, box), 0);
	body->SetTransform({0.0f, 0.0f}, 0.0f);
	range.Step(k_dt);
	ASSERT_EQ(CountOf(range.plugin, box), 1);
	EXPECT_TRUE(range.plugin.Impacts()[0].startsInside);
}

TEST(Passing, WhoEndsAStepOnTheFarFaceAndIsOvertakenThereHasNotLeft)
{
	constexpr float dt = 1.0f / 64.0f;
	for (const float overtakes : {256.0f, 1000.0f})
	{
		const b2Fixture* box = nullptr;
		FiringRange range({0.0f, 0.0f}, Ignoring(box));
		box = range.AddBox({0.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody);
		const BulletId id =
		    range.plugin.Fire({.position = {-1.5f, 0.0f}, .velocity = {128.0f, 0.0f}, .gravityScale = 0.0f});
		range.Step(dt);
		ASSERT_EQ(range.plugin.Find(id)->position, b2Vec2(0.5f, 0.0f));
		ASSERT_EQ(CountOf(range.plugin, box), 1);
		const_cast<b2Body*>(box->GetBody())->SetLinearVelocity({overtakes, 0.0f});
		range.Step(dt);
		EXPECT_EQ(CountOf(range.plugin, box), 0);
	}
}

TEST(Passing, ALoopIsLeftOnceAlsoThroughItsVertices)
{
	// A vertex belongs to two edges. A path that passes the vertex may hit either edge, but only one of the two may be
	// reported.
	const std::vector<b2Vec2> triangle = {{-1.51f, -0.32f}, {0.90f, -1.20f}, {0.56f, 1.56f}};
	SceneRandom random(71);
	int32_t fired = 0;
	int32_t wrong = 0;
	for (int32_t round = 0; round < ScaledCount(300); ++round)
	{
		const bool turns = round % 2 == 1;
		const b2Fixture* loop = nullptr;
		FiringRange range({0.0f, 0.0f}, Ignoring(loop));
		loop = range.AddLoop(triangle, {0.0f, 0.0f}, b2_kinematicBody);
		auto* body = const_cast<b2Body*>(loop->GetBody());
		body->SetTransform({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f));
		body->SetAngularVelocity(turns ? random.Uniform(-20.0f, 20.0f) : 0.0f);
		const float before = body->GetAngle();
		std::vector<int32_t> told(200, 0);
		const auto fire = [&]
		{
			for (size_t i = 0; i < told.size(); ++i)
			{
				const float share = random.Uniform(0.02f, 1.0f);
				const b2Vec2 vertex = triangle[static_cast<size_t>(random.Below(3))];
				const b2Vec2 to = b2Mul(b2Rot(before + share * (body->GetAngle() - before)), vertex);
				const b2Vec2 from = random.InBox(0.1f);
				BulletDef def{.position = from, .velocity = 1.0f / (share * k_dt) * (to - from), .gravityScale = 0.0f};
				def.userData = i;
				range.plugin.Fire(def);
				++fired;
			}
		};
		for (int32_t step = 0; step < 5; ++step)
		{
			range.Step(k_dt,
			           [&]
			           {
				           if (step == 0)
				           {
					           fire();
				           }
			           });
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				++told[event.userData];
			}
		}
		wrong +=
		    static_cast<int32_t>(std::count_if(told.begin(), told.end(), [](int32_t count) { return count != 1; }));
	}
	EXPECT_EQ(wrong, 0) << "of " << fired;
}

} // namespace ricochet::test::passing_test
