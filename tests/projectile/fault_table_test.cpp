// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <ricochet/query/callbacks.h>

#include "support/brute_force.h"
#include "support/hit_point.h"

#include <box2d/b2_world_callbacks.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>

// Tests bodies without a valid position, destroyed or changed bodies, shapes of other worlds, and numbers beyond all
// limits.

namespace ricochet::test::fault_table_test
{

namespace
{

// 300 static and kinematic bodies, with bullets and grenades among them.
struct Crowd
{
	explicit Crowd(bool withLost)
	{
		SceneRandom random(5);
		for (uintptr_t i = 0; i < 300; ++i)
		{
			const b2Vec2 position = random.InBox(25.0f);
			const float angle = random.Uniform(-3.0f, 3.0f);
			b2Body* body = range.AddBody(position, angle, random.OneIn(3) ? b2_kinematicBody : b2_staticBody);
			body->SetLinearVelocity(random.InBox(5.0f));
			body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
			range.Add(body, RandomPolygon(random, 0.5f))->GetUserData().pointer = i;
			if (withLost && i % 100 == 50)
			{
				const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
				lost.push_back(range.AddBox(position, 1.0f, 1.0f, 0.0f, types[i / 100])->GetBody());
			}
		}
		for (size_t i = 0; i < lost.size(); ++i)
		{
			lost[i]->SetTransform({i == 0 ? k_nan : 1.0f, i == 1 ? -k_inf : 1.0f}, i == 2 ? k_nan : 0.0f);
		}
		for (int32_t i = 0; i < 400; ++i)
		{
			BulletDef bullet = Lasting(random.InBox(25.0f), 200.0f * random.Direction());
			bullet.maxBounces = random.Below(5);
			bullet.maxPierces = random.Below(3);
			range.plugin.Fire(bullet);
			const b2Vec2 velocity = 30.0f * random.Direction();
			range.plugin.Throw({.position = random.InBox(25.0f), .velocity = velocity, .fuse = 100.0f});
		}
	}

	FiringRange range;
	std::vector<b2Body*> lost;
};

} // namespace

TEST(FaultTable, ProjectilesHitWhatTheyHitWithoutTheBodiesThatAreNowhere)
{
	Crowd sane(false), crowd(true);
	ASSERT_EQ(crowd.lost.size(), 3u);
	SceneRandom random(6);
	size_t impacts = 0;
	for (int32_t step = 0; step < 20; ++step)
	{
		sane.range.Step(k_dt);
		crowd.range.Step(k_dt);
		EXPECT_EQ(crowd.range.plugin.Stats().quarantinedBodies, 3);
		const auto expected = sane.range.plugin.Impacts();
		const auto got = crowd.range.plugin.Impacts();
		ASSERT_EQ(got.size(), expected.size()) << "step " << step;
		for (size_t i = 0; i < got.size(); ++i)
		{
			ASSERT_EQ(got[i].fixture->GetUserData().pointer, expected[i].fixture->GetUserData().pointer);
			ASSERT_EQ(got[i].enter.point, expected[i].enter.point) << "step " << step;
			ASSERT_EQ(got[i].velocityAfter, expected[i].velocityAfter) << "step " << step;
		}
		impacts += got.size();
		for (int32_t i = 0; i < 50; ++i)
		{
			const Ray ray{random.InBox(25.0f), random.InBox(50.0f)};
			const std::vector<RayHit> hits = BruteForceAll(crowd.range.world, ray);
			std::vector<RayHit> all;
			CastRayAll(crowd.range.world, ray, all);
			ASSERT_EQ(all.size(), hits.size());
			ASSERT_EQ(CastRayClosest(crowd.range.world, ray).has_value(), hits.empty() == false);
			ASSERT_EQ(CastRayAny(crowd.range.world, ray), hits.empty() == false);
		}
	}
	EXPECT_GT(impacts, 500u);
	for (b2Body* body : crowd.lost)
	{
		body->SetTransform({1000.0f, 0.0f}, 0.0f);
		crowd.range.plugin.Fire(Lasting({998.0f, 0.0f}, {300.0f, 0.0f}));
		crowd.range.Step(k_dt);
		const auto all = crowd.range.plugin.Impacts();
		EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const ImpactEvent& event) { return event.body == body; }));
		crowd.range.plugin.QueueDestroy(body);
		crowd.range.Step(k_dt);
	}
	EXPECT_EQ(crowd.range.plugin.Stats().quarantinedBodies, 0);
}

