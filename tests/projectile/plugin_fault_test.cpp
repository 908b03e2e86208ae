// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/expect_error.h"
#include "support/reference_flight.h"

#include <box2d/b2_contact.h>

#include <algorithm>
#include <cmath>
#include <functional>

// Tests a game that calls the plugin from inside callbacks, destroys objects in use, moves bodies itself, and has
// bodies without a valid position.

namespace ricochet::test::plugin_fault_test
{

namespace
{

struct Listener : b2ContactListener
{
	void BeginContact(b2Contact* contact) override
	{
		if (begin)
		{
			begin(contact);
		}
	}
	void EndContact(b2Contact* contact) override
	{
		if (end)
		{
			end(contact);
		}
	}
	std::function<void(b2Contact*)> begin;
	std::function<void(b2Contact*)> end;
};

bool AreValid(const Plugin& plugin)
{
	const auto isValid = [](const auto& state)
	{
		return state.position.IsValid() && state.velocity.IsValid();
	};
	return std::ranges::all_of(plugin.Bullets(), isValid) && std::ranges::all_of(plugin.Grenades(), isValid);
}

// Adds two boxes that begin to touch in the next step.
b2Body* AddCollision(FiringRange& range)
{
	range.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
	return range.AddBox({0.9f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
}

} // namespace

TEST(PluginFault, AStepFromAContactCallbackIsRefused)
{
	FiringRange range;
	AddCollision(range);
	const BulletId id = range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
	Listener listener;
	int32_t calls = 0;
	listener.begin = [&](b2Contact*)
	{
		++calls;
		ASSERT_TRUE(range.world.IsLocked());
		range.plugin.Step(k_dt, 8, 3);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::InsideStep);
	};
	range.world.SetContactListener(&listener);
	range.Step(k_dt);
	EXPECT_EQ(calls, 1);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0f, 1.0e-6f) << "the outer step is whole";
	range.Step(k_dt);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 2.0f, 1.0e-6f);
}

TEST(PluginFault, BeginStepAndEndStepFromAContactCallbackDoNoHarm)
{
	FiringRange range;
	AddCollision(range);
	range.AddBox({0.0f, 5.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody)->GetBody()->SetLinearVelocity({60.0f, 0.0f});
	range.plugin.Fire(Straight({-2.0f, 5.0f}, {300.0f, 0.0f}));
	Listener listener;
	listener.begin = [&](b2Contact*)
	{
		range.plugin.EndStep(k_dt);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::InsideStep);
	};
	range.world.SetContactListener(&listener);
	range.Step(k_dt);

	// Bullet and moving box start 1.5 m apart, at a relative speed of 240 m/s.
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Impacts()[0].time, 1.5f / 240.0f, 1.0e-5f);
}

TEST(PluginFault, FireThrowQueueDestroyAndCastFromAContactCallbackWork)
{
	FiringRange range;
	b2Body* body = AddCollision(range);
	Listener listener;
	BulletId bullet;
	GrenadeId grenade;
	listener.begin = [&](b2Contact*)
	{
		bullet = range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
		grenade = range.plugin.Throw({.position = {0.0f, -5.0f}, .velocity = {1.0f, 0.0f}});
		range.plugin.QueueDestroy(body);
		EXPECT_TRUE(CastRayAny(range.world, RayBetween({-5.0f, 0.0f}, {5.0f, 0.0f})));
	};
	range.world.SetContactListener(&listener);
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Find(bullet).has_value());
	EXPECT_TRUE(range.plugin.Find(grenade).has_value());
	EXPECT_EQ(range.world.GetBodyCount(), 2);
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
	EXPECT_GT(range.plugin.Find(bullet)->position.x, 0.9f);
}

TEST(PluginFault, CallsFromEndContactOfAQueuedDestroyWork)
{
	// DestroyBody calls EndContact while the world is unlocked. At that time, the plugin is processing its queue.
	FiringRange range;
	b2Body* body = AddCollision(range);
	b2Body* witness = range.AddBox({50.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
	range.Step(k_dt);
	Listener listener;
	int32_t calls = 0;
	listener.end = [&](b2Contact*)
	{
		if (++calls == 1)
		{
			range.plugin.QueueDestroy(body);
			range.plugin.QueueDestroy(witness);
			range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
			range.plugin.Step(k_dt, 8, 3);
			EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::InsideStep);
		}
	};
	range.world.SetContactListener(&listener);
	range.plugin.QueueDestroy(body);
	range.Step(k_dt);
	EXPECT_EQ(calls, 1);
	EXPECT_EQ(range.world.GetBodyCount(), 2);
	EXPECT_EQ(range.plugin.Bullets().size(), 1u);
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 1) << "what was queued meanwhile goes at the end of the next step";
	range.world.SetContactListener(nullptr);
}

