// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/still_index.h"

#include "determinism/hash.h"
#include "projectile/firing_range.h"
#include "projectile/state.h"
#include "support/failing_memory.h"

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>

#include <map>

// Bullets are told the same to the bit, whether they find what stands still in the world's tree or in an index of it.

namespace ricochet::test
{

namespace
{

constexpr double k_always = 0.0;
constexpr float k_halfWidth = 24.0f;
constexpr size_t k_flying = 120;

// A game in which everything happens that may, by draws from a seed.
class Game
{
public:
	Game(uint64_t seed, double leastGain)
	    : m_random(seed), m_world({0.0f, -10.0f}), m_state(m_world,
	                                                       {.rule =
	                                                            [this](const ImpactEvent& impact)
	                                                        {
		                                                        return Rule(impact);
	                                                        }},
	                                                       1)
	{
		m_state.still.leastGain = leastGain;
		AddFloor();
		for (int32_t i = 0; i < 150; ++i)
		{
			AddAny();
		}
	}

	/// A hash of all that the step told.
	uint64_t Step()
	{
		Change();
		while (m_state.bullets.Count() < k_flying)
		{
			Fire(m_random.InBox(k_halfWidth));
		}
		if (m_random.OneIn(4))
		{
			Throw();
		}
		m_state.Begin();
		m_world.Step(k_dt, 8, 3);
		if (m_random.OneIn(4))
		{
			AddAny();
			Teleport();
		}
		m_state.End(k_dt);
		EXPECT_FALSE(m_state.failure);
		EXPECT_EQ(m_state.stepError.reason, ErrorReason::None);
		return Told();
	}

	[[nodiscard]] size_t Impacts() const { return m_impacts; }

private:
	// Tiles, whose seams close.
	void AddFloor()
	{
		for (int32_t i = -12; i < 12; ++i)
		{
			Name(AddBody(m_world, {2.0f * static_cast<float>(i) + 1.0f, -20.0f})->CreateFixture(&m_tile, 1.0f));
		}
	}

	void AddAny()
	{
		const int32_t type = m_random.Below(6);
		b2Body* body =
		    AddBody(m_world, m_random.InBox(k_halfWidth), m_random.OneIn(2) ? 0.0f : m_random.Uniform(-3.0f, 3.0f),
		            type == 0 ? b2_kinematicBody : (type == 1 ? b2_dynamicBody : b2_staticBody));
		if (type == 0 && m_random.OneIn(4) == false)
		{
			body->SetLinearVelocity(m_random.InBox(10.0f));
			body->SetAngularVelocity(m_random.Uniform(-5.0f, 5.0f));
		}
		m_bodies.push_back(body);
		for (int32_t i = 1 + m_random.Below(2); i > 0; --i)
		{
			AddFixture(*body);
		}
	}

	void AddFixture(b2Body& body)
	{
		b2FixtureDef def;
		b2CircleShape circle;
		b2ChainShape chain;
		b2PolygonShape polygon = RandomPolygon(m_random, m_random.LogUniform(0.1f, 3.0f));
		const std::vector<b2Vec2> path{
		    {-2.0f, -1.0f}, {0.0f, 1.0f}, {2.0f, -1.0f}, {3.0f, m_random.Uniform(0.0f, 2.0f)}};
		circle.m_radius = m_random.LogUniform(0.05f, 2.0f);
		chain.CreateLoop(path.data(), static_cast<int32>(path.size()));
		const b2Shape* shapes[] = {&polygon, &m_tile, &circle, &chain};
		def.shape = shapes[m_random.Below(4)];
		def.density = 1.0f;
		def.isSensor = m_random.OneIn(10);
		def.filter.categoryBits = static_cast<uint16>(1u << m_random.Below(3));
		const b2Fixture* fixture = Name(body.CreateFixture(&def));
		m_state.surfaces[fixture] = {
		    {.resistance = m_random.Uniform(0.0f, 50.0f), .ricochetAngle = m_random.Uniform(0.0f, 1.6f)}};
	}

	b2Fixture* Name(b2Fixture* fixture)
	{
		m_names[fixture] = m_named++;
		return fixture;
	}

	b2Body* Any() { return m_random.OneOf(m_bodies); }

	void Teleport() { Any()->SetTransform(m_random.InBox(k_halfWidth), m_random.Uniform(-3.0f, 3.0f)); }

