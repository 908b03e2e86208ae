// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/referee.h"
#include "support/scenes.h"

#include <box2d/b2_world.h>

#include <memory>
#include <vector>

namespace ricochet::referee
{

using test::SceneRandom;

inline constexpr float k_pi = 3.14159265f;

/// The kind of projectile that a scene throws: grenades of the library, or dynamic discs of Box2D with `bullet` set.
/// Discs have the size and the material of the grenade.
enum class Thrown : uint8_t
{
	Grenades,
	Discs
};

struct Material
{
	float density = 1.0f;
	float friction = 0.4f;
	float restitution = 0.0f;
};

/// A world that the referee watches, with short functions for scenes. A scene adds bodies, throws projectiles and steps
/// the world.
class Stage
{
public:
	/// `times` multiplies the default length of scenes that have no natural end.
	Stage(uint64_t seed, Thrown thrown, float times = 1.0f) : random(seed), length(times), m_thrown(thrown) {}

	/// Set the referee's def and the plugin's impact rule. Call them before the first projectile is thrown.
	void Rule(const RefereeDef& def) { m_def = def; }
	void Decide(const ImpactRule& rule) { m_rule = rule; }

	b2Body* AddBody(b2BodyType type, b2Vec2 position = {0.0f, 0.0f}, float angle = 0.0f);
	b2Fixture* Add(b2Body* body, const b2Shape& shape, const Material& material = {});
	b2Fixture* AddBox(b2Body* body, b2Vec2 half, const Material& material = {}, b2Vec2 center = {0.0f, 0.0f},
	                  float angle = 0.0f);
	b2Fixture* AddCircle(b2Body* body, float radius, const Material& material = {}, b2Vec2 center = {0.0f, 0.0f});
	b2Fixture* AddEdge(b2Body* body, b2Vec2 a, b2Vec2 b, const Material& material = {});
	b2Fixture* AddChain(b2Body* body, const std::vector<b2Vec2>& vertices, const Material& material = {});

	/// Adds a closed chain that faces inwards. The vertices are given counter-clockwise and reversed for the chain.
	b2Fixture* AddRoom(b2Body* body, std::vector<b2Vec2> vertices, const Material& material = {});

	void Throw(const GrenadeDef& def);
	void Fire(const BulletDef& def);
	void Cancel(GrenadeId id);
	void Step(float dt);

	[[nodiscard]] Plugin& GetPlugin();
	[[nodiscard]] bool AreDiscs() const { return m_thrown == Thrown::Discs; }
	[[nodiscard]] const Ledger& Books() const { return m_referee ? m_referee->Books() : m_ledger; }

	/// Returns the step rate of a run (Hz). Half of the runs have 60 Hz, the others a random rate from 30 Hz to `most`.
	[[nodiscard]] float RandomRate(float most = 1000.0f)
	{
		return random.OneIn(2) ? 60.0f : random.LogUniform(30.0f, most);
	}

	b2World world{{0.0f, -10.0f}};
	SceneRandom random;
	float length;

private:
	void Open();
	void StepDiscs(float dt);

	Thrown m_thrown;
	RefereeDef m_def;
	ImpactRule m_rule;
	std::unique_ptr<Plugin> m_plugin;
	std::unique_ptr<Referee> m_referee;

	// Only used with discs.
	std::vector<b2Body*> m_discs;
	Ledger m_ledger{RefereeDef{}};
};

} // namespace ricochet::referee
