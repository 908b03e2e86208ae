// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/brute_force.h"
#include "support/failing_memory.h"
#include "support/malloc_block_allocator.h"

#include <array>
#include <functional>
#include <new>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

// Tests a small game in which operator new fails, either at one single allocation or at all allocations from one on.

namespace ricochet::test::memory_fault_test
{

namespace
{

constexpr float k_arena = 20.0f;

// A game that uses every part of the plugin while memory fails. It keeps account of everything that must not be lost.
class Game
{
public:
	Game(FailingMemory& memory, std::set<std::string>& hurt) : m_memory(&memory), m_hurt(hurt)
	{
		const float h = k_arena;
		m_range.AddLoop({{-h, -h}, {h, -h}, {h, h}, {-h, h}});
		m_glass = m_range.AddBox({3.0f, 0.0f}, 0.05f, 4.0f);
		m_mover = m_range.AddBox({6.0f, 0.0f}, 0.2f, 1.5f, 0.3f, b2_kinematicBody);
		m_mover->GetBody()->SetLinearVelocity({-10.0f, 2.0f});
		m_mover->GetBody()->SetAngularVelocity(4.0f);
		for (const float y : {-3.0f, 0.0f, 3.0f})
		{
			b2Body* body = m_range.AddBox({9.0f, y}, 0.5f, 0.5f, 0.2f, b2_dynamicBody)->GetBody();
			body->SetLinearVelocity({-1.0f, 0.0f});
			m_targets.push_back(body);
		}
		m_doomed = m_range.AddBox({-15.0f, 15.0f}, 0.5f, 0.5f)->GetBody();
		m_spare = m_range.AddBox({-15.0f, -15.0f}, 0.5f, 0.5f);
	}

	// True if the plugin could be created.
	bool Start()
	{
		const std::array<int64_t, 8> large{}; // too large for a std::function without an allocation
		PluginDef def;
		def.surface.resistance = 0.0f;
		def.rule = [this, large](const ImpactEvent& event)
		{
			const bool splinters = ++m_ruleCalls % 2 == 0 && large[0] == 0;
			if (splinters)
			{
				m_fired += m_plugin->Fire({.position = {-10.0f, 10.0f}, .lifetime = 0.1f}) ? 1 : 0;
				m_ruleFailed = m_ruleFailed || m_plugin->LastError().reason == ErrorReason::OutOfMemory;
			}
			return event.response;
		};
		try
		{
			m_memory->Run([&] { m_plugin.emplace(m_range.world, def); });
		}
		catch (const std::bad_alloc&)
		{
			m_hurt.insert("Plugin");
			return false;
		}
		return true;
	}

	void Prepare()
	{
		const bool surfaceSet = Call("SetSurface", [&] { m_plugin->SetSurface(m_spare, {.resistance = 7.0f}); });
		EXPECT_EQ(m_plugin->GetSurface(m_spare).resistance, surfaceSet ? 7.0f : 0.0f);
		Call("SetSurface", [&] { m_plugin->SetSurface(m_glass, {.resistance = 100.0f}); });
		EXPECT_FALSE(m_memory->Run([&] { return m_plugin->Fire({.position = {k_nan, 0.0f}}); }));
		EXPECT_EQ(m_plugin->LastError().reason, ErrorReason::NotFinite) << "which needs no memory";
		BulletId cancelled;
		Call("Fire", [&] { cancelled = m_plugin->Fire({}); });
		const int64_t allocations = m_memory->Allocations();
		m_memory->Run([&] { m_plugin->Cancel(cancelled); });
		EXPECT_EQ(m_memory->Allocations(), allocations) << "Cancel never fails";
		EXPECT_TRUE(m_plugin->Bullets().empty());
		Volley();
		const bool doomed = Call("QueueDestroy", [&] { m_plugin->QueueDestroy(m_doomed); });
		Call("QueueDestroy", [&] { m_plugin->QueueDestroy(m_spare->GetBody()); });
		for (int32_t i = 0; i < 3; ++i)
		{
			m_memory->Run([&]
			              // Forget needs no memory, and frees the entry that a step would need.
			              { m_plugin->Forget(m_spare->GetBody()); });
		}
		EXPECT_EQ(m_plugin->GetSurface(m_spare).resistance, 0.0f);
		m_bodies = m_range.world.GetBodyCount() - (doomed ? 1 : 0);
	}