	// What a game may do between two steps.
	void Change()
	{
		switch (m_random.Below(6))
		{
		case 0:
			Teleport();
			break;
		case 1:
		{
			b2Body* body = Any();
			body->SetEnabled(body->IsEnabled() == false);
			break;
		}
		case 2:
		{
			b2Filter filter;
			filter.categoryBits = static_cast<uint16>(1u << m_random.Below(3));
			Any()->GetFixtureList()->SetFilterData(filter);
			break;
		}
		case 3:
			Destroy(Any());
			AddAny();
			break;
		case 4:
			m_state.ShiftOrigin(m_random.InBox(1.0f));
			break;
		default:
			break;
		}
	}

	void Destroy(b2Body* body)
	{
		std::erase(m_bodies, body);
		m_state.Forget(body);
		m_world.DestroyBody(body);
	}

	BulletId Fire(b2Vec2 position)
	{
		BulletDef def{.position = position, .lifetime = 0.5f};
		def.velocity =
		    m_random.OneIn(20) ? b2Vec2{0.0f, 0.0f} : m_random.LogUniform(20.0f, 5000.0f) * m_random.Direction();
		if (m_random.OneIn(8))
		{
			def.gravityScale = 0.0f;
			def.position.y = -19.0f; // along the floor
			def.velocity.y = 0.0f;
		}
		def.maxBounces = m_random.Below(6);
		def.maxPierces = m_random.Below(6);
		def.filter.maskBits = static_cast<uint16_t>(m_random.Below(8) | 1);
		def.filter.sensors = m_random.OneIn(2);
		def.filter.startInside = m_random.OneIn(2);
		def.filter.sides = m_random.OneIn(4) ? Sides::Front : Sides::Both;
		if (m_random.OneIn(4))
		{
			def.filter.accept = [this](b2Fixture* fixture)
			{
				return m_names.at(fixture) % 3 != 0;
			};
		}
		return m_state.bullets.Add(def);
	}

	void Throw()
	{
		GrenadeState state;
		GrenadeDetail detail;
		detail.def = {.position = m_random.InBox(k_halfWidth), .velocity = m_random.InBox(20.0f), .fuse = 0.5f};
		state.position = detail.def.position;
		state.velocity = detail.def.velocity;
		state.radius = detail.def.radius;
		detail.position = Lift<double>(state.position);
		detail.velocity = Lift<double>(state.velocity);
		m_state.grenades.Add(state, detail);
	}

	// What a rule may do.
	Response Rule(const ImpactEvent& impact)
	{
		const int32_t name = m_names.at(impact.fixture);
		if (name % 16 == 5 && impact.body->GetType() != b2_staticBody)
		{
			m_state.queued.Add(impact.body);
			std::erase(m_bodies, impact.body);
		}
		else if (name % 16 == 6 && m_state.bullets.Count() < 2 * k_flying)
		{
			Fire(impact.enter.point);
		}
		else if (name % 16 == 7 && m_state.bullets.Count() > 0)
		{
			m_state.bullets.Remove(m_state.bullets.NextFrom(0));
		}
		return name % 16 == 8 ? Response::Ignore : impact.response;
	}

	uint64_t Told()
	{
		Hash hash;
		for (const ImpactEvent& event : m_state.impacts.All())
		{
			hash.Add(static_cast<const RaySpan&>(event));
			hash.Add(m_names.at(event.fixture));
			hash.Add(event.child);
			hash.Add(event.bullet.index);
			hash.Add(event.grenade.index);
			hash.Add(event.time);
			hash.Add(event.thickness);
			hash.Add(event.velocityAfter);
			hash.Add(event.impulse);
			hash.Add(static_cast<uint32_t>(event.response));
			m_impacts += 1;
		}
		for (const ExpiredEvent& event : m_state.expired.All())
		{
			hash.Add(event.bullet.index);
			hash.Add(static_cast<uint32_t>(event.reason));
			hash.Add(event.position);
			hash.Add(event.velocity);
		}
		for (const BulletState& state : BulletList(m_state.bullets))
		{
			hash.Add(state.position);
			hash.Add(state.velocity);
		}
		return hash.Get();
	}

