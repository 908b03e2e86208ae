// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <box2d/b2_contact.h>

#include <functional>
#include <stdexcept>
#include <string>

// Tests exceptions from the game's functions: rules, predicates, their copies, and listeners of the world.

namespace ricochet::test::exception_test
{

namespace
{

struct GameError
{
	int32_t number;
};

// Counts its calls and throws at the call with the given number, or never if the number is 0.
class Thrower
{
public:
	void ThrowAt(int32_t call)
	{
		m_calls = 0;
		m_at = call;
	}

	void Call()
	{
		if (++m_calls == m_at)
		{
			throw GameError{m_at};
		}
	}

	[[nodiscard]] int32_t Calls() const { return m_calls; }

private:
	int32_t m_calls = 0;
	int32_t m_at = 0;
};

// Runs a step. Returns the number of the exception that it throws; 0: none.
int32_t StepAndCatch(FiringRange& range, bool whole = true)
{
	try
	{
		if (whole)
		{
			range.Step(k_dt);
		}
		else
		{
			range.Step(k_dt, [] {});
		}
	}
	catch (const GameError& error)
	{
		return error.number;
	}
	return 0;
}

b2Vec2 MomentumOf(const b2Body& body)
{
	return body.GetMass() * body.GetLinearVelocity();
}

b2Vec2 ImpulsesOn(const Plugin& plugin, const b2Body& body)
{
	b2Vec2 sum{0.0f, 0.0f};
	for (const ImpactEvent& event : plugin.Impacts())
	{
		sum += event.body == &body ? event.impulse : b2Vec2{0.0f, 0.0f};
	}
	return sum;
}

// Five bullets and two grenades fly at a wall and a moving body. The rule, or the predicate of every projectile, calls
// `thrower`.
struct Volley
{
	Volley(Thrower& thrower, bool byRule) : range({0.0f, 0.0f}, Def(thrower, byRule))
	{
		range.AddBox({6.0f, 0.0f}, 0.5f, 20.0f);
		target = range.AddBox({3.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		doomed = range.AddBox({-50.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
		QueryFilter filter;
		if (byRule == false)
		{
			filter.accept = [&thrower](b2Fixture*)
			{
				thrower.Call();
				return true;
			};
		}
		for (int32_t i = 0; i < 5; ++i)
		{
			BulletDef def = Straight({0.0f, -0.2f + 0.4f * static_cast<float>(i)}, {480.0f, 0.0f});
			def.lifetime = 100.0f;
			def.filter = filter;
			range.plugin.Fire(def);
		}
		for (const float y : {-0.3f, 5.0f})
		{
			range.plugin.Throw({.position = {0.0f, y},
			                    .velocity = {400.0f, 0.0f},
			                    .gravityScale = 0.0f,
			                    .fuse = 100.0f,
			                    .filter = filter});
		}
	}

	static PluginDef Def(Thrower& thrower, bool byRule)
	{
		PluginDef def;
		if (byRule)
		{
			def.rule = [&thrower](const ImpactEvent& event)
			{
				thrower.Call();
				return event.response;
			};
		}
		return def;
	}

	FiringRange range;
	b2Body* target = nullptr;
	b2Body* doomed = nullptr;
};

// For every k, runs a step in which the k-th call of a function throws.
void RunVolleys(bool byRule)
{
	Thrower thrower;
	thrower.ThrowAt(0);
	{
		Volley all(thrower, byRule);
		EXPECT_EQ(StepAndCatch(all.range), 0);
		ASSERT_GE(all.range.plugin.Impacts().size(), 7u);
		ASSERT_EQ(all.range.plugin.Expired().size(), 5u);
	}
	const int32_t calls = thrower.Calls();
	ASSERT_GE(calls, 7);
	for (int32_t at = 1; at <= calls; ++at)
	{
		SCOPED_TRACE(testing::Message() << "call " << at);
		thrower.ThrowAt(at);
		Volley volley(thrower, byRule);
		Plugin& plugin = volley.range.plugin;
		plugin.QueueDestroy(volley.doomed);
		EXPECT_EQ(StepAndCatch(volley.range, at % 2 == 0), at);

		// The exception interrupts only one projectile. The step is complete for all others.
		EXPECT_FALSE(volley.range.world.IsLocked());
		EXPECT_EQ(volley.range.world.GetBodyCount(), 2);
		EXPECT_EQ(plugin.Bullets().size() + plugin.Grenades().size() + plugin.Expired().size(), 7u);
		EXPECT_LE(plugin.Bullets().size(), 1u);
		EXPECT_GE(plugin.Expired().size(), 4u);
		const b2Vec2 missing = MomentumOf(*volley.target) - ImpulsesOn(plugin, *volley.target);
		EXPECT_NEAR(missing.Length(), 0.0f, 1.0e-3f) << "an impulse without its event, or the reverse";
		for (const BulletState& state : plugin.Bullets())
		{
			EXPECT_TRUE(state.position.x >= 0.0f && state.position.x <= 5.5f) << state.position.x;
			EXPECT_EQ(state.age, k_dt);
		}
		for (const GrenadeState& state : plugin.Grenades())
		{
			EXPECT_LE(state.position.x, 5.5f);
		}

		// The next step continues the interrupted flight.
		thrower.ThrowAt(0);
		const size_t interrupted = plugin.Bullets().size();
		EXPECT_EQ(StepAndCatch(volley.range), 0) << "it throws only once";
		EXPECT_EQ(plugin.Expired().size(), interrupted);
		EXPECT_TRUE(plugin.Bullets().empty());
	}
}

// A predicate whose copies throw if `thrower` says so.
struct ThrowingCopy
{
	explicit ThrowingCopy(Thrower& owner) : thrower(&owner) {}
	ThrowingCopy(const ThrowingCopy& other) : thrower(other.thrower) { thrower->Call(); }
	ThrowingCopy& operator=(const ThrowingCopy&) = delete;
	bool operator()(b2Fixture*) const { return true; }
	Thrower* thrower;
};

// Throws in the callback with the index `armed` (from 0). The exception's number is that index plus 1.
struct ThrowingContacts : b2ContactListener, b2ContactFilter
{
	void BeginContact(b2Contact*) override { Call(0); }
	void EndContact(b2Contact*) override { Call(1); }
	void PreSolve(b2Contact*, const b2Manifold*) override { Call(2); }
	void PostSolve(b2Contact*, const b2ContactImpulse*) override { Call(3); }
	bool ShouldCollide(b2Fixture*, b2Fixture*) override
	{
		Call(4);
		return true;
	}

	void Call(int32_t which)
	{
		++calls;
		if (which == armed)
		{
			throw GameError{which + 1};
		}
	}

	int32_t armed = -1;
	int32_t calls = 0;
};

struct ThrowingListener : b2ContactListener, b2DestructionListener
{
	void BeginContact(b2Contact*) override { Throw(begin); }
	void EndContact(b2Contact*) override { Throw(end); }
	void SayGoodbye(b2Joint*) override {}
	void SayGoodbye(b2Fixture*) override { Throw(goodbye); }

	static void Throw(int32_t number)
	{
		if (number != 0)
		{
			throw GameError{number};
		}
	}

	int32_t begin = 0;
	int32_t end = 0;
	int32_t goodbye = 0;
};

} // namespace

TEST(ExceptionFault, ARuleMayThrowAtAnyOfItsCalls)
{
	RunVolleys(true);
}

TEST(ExceptionFault, APredicateMayThrowAtAnyOfItsCalls)
{
	RunVolleys(false);
}

TEST(ExceptionFault, OfManyTheFirstIsThrownAndNoneIsKept)
{
	int32_t calls = 0;
	bool armed = true;
	PluginDef def;
	def.rule = [&](const ImpactEvent& event) -> Response
	{
		++calls;
		if (armed)
		{
			throw std::runtime_error("impact " + std::to_string(calls));
		}
		return event.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	range.AddBox({3.0f, 0.0f}, 0.5f, 5.0f);
	for (int32_t i = 0; i < 10; ++i)
	{
		range.plugin.Fire(Straight({0.0f, 0.1f * static_cast<float>(i)}, {300.0f, 0.0f}));
	}
	for (int32_t step = 0; step < 3; ++step)
	{
		std::string thrown;
		calls = 0;
		try
		{
			range.Step(k_dt);
		}
		catch (const std::exception& error)
		{
			thrown = error.what();
		}
		EXPECT_EQ(thrown, "impact 1");
		EXPECT_EQ(calls, 10);
		EXPECT_EQ(range.plugin.Bullets().size(), 10u);
		EXPECT_TRUE(range.plugin.Impacts().empty());
		EXPECT_TRUE(range.plugin.Expired().empty());
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None) << range.plugin.LastError().Message();
	}
	armed = false;
	EXPECT_NO_THROW(range.Step(k_dt));
	EXPECT_EQ(range.plugin.Impacts().size(), 10u);
}

TEST(ExceptionFault, WhatARuleDidBeforeItThrewStaysDone)
{
	Plugin* plugin = nullptr;
	b2Body* doomed = nullptr;
	PluginDef def;
	def.rule = [&](const ImpactEvent&) -> Response
	{
		for (int32_t i = 0; i < 100; ++i)
		{
			plugin->Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
		}
		plugin->Throw({.position = {0.0f, 8.0f}});
		plugin->QueueDestroy(doomed);
		throw GameError{1};
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	range.AddBox({3.0f, 0.0f}, 0.5f, 1.0f);
	doomed = range.AddBox({50.0f, 0.0f}, 0.5f, 1.0f)->GetBody();
	const BulletId id = range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
	EXPECT_EQ(StepAndCatch(range), 1);
	EXPECT_EQ(range.plugin.Bullets().size(), 101u);
	EXPECT_EQ(range.plugin.Grenades().size(), 1u);
	EXPECT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_EQ(range.plugin.Bullets().front().id, id);
	EXPECT_EQ(range.world.GetBodyCount(), 2);
	range.plugin.BeginStep();
	EXPECT_EQ(range.world.GetBodyCount(), 1);
}

TEST(ExceptionFault, ACopyOfAPredicateMayThrowAndNothingIsFired)
{
	Thrower thrower;
	FiringRange range;
	BulletDef bullet;
	bullet.filter.accept = ThrowingCopy(thrower);
	GrenadeDef grenade;
	grenade.filter.accept = ThrowingCopy(thrower);
	thrower.ThrowAt(0);
	const BulletId first = range.plugin.Fire(bullet);
	EXPECT_TRUE(range.plugin.Throw(grenade));
	ASSERT_GT(thrower.Calls(), 1);

	const auto throws = [&](int32_t at, const auto& call)
	{
		thrower.ThrowAt(at);
		try
		{
			call();
		}
		catch (const GameError&)
		{
			return true;
		}
		return false;
	};
	int32_t at = 1;
	for (; throws(at, [&] { range.plugin.Fire(bullet); }); ++at)
	{
		EXPECT_EQ(range.plugin.Bullets().size(), 1u);
	}
	EXPECT_GT(at, 1);
	for (at = 1; throws(at, [&] { range.plugin.Throw(grenade); }); ++at)
	{
		EXPECT_EQ(range.plugin.Grenades().size(), 1u);
	}
	EXPECT_GT(at, 1);
	thrower.ThrowAt(0);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Bullets().size(), 2u);
	EXPECT_EQ(range.plugin.Bullets().front().id, first);
	EXPECT_FALSE((*std::next(range.plugin.Bullets().begin())).id == first);
}

TEST(ExceptionFault, APredicateMayThrowThroughACast)
{
	Thrower thrower;
	FiringRange range;
	for (int32_t i = 0; i < 10; ++i)
	{
		range.AddBox({static_cast<float>(i), 0.0f}, 0.25f, 1.0f);
	}
	QueryFilter filter;
	filter.accept = [&](b2Fixture*)
	{
		thrower.Call();
		return true;
	};
	const Ray ray = RayBetween({-1.0f, 0.0f}, {20.0f, 0.0f});
	for (int32_t at = 1; at <= 10; ++at)
	{
		std::vector<RayHit> hits;
		thrower.ThrowAt(at);
		EXPECT_THROW(CastRayAll(range.world, ray, hits, filter), GameError);
		thrower.ThrowAt(0);
		CastRayAll(range.world, ray, hits, filter);
		EXPECT_EQ(hits.size(), 10u);
	}
	thrower.ThrowAt(1);
	EXPECT_THROW((void)CastRayClosest(range.world, ray, filter), GameError);
	thrower.ThrowAt(1);
	EXPECT_THROW((void)CastRayAny(range.world, ray, filter), GameError);
	thrower.ThrowAt(0);
	EXPECT_TRUE(CastRayAny(range.world, ray, filter));
	EXPECT_FALSE(range.world.IsLocked());
}

TEST(ExceptionFault, AContactCallbackMayThrowInAStepOfThePlugin)
{
	// Each of the five callbacks throws in turn. The world's step is completed, the bullet flies, and then the step
	// throws the first exception.
	for (int32_t which = 0; which < 5; ++which)
	{
		ThrowingContacts contacts;
		FiringRange range({0.0f, 0.0f});
		range.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
		b2Body* box = range.AddBox({0.9f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		box->SetLinearVelocity({-1.0f, 0.0f});
		b2Body* free = range.AddBox({50.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		free->SetLinearVelocity({6.0f, 0.0f});
		const BulletId id = range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
		range.world.SetContactListener(&contacts);
		range.world.SetContactFilter(&contacts);
		contacts.armed = which;
		int32_t caught = 0;
		int32_t steps = 0;
		while (caught == 0 && steps < 120)
		{
			// After three steps, the boxes are moved apart, so that Box2D calls EndContact.
			box->SetTransform({steps < 3 ? 0.9f : 9.0f, 0.0f}, 0.0f);
			caught = StepAndCatch(range);
			++steps;
			ASSERT_FALSE(range.world.IsLocked());
			ASSERT_NEAR(range.plugin.Find(id)->position.x, static_cast<float>(steps), 1.0e-5f);
			ASSERT_NEAR(free->GetPosition().x, 50.0f + 0.1f * static_cast<float>(steps), 1.0e-4f);
		}
		EXPECT_EQ(caught, which + 1);
		contacts.armed = -1;
		const int32_t calls = contacts.calls;
		EXPECT_EQ(range.world.GetContactManager().m_contactListener, &contacts);
		EXPECT_EQ(range.world.GetContactManager().m_contactFilter, &contacts);
		box->SetTransform({0.9f, 0.0f}, 0.0f);
		EXPECT_EQ(StepAndCatch(range), 0);
		EXPECT_EQ(StepAndCatch(range), 0);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
		EXPECT_GT(contacts.calls, calls) << "they are called on";
		range.world.SetContactListener(nullptr);
	}
}

TEST(ExceptionFault, AContactListenerThatThrowsThroughTheGamesOwnStepLeavesTheWorldLocked)
{
	// After the exception, Box2D leaves its world locked for ever. The plugin must report this, and must not consider
	// itself within a step.
	ThrowingListener listener;
	listener.begin = 3;
	FiringRange range;
	range.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
	range.AddBox({0.9f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
	const BulletId id = range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
	range.world.SetContactListener(&listener);
	range.plugin.BeginStep();
	EXPECT_THROW(range.world.Step(k_dt, 8, 3), GameError);
	ASSERT_TRUE(range.world.IsLocked());
	EXPECT_EQ(range.plugin.Find(id)->position, b2Vec2(0.0f, 5.0f));

	listener.begin = 0;
	EXPECT_EQ(StepAndCatch(range), 0);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::WorldIsLocked);
	EXPECT_TRUE(CastRayAny(range.world, RayBetween({-5.0f, 0.0f}, {5.0f, 0.0f})));
	EXPECT_TRUE(range.plugin.Fire({}));
	range.plugin.Cancel(id);
	EXPECT_EQ(range.plugin.Bullets().size(), 1u) << "not busy: cancelled at once";
	range.world.SetContactListener(nullptr);
}

TEST(ExceptionFault, AListenerMayThrowWhileTheQueueIsCarriedOut)
{
	for (const bool byContact : {true, false})
	{
		ThrowingListener listener;
		FiringRange range;
		range.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
		b2Body* first = range.AddBox({0.9f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		b2Body* second = range.AddBox({20.0f, 0.0f}, 0.5f, 0.5f)->GetBody();
		b2Body* third = range.AddBody({30.0f, 0.0f});
		range.Step(k_dt);
		range.world.SetContactListener(&listener);
		range.world.SetDestructionListener(&listener);
		(byContact ? listener.end : listener.goodbye) = 4;
		range.plugin.QueueDestroy(first);
		range.plugin.QueueDestroy(third);
		if (byContact)
		{
			range.plugin.QueueDestroy(second);
		}
		const BulletId id = range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f}));
		EXPECT_EQ(StepAndCatch(range, byContact), 4);
		EXPECT_FALSE(range.world.IsLocked());
		EXPECT_EQ(range.world.GetBodyCount(), byContact ? 2 : 3) << "only that body is left";
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0f, 1.0e-6f);

		listener.end = listener.goodbye = 0;
		range.plugin.QueueDestroy(first);
		EXPECT_EQ(StepAndCatch(range), 0);
		EXPECT_EQ(range.world.GetBodyCount(), byContact ? 1 : 2);
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 2.0f, 1.0e-6f);
		range.world.SetContactListener(nullptr);
		range.world.SetDestructionListener(nullptr);
	}
}

namespace
{

// Runs many scenes. In each, the rule throws at one of its first `mostCalls` calls, and the grenade must not pass
// through the obstacle. place(random, range) builds the scene, and returns a predicate that is true for a grenade that
// has passed through. `nearest` is the least x at which a grenade may start. More than one exception in `oneOf` scenes
// is required.
template <class Place>
void ExpectNoneThrough(uint64_t seed, int32_t mostCalls, float nearest, int32_t oneOf, const Place& place)
{
	Trouble trouble;
	int32_t thrown = 0;
	for (int32_t i = 0; i < ScaledCount(160); ++i)
	{
		SceneRandom random(seed + static_cast<uint64_t>(i));
		Thrower thrower;
		thrower.ThrowAt(1 + i % mostCalls);
		PluginDef def;
		def.rule = [&](const ImpactEvent& event)
		{
			thrower.Call();
			return event.response;
		};
		FiringRange range({0.0f, 0.0f}, def);
		const auto isThrough = place(random, range);
		GrenadeDef grenade;
		grenade.position = {random.Uniform(nearest, 0.9f), random.Uniform(-0.3f, 0.3f)};
		grenade.velocity = {random.Uniform(-5.0f, 5.0f), random.Uniform(-5.0f, 5.0f)};
		const GrenadeId id = range.plugin.Throw(grenade);
		for (int32_t step = 0; step < 12; ++step)
		{
			thrown += StepAndCatch(range) != 0 ? 1 : 0;
			const std::optional<GrenadeState> state = range.plugin.Find(id);
			if (state && isThrough(*state))
			{
				trouble.Add("scene %d, step %d: at %g, %g", i, step, static_cast<double>(state->position.x),
				            static_cast<double>(state->position.y));
				break;
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(thrown, ScaledCount(160) / oneOf);
}

} // namespace

TEST(Exception, OfARuleLetsNoGrenadeThroughAWall)
{
	// A box presses a grenade against a thin chain.
	const auto place = [](SceneRandom& random, FiringRange& range)
	{
		const b2Vec2 ends[] = {{1.0f, -5.0f}, {1.0f, -0.1f}, {1.0f, 5.0f}};
		b2ChainShape chain;
		chain.CreateChain(ends, 3, {1.0f, -6.0f}, {1.0f, 6.0f});
		range.Add(range.AddBody({0.0f, 0.0f}), chain);
		b2Body* box = range.AddBody({-0.5f, 0.0f}, random.Uniform(-0.3f, 0.3f), b2_dynamicBody);
		range.Add(box, BoxOf(0.3f, 0.5f));
		box->SetLinearVelocity({30.0f, 0.0f});
		return [](const GrenadeState& state)
		{
			return state.position.x > 1.0f;
		};
	};
	ExpectNoneThrough(64000u, 2, 0.1f, 4, place);
}

TEST(Exception, OfARuleLetsNoGrenadeThroughABodyThatMoves)
{
	// A wide body pushes a grenade ahead of it. The rule throws when body and grenade touch.
	const auto place = [](SceneRandom& random, FiringRange& range)
	{
		b2Body* body = range.AddBody({-0.5f, 0.0f}, 0.0f, b2_kinematicBody);
		range.Add(body, BoxOf(0.3f, 20.0f));
		body->SetLinearVelocity({random.Uniform(10.0f, 60.0f), 0.0f});
		return [body](const GrenadeState& state)
		{
			return state.position.x < body->GetPosition().x + 0.3f + 0.9f * state.radius;
		};
	};
	ExpectNoneThrough(65000u, 1, 0.0f, 2, place);
}

} // namespace ricochet::test::exception_test