	void Volley()
	{
		for (int32_t i = 0; i < 6; ++i)
		{
			const float y = -3.0f + 1.2f * static_cast<float>(i);
			const size_t flying = m_plugin->Bullets().size();
			const BulletDef def = Bullet({0.0f, y}, {500.0f, 10.0f * y}, i % 3);
			BulletId id;
			const bool fired = Call("Fire", [&] { id = m_plugin->Fire(def); });
			EXPECT_EQ(static_cast<bool>(id), fired);
			EXPECT_EQ(m_plugin->Bullets().size(), flying + (fired ? 1 : 0));
			m_fired += fired ? 1 : 0;
		}
		for (const float y : {-2.0f, 0.5f})
		{
			GrenadeId id;
			const GrenadeDef def{.position = {1.0f, y}, .velocity = {120.0f, y}, .fuse = 0.3f, .filter = Filter()};
			const bool thrown = Call("Throw", [&] { id = m_plugin->Throw(def); });
			EXPECT_EQ(static_cast<bool>(id), thrown);
			m_fired += thrown ? 1 : 0;
		}
	}

	void Step(bool whole)
	{
		std::vector<b2Vec2> before;
		const auto look = [&]
		{
			for (const b2Body* body : m_targets)
			{
				before.push_back(body->GetLinearVelocity());
			}
		};
		if (whole)
		{
			look();
			Call("Step", [&] { m_plugin->Step(k_dt, 8, 3); });
		}
		else
		{
			Call("BeginStep", [&] { m_plugin->BeginStep(); });
			m_range.world.Step(k_dt, 8, 3);
			look();
			Call("EndStep", [&] { m_plugin->EndStep(k_dt); });
		}
		for (size_t i = 0; i < m_targets.size(); ++i)
		{
			b2Vec2 momentum = m_targets[i]->GetMass() * (m_targets[i]->GetLinearVelocity() - before[i]);
			for (const ImpactEvent& event : m_plugin->Impacts())
			{
				momentum -= event.body == m_targets[i] ? event.impulse : b2Vec2{0.0f, 0.0f};
			}
			EXPECT_NEAR(momentum.Length(), 0.0f, 1.0e-4f) << "an impulse without its event, or the reverse";
		}
		EXPECT_EQ(m_range.world.GetBodyCount(), m_bodies);
		EXPECT_FALSE(m_range.world.IsLocked());
		CheckProjectiles();
	}

	// Continues the game with enough memory. All projectiles must reach their end, and the plugin must work like a new
	// one.
	void End()
	{
		FailingMemory plenty(FailingMemory::k_never);
		m_memory = &plenty;
		for (int32_t step = 0; step < 40; ++step)
		{
			Step(false);
		}
		EXPECT_EQ(m_ended, m_fired);
		EXPECT_TRUE(m_plugin->Bullets().empty());
		EXPECT_TRUE(m_plugin->Grenades().empty());
		const BulletId last = m_plugin->Fire(Bullet({0.0f, 0.0f}, {-3000.0f, 0.0f}, 0));
		++m_fired;
		Step(false);
		EXPECT_GE(CountOf(m_plugin->Impacts(), last), 1);
	}

	void MakeAndCast()
	{
		const b2Vec2 points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}, {0.0f, 1.0f}};
		std::vector<RayHit> hits;
		const int64_t before = m_memory->Failures();
		try
		{
			m_memory->Run([&] { CastRayAll(m_range.world, RayBetween({-19.0f, 0.0f}, {30.0f, 0.0f}), hits); });
			EXPECT_EQ(m_memory->Failures(), before);
		}
		catch (const std::bad_alloc&)
		{
			m_hurt.insert("CastRayAll");
		}
		for (const size_t count : {size_t{4}, size_t{1}})
		{
			const int64_t sofar = m_memory->Failures();
			const auto polygon = m_memory->Run([&] { return MakePolygon(std::span(points, count)); });
			const bool failed = m_memory->Failures() > sofar;
			const Error& error = polygon.GetError();
			EXPECT_EQ(error.reason == ErrorReason::OutOfMemory, failed) << error.Message();
			EXPECT_EQ(static_cast<bool>(polygon), count == 4 && failed == false);
		}
	}

private:
	static QueryFilter Filter()
	{
		QueryFilter filter;
		filter.accept = [large = std::array<int64_t, 8>{}](b2Fixture*)
		{
			return large[0] == 0;
		};
		return filter;
	}

	static BulletDef Bullet(b2Vec2 position, b2Vec2 velocity, int32_t maxPierces)
	{
		return {.position = position,
		        .velocity = velocity,
		        .gravityScale = 0.0f,
		        .lifetime = 0.2f,
		        .maxBounces = maxPierces == 0 ? 3 : 0,
		        .maxPierces = maxPierces,
		        .userData = maxPierces > 0 ? 1u : 0u,
		        .filter = Filter()};
	}

