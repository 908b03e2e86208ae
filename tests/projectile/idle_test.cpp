// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "projectile/state.h"

#include "support/failing_memory.h"
#include "support/random_rays.h"

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

// Tests steps of a plugin that begin without any projectile in flight.

namespace ricochet::test::idle_test
{

namespace
{

enum class Moment
{
	BeforeTheWorldSteps,
	InACallback,
	AfterTheWorldHasStepped
};

/// A range with a moving target. Far away, two bodies touch, so that Box2D calls PreSolve in each step.
struct Stage : FiringRange, b2ContactListener
{
	explicit Stage(bool isBusy) : FiringRange({0.0f, -10.0f})
	{
		AddBox({500.0f, -1.0f}, 10.0f, 1.0f);
		AddBox({500.0f, 0.49f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
		world.SetContactListener(this);
		if (isBusy)
		{
			plugin.Fire(Lasting({-5000.0f, 0.0f}, {0.0f, 1.0f}));
		}
	}

	/// Runs a step and fires the bullet at the given moment within it.
	BulletId StepAndFire(const BulletDef& def, Moment when)
	{
		std::optional<BulletId> fired;
		const auto fire = [&](Moment now)
		{
			if (now == when && fired.has_value() == false)
			{
				fired = plugin.Fire(def);
			}
		};
		onPreSolve = [&]
		{
			fire(Moment::InACallback);
		};
		plugin.BeginStep();
		fire(Moment::BeforeTheWorldSteps);
		world.Step(k_dt, 8, 3);
		fire(Moment::AfterTheWorldHasStepped);
		plugin.EndStep(k_dt);
		onPreSolve = {};
		return fired.value_or(BulletId{});
	}

	void PreSolve(b2Contact* /*contact*/, const b2Manifold* /*before*/) override
	{
		if (onPreSolve)
		{
			onPreSolve();
		}
	}

	std::function<void()> onPreSolve;
};

struct Target
{
	b2Vec2 position;
	b2Vec2 velocity;
	float angle;
	float spin;
	b2BodyType type;
};

b2Fixture* Place(Stage& stage, const Target& target)
{
	b2Fixture* fixture = stage.AddBox(target.position, 2.0f, 0.15f, target.angle, target.type);
	fixture->GetBody()->SetLinearVelocity(target.velocity);
	fixture->GetBody()->SetAngularVelocity(target.spin);
	return fixture;
}

std::optional<ImpactEvent> FirstOf(const Plugin& plugin, BulletId id)
{
	for (const ImpactEvent& event : plugin.Impacts())
	{
		if (event.bullet == id)
		{
			return event;
		}
	}
	return std::nullopt;
}

} // namespace

// A new fixture may have the address of a destroyed one.
TEST(Idle, ASurfaceIsForgottenWithItsFixture)
{
	enum class World
	{
		Still,
		Moving, // so that the world's tree changes without the game
		Disabled
	};
	for (const World kind : {World::Still, World::Moving, World::Disabled})
	{
		b2World world({0.0f, -10.0f});
		PluginState state(world, {}, 1);
		b2CircleShape disc;
		disc.m_radius = 1.0f;
		std::vector<b2Fixture*> fixtures;
		for (int32_t i = 0; i < 8; ++i)
		{
			b2BodyDef def;
			def.type = kind == World::Moving ? b2_dynamicBody : b2_staticBody;
			def.position = {10.0f * static_cast<float>(i), 0.0f};
			b2Body* body = world.CreateBody(&def);
			fixtures.push_back(body->CreateFixture(&disc, 1.0f));
			state.surfaces.Set(fixtures.back(), {.resistance = 1.0f});
			body->SetEnabled(kind != World::Disabled);
		}
		for (size_t left = fixtures.size(); left > 0; --left)
		{
			for (int32_t step = 0; step < 20; ++step)
			{
				state.Begin();
				EXPECT_EQ(state.surfaces.All().size(), left);
				world.Step(k_dt, 8, 3);
				state.End(k_dt);
			}
			if (left % 2 == 0)
			{
				world.DestroyBody(fixtures[left - 1]->GetBody());
			}
			else
			{
				fixtures[left - 1]->GetBody()->DestroyFixture(fixtures[left - 1]);
			}
			EXPECT_EQ(state.surfaces.All().count(fixtures[left - 1]), 1u);
		}
	}
}

TEST(Idle, AStepAllocatesNothing)
{
	FiringRange range({0.0f, -10.0f});
	for (int32_t i = 0; i < 300; ++i)
	{
		range.AddBox({3.0f * static_cast<float>(i), 0.0f}, 1.0f, 1.0f, 0.0f, b2_dynamicBody);
	}
	FailingMemory memory(FailingMemory::k_never);
	memory.Run(
	    [&]
	    {
		    for (int32_t step = 0; step < 3; ++step)
		    {
			    range.Step(k_dt);
		    }
	    });
	EXPECT_EQ(memory.Allocations(), 0);
	EXPECT_EQ(range.plugin.Stats().movedBodies, 0);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
}

TEST(Idle, ABodyThatIsNoNumberIsFoundWhenSomethingFlies)
{
	FiringRange range;
	b2Body* body = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
	body->SetLinearVelocity({std::numeric_limits<float>::quiet_NaN(), 0.0f});
	range.plugin.Fire(Lasting({0.0f, 50.0f}, {1.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(body->GetLinearVelocity().x, 0.0f);
	EXPECT_EQ(body->GetPosition().x, 5.0f);
}

TEST(Idle, ABulletFiredWithinTheStepMeetsWhatMoves)
{
	constexpr std::array k_moments{Moment::BeforeTheWorldSteps, Moment::InACallback, Moment::AfterTheWorldHasStepped};
	const int32_t count = ScaledCount(3000);
	Random random(0x1d1e1);
	int32_t met = 0;
	Trouble trouble;
	for (int32_t i = 0; i < count; ++i)
	{
		Stage idle(false);
		Stage busy(true);
		const auto within = [&](float reach)
		{
			return random.Uniform(-reach, reach);
		};
		Target target{{0.0f, 0.0f}, {0.0f, 0.0f}, 0.0f, 0.0f, i % 2 == 0 ? b2_kinematicBody : b2_dynamicBody};
		target.velocity.x = within(60.0f);
		target.velocity.y = within(60.0f);
		target.angle = within(3.0f);
		target.spin = within(30.0f);
		b2Fixture* fixture = Place(idle, target);
		Place(busy, target);
		BulletDef def = LastingGram({0.0f, 0.0f}, {0.0f, 0.0f});
		def.position.x = within(4.0f);
		def.position.y = within(4.0f);
		def.velocity.x = within(300.0f);
		def.velocity.y = within(300.0f);
		const Moment when = k_moments[static_cast<size_t>(i) % k_moments.size()];
		for (int32_t step = 0; step < 2; ++step)
		{
			idle.Step(k_dt);
			busy.Step(k_dt);
		}
		const bool startsInside = fixture->TestPoint(def.position);
		const BulletId id = idle.StepAndFire(def, when);
		const std::optional<ImpactEvent> impact = FirstOf(idle.plugin, id);
		const std::optional<ImpactEvent> expected = FirstOf(busy.plugin, busy.StepAndFire(def, when));
		met += impact ? 1 : 0;
		const std::optional<BulletState> now = idle.plugin.Find(id);
		if (impact.has_value() != expected.has_value() ||
		    (impact && (std::abs(impact->time - expected->time) > 1.0e-5f ||
		                DistanceOf(impact->enter.point, expected->enter.point) > 1.0e-3)))
		{
			trouble.Add("shot %d, moment %d: %s at %.9g, expected %.9g", i, static_cast<int>(when),
			            impact ? "hit" : "miss", impact ? impact->time : -1.0f, expected ? expected->time : -1.0f);
		}
		if (startsInside == false && impact.has_value() == false && now && fixture->TestPoint(now->position))
		{
			trouble.Add("shot %d, moment %d: ends inside", i, static_cast<int>(when));
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "of " << count << "; first: " << trouble.First();
	EXPECT_GT(met, count / 8);
}

namespace
{

// Runs steps without projectiles, after which the next step finds nothing to do.
void StepInQuiet(FiringRange& range)
{
	for (int32_t step = 0; step < 5; ++step)
	{
		range.Step(k_dt);
	}
}

// Adds boxes in rows of a hundred, 8 m apart. One in ten rotates.
void AddBoxes(b2World& world, int32_t count)
{
	b2PolygonShape box;
	box.SetAsBox(1.0f, 0.5f);
	for (int32_t i = 0; i < count; ++i)
	{
		b2BodyDef def;
		def.type = i % 10 == 0 ? b2_kinematicBody : b2_staticBody;
		def.position = {8.0f * static_cast<float>(i % 100), 8.0f * static_cast<float>(i / 100)};
		def.angularVelocity = 1.0f;
		world.CreateBody(&def)->CreateFixture(&box, 1.0f);
	}
}

} // namespace

TEST(Idle, CallsAfterQuietStepsAreCarriedOut)
{
	FiringRange range;
	Plugin& plugin = range.plugin;
	b2Body* body = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
	StepInQuiet(range);
	plugin.Explode({.position = {-50.0f, 0.0f}});
	EXPECT_EQ(plugin.Explosions().size(), 1u);
	range.Step(k_dt);
	EXPECT_EQ(plugin.Explosions().size(), 0u) << "the next step drops the events";

	StepInQuiet(range);
	range.Step(k_dt, [&] { plugin.Explode({.position = {-50.0f, 0.0f}}); });
	EXPECT_EQ(plugin.Explosions().size(), 1u) << "it takes place at the end of the step";

	StepInQuiet(range);
	plugin.QueueDestroy(body);
	plugin.BeginStep();
	EXPECT_EQ(range.world.GetBodyCount(), 0);
	plugin.EndStep(k_dt);

	StepInQuiet(range);
	plugin.Steer(GrenadeId{}, {0.0f, std::numeric_limits<float>::quiet_NaN()}, {0.0f, 0.0f});
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::NotFinite);
	plugin.BeginStep();
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::None);
	plugin.BeginStep();
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::StepHasBegun);
	range.Step(k_dt);
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::StepHasBegun) << "the step ends nevertheless";
	plugin.EndStep(k_dt);
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::StepHasNotBegun);
	StepInQuiet(range);
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::None);
}

TEST(Idle, AStateThatIsRestoredAfterQuietStepsFliesOn)
{
	FiringRange former;
	const BulletId id = former.plugin.Fire(Lasting({0.0f, 0.0f}, {6.0f, 0.0f}));
	std::vector<std::byte> bytes;
	ASSERT_TRUE(former.plugin.Save(bytes));
	FiringRange range;
	StepInQuiet(range);
	ASSERT_TRUE(range.plugin.Restore(bytes));
	const BulletList bullets = range.plugin.Bullets();
	ASSERT_EQ(bullets.size(), 1u);
	const BulletId restored = (*bullets.begin()).id;
	EXPECT_EQ(restored.index, id.index);
	range.Step(k_dt);
	EXPECT_NEAR(range.plugin.Find(restored)->position.x, 0.1, 1.0e-6);
}

TEST(Idle, AnExceptionOfAQuietStepIsThrown)
{
	Stage stage(false);
	StepInQuiet(stage);
	stage.onPreSolve = []
	{
		throw std::runtime_error("from PreSolve");
	};
	EXPECT_THROW(stage.Step(k_dt), std::runtime_error);
	stage.onPreSolve = {};
	EXPECT_NO_THROW(stage.Step(k_dt));
}

// A new fixture may have the address of a destroyed one.
TEST(Idle, ASurfaceIsForgottenInQuietStepsToo)
{
	FiringRange range;
	const b2Fixture* fixture = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.SetSurface(fixture, {.resistance = 7.0f});
	StepInQuiet(range);
	EXPECT_EQ(range.plugin.GetSurface(fixture).resistance, 7.0f);
	range.world.DestroyBody(range.world.GetBodyList());
	StepInQuiet(range);
	const b2Fixture* next = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_EQ(range.plugin.GetSurface(next).resistance, 0.0f);
}

// The length of an arc depends on the gravity of the last step. In free fall from rest, it is g t^2 / 2.
TEST(Idle, AQuietStepTakesTheGravityOfTheWorld)
{
	FiringRange range;
	StepInQuiet(range);
	range.world.SetGravity({0.0f, -10.0f});
	StepInQuiet(range);
	BulletDef def = Lasting({0.0f, 0.0f}, {0.0f, 0.0f});
	def.gravityScale = 1.0f;
	def.maxRange = 5.0f;
	const BulletId id = range.plugin.Fire(def);
	constexpr float k_quarter = 0.25f; // s; the range of 5 m ends after 1 s
	for (int32_t step = 0; step < 3; ++step)
	{
		range.Step(k_quarter);
		EXPECT_TRUE(range.plugin.Find(id).has_value());
	}
	range.Step(1.5f * k_quarter);
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	EXPECT_EQ(range.plugin.Expired()[0].reason, ExpiredEvent::Reason::Range);
	EXPECT_NEAR(range.plugin.Expired()[0].time, k_quarter, 1.0e-4);
}

// If the world needs several calls for a step, one call is not a whole step. No time passes for a bullet that is fired
// meanwhile.
TEST(Idle, AStepOfManyPartsIsOneStep)
{
	FiringRange range({0.0f, -10.0f});
	range.AddBox({0.0f, -1.0f}, 100.0f, 1.0f);
	b2Body* faster = range.AddBox({0.0f, 3.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	StepInQuiet(range);
	range.world.SetSubStepping(true);
	faster->SetBullet(true);
	faster->SetLinearVelocity({0.0f, -1000.0f});
	constexpr float k_tenth = 0.1f;
	range.Step(k_tenth);
	const BulletId id = range.plugin.Fire(Lasting({0.0f, 50.0f}, {10.0f, 0.0f}));
	for (int32_t part = 0; part < 20 && range.plugin.Find(id)->position.x == 0.0f; ++part)
	{
		range.Step(k_tenth);
	}
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0, 1.0e-6) << "the time of one step";
}

TEST(Idle, LongAfterManyBulletsTheirMemoryIsGivenBack)
{
	constexpr int32_t k_fixtures = 10000;
	constexpr int32_t k_bullets = 10000;
	constexpr int64_t k_small = 64 * 1024;
	b2World world({0.0f, 0.0f});
	AddBoxes(world, k_fixtures);
	FailingMemory memory(FailingMemory::k_never);
	std::unique_ptr<Plugin> plugin;
	const auto step = [&](int32_t count)
	{
		size_t impacts = 0;
		for (int32_t i = 0; i < count; ++i)
		{
			plugin->Step(k_dt, 1, 1);
			impacts += plugin->Impacts().size();
		}
		return impacts;
	};
	const auto fire = [&](int32_t count)
	{
		for (int32_t i = 0; i < count; ++i)
		{
			const auto angle = 0.618f * static_cast<float>(i);
			const b2Vec2 from{8.0f * static_cast<float>(i % 100) + 4.0f, 8.0f * static_cast<float>(i / 100) + 4.0f};
			plugin->Fire(
			    {.position = from, .velocity = {100.0f * std::cos(angle), 100.0f * std::sin(angle)}, .lifetime = 0.1f});
		}
	};
	memory.Run(
	    [&]
	    {
		    plugin = std::make_unique<Plugin>(world);
		    step(5);
	    });
	const int64_t before = memory.Bytes();
	if (before == 0)
	{
		GTEST_SKIP() << "the system does not say how large blocks are";
	}
	EXPECT_LE(before, k_small);
	memory.Run([&] { fire(k_bullets); });
	EXPECT_GT(memory.Run([&] { return step(20); }), 100u);
	const int64_t after = memory.Bytes();
	EXPECT_GT(after, 400 * k_bullets) << "nothing to give back";
	memory.Run([&] { step(500); });
	EXPECT_EQ(memory.Bytes(), after) << "a game may fire again soon";
	memory.Run([&] { step(200); });
	EXPECT_LE(memory.Bytes() - before, k_small + 128 * k_bullets) << "the ids that were given are remembered";

	// The released memory is allocated again, but only once.
	memory.Run([&] { fire(300); });
	EXPECT_GT(memory.Run([&] { return step(6); }), 0u);
	memory.Run(
	    [&]
	    {
		    step(20);
		    fire(300);
	    });
	const int64_t allocations = memory.Allocations();
	memory.Run([&] { step(1); });
	EXPECT_LE(memory.Allocations() - allocations, 40) << "a step of few moving bodies";
}

} // namespace ricochet::test::idle_test