TEST(PluginFault, AStepFromInsideARuleIsRefused)
{
	Plugin* plugin = nullptr;
	PluginDef def;
	int32_t calls = 0;
	def.rule = [&](const ImpactEvent& event)
	{
		++calls;
		plugin->Step(k_dt, 8, 3);
		EXPECT_EQ(plugin->LastError().reason, ErrorReason::InsideStep);
		return event.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
	const BulletId other = range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(calls, 1);
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Find(other)->position.x, 1.0f, 1.0e-6f);
}

TEST(PluginFault, ShotsFromInsideARuleFlyFromTheNextStepOn)
{
	// The rule fires a hundred splinters and a grenade at every impact. The lists grow while they are in use.
	Plugin* plugin = nullptr;
	PluginDef def;
	std::vector<BulletId> splinters;
	GrenadeId grenade;
	def.rule = [&](const ImpactEvent& event)
	{
		for (int32_t i = 0; i < 100; ++i)
		{
			splinters.push_back(plugin->Fire(Straight(event.enter.point - b2Vec2{0.1f, 0.0f}, {-60.0f, 0.0f})));
		}
		grenade = plugin->Throw({.position = event.enter.point - b2Vec2{1.0f, 0.0f}});
		return event.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	range.AddBox({2.5f, 0.0f}, 0.5f, 0.5f);
	for (int32_t i = 0; i < 10; ++i)
	{
		range.plugin.Fire(Straight({0.0f, 0.01f * static_cast<float>(i)}, {300.0f, 0.0f}));
	}
	const BulletId last = range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Impacts().size(), 10u);
	ASSERT_EQ(splinters.size(), 1000u);
	for (const BulletId id : splinters)
	{
		ASSERT_TRUE(range.plugin.Find(id).has_value());
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.9f, 1.0e-5f);
		EXPECT_EQ(range.plugin.Find(id)->age, 0.0f);
	}
	EXPECT_TRUE(range.plugin.Find(grenade).has_value());
	EXPECT_NEAR(range.plugin.Find(last)->position.x, 1.0f, 1.0e-6f);
	range.Step(k_dt);
	EXPECT_NEAR(range.plugin.Find(splinters[0])->position.x, 0.9f, 1.0e-5f);
	EXPECT_EQ(range.plugin.Bullets().size(), 1001u);
}

TEST(PluginFault, CancelFromInsideARuleTakesTheBulletAway)
{
	Plugin* plugin = nullptr;
	PluginDef def;
	std::vector<BulletId> all;
	def.rule = [&](const ImpactEvent& event)
	{
		for (const BulletId id : all)
		{
			plugin->Cancel(id);
		}
		return event.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	range.AddBox({2.5f, 0.0f}, 0.5f, 0.5f);
	for (int32_t i = 0; i < 10; ++i)
	{
		BulletDef bullet = Straight({0.0f, 0.01f * static_cast<float>(i)}, {300.0f, 0.0f});
		bullet.maxBounces = 3;
		all.push_back(range.plugin.Fire(bullet));
	}
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Bullets().empty());
	for (const BulletId id : all)
	{
		EXPECT_FALSE(range.plugin.Find(id).has_value());
	}
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Impacts().empty());
}

TEST(PluginFault, ABulletFliesOnWhenThePiercedBodyIsDestroyedAroundIt)
{
	for (const bool bodyToo : {true, false})
	{
		FiringRange range;
		b2Fixture* thick = range.AddBox({5.0f, 0.0f}, 5.0f, 1.0f, 0.0f, b2_dynamicBody);
		b2Fixture* wall = range.AddBox({15.0f, 0.0f}, 1.0f, 1.0f);
		BulletDef def = Straight({-1.0f, 0.0f}, {150.0f, 0.0f});
		def.maxPierces = 1;
		const BulletId id = range.plugin.Fire(def);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		ASSERT_NEAR(range.plugin.Find(id)->position.x, 1.5f, 1.0e-5f);
		if (bodyToo)
		{
			range.world.DestroyBody(thick->GetBody());
		}
		else
		{
			thick->GetBody()->DestroyFixture(thick);
		}

		// A new box may reuse the memory. The bullet must hit it.
		b2Fixture* fresh = range.AddBox({8.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_dynamicBody);
		b2Fixture* hit = nullptr;
		for (int32_t step = 0; step < 10 && hit == nullptr; ++step)
		{
			range.Step(k_dt);
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				hit = event.fixture;
			}
		}
		EXPECT_EQ(hit, fresh);
		EXPECT_NE(hit, wall);
	}
}

