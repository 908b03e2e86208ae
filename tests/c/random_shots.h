// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/grenade.h>

#include "c/scenes.h"

#include <limits>
#include <optional>

namespace ricochet::test
{

/// Makes random defs of projectiles, each with the same numbers for both interfaces.
class RandomShots
{
protected:
	explicit RandomShots(uint64_t seed) : m_random(seed) {}

	/// Sets the members that a game seldom sets.
	void AimFinely(BulletDef& def, ricochet_bullet_def& asked)
	{
		const auto draw = [this](float usual, float low, float high)
		{
			return m_random.OneIn(5) ? m_random.Uniform(low, high) : usual;
		};
		asked.mass = def.mass = draw(0.01f, 0.001f, 0.1f);
		asked.gravity_scale = def.gravityScale = draw(1.0f, -1.0f, 2.0f);
		asked.lifetime = def.lifetime = draw(5.0f, 0.05f, 0.5f);
		asked.restitution = def.restitution = draw(1.0f, 0.0f, 1.0f);
		asked.friction = def.friction = draw(0.0f, 0.0f, 1.0f);
		asked.max_range = def.maxRange = draw(1000.0f, 1.0f, 30.0f);
		asked.acceleration.x = def.acceleration.x = draw(0.0f, -20.0f, 20.0f);
		asked.wind.y = def.wind.y = draw(0.0f, -10.0f, 10.0f);
		asked.drag_quadratic = def.dragQuadratic = draw(0.0f, 0.001f, 0.01f);
		asked.delay = def.delay = draw(0.0f, 0.0f, 0.05f);
		m_shoulder = {asked.position.x - 0.5f, asked.position.y};
		asked.from = m_random.OneIn(5) ? &m_shoulder : nullptr;
		def.from = asked.from != nullptr ? std::optional(b2Vec2{m_shoulder.x, m_shoulder.y}) : std::nullopt;
		asked.thrust = def.thrust = draw(0.0f, -50.0f, 50.0f);
	}

	void TossFinely(GrenadeDef& def, ricochet_grenade_def& asked)
	{
		asked.angular_velocity = def.angularVelocity = m_random.Uniform(-10.0f, 10.0f);
		asked.radius = def.radius = m_random.Uniform(0.04f, 0.2f);
		asked.mass = def.mass = m_random.Uniform(0.2f, 1.0f);
		asked.gravity_scale = def.gravityScale = m_random.Uniform(0.5f, 1.5f);
		asked.restitution = def.restitution = m_random.Uniform(0.0f, 0.8f);
		asked.friction = def.friction = m_random.Uniform(0.0f, 0.8f);
		asked.rolling_resistance = def.rollingResistance = m_random.Uniform(0.0f, 0.3f);
		asked.restitution_threshold = def.restitutionThreshold = m_random.Uniform(0.2f, 2.0f);
		m_thrower = {asked.position.x - 0.5f, asked.position.y};
		asked.from = m_random.OneIn(5) ? &m_thrower : nullptr;
		def.from = asked.from != nullptr ? std::optional(b2Vec2{m_thrower.x, m_thrower.y}) : std::nullopt;
		asked.impact_fuse = def.impactFuse = m_random.OneIn(3) ? 0.2f : std::numeric_limits<float>::infinity();
	}

	void Charge(ExplosionDef& def, ricochet_explosion_def& asked)
	{
		asked.radius = def.radius = m_random.Uniform(0.5f, 2.0f);
		asked.falloff = def.falloff = m_random.Uniform(0.5f, 4.0f);
		asked.impulse_per_length = def.impulsePerLength = m_random.Uniform(-2.0f, 2.0f);
		asked.damage = def.damage = m_random.Uniform(0.0f, 100.0f);
		asked.fragment_count = def.fragments.count = 6;
		asked.fragment_angle = def.fragments.angle = m_random.Uniform(-3.0f, 3.0f);
		asked.fragment_speed = def.fragments.speed = m_random.Uniform(50.0f, 300.0f);
	}

	SceneRandom m_random;
	ricochet_vec m_shoulder{};
	ricochet_vec m_thrower{};
};

} // namespace ricochet::test
