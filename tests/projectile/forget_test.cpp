// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/malloc_block_allocator.h"
#include <box2d/b2_revolute_joint.h>
#include <box2d/b2_world_callbacks.h>

#include <vector>

// Tests bodies and fixtures that Box2D creates at the addresses of destroyed ones.

namespace ricochet::test::forget_test
{

namespace
{

// Creates boxes until one has the given addresses of a destroyed body and a destroyed fixture. Returns its fixture;
// null if Box2D does not reuse the addresses.
b2Fixture* AddBoxAt(FiringRange& range, const b2Body* body, const b2Fixture* fixture, b2Vec2 center, b2Vec2 half,
                    b2BodyType type = b2_staticBody)
{
	std::vector<b2Body*> others;
	b2Fixture* found = nullptr;
	while (found == nullptr && others.size() < 10000)
	{
		b2Fixture* made = range.AddBox(center, half.x, half.y, 0.0f, type);
		if (made == fixture && made->GetBody() == body)
		{
			found = made;
		}
		else
		{
			others.push_back(made->GetBody());
		}
	}
	for (b2Body* other : others)
	{
		range.world.DestroyBody(other);
	}
	return found;
}

enum class Told
{
	Nothing,
	Body,
	Fixture
};

void Tell(Plugin& plugin, Told told, b2Fixture* fixture)
{
	if (told == Told::Body)
	{
		plugin.Forget(fixture->GetBody());
	}
	else if (told == Told::Fixture)
	{
		plugin.Forget(fixture);
	}
}

} // namespace

TEST(Forget, ASurfaceIsNotInheritedThroughAnAddress)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	for (const Told told : {Told::Nothing, Told::Body, Told::Fixture})
	{
		FiringRange range;
		b2Fixture* old = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
		b2Body* body = old->GetBody();
		b2Fixture* other = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
		range.plugin.SetSurface(old, {.resistance = 7.0f});
		range.plugin.SetSurface(other, {.resistance = 8.0f});
		Tell(range.plugin, told, old);
		range.world.DestroyBody(body);
		const b2Fixture* fresh = AddBoxAt(range, body, old, {0.0f, 0.0f}, {1.0f, 1.0f});
		ASSERT_NE(fresh, nullptr);
		EXPECT_EQ(range.plugin.GetSurface(fresh).resistance, told == Told::Nothing ? 7.0f : 0.0f);
		EXPECT_EQ(range.plugin.GetSurface(other).resistance, 8.0f);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	}
}

TEST(Forget, APlaceInTheQueueIsNotInheritedThroughAnAddress)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	for (const Told told : {Told::Nothing, Told::Body, Told::Fixture})
	{
		FiringRange range;
		b2Fixture* old = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
		b2Body* body = old->GetBody();
		b2Body* other = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
		range.plugin.QueueDestroy(body);
		range.plugin.QueueDestroy(other);
		range.plugin.QueueDestroy(body);
		Tell(range.plugin, told, old);
		range.world.DestroyBody(body);
		ASSERT_NE(AddBoxAt(range, body, old, {0.0f, 0.0f}, {1.0f, 1.0f}), nullptr);
		range.Step(k_dt);
		EXPECT_EQ(range.world.GetBodyCount(), told == Told::Nothing ? 0 : 1);
	}
}

TEST(Forget, PassingThroughIsNotInheritedThroughAnAddress)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	for (const Told told : {Told::Nothing, Told::Body, Told::Fixture})
	{
		FiringRange range;
		b2Fixture* old = range.AddBox({5.0f, 0.0f}, 5.0f, 1.0f);
		b2Body* body = old->GetBody();
		range.AddBox({5.0f, 5.0f}, 5.0f, 1.0f);
		for (const float y : {0.0f, 5.0f})
		{
			BulletDef def = Lasting({-1.0f, y}, {150.0f, 0.0f});
			def.maxPierces = 1;
			range.plugin.Fire(def);
		}
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 2u);
		Tell(range.plugin, told, old);
		range.world.DestroyBody(body);
		const b2Fixture* fresh = AddBoxAt(range, body, old, {6.0f, 0.0f}, {5.0f, 1.0f});
		ASSERT_NE(fresh, nullptr);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), told == Told::Nothing ? 0u : 1u) << "in the other it goes on";
		EXPECT_TRUE(told == Told::Nothing || range.plugin.Impacts()[0].fixture == fresh);
	}
}