TEST(PluginFault, EverythingMayBeDestroyedBetweenSteps)
{
	const uint64_t seed = 71;
	SceneRandom random(seed);
	FiringRange range({0.0f, -10.0f});
	std::vector<b2Body*> bodies;
	const auto addBody = [&]
	{
		const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
		b2Body* body = range.AddBody(random.InBox(10.0f), random.Uniform(-3.0f, 3.0f), types[random.Below(3)]);
		for (int32_t i = random.Below(3); i >= 0; --i)
		{
			range.plugin.SetSurface(range.Add(body, RandomPolygon(random, 1.0f)), {.resistance = 100.0f});
		}
		if (body->GetType() == b2_kinematicBody)
		{
			body->SetAngularVelocity(random.Uniform(-10.0f, 10.0f));
		}
		bodies.push_back(body);
	};
	while (bodies.size() < 60)
	{
		addBody();
	}
	size_t impacts = 0;
	for (int32_t step = 0; step < ScaledCount(400); ++step)
	{
		for (int32_t i = 0; i < 10; ++i)
		{
			BulletDef bullet{.position = random.InBox(10.0f),
			                 .velocity = random.LogUniform(1.0f, 1000.0f) * random.Direction()};
			bullet.maxBounces = random.Below(4);
			bullet.maxPierces = random.Below(4);
			bullet.lifetime = 0.5f;
			bullet.filter.ignoreBody = bodies[static_cast<size_t>(random.Below(static_cast<int32_t>(bodies.size())))];
			bullet.filter.startInside = random.OneIn(2);
			range.plugin.Fire(bullet);
			range.plugin.Throw({.position = random.InBox(10.0f),
			                    .velocity = random.Uniform(0.0f, 50.0f) * random.Direction(),
			                    .fuse = 0.5f,
			                    .filter = bullet.filter});
		}
		range.Step(k_dt);
		impacts += range.plugin.Impacts().size();
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			ASSERT_EQ(event.fixture->GetBody(), event.body);
			ASSERT_TRUE(event.enter.point.IsValid() && event.velocityAfter.IsValid() && event.impulse.IsValid());
			ASSERT_TRUE(event.time >= 0.0f && event.time <= k_dt);
		}
		for (const BulletState& state : range.plugin.Bullets())
		{
			ASSERT_TRUE(state.position.IsValid() && state.velocity.IsValid());
		}
		for (const GrenadeState& state : range.plugin.Grenades())
		{
			ASSERT_TRUE(state.position.IsValid() && state.velocity.IsValid());
		}

		// Destroys, queues, disables, changes or moves a body, at random.
		const size_t index = static_cast<size_t>(random.Below(static_cast<int32_t>(bodies.size())));
		b2Body* body = bodies[index];
		const int32_t fate = random.Below(8);
		if (fate < 2)
		{
			if (fate == 1)
			{
				range.plugin.QueueDestroy(body);
			}
			range.world.DestroyBody(body);
			bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(index));
			if (fate == 1)
			{
				range.Step(k_dt); // removes the body before another one can get its address
			}
		}
		else if (fate == 2 && body->GetFixtureList() != nullptr)
		{
			body->DestroyFixture(body->GetFixtureList());
		}
		else if (fate == 3)
		{
			body->SetEnabled(body->IsEnabled() == false);
		}
		else if (fate == 4)
		{
			body->SetTransform(random.InBox(10.0f), random.Uniform(-3.0f, 3.0f));
		}
		else if (fate == 5)
		{
			body->SetType(random.OneIn(2) ? b2_dynamicBody : b2_staticBody);
		}
		else if (fate == 6)
		{
			range.plugin.QueueDestroy(body);
			bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(index));
			range.Step(k_dt);
		}
		while (bodies.size() < 60)
		{
			addBody();
		}
	}
	EXPECT_GT(impacts, static_cast<size_t>(std::min(ScaledCount(1000), 1000))) << "seed " << seed;
	EXPECT_EQ(range.world.GetBodyCount(), static_cast<int32_t>(bodies.size()));
}