	SceneRandom m_random;
	b2World m_world;
	PluginState m_state;
	b2PolygonShape m_tile = BoxOf(1.0f, 1.0f);
	std::vector<b2Body*> m_bodies;
	std::map<const b2Fixture*, int32_t> m_names;
	int32_t m_named = 0;
	size_t m_impacts = 0;
};

// So many boxes out of the way that an index pays for a hundred bullets.
constexpr size_t k_crowd = 99;

void AddCrowd(FiringRange& range)
{
	for (size_t i = 0; i < k_crowd; ++i)
	{
		range.AddBox({static_cast<float>(i), -50.0f}, 0.4f, 0.4f);
	}
}

// A world of still bodies and a moved one, as a step ends.
struct Ended
{
	Ended()
	{
		AddCrowd(range);
		moved = range.AddBox({0.0f, 5.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
		moved->SetLinearVelocity({1.0f, 0.0f});
		motion.Begin(range.world);
		range.world.Step(k_dt, 8, 3);
		motion.End(range.world);
	}

	// How much of the crowd legs come upon.
	[[nodiscard]] size_t CountMet(const Snapshot::State* taken) const
	{
		const QueuedBodies queued;
		const Flight flight(range.world, motion, queued, k_dt, 0.001, taken);
		size_t met = 0;
		for (size_t i = 0; i < k_crowd; ++i)
		{
			const float x = static_cast<float>(i);
			met += flight.FirstHit({{x, -40.0f}, {x, -60.0f}, 0.0, k_dt}, 0.0f, {}, {}, nullptr).has_value() ? 1 : 0;
		}
		return met;
	}

	FiringRange range;
	b2Body* moved = nullptr;
	WorldMotion motion;
	StillIndex still{range.world};
};

} // namespace

TEST(StillIndex, BulletsAreToldTheSameWithItAndWithoutIt)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(12)); ++seed)
	{
		Game with(seed, k_always);
		Game without(seed, k_inf);
		for (int32_t step = 0; step < 60; ++step)
		{
			ASSERT_EQ(with.Step(), without.Step()) << "seed " << seed << ", step " << step;
		}
		EXPECT_GT(with.Impacts(), 500u);
	}
}

TEST(StillIndex, HasAllThatDidNotMoveAndNothingElse)
{
	Ended ended;
	const Snapshot::State* taken = ended.still.Take(1000, ended.motion);
	ASSERT_NE(taken, nullptr);
	EXPECT_EQ(taken->order.size(), k_crowd);
	EXPECT_EQ(ended.CountMet(taken), k_crowd);
	for (const uint32_t index : taken->order)
	{
		EXPECT_NE(taken->entries[index].body, ended.moved);
	}

	ended.motion.ForgetMotions();
	EXPECT_EQ(ended.still.Take(1000, ended.motion)->order.size(), k_crowd + 1);
}

TEST(StillIndex, IsTakenOnlyForManyBulletsAmongManyThings)
{
	Ended ended; // of 100 children: 32 times as many are 57 squared
	EXPECT_EQ(ended.still.Take(0, ended.motion), nullptr);
	EXPECT_EQ(ended.still.Take(56, ended.motion), nullptr);
	EXPECT_NE(ended.still.Take(57, ended.motion), nullptr);
	EXPECT_EQ(ended.still.Take(56, ended.motion), nullptr);

	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_EQ(StillIndex(range.world).Take(1000, WorldMotion()), nullptr);
}

TEST(StillIndex, WhatIsOutOfItsReachIsMetAllTheSame)
{
	FiringRange range;
	AddCrowd(range);
	b2Fixture* far = range.AddCircle({2.0e12f, 0.0f}, 1.0e6f);
	for (int32_t i = 0; i < 100; ++i)
	{
		range.plugin.Fire(Lasting({1.9e12f, 0.0f}, {1.0e13f, 0.0f}));
	}
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 100u);
	EXPECT_EQ(range.plugin.Impacts()[0].fixture, far);
}

TEST(StillIndex, AShapeChangedInPlaceIsFoundOnlyWhereItWas)
{
	FiringRange range;
	AddCrowd(range);
	b2Fixture* disc = range.AddCircle({5.0f, 0.0f}, 0.5f);
	static_cast<b2CircleShape*>(disc->GetShape())->m_radius = 3.0f;
	for (int32_t i = 0; i < 100; ++i)
	{
		range.plugin.Fire(Lasting({0.0f, 2.0f}, {600.0f, 0.0f}));
	}
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Impacts().empty());
}

TEST(StillIndex, WithoutMemoryThereIsNoneUntilThereIsSome)
{
	for (int64_t failing = 0;; ++failing)
	{
		Ended ended;
		FailingMemory memory(failing);
		const Snapshot::State* taken = memory.Run([&] { return ended.still.Take(1000, ended.motion); });
		EXPECT_EQ(taken == nullptr, memory.Failures() > 0);
		const Snapshot::State* again = ended.still.Take(1000, ended.motion);
		ASSERT_NE(again, nullptr);
		EXPECT_EQ(ended.CountMet(again), k_crowd);
		if (memory.Failures() == 0)
		{
			EXPECT_GT(failing, 5);
			break;
		}
	}
}

} // namespace ricochet::test