TEST(Forget, AMotionIsNotInheritedThroughAnAddress)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	// Between BeginStep and EndStep, a body is destroyed. A new body at another place reuses its memory.
	for (const Told told : {Told::Nothing, Told::Body})
	{
		FiringRange range;
		b2Fixture* old = range.AddBox({50.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody);
		b2Body* body = old->GetBody();
		range.plugin.Fire(Lasting({0.0f, 0.0f}, {300.0f, 0.0f}));
		range.plugin.BeginStep();
		range.world.Step(k_dt, 8, 3);
		Tell(range.plugin, told, old);
		range.world.DestroyBody(body);
		ASSERT_NE(AddBoxAt(range, body, old, {3.0f, 0.0f}, {0.5f, 0.5f}, b2_kinematicBody), nullptr);
		range.plugin.EndStep(k_dt);
		EXPECT_EQ(range.plugin.Stats().movedBodies, told == Told::Nothing ? 1 : 0);
		if (told == Told::Body)
		{
			ASSERT_EQ(range.plugin.Impacts().size(), 1u);
			EXPECT_NEAR(range.plugin.Impacts()[0].enter.point.x, 2.5f, 5.0e-7f);
		}
	}
}

TEST(Forget, ThePluginForgetsByItselfWhatItDestroys)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	FiringRange range;
	b2Fixture* old = range.AddBox({5.0f, 0.0f}, 5.0f, 1.0f, 0.0f, b2_kinematicBody);
	b2Body* body = old->GetBody();
	range.plugin.SetSurface(old, {.resistance = 1.0f, .ricochetAngle = 0.0f});
	BulletDef def = Lasting({-1.0f, 0.0f}, {150.0f, 0.0f});
	def.maxPierces = 1;
	range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	range.plugin.QueueDestroy(body);
	range.plugin.QueueDestroy(body);
	range.Step(k_dt);
	ASSERT_EQ(range.world.GetBodyCount(), 0);
	const b2Vec2 bullet = range.plugin.Bullets().front().position;

	const b2Fixture* fresh = AddBoxAt(range, body, old, {bullet.x + 3.0f, 0.0f}, {2.0f, 1.0f}, b2_kinematicBody);
	ASSERT_NE(fresh, nullptr);
	EXPECT_EQ(range.plugin.GetSurface(fresh).resistance, 0.0f);
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Stats().movedBodies, 0);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
}

// A sticky grenade sticks to a plank. The next plank has its address and its pose, and moves away. It must not carry
// the grenade.
TEST(Forget, AGrenadeIsNotStuckThroughAnAddress)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	for (const Told told : {Told::Nothing, Told::Body, Told::Fixture})
	{
		FiringRange range;
		b2Fixture* old = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody);
		b2Body* body = old->GetBody();
		GrenadeDef def{.position = {3.5f, 0.0f}, .velocity = {20.0f, 0.0f}, .gravityScale = 0.0f, .sticky = true};
		const GrenadeId id = range.plugin.Throw(def);
		body->SetLinearVelocity({0.0f, 0.5f});
		for (int i = 0; i < 6; ++i)
		{
			range.Step(k_dt);
		}
		ASSERT_TRUE(range.plugin.Find(id)->stuck);
		const b2Vec2 place = body->GetPosition();
		Tell(range.plugin, told, old);
		range.world.DestroyBody(body);
		b2Fixture* fresh = AddBoxAt(range, body, old, place, {1.0f, 1.0f}, b2_kinematicBody);
		ASSERT_NE(fresh, nullptr);
		fresh->GetBody()->SetLinearVelocity({2.0f, 0.0f});
		range.Step(k_dt);
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Find(id)->stuck, told == Told::Nothing);
	}
}

// A bullet, a grenade and the grenade's blast ignore a body. The body is destroyed, and the next body gets its address.
TEST(Forget, BeingIgnoredIsNotInheritedThroughAnAddress)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	enum class Way
	{
		Queued,
		Destroyed,
		Forgotten
	};
	for (const Way way : {Way::Queued, Way::Destroyed, Way::Forgotten})
	{
		for (const bool isFirst : {true, false})
		{
			FiringRange range;
			b2Body* other = range.AddBox({0.0f, -20.0f}, 1.0f, 1.0f)->GetBody();
			b2Fixture* old = range.AddBox({0.0f, 20.0f}, 1.0f, 1.0f);
			b2Body* body = old->GetBody();
			QueryFilter filter{.ignoreBody = isFirst ? body : other};
			filter.alsoIgnore[0] = isFirst ? other : body;
			BulletDef bullet = Lasting({0.0f, 0.0f}, {60.0f, 0.0f});
			bullet.filter = filter;
			range.plugin.Fire(bullet);
			GrenadeDef grenade{.position = {0.0f, 2.0f}, .velocity = {60.0f, 0.0f}, .gravityScale = 0.0f};
			grenade.filter = filter;
			range.plugin.Throw(grenade);
			GrenadeDef mine{.position = {7.0f, 5.0f}, .gravityScale = 0.0f, .fuse = 2.5f * k_dt};
			mine.blast = ExplosionDef{.radius = 10.0f, .filter = filter};
			range.plugin.Throw(mine);
			range.Step(k_dt);
			if (way == Way::Queued)
			{
				range.plugin.QueueDestroy(body);
				range.Step(k_dt);
			}
			else if (way == Way::Destroyed)
			{
				range.plugin.Destroy(body);
			}
			else
			{
				range.plugin.Forget(body);
				range.world.DestroyBody(body);
			}
			const b2Fixture* fresh = AddBoxAt(range, body, old, {6.0f, 0.0f}, {1.0f, 4.0f});
			ASSERT_NE(fresh, nullptr);
			size_t impacts = 0;
			size_t blasted = 0;
			for (int i = 0; i < 8; ++i)
			{
				range.Step(k_dt);
				impacts += range.plugin.Impacts().size();
				for (const BlastEvent& hit : range.plugin.BlastHits())
				{
					blasted += hit.body == fresh->GetBody() ? 1 : 0;
				}
			}
			EXPECT_EQ(impacts, 2u);
			EXPECT_EQ(blasted, 1u);
		}
	}
}