TEST(PluginFault, BodiesMayBeDestroyedWhileTheWorldSteps)
{
	// A body is destroyed between BeginStep and EndStep. A new body may get its address, but must not inherit its
	// motion.
	FiringRange range;
	b2Body* mover = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
	mover->SetLinearVelocity({0.0f, 60.0f});
	range.plugin.Fire(Straight({0.0f, 0.25f}, {300.0f, 0.0f}));
	b2Fixture* fresh = nullptr;
	range.Step(k_dt,
	           [&]
	           {
		           range.world.DestroyBody(mover);
		           fresh = range.AddBox({3.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody);
	           });
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Impacts()[0].fixture, fresh);
}

TEST(PluginFault, ABodyThatIsNowhereIsQuarantinedAndHarmsNobody)
{
	for (const b2BodyType type : {b2_staticBody, b2_kinematicBody, b2_dynamicBody})
	{
		for (const bool position : {true, false})
		{
			FiringRange range;
			b2Fixture* wall = range.AddBox({2.5f, 0.0f}, 0.5f, 0.5f);
			b2Body* moving = range.AddBox({2.5f, 5.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
			moving->SetLinearVelocity({6.0f, 0.0f});
			b2Body* lost = range.AddBox({1.0f, 0.0f}, 0.2f, 0.2f, 0.0f, type)->GetBody();
			range.Step(k_dt);
			EXPECT_EQ(range.plugin.Stats().quarantinedBodies, 0);
			lost->SetTransform(position ? b2Vec2{k_nan, 0.0f} : b2Vec2{1.0f, 0.0f}, position ? 0.0f : k_nan);
			range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
			range.plugin.Fire(Straight({0.0f, 5.0f}, {300.0f, 0.0f}));
			const GrenadeId grenade = range.plugin.Throw(
			    {.position = {0.0f, 0.1f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .fuse = 100.0f});
			range.Step(k_dt);
			EXPECT_EQ(range.plugin.Stats().quarantinedBodies, 1);
			ASSERT_EQ(range.plugin.Impacts().size(), 3u);
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				EXPECT_NE(event.body, lost);
				EXPECT_TRUE(event.enter.point.IsValid());
			}
			EXPECT_EQ(range.plugin.Impacts()[0].fixture, wall);
			ASSERT_TRUE(range.plugin.Find(grenade).has_value());
			EXPECT_TRUE(range.plugin.Find(grenade)->position.IsValid());
		}
	}
}

TEST(PluginFault, ABodyTeleportedOntoProjectilesLosesNone)
{
	for (const bool kinematic : {false, true})
	{
		FiringRange range;
		b2Body* body =
		    range.AddBox({50.0f, 0.0f}, 1.0f, 1.0f, 0.0f, kinematic ? b2_kinematicBody : b2_staticBody)->GetBody();
		const BulletId bullet = range.plugin.Fire(Straight({0.0f, 0.2f}, {6.0f, 0.0f}));
		const GrenadeId grenade = range.plugin.Throw({.position = {0.3f, -0.2f}, .gravityScale = 0.0f, .fuse = 100.0f});
		range.Step(k_dt);
		body->SetTransform({0.0f, 0.0f}, 0.5f);

		// The bullet did not enter the body, but is inside it after the teleport. Whatever the plugin reports, the
		// bullet must end or be at a valid place.
		for (int32_t step = 0; step < 60; ++step)
		{
			range.Step(k_dt);
			if (const auto state = range.plugin.Find(grenade))
			{
				EXPECT_TRUE(state->position.IsValid());
				EXPECT_LT(static_cast<double>(state->radius) - SignedDistance(range.world, Widen(state->position)),
				          1.0e-5)
				    << "step " << step;
			}
			if (const auto state = range.plugin.Find(bullet))
			{
				EXPECT_TRUE(state->position.IsValid());
			}
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				EXPECT_TRUE(event.enter.point.IsValid() && event.velocityAfter.IsValid());
			}
		}
	}
}

TEST(PluginFault, AProjectileThatLeavesTheNumbersExpiresAsLost)
{
	FiringRange range({0.0f, 0.0f});
	const BulletId bullet = range.plugin.Fire(Straight({3.0e38f, 0.0f}, {3.0e38f, 0.0f}));
	const GrenadeId grenade =
	    range.plugin.Throw({.position = {0.0f, 3.0e38f}, .velocity = {0.0f, 3.0e38f}, .gravityScale = 0.0f});
	const BulletId other = range.plugin.Fire(Straight({0.0f, 0.0f}, {60.0f, 0.0f}));
	range.Step(1.0f);
	EXPECT_FALSE(range.plugin.Find(bullet).has_value());
	EXPECT_FALSE(range.plugin.Find(grenade).has_value());
	EXPECT_NEAR(range.plugin.Find(other)->position.x, 60.0f, 1.0e-4f);
	ASSERT_EQ(range.plugin.Expired().size(), 2u);
	for (const ExpiredEvent& event : range.plugin.Expired())
	{
		EXPECT_EQ(event.reason, ExpiredEvent::Reason::Lost);
	}
}

TEST(PluginFault, WorldsWithNumbersOutOfAllProportionEndTheirStep)
{
	// Gravity, speeds, masses and step lengths are extreme. No step hangs, and no number becomes NaN.
	const uint64_t seed = 72;
	SceneRandom random(seed);
	for (int32_t i = ScaledCount(300); i > 0; --i)
	{
		FiringRange range({0.0f, -random.LogUniform(1.0e-3f, 1.0e4f)});
		range.AddBox({0.0f, -1.0f}, 100.0f, 1.0f);
		b2Body* body = range.AddBox({5.0f, 1.0f}, 0.5f, 1.0f, 0.0f, b2_dynamicBody)->GetBody();
		for (int32_t k = 0; k < 5; ++k)
		{
			range.plugin.Fire({.position = {0.0f, random.LogUniform(1.0e-6f, 10.0f)},
			                   .velocity = random.LogUniform(1.0e-6f, 1.0e7f) * random.Direction(),
			                   .mass = random.LogUniform(1.0e-20f, 1.0e20f),
			                   .drag = random.OneIn(2) ? 0.0f : random.LogUniform(1.0e-9f, 1.0f),
			                   .lifetime = 1.0e6f,
			                   .maxBounces = 1000000,
			                   .maxPierces = random.Below(3)});
			range.plugin.Throw({.position = {0.0f, 10.0f},
			                    .velocity = random.LogUniform(1.0e-6f, 1.0e6f) * random.Direction(),
			                    .radius = random.LogUniform(1.0e-4f, 5.0f),
			                    .mass = random.LogUniform(1.0e-20f, 1.0e20f),
			                    .restitution = random.Uniform(0.0f, 1.0f),
			                    .fuse = 1.0e6f});
		}
		const float dt = random.OneIn(8) ? 1.0f : random.LogUniform(1.0e-9f, 0.1f);
		for (int32_t step = 0; step < 3; ++step)
		{
			range.Step(dt);
			ASSERT_TRUE(AreValid(range.plugin)) << "seed " << seed << ", " << i << " to go";
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				ASSERT_TRUE(event.impulse.IsValid() && event.velocityAfter.IsValid() && event.enter.point.IsValid());
				ASSERT_TRUE(event.time >= 0.0f && event.time <= dt) << event.time << " of " << dt;
			}
			ASSERT_TRUE(body->GetLinearVelocity().IsValid() && std::isfinite(body->GetAngularVelocity()))
			    << "seed " << seed << ", " << i << " to go";
		}
	}
}