	// True if no allocation failed. Otherwise, expects the plugin to report the failure, to the rule that called it or
	// at the end of the call.
	template <class F>
	bool Call(const char* name, F&& call)
	{
		m_ruleFailed = false;
		const int64_t before = m_memory->Failures();
		m_memory->Run(call);
		if (m_memory->Failures() == before)
		{
			return true;
		}
		EXPECT_TRUE(m_ruleFailed || m_plugin->LastError().reason == ErrorReason::OutOfMemory) << name;
		m_hurt.insert(name);
		return false;
	}

	void CheckProjectiles()
	{
		m_ended += static_cast<int64_t>(m_plugin->Expired().size());
		EXPECT_EQ(m_fired, m_ended + static_cast<int64_t>(m_plugin->Bullets().size() + m_plugin->Grenades().size()));
		for (const ImpactEvent& event : m_plugin->Impacts())
		{
			const auto pierce = std::tuple(event.bullet.index, event.bullet.generation, event.fixture);
			EXPECT_TRUE(event.response != Response::Pierce || m_pierced.insert(pierce).second) << "pierced twice";
		}
		for (const ExpiredEvent& event : m_plugin->Expired())
		{
			const uint32_t kind = event.bullet ? 0 : 1;
			const uint32_t index = kind == 0 ? event.bullet.index : event.grenade.index;
			const uint32_t generation = kind == 0 ? event.bullet.generation : event.grenade.generation;
			EXPECT_TRUE(m_over.insert({kind, index, generation}).second) << "ended twice";
			EXPECT_FALSE(m_plugin->Find(event.bullet).has_value() || m_plugin->Find(event.grenade).has_value());
			const bool stopped = event.reason == ExpiredEvent::Reason::Stopped;
			EXPECT_TRUE(stopped == false || CountOf(m_plugin->Impacts(), event.bullet) > 0) << "an event is lost";
		}
		for (const BulletState& state : m_plugin->Bullets())
		{
			EXPECT_TRUE(state.position.IsValid() && state.velocity.IsValid());
			const bool inside = std::abs(state.position.x) <= k_arena && std::abs(state.position.y) <= k_arena;
			EXPECT_TRUE(inside || state.userData == 1) << "through the wall of the arena";
		}
	}

	FailingMemory* m_memory;
	std::set<std::string>& m_hurt;
	FiringRange m_range;
	std::optional<Plugin> m_plugin;
	b2Fixture* m_glass = nullptr;
	b2Fixture* m_mover = nullptr;
	b2Fixture* m_spare = nullptr;
	b2Body* m_doomed = nullptr;
	std::vector<b2Body*> m_targets;
	std::set<std::tuple<uint32_t, uint32_t, uint32_t>> m_over;
	std::set<std::tuple<uint32_t, uint32_t, const b2Fixture*>> m_pierced;
	int64_t m_fired = 0;
	int64_t m_ended = 0;
	int32_t m_ruleCalls = 0;
	bool m_ruleFailed = false; // a rule's call has failed since the last call of the game
	int32_t m_bodies = 0;
};

// Plays the game for k = 0, 1, ... until no allocation fails. The k-th allocation, or each one from the k-th on, fails.
void PlayWithFailures(int64_t count)
{
	std::set<std::string> hurt;
	for (const bool whole : {false, true})
	{
		int64_t first = 0;
		for (bool failed = true; failed && testing::Test::HasFailure() == false; ++first)
		{
			SCOPED_TRACE(testing::Message() << "allocation " << first << (whole ? ", Step first" : ""));
			FailingMemory memory(first, count);
			Game game(memory, hurt);
			if (game.Start())
			{
				game.Prepare();
				game.Step(whole);
				game.Volley();
				game.Step(whole == false);
				game.Step(whole);
				game.MakeAndCast();
				failed = memory.Failures() > 0;
				game.End();
			}
		}
		EXPECT_GT(first, 60) << "allocations of one game";
	}
	const std::set<std::string> all = {"Plugin",    "SetSurface", "Fire", "Throw",     "QueueDestroy",
	                                   "BeginStep", "EndStep",    "Step", "CastRayAll"};
	EXPECT_EQ(hurt, all);
}

} // namespace

TEST(MemoryFault, AnySingleAllocationMayFail)
{
	PlayWithFailures(1);
}

TEST(MemoryFault, AllAllocationsMayFailFromAnyOneOn)
{
	PlayWithFailures(FailingMemory::k_never);
}