TEST(FaultTable, ABodyThatAGoodbyeDestroysIsNotDestroyedAgain)
{
	// Three bodies are queued for destruction. When the first one is destroyed, the listener also destroys another one.
	struct Goodbye : b2DestructionListener
	{
		void SayGoodbye(b2Joint*) override {}
		void SayGoodbye(b2Fixture* fixture) override
		{
			b2Body* next = fixture->GetBody()->GetNext();
			if (++calls == 1)
			{
				next->GetWorld()->DestroyBody(next);
			}
		}
		int32_t calls = 0;
	};
	FiringRange range;
	b2Body* witness = range.AddBox({0.0f, 50.0f}, 0.5f, 0.5f)->GetBody();
	for (int32_t i = 0; i < 3; ++i)
	{
		range.plugin.QueueDestroy(range.AddBox({5.0f * static_cast<float>(i), 0.0f}, 0.5f, 0.5f)->GetBody());
	}
	Goodbye goodbye;
	range.world.SetDestructionListener(&goodbye);
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
	EXPECT_EQ(range.world.GetBodyList(), witness);
	EXPECT_EQ(goodbye.calls, 3);
	range.world.SetDestructionListener(nullptr);
}

TEST(FaultTable, TwoPluginsMayQueueTheSameBodyFromTheirRules)
{
	b2World world({0.0f, 0.0f});
	std::optional<Plugin> plugins[2];
	for (std::optional<Plugin>& plugin : plugins)
	{
		PluginDef def;
		def.rule = [&plugins](const ImpactEvent& event)
		{
			plugins[0]->QueueDestroy(event.body);
			plugins[1]->QueueDestroy(event.body);
			return Response::Pierce;
		};
		plugin.emplace(world, def);
	}
	for (int32_t round = 0; round < 5; ++round)
	{
		const b2PolygonShape box = BoxOf(0.5f, 0.5f);
		AddBody(world, {2.0f, 0.0f}, 0.0f, b2_dynamicBody)->CreateFixture(&box, 1.0f);
		plugins[0]->Fire(Lasting({0.0f, 0.0f}, {300.0f, 0.0f}));
		plugins[1]->Fire(Lasting({0.0f, 0.2f}, {300.0f, 0.0f}));
		plugins[0]->BeginStep();
		plugins[1]->BeginStep();
		world.Step(k_dt, 8, 3);
		plugins[0]->EndStep(k_dt);
		EXPECT_EQ(plugins[0]->Impacts().size(), 1u);
		EXPECT_EQ(world.GetBodyCount(), 1);
		plugins[1]->EndStep(k_dt);
		EXPECT_TRUE(plugins[1]->Impacts().empty()) << "it is about to go";
		plugins[0]->Step(k_dt, 8, 3);
		EXPECT_EQ(world.GetBodyCount(), 0);
		plugins[1]->Step(k_dt, 8, 3);
	}
}

TEST(FaultTable, AProjectileFliesOnWhenWhatItIsInIsQueuedAndDestroyed)
{
	PluginDef def;
	def.rule = [](const ImpactEvent&)
	{
		return Response::Ignore;
	};
	FiringRange range({0.0f, 0.0f}, def);
	b2Body* thick = range.AddBox({5.0f, 0.0f}, 4.0f, 3.0f, 0.0f, b2_dynamicBody)->GetBody();
	const BulletId bullet = range.plugin.Fire(Lasting({0.0f, 1.0f}, {120.0f, 0.0f}));
	const GrenadeId grenade =
	    range.plugin.Throw({.position = {0.0f, -1.0f}, .velocity = {120.0f, 0.0f}, .gravityScale = 0.0f});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 2u);
	range.plugin.QueueDestroy(thick);
	for (int32_t step = 2; step <= 6; ++step)
	{
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Impacts().empty());
		EXPECT_NEAR(range.plugin.Find(bullet)->position.x, 2.0f * static_cast<float>(step), 1.0e-4f);
		EXPECT_NEAR(range.plugin.Find(grenade)->position.x, 2.0f * static_cast<float>(step), 1.0e-4f);
	}
	EXPECT_EQ(range.world.GetBodyCount(), 0);
}

