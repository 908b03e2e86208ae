// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/brute_force.h"

#include <box2d/b2_contact.h>
#include <box2d/b2_draw.h>
#include <box2d/b2_revolute_joint.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

// Calls the library from inside every callback of Box2D.

namespace ricochet::test::callback_fault_test
{

namespace
{

// Makes every call that is allowed inside a callback once. Within a step, also makes calls that must be refused.
class Caller
{
public:
	explicit Caller(FiringRange& range) : m_range(range)
	{
		m_cancelled = range.plugin.Fire(Lasting({-90.0f, 0.0f}, {6.0f, 0.0f}));
		m_victim = range.AddBox({-80.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
		m_marked = range.AddBox({-70.0f, 0.0f}, 0.5f, 0.5f);
		m_forgotten = range.AddBox({-60.0f, 0.0f}, 0.5f, 0.5f);
		range.plugin.SetSurface(m_forgotten, {.resistance = 5.0f});
		m_bodies = range.world.GetBodyCount();
	}

	void Call(bool inStep)
	{
		++m_calls;
		Cast();
		if (m_calls > 1)
		{
			return;
		}
		Plugin& plugin = m_range.plugin;
		m_bullet = plugin.Fire(Lasting({-90.0f, 5.0f}, {6.0f, 0.0f}));
		m_grenade = plugin.Throw({.position = {-90.0f, 10.0f}, .gravityScale = 0.0f, .fuse = 100.0f});
		plugin.Cancel(m_cancelled);
		EXPECT_FALSE(plugin.Find(m_cancelled).has_value());
		plugin.QueueDestroy(m_victim);
		plugin.SetSurface(m_marked, {.resistance = 3.0f});
		EXPECT_EQ(plugin.GetSurface(m_marked).resistance, 3.0f);
		plugin.QueueDestroy(m_forgotten->GetBody());
		plugin.Forget(m_forgotten->GetBody());
		EXPECT_EQ(plugin.GetSurface(m_forgotten).resistance, 0.0f);
		EXPECT_EQ(plugin.LastError().reason, ErrorReason::None);
		if (inStep)
		{
			ExpectRefusals();
		}
	}

	// Checks that the calls took effect. If they were made within a step, call this after that step. Otherwise, call it
	// after the next step.
	void ExpectDone()
	{
		Plugin& plugin = m_range.plugin;
		EXPECT_GT(m_calls, 0);
		EXPECT_FALSE(plugin.Find(m_cancelled).has_value());
		EXPECT_EQ(plugin.Bullets().size(), 1u);
		EXPECT_EQ(plugin.Grenades().size(), 1u);
		ASSERT_TRUE(plugin.Find(m_bullet).has_value() && plugin.Find(m_grenade).has_value());
		EXPECT_NEAR(plugin.Find(m_bullet)->position.x, -89.9f, 1.0e-5f);
		EXPECT_EQ(plugin.GetSurface(m_marked).resistance, 3.0f);
		EXPECT_TRUE(plugin.Expired().empty());

		// The next step refuses nothing.
		m_range.Step(k_dt);
		EXPECT_NEAR(plugin.Find(m_bullet)->position.x, -89.8f, 1.0e-5f);
		EXPECT_EQ(m_range.world.GetBodyCount(), m_bodies - 1);
	}

private:
	void Cast()
	{
		const Ray ray = RayBetween({-100.0f, 0.01f}, {100.0f, 0.02f});
		const std::vector<RayHit> expected = BruteForceAll(m_range.world, ray);
		const std::optional<RayHit> closest = CastRayClosest(m_range.world, ray);
		std::vector<RayHit> all;
		CastRayAll(m_range.world, ray, all);
		ASSERT_FALSE(expected.empty());
		ASSERT_TRUE(closest.has_value());
		EXPECT_TRUE(IsSame(*closest, *BruteForceClosest(m_range.world, ray)));
		EXPECT_TRUE(CastRayAny(m_range.world, ray));
		EXPECT_TRUE(std::equal(all.begin(), all.end(), expected.begin(), expected.end(),
		                       [](const RayHit& a, const RayHit& b) { return IsSame(a, b); }));
	}

	void ExpectRefusals()
	{
		Plugin& plugin = m_range.plugin;
		const auto refused = [&](const char* name)
		{
			const Error error = plugin.LastError();
			const bool why = error.reason == ErrorReason::WorldIsLocked || error.reason == ErrorReason::InsideStep;
			EXPECT_TRUE(why) << name << ": \"" << error.Message() << "\"";
			EXPECT_TRUE(plugin.Fire({.mass = -1.0f}) == BulletId()) << "for another error";
			EXPECT_EQ(plugin.LastError().reason, ErrorReason::NotPositive);
		};
		plugin.Step(k_dt, 8, 3);
		refused("Step");
		plugin.BeginStep();
		refused("BeginStep");
		plugin.EndStep(k_dt);
		refused("EndStep");
	}

	FiringRange& m_range;
	int32_t m_calls = 0;
	int32_t m_bodies = 0;
	BulletId m_cancelled;
	BulletId m_bullet;
	GrenadeId m_grenade;
	b2Body* m_victim = nullptr;
	b2Fixture* m_marked = nullptr;
	b2Fixture* m_forgotten = nullptr;
};

// Implements every callback of Box2D. The chosen callback calls the Caller.
struct Callbacks final : b2ContactListener,
                         b2ContactFilter,
                         b2DestructionListener,
                         b2RayCastCallback,
                         b2QueryCallback,
                         b2Draw
{
	enum Kind
	{
		k_begin,
		k_end,
		k_preSolve,
		k_postSolve,
		k_shouldCollide,
		k_goodbyeFixture,
		k_goodbyeJoint,
		k_rayCast,
		k_query,
		k_draw
	};

	Callbacks(b2World& world, Kind chosenKind) : chosen(chosenKind)
	{
		SetFlags(b2Draw::e_shapeBit | b2Draw::e_jointBit);
		world.SetContactListener(this);
		world.SetContactFilter(this);
		world.SetDestructionListener(this);
		world.SetDebugDraw(this);
	}

	void On(Kind kind)
	{
		if (kind == chosen && call)
		{
			call();
		}
	}

	void BeginContact(b2Contact*) override { On(k_begin); }
	void EndContact(b2Contact*) override { On(k_end); }
	void PreSolve(b2Contact*, const b2Manifold*) override { On(k_preSolve); }
	void PostSolve(b2Contact*, const b2ContactImpulse*) override { On(k_postSolve); }
	bool ShouldCollide(b2Fixture* a, b2Fixture* b) override
	{
		On(k_shouldCollide);
		return b2ContactFilter::ShouldCollide(a, b);
	}
	void SayGoodbye(b2Fixture*) override { On(k_goodbyeFixture); }
	void SayGoodbye(b2Joint*) override { On(k_goodbyeJoint); }
	float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float) override
	{
		On(k_rayCast);
		return 1.0f;
	}
	bool ReportFixture(b2Fixture*) override
	{
		On(k_query);
		return true;
	}
	void DrawPolygon(const b2Vec2*, int32, const b2Color&) override { On(k_draw); }
	void DrawSolidPolygon(const b2Vec2*, int32, const b2Color&) override { On(k_draw); }
	void DrawCircle(const b2Vec2&, float, const b2Color&) override { On(k_draw); }
	void DrawSolidCircle(const b2Vec2&, float, const b2Vec2&, const b2Color&) override { On(k_draw); }
	void DrawSegment(const b2Vec2&, const b2Vec2&, const b2Color&) override { On(k_draw); }
	void DrawTransform(const b2Transform&) override { On(k_draw); }
	void DrawPoint(const b2Vec2&, float, const b2Color&) override { On(k_draw); }

	Kind chosen;
	std::function<void()> call;
};

// A scene that triggers contact and destruction callbacks. Two boxes touch and are joined by a joint. A third box moves
// away from the first.
struct Collision
{
	explicit Collision(FiringRange& range)
	{
		range.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
		first = range.AddBox({0.9f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		second = range.AddBox({20.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		b2RevoluteJointDef def;
		def.Initialize(first, second, {10.0f, 0.0f});
		range.world.CreateJoint(&def);
	}

	b2Body* first;
	b2Body* second;
};

} // namespace

TEST(CallbackFault, EveryCallbackOfTheWorldsStepMayCall)
{
	for (const auto kind : {Callbacks::k_begin, Callbacks::k_end, Callbacks::k_preSolve, Callbacks::k_postSolve,
	                        Callbacks::k_shouldCollide})
	{
		for (const bool whole : {true, false})
		{
			if (whole == false && kind == Callbacks::k_shouldCollide)
			{
				continue; // the world is not locked, and the game steps it itself: nothing shows that it is in use
			}
			SCOPED_TRACE(testing::Message() << "callback " << kind << (whole ? "" : " of a step in three parts"));
			FiringRange range;
			const Collision collision(range);
			if (kind == Callbacks::k_end)
			{
				range.Step(k_dt);
				collision.first->SetTransform({3.0f, 0.0f}, 0.0f);
			}
			Caller caller(range);
			Callbacks callbacks(range.world, kind);
			callbacks.call = [&]
			{
				caller.Call(true);
			};
			if (whole)
			{
				range.Step(k_dt);
			}
			else
			{
				range.Step(k_dt, [] {});
			}
			callbacks.call = {};
			caller.ExpectDone();
		}
	}
}

TEST(CallbackFault, EveryCallbackOfADestructionMayCall)
{
	// The game destroys the body itself. The world is unlocked, and no step is in progress.
	for (const auto kind : {Callbacks::k_end, Callbacks::k_goodbyeFixture, Callbacks::k_goodbyeJoint})
	{
		SCOPED_TRACE(testing::Message() << "callback " << kind);
		FiringRange range;
		const Collision collision(range);
		range.Step(k_dt);
		Caller caller(range);
		range.AddBody({200.0f, 0.0f}); // replaces the body that is destroyed
		Callbacks callbacks(range.world, kind);
		callbacks.call = [&]
		{
			caller.Call(false);
		};
		range.world.DestroyBody(collision.first);
		callbacks.call = {};
		range.Step(k_dt);
		caller.ExpectDone();
	}
}

TEST(CallbackFault, EveryCallbackOfAQueuedDestructionMayCall)
{
	for (const auto kind : {Callbacks::k_end, Callbacks::k_goodbyeFixture, Callbacks::k_goodbyeJoint})
	{
		SCOPED_TRACE(testing::Message() << "callback " << kind);
		FiringRange range;
		const Collision collision(range);
		range.Step(k_dt);
		Callbacks callbacks(range.world, kind);
		bool called = false;
		int32_t bodies = 0;
		b2Body* victim = range.AddBox({-80.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
		callbacks.call = [&]
		{
			called = true;
			bodies = range.world.GetBodyCount();
			range.plugin.QueueDestroy(victim);
			range.plugin.QueueDestroy(collision.first); // the body that is queued already
			range.plugin.Fire(Lasting({-90.0f, 5.0f}, {6.0f, 0.0f}));
			EXPECT_TRUE(CastRayAny(range.world, RayBetween({-100.0f, 0.0f}, {100.0f, 0.0f})));
			range.plugin.Step(k_dt, 8, 3);
			EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::InsideStep);
		};
		range.plugin.QueueDestroy(collision.first);
		range.Step(k_dt);
		callbacks.call = {};
		ASSERT_TRUE(called);
		EXPECT_EQ(range.world.GetBodyCount(), bodies - 1);
		range.Step(k_dt);
		EXPECT_EQ(range.world.GetBodyCount(), bodies - 2) << "queued meanwhile: with the next step";
		EXPECT_NEAR(range.plugin.Bullets().front().position.x, -89.8f, 1.0e-5f);
	}
}

TEST(CallbackFault, EveryCallbackOfAQueryOrADrawingMayCall)
{
	for (const auto kind : {Callbacks::k_rayCast, Callbacks::k_query, Callbacks::k_draw})
	{
		SCOPED_TRACE(testing::Message() << "callback " << kind);
		FiringRange range;
		const Collision collision(range);
		range.Step(k_dt);
		Caller caller(range);
		Callbacks callbacks(range.world, kind);
		callbacks.call = [&]
		{
			caller.Call(false);
		};
		const int32_t bodies = range.world.GetBodyCount();
		b2AABB box;
		box.lowerBound = {-100.0f, -1.0f};
		box.upperBound = {100.0f, 1.0f};
		range.world.RayCast(&callbacks, {-100.0f, 0.0f}, {100.0f, 0.0f});
		range.world.QueryAABB(&callbacks, box);
		range.world.DebugDraw();
		callbacks.call = {};
		EXPECT_EQ(range.world.GetBodyCount(), bodies) << "not before the end of the next step";
		range.Step(k_dt);
		caller.ExpectDone();
	}
}

TEST(CallbackFault, WhatIsCancelledDuringAStepIsTakenOutWithoutAnEvent)
{
	for (const float dt : {k_dt, 0.0f})
	{
		FiringRange range;
		const Collision collision(range);
		b2Body* target = range.AddBox({2.5f, 5.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		const BulletId bullet = range.plugin.Fire(Lasting({0.0f, 5.0f}, {300.0f, 0.0f}));
		const GrenadeId grenade = range.plugin.Throw({.position = {0.0f, 5.2f}, .velocity = {300.0f, 0.0f}});
		BulletId fresh;
		Callbacks callbacks(range.world, Callbacks::k_begin);
		callbacks.call = [&]
		{
			range.plugin.Cancel(bullet);
			range.plugin.Cancel(grenade);
			fresh = range.plugin.Fire(Lasting({0.0f, -5.0f}, {60.0f, 0.0f}));
			callbacks.call = {};
		};
		range.Step(dt);
		ASSERT_TRUE(fresh);
		EXPECT_TRUE(range.plugin.Impacts().empty()) << "dt " << dt;
		EXPECT_TRUE(range.plugin.Expired().empty()) << "dt " << dt;
		EXPECT_EQ(target->GetLinearVelocity(), b2Vec2(0.0f, 0.0f)) << "dt " << dt;
		ASSERT_EQ(range.plugin.Bullets().size(), 1u) << "dt " << dt;
		EXPECT_EQ(range.plugin.Bullets().front().id, fresh);
		EXPECT_TRUE(range.plugin.Grenades().empty()) << "dt " << dt;
	}
}

TEST(CallbackFault, WhatARuleCancelsDoesNotFlyOn)
{
	for (const Response response : {Response::Stop, Response::Bounce, Response::Pierce, Response::Ignore})
	{
		Plugin* plugin = nullptr;
		std::vector<BulletId> all;
		PluginDef def;
		int32_t calls = 0;
		def.rule = [&](const ImpactEvent&)
		{
			++calls;
			for (const BulletId id : all)
			{
				plugin->Cancel(id);
			}
			return response;
		};
		FiringRange range({0.0f, 0.0f}, def);
		plugin = &range.plugin;
		range.AddBox({2.5f, 0.0f}, 0.5f, 0.5f);
		range.AddBox({-2.5f, 0.0f}, 0.5f, 0.5f);
		for (int32_t i = 0; i < 10; ++i)
		{
			BulletDef bullet = Lasting({0.0f, 0.01f * static_cast<float>(i)}, {900.0f, 0.0f});
			bullet.maxBounces = 10;
			bullet.maxPierces = 10;
			all.push_back(range.plugin.Fire(bullet));
		}
		range.Step(k_dt);
		EXPECT_EQ(calls, 1);
		EXPECT_LE(range.plugin.Impacts().size(), 1u);
		EXPECT_TRUE(range.plugin.Expired().empty());
		EXPECT_TRUE(range.plugin.Bullets().empty());
	}
}

} // namespace ricochet::test::callback_fault_test
