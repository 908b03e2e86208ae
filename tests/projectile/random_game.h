// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "determinism/hash.h"
#include "projectile/firing_range.h"
#include "projectile/state.h"

#include <map>
#include <vector>

namespace ricochet::test
{

struct RandomGameDef
{
	uint64_t seed = 0;
	size_t bullets = 0;                      ///< the least number of bullets in flight
	size_t grenades = 0;                     ///< the least number of grenades in flight
	double leastBullets = 0.0;               ///< `leastBullets` of StillIndex
	int32_t mostNear = NearChildren::k_room; ///< `most` of NearChildren
	bool handsSnapshot = false;              ///< the game keeps a Snapshot and gives it to the plugin
	bool onlyBullets = false;                ///< no grenades; the game changes bodies within the steps
};

/// A game in which random draws from a seed cause every kind of event.
class RandomGame
{
public:
	explicit RandomGame(const RandomGameDef& def);

	/// Runs one step. Returns a hash of the step's events, the projectiles and the bodies.
	uint64_t Step();

	[[nodiscard]] size_t Impacts() const { return m_impacts; }
	[[nodiscard]] size_t Presses() const { return m_presses; }
	[[nodiscard]] size_t HeldBack() const { return m_heldBack; }

private:
	void AddFloor();
	void AddAny();
	void AddFixture(b2Body& body);
	b2Fixture* Name(b2Fixture* fixture);
	b2Body* Any() { return m_random.OneOf(m_bodies); }
	void Teleport();
	void Change();
	void ChangeWithinStep();
	void Destroy(b2Body* body);
	[[nodiscard]] QueryFilter AnyFilter();
	BulletId Fire(b2Vec2 position);
	void Throw();
	Response Rule(const ImpactEvent& impact);
	uint64_t Told();
	void AddImpacts(Hash& hash);
	void AddPresses(Hash& hash);
	void AddFlying(Hash& hash) const;
	void AddBodies(Hash& hash);

	RandomGameDef m_def;
	SceneRandom m_random;
	b2World m_world;
	Snapshot m_snapshot{m_world};
	PluginState m_state;
	b2PolygonShape m_tile = BoxOf(1.0f, 1.0f);
	std::vector<b2Body*> m_bodies;
	std::map<const b2Fixture*, int32_t> m_names;
	int32_t m_named = 0;
	size_t m_impacts = 0;
	size_t m_presses = 0;
	size_t m_heldBack = 0;
};

} // namespace ricochet::test
