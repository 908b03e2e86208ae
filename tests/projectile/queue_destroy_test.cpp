// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <map>
#include <set>

// Tests bodies that are queued for destruction. No projectile may hit them, and the bodies in events must stay valid as
// long as the events can be read.

namespace ricochet::test::queue_destroy_test
{

namespace
{

// A FiringRange whose rule queues each body that is hit for destruction.
struct DoomingRange : FiringRange
{
	explicit DoomingRange(b2Vec2 gravity = {0.0f, 0.0f})
	    : FiringRange(gravity, {.rule = [this](const ImpactEvent& event)
	                            {
		                            plugin.QueueDestroy(event.body);
		                            return event.response;
	                            }})
	{
	}
};

std::set<const b2Body*> BodiesOf(const b2World& world)
{
	std::set<const b2Body*> bodies;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		bodies.insert(body);
	}
	return bodies;
}

} // namespace

TEST(QueueDestroy, FromAnEventLoopTheNextStepDoesNotMeetItAndNamesNoDeadBody)
{
	FiringRange range;
	b2Body* target = range.AddBox({2.0f, 5.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	b2Body* behind = range.AddBox({4.0f, 5.0f}, 0.5f, 0.5f)->GetBody();
	range.plugin.Fire(Straight({0.0f, 5.0f}, {300.0f, 0.0f}));
	range.plugin.Fire(Straight({0.0f, 5.2f}, {300.0f, 0.0f}));
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 2u);
	for (const ImpactEvent& event : range.plugin.Impacts())
	{
		EXPECT_EQ(event.body, target);
		range.plugin.QueueDestroy(event.body); // queues the body again
	}
	EXPECT_EQ(range.world.GetBodyCount(), 2) << "the events of this step still name it";
	range.plugin.Fire(Straight({0.0f, 5.0f}, {300.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(BodiesOf(range.world), std::set<const b2Body*>{behind});
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Impacts()[0].body, behind);
}

TEST(QueueDestroy, InsideARuleNothingThatFliesLaterMeetsItAndItGoesWithTheNextStep)
{
	DoomingRange range;
	b2Body* target = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
	b2Body* behind = range.AddBox({4.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
	range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
	range.plugin.Fire(Straight({0.0f, 0.2f}, {300.0f, 0.0f}));
	range.plugin.Fire(Straight({0.0f, -0.2f}, {300.0f, 0.0f}));
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 2u);
	EXPECT_EQ(range.plugin.Impacts()[0].body, target);
	EXPECT_EQ(range.plugin.Impacts()[1].body, behind);
	EXPECT_EQ(range.plugin.Bullets().size(), 1u) << "the third finds neither";
	EXPECT_EQ(range.world.GetBodyCount(), 2);
	EXPECT_EQ(range.plugin.Impacts()[0].fixture->GetBody(), target);
	range.plugin.BeginStep();
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_EQ(range.world.GetBodyCount(), 0);
	range.plugin.EndStep(k_dt);
}

// Forty bullets fly at a body, which is at rest or moves and rotates. The first hit queues the body, so no other bullet
// may hit it. Bullets find it through Box2D's broadphase, or through the index for many bullets.
TEST(QueueDestroy, NothingMeetsItHoweverItMovesAndHoweverManyFly)
{
	for (const int32_t crowd : {0, 3000})
	{
		for (const float speed : {0.0f, 3.0f})
		{
			SCOPED_TRACE(testing::Message() << crowd << " bullets, " << speed << " m/s");
			DoomingRange range;
			b2Body* target = range.AddBox({20.0f, 0.0f}, 0.5f, 50.0f, 0.0f, b2_kinematicBody)->GetBody();
			target->SetLinearVelocity({speed, 0.0f});
			target->SetAngularVelocity(0.1f * speed);
			for (int32_t i = 0; i < crowd; ++i)
			{
				range.plugin.Fire(Straight({-900.0f, 0.1f * static_cast<float>(i)}, {300.0f, 0.0f}));
			}
			const size_t shots = 40;
			for (size_t i = 0; i < shots; ++i)
			{
				range.plugin.Fire(Straight({18.0f, static_cast<float>(i) - 20.0f}, {300.0f, 0.0f}));
			}
			range.Step(k_dt);
			EXPECT_EQ(range.plugin.Impacts().size(), 1u);
			EXPECT_EQ(range.plugin.Bullets().size(), static_cast<size_t>(crowd) + shots - 1);
		}
	}
}

TEST(QueueDestroy, AGrenadeFallsThroughWhatARuleHasQueued)
{
	DoomingRange range(k_gravity);
	range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
	const GrenadeId id = range.plugin.Throw({.position = {0.0f, 0.2f}, .velocity = {0.0f, -20.0f}, .fuse = 100.0f});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u) << "it bounces off what its rule queues, once";
	EXPECT_GT(range.plugin.Find(id)->velocity.y, 0.0f);
	for (int32_t i = 0; i < 180; ++i)
	{
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Impacts().empty());
	}
	EXPECT_LT(range.plugin.Find(id)->position.y, -1.0f);
}

TEST(QueueDestroy, ARestingGrenadeFallsWhenItsSupportIsQueued)
{
	FiringRange range(k_gravity);
	b2Body* table = range.AddBox({0.0f, 0.0f}, 1.0f, 0.1f)->GetBody();
	const GrenadeId id = range.plugin.Throw({.position = {0.0f, 0.2f}, .fuse = 100.0f});
	for (int32_t i = 0; i < 120; ++i)
	{
		range.Step(k_dt);
	}
	ASSERT_TRUE(range.plugin.Find(id)->resting);
	range.plugin.QueueDestroy(table);
	range.Step(k_dt);
	EXPECT_LT(range.plugin.Find(id)->velocity.y, -0.1f);
	EXPECT_FALSE(range.plugin.Find(id)->resting);
}

TEST(QueueDestroy, APreviewFliesPastIt)
{
	FiringRange range;
	b2Body* wall = range.AddBox({5.0f, 0.0f}, 0.5f, 5.0f)->GetBody();
	range.AddBox({9.0f, 0.0f}, 0.5f, 5.0f);
	const BulletDef def = Straight({0.0f, 0.0f}, {300.0f, 0.0f});
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewPath(def, 1.0f, k_dt, seen));
	EXPECT_NEAR(seen.points.back().position.x, 4.5f, 1e-4f);
	range.plugin.QueueDestroy(wall);
	ASSERT_TRUE(range.plugin.PreviewPath(def, 1.0f, k_dt, seen));
	EXPECT_NEAR(seen.points.back().position.x, 8.5f, 1e-4f);
}

TEST(QueueDestroy, ABlastNeitherHitsItNorIsHeldOffByIt)
{
	FiringRange range;
	b2Body* shield = range.AddBox({2.0f, 0.0f}, 0.1f, 5.0f)->GetBody();
	b2Body* crate = range.AddBox({4.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	const ExplosionDef def{.position = {0.0f, 0.0f}, .radius = 10.0f};
	range.plugin.Explode(def);
	ASSERT_EQ(range.plugin.BlastHits().size(), 1u);
	EXPECT_EQ(range.plugin.BlastHits()[0].body, shield);
	EXPECT_EQ(crate->GetLinearVelocity(), (b2Vec2{0.0f, 0.0f}));
	range.plugin.QueueDestroy(shield);
	range.plugin.Explode(def);
	ASSERT_EQ(range.plugin.BlastHits().size(), 2u);
	EXPECT_EQ(range.plugin.BlastHits()[1].body, crate);
	EXPECT_GT(crate->GetLinearVelocity().x, 0.0f);
}

TEST(QueueDestroy, WhatTheGameForgetsEventsNameNoLonger)
{
	FiringRange range(k_gravity);
	b2Body* hit = range.AddBox({2.0f, 5.0f}, 0.5f, 0.5f)->GetBody();
	b2Body* other = range.AddBox({2.0f, 8.0f}, 0.5f, 0.5f)->GetBody();
	range.plugin.Fire(Straight({0.0f, 5.0f}, {300.0f, 0.0f}));
	range.plugin.Fire(Straight({0.0f, 8.0f}, {300.0f, 0.0f}));
	range.Step(k_dt);
	range.plugin.Explode({.position = {0.0f, 6.5f}, .radius = 5.0f});
	ASSERT_EQ(range.plugin.Impacts().size(), 2u);
	ASSERT_EQ(range.plugin.BlastHits().size(), 2u);
	range.plugin.Forget(hit);
	range.world.DestroyBody(hit);
	const auto expect = [&](const auto& events)
	{
		int32_t unnamed = 0;
		for (const auto& event : events)
		{
			EXPECT_EQ(event.body == nullptr, event.fixture == nullptr);
			EXPECT_TRUE(event.body == nullptr || event.body == other);
			unnamed += event.body == nullptr ? 1 : 0;
		}
		EXPECT_EQ(unnamed, 1);
	};
	expect(range.plugin.Impacts());
	expect(range.plugin.BlastHits());
	range.plugin.Forget(other->GetFixtureList());
	EXPECT_EQ(range.plugin.Impacts()[0].fixture, nullptr);
	EXPECT_EQ(range.plugin.Impacts()[1].fixture, nullptr);
}

// A listener that is called during a destruction may queue more bodies. They must be destroyed one step later.
TEST(QueueDestroy, WhatIsQueuedWhileOthersGoWaitsForTheNextStep)
{
	struct Chain : b2DestructionListener
	{
		void SayGoodbye(b2Joint*) override {}
		void SayGoodbye(b2Fixture* fixture) override
		{
			const auto next = followers.find(fixture->GetBody());
			if (next != followers.end())
			{
				plugin->QueueDestroy(next->second);
			}
		}
		Plugin* plugin = nullptr;
		std::map<const b2Body*, b2Body*> followers;
	};
	Chain chain;
	FiringRange range;
	chain.plugin = &range.plugin;
	range.world.SetDestructionListener(&chain);
	b2Body* other = range.AddBox({-3.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
	std::vector<b2Body*> bodies;
	for (int32_t i = 0; i < 5; ++i)
	{
		b2Body* body = range.AddBox({3.0f * static_cast<float>(i), 0.0f}, 1.0f, 1.0f)->GetBody();
		bodies.insert(bodies.begin(), body); // the world's list begins with the newest body
	}
	for (size_t i = 0; i + 1 < bodies.size(); ++i)
	{
		chain.followers[bodies[i]] = bodies[i + 1];
	}
	// A second body is destroyed in the first step, too. It is the last body in the world's list, so it is destroyed
	// after bodies[0].
	range.plugin.QueueDestroy(bodies[0]);
	range.plugin.QueueDestroy(other);
	for (int32_t left = 4; left >= 0; --left)
	{
		range.Step(k_dt);
		EXPECT_EQ(range.world.GetBodyCount(), left);
	}
}

TEST(QueueDestroy, ALoopOverEventsMayDestroyWhatItReads)
{
	FiringRange range;
	std::vector<b2Body*> crates;
	for (const float x : {3.0f, -3.0f})
	{
		crates.push_back(range.AddBox({x, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody());
	}
	for (const float y : {-0.2f, 0.0f, 0.2f})
	{
		range.plugin.Fire(Straight({0.0f, y}, {300.0f, 0.0f}));
		range.plugin.Fire(Straight({0.0f, y}, {-300.0f, 0.0f}));
	}
	range.Step(k_dt);
	range.plugin.Explode({.position = {0.0f, 2.0f}, .radius = 10.0f});
	ASSERT_EQ(range.plugin.Impacts().size(), 6u);
	ASSERT_EQ(range.plugin.BlastHits().size(), 2u);
	range.plugin.QueueDestroy(crates[0]);
	for (const ImpactEvent& hit : range.plugin.Impacts())
	{
		range.plugin.Destroy(hit.body);
	}
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::Null);
	EXPECT_EQ(range.world.GetBodyCount(), 0);
	for (const BlastEvent& hit : range.plugin.BlastHits())
	{
		EXPECT_EQ(hit.body, nullptr);
		range.plugin.Destroy(hit.body);
	}
	EXPECT_FALSE(range.plugin.IsQueued(crates[0]));
	range.Step(k_dt);
}

TEST(QueueDestroy, DestroyIsRefusedWhereTheWorldIsInUse)
{
	FiringRange* current = nullptr;
	PluginDef def;
	def.rule = [&](const ImpactEvent& impact)
	{
		current->plugin.Destroy(impact.body);
		EXPECT_EQ(current->plugin.LastError().reason, ErrorReason::InsideStep);
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	current = &range;
	b2Body* body = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
	range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Impacts()[0].body, body);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
}

} // namespace ricochet::test::queue_destroy_test