// As in some games, the destruction listener queues both bodies of each destroyed joint. One of them is already being
// destroyed. A new body at its address must not be queued.
TEST(Forget, WhatAGoodbyeQueuesOfABodyThatGoesIsNotInherited)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	struct Goodbye : b2DestructionListener
	{
		void SayGoodbye(b2Joint* joint) override
		{
			plugin->QueueDestroy(joint->GetBodyA());
			plugin->QueueDestroy(joint->GetBodyB());
		}
		void SayGoodbye(b2Fixture*) override {}
		Plugin* plugin = nullptr;
	};
	FiringRange range;
	Goodbye goodbye;
	goodbye.plugin = &range.plugin;
	range.world.SetDestructionListener(&goodbye);
	b2Body* hook = range.AddBox({5.0f, 5.0f}, 1.0f, 1.0f)->GetBody();
	b2Fixture* old = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_dynamicBody);
	b2Body* body = old->GetBody();
	b2RevoluteJointDef joint;
	joint.Initialize(hook, body, body->GetPosition());
	range.world.CreateJoint(&joint);
	range.plugin.QueueDestroy(body);
	range.Step(k_dt);
	ASSERT_EQ(range.world.GetBodyCount(), 1) << "the other goes in the step after";
	EXPECT_TRUE(range.plugin.IsQueued(hook));

	const b2Fixture* fresh = AddBoxAt(range, body, old, {0.0f, 0.0f}, {1.0f, 1.0f});
	ASSERT_NE(fresh, nullptr);
	EXPECT_FALSE(range.plugin.IsQueued(fresh->GetBody()));
	range.Step(k_dt);
	ASSERT_EQ(range.world.GetBodyCount(), 1);
	EXPECT_EQ(range.world.GetBodyList(), fresh->GetBody());
	range.world.SetDestructionListener(nullptr);
}

TEST(Forget, ServesInAGoodbye)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	struct Goodbye : b2DestructionListener
	{
		void SayGoodbye(b2Joint*) override {}
		void SayGoodbye(b2Fixture* fixture) override { plugin->Forget(fixture); }
		Plugin* plugin = nullptr;
	};
	FiringRange range;
	Goodbye goodbye;
	goodbye.plugin = &range.plugin;
	range.world.SetDestructionListener(&goodbye);
	b2Fixture* old = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	b2Body* body = old->GetBody();
	range.Add(body, CircleOf(1.0f));
	range.plugin.SetSurface(old, {.resistance = 7.0f});
	range.plugin.QueueDestroy(body);
	range.world.DestroyBody(body);
	const b2Fixture* fresh = AddBoxAt(range, body, old, {0.0f, 0.0f}, {1.0f, 1.0f});
	ASSERT_NE(fresh, nullptr);
	EXPECT_EQ(range.plugin.GetSurface(fresh).resistance, 0.0f);
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
	range.plugin.QueueDestroy(fresh->GetBody() == body ? body : nullptr);
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 0);
	range.world.SetDestructionListener(nullptr);
}

TEST(Forget, WhatStaysIsAsIfItWereNew)
{
	// Calls Forget for a body that is then not destroyed, for objects that the plugin never knew, and for null.
	FiringRange range;
	b2Fixture* box = range.AddBox({5.0f, 0.0f}, 5.0f, 1.0f);
	range.plugin.Forget(static_cast<const b2Body*>(nullptr));
	range.plugin.Forget(static_cast<const b2Fixture*>(nullptr));
	range.plugin.Forget(box);
	range.plugin.Forget(box->GetBody());
	range.plugin.SetSurface(box, {.resistance = 2.0f});
	range.plugin.QueueDestroy(box->GetBody());
	range.plugin.Forget(box->GetBody());
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
	EXPECT_EQ(range.plugin.GetSurface(box).resistance, 0.0f);
	range.plugin.Fire(Lasting({-1.0f, 0.0f}, {150.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
}

} // namespace ricochet::test::forget_test