TEST(PluginFault, AnAbsurdDragOrGravityEndsItsStep)
{
	// The number of straight pieces of a path must have a bound that does not depend on these numbers.
	for (const float drag : {0.0f, 1.0e3f, 1.0e6f, 1.0e9f, 3.0e38f})
	{
		FiringRange range({0.0f, -1.0e30f});
		range.plugin.Fire(
		    {.velocity = {1.0e9f, 1.0f}, .gravityScale = drag > 0.0f ? 0.0f : 1.0f, .drag = drag, .lifetime = 1.0e6f});
		range.plugin.Throw({.velocity = {1.0e9f, 1.0f}, .gravityScale = drag > 0.0f ? 0.0f : 1.0f, .fuse = 1.0e6f});
		range.Step(10.0f);
		EXPECT_LT(range.plugin.Stats().legs, 1000000) << drag;
		for (const BulletState& state : range.plugin.Bullets())
		{
			EXPECT_TRUE(state.position.IsValid() && state.velocity.IsValid()) << drag;
		}
	}
}

TEST(PluginFault, AGravityThatIsNotFiniteCountsAsNoneAndIsTold)
{
	for (const float wrong : {std::nanf(""), HUGE_VALF, -HUGE_VALF})
	{
		FiringRange range(k_gravity);
		range.plugin.Fire({.velocity = {10.0f, 0.0f}});
		range.plugin.Throw({.velocity = {1.0f, 1.0f}});
		range.world.SetGravity({0.0f, wrong});
		range.Step(k_dt);
		ExpectError(range.plugin.LastError(), {ErrorReason::NotFinite, "b2World::GetGravity", -1, wrong});
		range.plugin.Fire({.velocity = {10.0f, 0.0f}, .maxRange = 100.0f});
		EXPECT_TRUE(AreValid(range.plugin)) << wrong;
		range.Step(k_dt);
		EXPECT_TRUE(AreValid(range.plugin)) << wrong;
		EXPECT_EQ((*range.plugin.Bullets().begin()).velocity, b2Vec2(10.0f, 0.0f)) << wrong;
		EXPECT_EQ(range.plugin.Grenades()[0].velocity, b2Vec2(1.0f, 1.0f)) << wrong;
		range.world.SetGravity(k_gravity);
		range.Step(k_dt);
		ExpectError(range.plugin.LastError(), {});
		EXPECT_EQ(range.plugin.Bullets().size(), 2u) << wrong;
		EXPECT_TRUE(range.plugin.Expired().empty()) << wrong;
	}
}