TEST(FaultTable, ChangesOfTheWorldBetweenTwoStepsAreSeen)
{
	FiringRange range;
	b2Fixture* box = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	b2Body* body = box->GetBody();
	const auto isMet = [&]
	{
		const BulletId id = range.plugin.Fire(Lasting({0.0f, 0.0f}, {300.0f, 0.0f}));
		range.Step(k_dt);
		range.plugin.Cancel(id);
		return range.plugin.Impacts().size() == 1;
	};
	EXPECT_TRUE(isMet());
	body->SetEnabled(false);
	EXPECT_FALSE(isMet());
	body->SetEnabled(true);
	EXPECT_TRUE(isMet());
	box->SetSensor(true);
	EXPECT_FALSE(isMet());
	box->SetSensor(false);
	b2Filter filter = box->GetFilterData();
	filter.maskBits = 0;
	box->SetFilterData(filter);
	EXPECT_FALSE(isMet());
	filter.maskBits = 0xFFFF;
	box->SetFilterData(filter);
	EXPECT_TRUE(isMet());
	body->SetTransform({2.0f, 50.0f}, 0.0f);
	EXPECT_FALSE(isMet());
	range.world.ShiftOrigin({0.0f, 50.0f});
	EXPECT_TRUE(isMet());
	body->SetType(b2_kinematicBody);
	body->SetLinearVelocity({0.0f, 30.0f});
	EXPECT_TRUE(isMet());
	EXPECT_FALSE(isMet()) << "it has moved on";
	EXPECT_EQ(range.plugin.Stats().movedBodies, 1);
}