TEST(MemoryFault, ABulletWithoutMemoryForItsPathPassesNoWall)
{
	for (const bool keepsPath : {true, false})
	{
		for (int64_t k = 0; k < 200; ++k)
		{
			FiringRange range;
			range.AddBox({5.5f, 0.0f}, 0.5f, 5.0f);
			BulletDef def = Lasting({0.0f, 0.0f}, {600.0f, 0.0f});
			def.keepsPath = keepsPath;
			const BulletId id = range.plugin.Fire(def);
			FailingMemory memory(k);
			memory.Run([&] { range.Step(k_dt); });
			size_t impacts = range.plugin.Impacts().size();
			range.Step(k_dt);
			impacts += range.plugin.Impacts().size();
			ASSERT_EQ(impacts, 1u) << keepsPath << ", " << k;
			ASSERT_FALSE(range.plugin.Find(id).has_value());
		}
	}
}

TEST(MemoryFault, WhereTheBodiesMotionIsNotKnownNothingFlies)
{
	for (const bool begin : {true, false})
	{
		for (const int64_t count : {int64_t{1}, FailingMemory::k_never})
		{
			FiringRange range;
			b2Body* wall = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
			wall->SetLinearVelocity({-6.0f, 0.0f});
			const BulletId bullet = range.plugin.Fire(
			    {.position = {0.5f, 0.0f}, .velocity = {60.0f, 0.0f}, .gravityScale = 0.0f, .lifetime = 100.0f});
			const GrenadeId grenade = range.plugin.Throw({.position = {0.0f, 5.0f}, .velocity = {60.0f, 0.0f}});
			FailingMemory some(0, count), plenty(FailingMemory::k_never);
			(begin ? some : plenty).Run([&] { range.plugin.BeginStep(); });
			range.world.Step(k_dt, 8, 3);
			(begin ? plenty : some).Run([&] { range.plugin.EndStep(k_dt); });
			ASSERT_GT(some.Failures(), 0);
			EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::OutOfMemory);
			ASSERT_TRUE(range.plugin.Find(bullet).has_value()) << (begin ? "BeginStep" : "EndStep");
			ASSERT_TRUE(range.plugin.Find(grenade).has_value());
			EXPECT_EQ(range.plugin.Find(bullet)->position, b2Vec2(0.5f, 0.0f));
			EXPECT_EQ(range.plugin.Find(grenade)->position, b2Vec2(0.0f, 5.0f));
			EXPECT_TRUE(range.plugin.Impacts().empty());
			EXPECT_TRUE(range.plugin.Expired().empty());

			range.Step(k_dt);
			EXPECT_EQ(CountOf(range.plugin.Impacts(), bullet), 1);
			EXPECT_EQ(range.plugin.Stats().movedBodies, 1);
		}
	}
}

TEST(MemoryFault, ABadPluginDefIsReplacedByDefaultsEvenWithoutAMessage)
{
	bool failed = true;
	int64_t first = 0;
	for (; failed; ++first)
	{
		FailingMemory memory(first, FailingMemory::k_never);
		b2World world({0.0f, 0.0f});
		std::optional<Plugin> plugin;
		try
		{
			memory.Run([&] { plugin.emplace(world, PluginDef{.maxContactsPerStep = -5, .chordError = k_nan}); });
		}
		catch (const std::bad_alloc&)
		{
			continue;
		}
		failed = memory.Failures() > 0;
		EXPECT_FALSE(failed);
		EXPECT_EQ(plugin->LastError().reason, ErrorReason::TooSmall);
		EXPECT_STREQ(plugin->LastError().parameter, "PluginDef::maxContactsPerStep");
		b2BodyDef bodyDef;
		bodyDef.position = {2.0f, 0.0f};
		const b2PolygonShape box = BoxOf(0.5f, 0.5f);
		world.CreateBody(&bodyDef)->CreateFixture(&box, 1.0f);
		plugin->Fire({.velocity = {300.0f, 0.0f}});
		plugin->Step(k_dt, 8, 3);
		EXPECT_EQ(plugin->Impacts().size(), 1u) << "allocation " << first;
		EXPECT_EQ(plugin->Stats().contactLimits, 0) << "allocation " << first;
	}
	EXPECT_GT(first, 1);
}

