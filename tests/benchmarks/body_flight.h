// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "benchmarks/body_race.h"
#include "support/scenes.h"

#include <box2d/b2_contact.h>
#include <box2d/b2_world_callbacks.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

// The targets of a BodyRace, and how its shots fly as bodies.

namespace ricochet::test
{

inline constexpr int32_t k_targets = 1000;
inline constexpr int32_t k_moving = 100;
inline constexpr float k_halfWidth = 150.0f; // m
inline constexpr float k_clearance = 4.0f;   // the least distance from a muzzle to the middle of any target (m)
inline constexpr float k_lifetime = 2.0f;    // s
inline constexpr float k_stepTime = 1.0f / 60.0f;
inline constexpr int32_t k_warmUp = 60;
inline constexpr int32_t k_steps = 180;
inline constexpr int32_t k_turnBack = 15; // the number of steps for which a moving target keeps its direction
inline constexpr uint16_t k_shotCategory = 0x0002;

/// The moving and turning targets. At the same step, their poses are the same for bodies and for bullets.
class Targets
{
public:
	Targets()
	{
		SceneRandom random(5);
		scene.halfWidth = k_halfWidth;
		for (int32_t i = 0; i < k_targets; ++i)
		{
			const bool moves = i % (k_targets / k_moving) == 0;
			b2Body* body = scene.AddBody(random.InBox(k_halfWidth), random.Uniform(-3.14f, 3.14f),
			                             moves ? b2_kinematicBody : b2_staticBody);
			AddShape(random, body, i % 3);
			m_middles.push_back(body->GetPosition());
			if (moves)
			{
				body->SetLinearVelocity(random.Uniform(1.0f, 8.0f) * random.Direction());
				body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
				m_moving.push_back(body);
			}
		}
	}

	void Move(int32_t step)
	{
		if (step % k_turnBack == 0 && step > 0)
		{
			for (b2Body* body : m_moving)
			{
				body->SetLinearVelocity(-body->GetLinearVelocity());
			}
		}
	}

	[[nodiscard]] bool IsClear(b2Vec2 place) const
	{
		return std::none_of(m_middles.begin(), m_middles.end(),
		                    [&](b2Vec2 middle)
		                    { return b2DistanceSquared(middle, place) < k_clearance * k_clearance; });
	}

	Scene scene;

private:
	void AddShape(SceneRandom& random, b2Body* body, int32_t kind)
	{
		if (kind == 0)
		{
			scene.Add(body, RandomPolygon(random, 0.75f));
		}
		else if (kind == 1)
		{
			scene.Add(body, CircleOf(random.Uniform(0.2f, 1.0f)));
		}
		else
		{
			scene.Add(body, BoxOf(random.Uniform(0.5f, 1.5f), 0.01f));
		}
	}

	std::vector<b2Vec2> m_middles;
	std::vector<b2Body*> m_moving;
};

/// The shots are drawn in advance, so that the order in which shots end does not change them.
class Shots
{
public:
	Shots(const BodyRace& race, const Targets& targets)
	{
		SceneRandom random(6);
		for (int32_t i = 0; i < race.count * (1 + (k_warmUp + k_steps) / 4); ++i)
		{
			b2Vec2 place = random.InBox(k_halfWidth);
			while (targets.IsClear(place) == false)
			{
				place = random.InBox(k_halfWidth);
			}
			m_shots.push_back({.position = place, .velocity = race.speed * random.Direction()});
			m_shots.back().lifetime = k_lifetime;
		}
	}

	[[nodiscard]] const BulletDef& operator[](size_t number) const { return m_shots[number % m_shots.size()]; }

private:
	std::vector<BulletDef> m_shots;
};

/// A shot that flies as a body.
struct Flight
{
	b2Body* body = nullptr;
	size_t shot = 0;
	int32_t age = 0;                    ///< in steps
	const b2Fixture* touched = nullptr; ///< the first fixture that it touched
	const b2Fixture* passed = nullptr;  ///< a fixture that it entered without touching it
	b2RayCastInput way = {};            ///< the way in this step if nothing is hit
};

/// The shots as bodies of Box2D, as a game does it: a listener records the contacts, and the body is destroyed after
/// the step.
class Bodies : b2ContactListener
{
public:
	Bodies(const BodyRace& race, Targets& targets)
	    : m_world(*targets.scene.world), m_shots(race, targets), m_count(static_cast<size_t>(race.count)),
	      m_radius(race.radius)
	{
		m_world.SetContactListener(this);
	}

	~Bodies() override { m_world.SetContactListener(nullptr); }
	Bodies(const Bodies&) = delete;
	Bodies& operator=(const Bodies&) = delete;

	template <class Fired>
	void FillUp(Fired&& fired)
	{
		while (flights.size() < m_count)
		{
			const BulletDef& shot = m_shots[m_next];
			b2BodyDef def;
			def.type = b2_dynamicBody;
			def.bullet = true;
			def.position = shot.position;
			def.linearVelocity = shot.velocity;
			b2Body* body = m_world.CreateBody(&def);
			const b2CircleShape circle = CircleOf(m_radius);
			b2FixtureDef fixture;
			fixture.shape = &circle;
			fixture.density = 1.0f;
			fixture.filter.categoryBits = k_shotCategory;
			fixture.filter.maskBits = static_cast<uint16_t>(~k_shotCategory);
			body->CreateFixture(&fixture);
			m_flightOf.emplace(body, flights.size());
			flights.push_back({body, m_next});
			fired(m_next, shot);
			++m_next;
		}
	}

	/// Removes the bodies that have touched something or whose lifetime is over.
	template <class Ended>
	void Sweep(Ended&& ended)
	{
		for (size_t i = 0; i < flights.size();)
		{
			Flight& flight = flights[i];
			flight.age += 1;
			if (flight.touched == nullptr && static_cast<float>(flight.age) * k_stepTime < k_lifetime)
			{
				++i;
				continue;
			}
			ended(flight);
			m_flightOf.erase(flight.body);
			m_world.DestroyBody(flight.body);
			flight = flights.back();
			flights.pop_back();
			if (i < flights.size())
			{
				m_flightOf[flights[i].body] = i;
			}
		}
	}

	std::vector<Flight> flights;

private:
	void BeginContact(b2Contact* contact) override
	{
		b2Fixture* a = contact->GetFixtureA();
		b2Fixture* b = contact->GetFixtureB();
		const bool isFirst = a->GetFilterData().categoryBits == k_shotCategory;
		const auto found = m_flightOf.find((isFirst ? a : b)->GetBody());
		if (found != m_flightOf.end() && flights[found->second].touched == nullptr)
		{
			flights[found->second].touched = isFirst ? b : a;
		}
	}

	b2World& m_world;
	Shots m_shots;
	size_t m_count;
	float m_radius;
	size_t m_next = 0;
	std::unordered_map<const b2Body*, size_t> m_flightOf;
};

} // namespace ricochet::test