TEST(PluginFault, NoBitPatternInADefDoesHarm)
{
	const uint64_t seed = 73;
	SceneRandom random(seed);
	const auto oftenSound = [&](float sound)
	{
		return random.OneIn(3) ? random.AnyFloat() : sound;
	};
	int32_t taken = 0;
	for (int32_t i = ScaledCount(2000); i > 0; --i)
	{
		FiringRange range({0.0f, -10.0f});
		range.AddBox({0.0f, -1.0f}, 10.0f, 1.0f);
		b2Body* body = range.AddBox({3.0f, 0.5f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		range.plugin.SetSurface(body->GetFixtureList(),
		                        {random.AnyFloat(), oftenSound(0.5f), oftenSound(0.5f), oftenSound(0.5f)});
		BulletDef bullet;
		bullet.position = {oftenSound(0.0f), oftenSound(0.5f)};
		bullet.velocity = {oftenSound(300.0f), oftenSound(0.0f)};
		bullet.mass = oftenSound(0.01f);
		bullet.gravityScale = oftenSound(1.0f);
		bullet.drag = oftenSound(0.1f);
		bullet.lifetime = oftenSound(5.0f);
		bullet.restitution = oftenSound(0.5f);
		bullet.friction = oftenSound(0.5f);
		bullet.maxBounces = random.Below(3);
		bullet.maxPierces = random.Below(3);
		taken += range.plugin.Fire(bullet) ? 1 : 0;
		GrenadeDef grenade;
		grenade.position = {oftenSound(0.0f), oftenSound(0.5f)};
		grenade.velocity = {oftenSound(30.0f), oftenSound(0.0f)};
		grenade.radius = oftenSound(0.05f);
		grenade.mass = oftenSound(0.4f);
		grenade.gravityScale = oftenSound(1.0f);
		grenade.restitution = oftenSound(0.5f);
		grenade.friction = oftenSound(0.5f);
		grenade.restitutionThreshold = oftenSound(1.0f);
		grenade.fuse = oftenSound(3.0f);
		taken += range.plugin.Throw(grenade) ? 1 : 0;
		for (int32_t step = 0; step < 3; ++step)
		{
			range.Step(k_dt);
			ASSERT_TRUE(AreValid(range.plugin)) << "seed " << seed << ", " << i << " to go";
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				ASSERT_FALSE(std::isnan(event.impulse.x) || std::isnan(event.impulse.y))
				    << "seed " << seed << ", " << i << " to go";
				ASSERT_TRUE(event.velocityAfter.IsValid() && event.enter.point.IsValid())
				    << "seed " << seed << ", " << i << " to go";
			}
			ASSERT_TRUE(body->GetLinearVelocity().IsValid() && std::isfinite(body->GetAngularVelocity()))
			    << "seed " << seed << ", " << i << " to go";
		}
	}
	EXPECT_GT(taken, 0);
}

} // namespace ricochet::test::plugin_fault_test