TEST(MemoryFault, WhatIsDestroyedWithoutMemoryIsForgottenAllTheSame)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	// A bullet is inside the body that is destroyed. A new body at the same address must be hit.
	FiringRange range;
	b2Fixture* thick = range.AddBox({5.0f, 0.0f}, 5.0f, 1.0f);
	const b2Body* body = thick->GetBody();
	range.plugin.Fire({.position = {-1.0f, 0.0f}, .velocity = {150.0f, 0.0f}, .gravityScale = 0.0f, .maxPierces = 1});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	range.plugin.QueueDestroy(thick->GetBody());
	FailingMemory memory(0, FailingMemory::k_never);
	memory.Run([&] { range.Step(k_dt); });
	ASSERT_GT(memory.Failures(), 0);
	ASSERT_EQ(range.world.GetBodyCount(), 0);

	b2Fixture* fresh = range.AddBox({7.0f, 0.0f}, 5.0f, 1.0f);
	ASSERT_TRUE(fresh == thick && fresh->GetBody() == body) << "the test needs the addresses again";
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
}

TEST(MemoryFault, TheMakersOfShapesSayThatMemoryRanOut)
{
	const std::vector<b2Vec2> path = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 4.0f}, {1.0f, 5.0f}, {0.0f, 4.0f}};
	const std::vector<b2Vec2> bad = {{0.0f, 0.0f}, {k_nan, 0.0f}, {4.0f, 4.0f}};
	struct Row
	{
		const char* name;
		bool good;
		std::function<Error()> make;
	};
	const Row rows[] = {
	    {"MakePolygon", true,
	     [&]
	     {
		     return MakePolygon(path).GetError();
	     }},
	    {"MakePolygon", false,
	     [&]
	     {
		     return MakePolygon(bad).GetError();
	     }},
	    {"MakeBox", true,
	     [&]
	     {
		     return MakeBox(1.0f, 2.0f, {0.0f, 0.0f}, 0.5f).GetError();
	     }},
	    {"MakeBox", false,
	     [&]
	     {
		     return MakeBox(-1.0f, 2.0f, {0.0f, 0.0f}, 0.5f).GetError();
	     }},
	    {"MakeCircle", true,
	     [&]
	     {
		     return MakeCircle({0.0f, 0.0f}, 2.0f).GetError();
	     }},
	    {"MakeCircle", false,
	     [&]
	     {
		     return MakeCircle({0.0f, 0.0f}, k_inf).GetError();
	     }},
	    {"MakeEdge", true,
	     [&]
	     {
		     return MakeEdge(path[0], path[1]).GetError();
	     }},
	    {"MakeEdge", false,
	     [&]
	     {
		     return MakeEdge(path[0], path[0]).GetError();
	     }},
	    {"MakeChain", true,
	     [&]
	     {
		     return MakeChain(path).GetError();
	     }},
	    {"MakeChain", false,
	     [&]
	     {
		     return MakeChain(bad).GetError();
	     }},
	    {"MakeLoop", true,
	     [&]
	     {
		     return MakeLoop(path).GetError();
	     }},
	    {"MakeLoop", false,
	     [&]
	     {
		     return MakeLoop(bad).GetError();
	     }},
	};
	for (const Row& row : rows)
	{
		int64_t first = 0;
		for (bool failed = true; failed; ++first)
		{
			FailingMemory memory(first, FailingMemory::k_never);
			const Error error = memory.Run([&] { return row.make(); });
			failed = memory.Failures() > 0;
			EXPECT_EQ(error.reason == ErrorReason::OutOfMemory, failed) << row.name << ": " << error.Message();
			EXPECT_EQ(error.reason == ErrorReason::None, row.good && failed == false) << row.name;
		}
		EXPECT_TRUE(row.good || first == 1) << row.name << " is refused without an allocation";
	}
}

TEST(MemoryFault, ACastOfAllHitsPassesOnThatTheListCannotGrow)
{
	FiringRange range;
	for (int32_t i = 0; i < 100; ++i)
	{
		range.AddBox({static_cast<float>(i), 0.0f}, 0.25f, 1.0f);
	}
	const Ray ray = RayBetween({-1.0f, 0.1f}, {200.0f, 0.1f});
	int64_t first = 0;
	for (bool failed = true; failed; ++first)
	{
		FailingMemory memory(first);
		std::vector<RayHit> hits;
		EXPECT_TRUE(memory.Run([&] { return CastRayClosest(range.world, ray).has_value(); }));
		EXPECT_TRUE(memory.Run([&] { return CastRayAny(range.world, ray); }));
		EXPECT_EQ(memory.Allocations(), 0);
		bool thrown = false;
		try
		{
			memory.Run([&] { CastRayAll(range.world, ray, hits); });
		}
		catch (const std::bad_alloc&)
		{
			thrown = true;
		}
		failed = memory.Failures() > 0;
		EXPECT_EQ(thrown, failed);
		CastRayAll(range.world, ray, hits);
		EXPECT_EQ(hits.size(), 100u);
	}
	EXPECT_GT(first, 3);
}

} // namespace ricochet::test::memory_fault_test