TEST(FaultTable, AShapeChangedInPlaceIsFoundOnlyWhereItWas)
{
	FiringRange range;
	b2Fixture* disc = range.AddCircle({5.0f, 0.0f}, 0.5f);
	static_cast<b2CircleShape*>(disc->GetShape())->m_radius = 3.0f;
	const Ray middle = RayBetween({0.0f, 0.0f}, {10.0f, 0.0f});
	const Ray above = RayBetween({0.0f, 2.0f}, {10.0f, 2.0f});
	ASSERT_TRUE(CastRayClosest(range.world, middle).has_value());
	EXPECT_TRUE(IsBeside(CastRayClosest(range.world, middle)->enter.point, {2.0f, 0.0f}));
	EXPECT_FALSE(CastRayAny(range.world, above));
	range.plugin.Fire(Lasting({0.0f, 2.0f}, {600.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	disc->GetBody()->SetTransform({5.0f, 0.0f}, 0.0f);
	EXPECT_TRUE(CastRayAny(range.world, above));
}

TEST(FaultTable, ADestroyedPluginLeavesTheWorldAsItWas)
{
	FiringRange range({0.0f, -10.0f});
	b2Fixture* floor = range.Add(range.AddBody({0.0f, -1.0f}), *MakeBox(10.0f, 1.0f));
	b2Fixture* box = range.Add(range.AddBody({0.0f, 1.0f}, 0.0f, b2_dynamicBody), *MakeBox(0.5f, 0.5f));
	const b2Shape* shape = box->GetShape();
	{
		Plugin plugin(range.world);
		plugin.SetSurface(floor, {.resistance = 9.0f});
		plugin.Fire({.position = {-3.0f, 1.0f}, .velocity = {300.0f, 0.0f}});
		plugin.Throw({.position = {3.0f, 1.0f}});
		for (int32_t step = 0; step < 30; ++step)
		{
			plugin.Step(k_dt, 8, 3);
		}
		plugin.BeginStep();
		plugin.QueueDestroy(box->GetBody());
	}
	EXPECT_EQ(range.world.GetBodyCount(), 2) << "its queue goes with it";
	EXPECT_EQ(box->GetShape(), shape);
	const b2Shape& kind = *shape;
	EXPECT_EQ(typeid(kind), typeid(ClipPolygonShape));
	for (int32_t step = 0; step < 120; ++step)
	{
		range.world.Step(k_dt, 8, 3);
	}
	EXPECT_NEAR(box->GetBody()->GetPosition().y, 0.5f, 0.05f);
	EXPECT_TRUE(CastRayAny(range.world, RayBetween({-5.0f, -0.5f}, {-5.0f, -3.0f})));
}

TEST(FaultTable, ShapesMayBePassedFromFixtureToFixtureAndFromWorldToWorld)
{
	const std::vector<b2Vec2> path = {{-1.0f, 1.0f}, {-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}};
	const auto box = MakeBox(1.0f, 1.0f);
	const auto circle = MakeCircle({0.0f, 0.0f}, 1.0f);
	const auto edge = MakeEdge({-1.0f, -1.0f}, {-1.0f, 1.0f});
	const auto loop = MakeLoop(path);
	const b2Shape* const shapes[] = {&*box, &*circle, &*edge, &*loop};
	for (const b2Shape* shape : shapes)
	{
		auto first = std::make_unique<FiringRange>();
		FiringRange second;
		b2Fixture* a = first->Add(first->AddBody({5.0f, 0.0f}), *shape);
		b2Fixture* b = first->Add(first->AddBody({10.0f, 0.0f}), *a->GetShape());
		b2Fixture* c = second.Add(second.AddBody({5.0f, 0.0f}), *a->GetShape());
		for (int32_t i = 0; i < 100; ++i)
		{
			second.Add(second.AddBody({5.0f, 10.0f * static_cast<float>(i + 1)}), *c->GetShape());
		}
		first->world.DestroyBody(a->GetBody());
		EXPECT_EQ(b->GetType(), shape->GetType());
		const auto hit = CastRayClosest(first->world, RayBetween({0.0f, 0.1f}, {20.0f, 0.1f}));
		ASSERT_TRUE(hit.has_value());
		EXPECT_EQ(hit->fixture, b);
		first.reset();

		const b2Shape& kind = *c->GetShape();
		EXPECT_EQ(typeid(kind), typeid(*shape)) << "a clip shape stays one";
		const BulletId id = second.plugin.Fire(Lasting({0.0f, 0.1f}, {600.0f, 0.0f}));
		second.Step(k_dt);
		EXPECT_EQ(CountOf(second.plugin.Impacts(), id), 1);
	}
}

// Numbers beyond all limits --------------------------------------------------------------------------------------

TEST(FaultTable, AMillionMetresASecondPassNoThinWall)
{
	// The projectiles fly 16.7 km in a step.
	for (const float x : {0.001f, 1.0f, 1000.0f, 16000.0f})
	{
		for (const bool moving : {false, true})
		{
			FiringRange range;
			b2Fixture* wall = range.AddBox({x, 0.0f}, 0.002f, 100.0f, 0.0f, moving ? b2_kinematicBody : b2_staticBody);
			wall->GetBody()->SetLinearVelocity({0.0f, 10.0f});
			range.plugin.Fire(Lasting({-10.0f, 0.0f}, {1.0e6f, 0.0f}));
			const GrenadeDef grenade{.position = {-10.0f, 5.0f}, .velocity = {1.0e6f, 0.0f}, .gravityScale = 0.0f};
			const GrenadeId id = range.plugin.Throw(grenade);
			range.Step(k_dt);
			ASSERT_GE(range.plugin.Impacts().size(), 2u) << x;
			ASSERT_EQ(range.plugin.Expired().size(), 1u) << x;
			EXPECT_NEAR(range.plugin.Expired()[0].position.x, x - 0.002f, 0.002f) << x;
			EXPECT_LT(range.plugin.Find(id)->position.x, x) << x;
		}
	}
}

TEST(FaultTable, MassesAndImpulsesBeyondMeasureLeaveFiniteBodies)
{
	for (const float mass : {1.0e-30f, 1.0e20f, 1.0e30f, 3.0e38f})
	{
		for (const float speed : {300.0f, 1.0e30f, 3.0e38f})
		{
			for (const int32_t bounces : {0, 1})
			{
				FiringRange range;
				b2Body* body = range.AddBox({2.0f, 0.3f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
				BulletDef bullet = Lasting({1.0f, 0.0f}, {speed, 0.0f});
				bullet.mass = mass;
				bullet.maxBounces = bounces;
				range.plugin.Fire(bullet);
				range.plugin.Throw({.position = {1.0f, 0.5f}, .velocity = {speed, 0.0f}, .mass = mass});
				for (int32_t step = 0; step < 3; ++step)
				{
					range.Step(1.0f / speed);
					EXPECT_TRUE(body->GetLinearVelocity().IsValid()) << mass << " kg, " << speed << " m/s";
					EXPECT_TRUE(std::isfinite(body->GetAngularVelocity())) << mass << " kg, " << speed << " m/s";
					EXPECT_TRUE(body->GetPosition().IsValid()) << mass << " kg, " << speed << " m/s";
					EXPECT_EQ(range.plugin.Stats().quarantinedBodies, 0);
					for (const ImpactEvent& event : range.plugin.Impacts())
					{
						EXPECT_TRUE(event.velocityAfter.IsValid());
						EXPECT_FALSE(std::isnan(event.impulse.x) || std::isnan(event.impulse.y));
					}
				}
			}
		}
	}
}

TEST(FaultTable, TwoHundredThousandBulletsAreAllAccountedFor)
{
	FiringRange range;
	range.AddLoop({{-50.0f, -50.0f}, {50.0f, -50.0f}, {50.0f, 50.0f}, {-50.0f, 50.0f}});
	SceneRandom random(7);
	const auto count = static_cast<size_t>(ScaledCount(200000));
	for (size_t i = 0; i < count; ++i)
	{
		BulletDef def = Lasting(random.InBox(49.0f), random.Uniform(10.0f, 2000.0f) * random.Direction());
		def.lifetime = random.Uniform(0.01f, 0.1f);
		ASSERT_TRUE(range.plugin.Fire(def));
	}
	ASSERT_EQ(range.plugin.Bullets().size(), count);
	size_t ended = 0;
	size_t stopped = 0;
	for (int32_t step = 0; step < 8; ++step)
	{
		range.Step(k_dt);
		ended += range.plugin.Expired().size();
		stopped += range.plugin.Impacts().size();
		ASSERT_EQ(ended + range.plugin.Bullets().size(), count) << "step " << step;
	}
	EXPECT_EQ(ended, count);
	EXPECT_GT(stopped, count / 10);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
}

TEST(FaultTable, TheLastErrorIsOfTheLastCallThatMayBeRefused)
{
	FiringRange range;
	b2Fixture* box = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	Plugin& plugin = range.plugin;
	BulletId id;
	const std::function<void()> goodCalls[] = {
	    [&] { id = plugin.Fire({}); },
	    [&] { plugin.Throw({}); },
	    [&] { plugin.SetSurface(box, {.resistance = 1.0f}); },
	    [&] { plugin.Step(k_dt, 8, 3); },
	    [&] { plugin.BeginStep(); },
	    [&] { plugin.EndStep(k_dt); },
	    [&] {
		    plugin.ShiftOrigin({1.0f, 0.0f});
	    },
	    [&] { plugin.QueueDestroy(box->GetBody()); },
	};
	for (const std::function<void()>& call : goodCalls)
	{
		EXPECT_FALSE(plugin.Fire({.mass = -0.625f}));
		EXPECT_EQ(plugin.LastError().reason, ErrorReason::NotPositive);
		EXPECT_STREQ(plugin.LastError().parameter, "BulletDef::mass");
		EXPECT_EQ(plugin.LastError().value, -0.625);
		call();
		EXPECT_EQ(plugin.LastError().reason, ErrorReason::None);
		EXPECT_EQ(plugin.LastError().Message(), "");
	}
	plugin.Fire({.mass = -0.625f});
	plugin.Cancel(id);
	plugin.Forget(box);
	EXPECT_FALSE(plugin.Find(id).has_value());
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::NotPositive) << "what can't be refused says nothing";
	plugin.Step(k_nan, 8, 3);
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::NotFinite);
	EXPECT_STREQ(plugin.LastError().parameter, "dt");
}

TEST(FaultTable, WhatARuleWasRefusedIsNotTheErrorOfTheStep)
{
	Plugin* plugin = nullptr;
	int32_t calls = 0;
	PluginDef def;
	def.rule = [&](const ImpactEvent& impact)
	{
		++calls;
		plugin->Fire({.mass = -0.625f});
		EXPECT_EQ(plugin->LastError().reason, ErrorReason::NotPositive);
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	range.plugin.Fire({.velocity = {300.0f, 0.0f}, .gravityScale = 0.0f});
	range.Step(k_dt);
	EXPECT_EQ(calls, 1);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
}

TEST(FaultTable, AFixtureWhoseFrictionOrRestitutionIsNoNumberHasNone)
{
	for (const float bad : {k_nan, k_inf, -k_inf, -1.0f})
	{
		FiringRange range;
		b2Fixture* floor = range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
		floor->SetFriction(bad);
		floor->SetRestitution(bad);
		EXPECT_EQ(range.plugin.GetSurface(floor).friction, 0.0f);
		EXPECT_EQ(range.plugin.GetSurface(floor).restitution, 0.0f);
		range.plugin.Throw({.position = {0.0f, 1.0f}, .velocity = {3.0f, -60.0f}});
		range.plugin.Fire({.position = {0.0f, 1.0f}, .velocity = {300.0f, -60.0f}, .maxBounces = 9});
		range.Step(1.0f / 16.0f);
		ASSERT_GE(range.plugin.Impacts().size(), 2u);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			EXPECT_TRUE(event.velocityAfter.IsValid() && event.impulse.IsValid());
		}
	}
}

TEST(FaultTable, AStepTooShortToDivideByIsRefused)
{
	FiringRange range;
	range.plugin.Fire({.velocity = {1.0f, 0.0f}});
	for (const float dt : {1.0e-45f, 2.0e-44f, 1.0e-39f})
	{
		range.plugin.Step(dt, 8, 3);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::TooSmall);
		EXPECT_STREQ(range.plugin.LastError().parameter, "dt");
		EXPECT_EQ(range.plugin.LastError().value, dt);
		EXPECT_TRUE(std::isfinite(1.0f / static_cast<float>(range.plugin.LastError().limit)));
	}
	EXPECT_EQ(range.plugin.Bullets().front().age, 0.0f);
	range.plugin.Step(1.0e-30f, 8, 3);
	EXPECT_GT(range.plugin.Bullets().front().age, 0.0f);
}

TEST(FaultTable, ProjectilesBeyondMeasureEndTheirStepAfterAThousandLegsEach)
{
	// In doubles, the sides of the boxes coincide, so each leg of the grenade is cast at both boxes in exact
	// arithmetic.
	FiringRange range({0.0f, -6.4e37f});
	range.AddBox({3.4e-22f, 1.5f}, 0.5f, 0.5f, -8.0f);
	range.AddBox({-8.0f, 4.0f}, 2.0f, 2.0f, 5.5f);
	range.plugin.Throw({.position = {-5.3e37f, -3.36e38f}, .velocity = {3.0f, 0.0f}, .radius = b2_maxFloat});
	range.plugin.Throw({.position = {-6.5f, 0.0f}, .velocity = {-6.5f, 0.0f}, .radius = 0.15f});
	range.plugin.Fire({.velocity = {2.7e23f, 0.0f}});
	for (int32_t i = 0; i < 4; ++i)
	{
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Bullets().size(), 1u);
		EXPECT_EQ(range.plugin.Grenades().size(), 2u);
		EXPECT_LE(range.plugin.Stats().legs, 3 * 1025);
	}
}

TEST(FaultTable, AStaticBodyOfAVelocityLeavesItsBoxesBehind)
{
	// Box2D 2.4.1 accepts the velocity of a static body only from its definition. If a body touches such a static body,
	// Box2D moves the static body, but not its boxes in the broadphase.
	FiringRange range;
	b2BodyDef def;
	def.linearVelocity = {60.0f, 0.0f};
	const b2PolygonShape box = BoxOf(0.5f, 0.5f);
	b2Body* body = range.world.CreateBody(&def);
	b2Fixture* fixture = range.Add(body, box);
	range.AddBox({0.0f, 0.99f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
	range.Step(k_dt);
	ASSERT_NEAR(body->GetPosition().x, 1.0f, 0.01f);

	const Ray ray{{1.25f, -5.0f}, {0.0f, 5.0f}};
	ASSERT_TRUE(CastRayAtShape(*fixture->GetShape(), 0, body->GetTransform(), ray));
	ClosestRayCallback stock;
	range.world.RayCast(&stock, ray.origin, ray.origin + ray.translation);
	EXPECT_FALSE(stock.hasHit);
	EXPECT_FALSE(CastRayClosest(range.world, ray));

	body->SetTransform(body->GetPosition(), body->GetAngle());
	range.world.RayCast(&stock, ray.origin, ray.origin + ray.translation);
	EXPECT_TRUE(stock.hasHit);
	EXPECT_TRUE(CastRayClosest(range.world, ray));
}

TEST(FaultTable, AnImpulseWhoseLeverLeavesTheFloatsIsNotGiven)
{
	// The momentum and the lever are finite, but their product, which Box2D computes in float, is not.
	FiringRange range;
	b2Body* body = range.AddBox({0.0f, 0.0f}, 1.0f, 30.0f, 0.0f, b2_dynamicBody)->GetBody();
	range.plugin.Throw({.position = {-4.0f, 20.0f}, .velocity = {3.0e38f, 0.0f}, .radius = 1.0f, .mass = 1.0f});
	for (int32_t i = 0; i < 3; ++i)
	{
		range.Step(1.0f / 64.0f);
		EXPECT_TRUE(body->GetLinearVelocity().IsValid());
		EXPECT_TRUE(std::isfinite(body->GetAngularVelocity()));
	}
}

} // namespace ricochet::test::fault_table_test
