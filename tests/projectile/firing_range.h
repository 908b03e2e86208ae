// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "support/floats.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <string>

namespace ricochet::test
{

inline constexpr float k_dt = 1.0f / 60.0f;
inline constexpr double k_contactSlack = 1.0e-5;
inline const b2Vec2 k_gravity{0.0f, -10.0f};

/// Returns a bullet without gravity.
inline BulletDef Straight(b2Vec2 position, b2Vec2 velocity)
{
	return {.position = position, .velocity = velocity, .gravityScale = 0.0f};
}

/// Returns a bullet without gravity that lives for 100 seconds.
inline BulletDef Lasting(b2Vec2 position, b2Vec2 velocity)
{
	return {.position = position, .velocity = velocity, .gravityScale = 0.0f, .lifetime = 100.0f};
}

/// Returns a bullet of one gram without gravity that lives for 100 seconds.
inline BulletDef LastingGram(b2Vec2 position, b2Vec2 velocity)
{
	return {.position = position, .velocity = velocity, .mass = 0.001f, .gravityScale = 0.0f, .lifetime = 100.0f};
}

/// Returns a PluginDef with which only surfaces that the test sets have a resistance.
inline PluginDef WithoutResistance(PluginDef def = {})
{
	def.surface.resistance = 0.0f;
	return def;
}

/// A world with a plugin, and one-line functions that add targets. Only surfaces that the test sets have a resistance.
struct FiringRange : OneShapeBodies<FiringRange>
{
	explicit FiringRange(b2Vec2 gravity = {0.0f, 0.0f}, const PluginDef& def = {})
	    : world(gravity), plugin(world, WithoutResistance(def))
	{
	}

	b2Body* AddBody(b2Vec2 position, float angle = 0.0f, b2BodyType type = b2_staticBody)
	{
		return test::AddBody(world, position, angle, type);
	}

	b2Fixture* Add(b2Body* body, const b2Shape& shape, float density = 1.0f)
	{
		return body->CreateFixture(&shape, density);
	}

	void Step(float dt) { plugin.Step(dt, 8, 3); }

	/// Steps in three parts. Calls `look` after the world's step, before EndStep moves the projectiles.
	template <class Look>
	void Step(float dt, Look look)
	{
		plugin.BeginStep();
		world.Step(dt, 8, 3);
		look();
		plugin.EndStep(dt);
	}

	b2World world;
	Plugin plugin;
};

/// Prevents a fixture from colliding with the other fixtures of this group. Projectiles and casts still hit it.
inline void CollideWithNone(b2Fixture& fixture)
{
	b2Filter filter = fixture.GetFilterData();
	filter.groupIndex = -1;
	fixture.SetFilterData(filter);
}

/// Counts failures over many repetitions, and keeps the message of the first one.
class Trouble
{
public:
	template <class... Numbers>
	void Add(const char* format, Numbers... numbers)
	{
		if (m_count++ == 0)
		{
			char text[512];
			std::snprintf(text, sizeof(text), format, numbers...);
			m_first = text;
		}
	}

	[[nodiscard]] int32_t Count() const { return m_count; }
	[[nodiscard]] const std::string& First() const { return m_first; }

private:
	int32_t m_count = 0;
	std::string m_first;
};

/// Returns the spacing of floats at x.
inline double UlpOf(double x)
{
	const float value = static_cast<float>(std::abs(x));
	return static_cast<double>(std::nextafter(value, k_inf)) - static_cast<double>(value);
}

inline double SpeedOf(b2Vec2 velocity)
{
	return std::hypot(static_cast<double>(velocity.x), static_cast<double>(velocity.y));
}

inline double DistanceOf(b2Vec2 a, b2Vec2 b)
{
	return std::hypot(static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y);
}

/// Returns the kinetic energy (J).
inline double EnergyOf(double mass, b2Vec2 velocity)
{
	return 0.5 * mass * SpeedOf(velocity) * SpeedOf(velocity);
}

/// Returns the moment of inertia about the centre of mass.
inline double CentralInertia(const b2Body& body)
{
	const b2Vec2 center = body.GetLocalCenter();
	return static_cast<double>(body.GetInertia()) - static_cast<double>(body.GetMass()) * EnergyOf(2.0, center);
}

inline double EnergyOf(const b2Body& body)
{
	const double spin = body.GetAngularVelocity();
	return EnergyOf(static_cast<double>(body.GetMass()), body.GetLinearVelocity()) +
	       0.5 * CentralInertia(body) * spin * spin;
}

inline int32_t CountOf(std::span<const ImpactEvent> events, BulletId id)
{
	int32_t count = 0;
	for (const ImpactEvent& event : events)
	{
		count += event.bullet == id ? 1 : 0;
	}
	return count;
}

} // namespace ricochet::test
