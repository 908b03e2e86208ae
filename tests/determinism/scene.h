// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "support/scenes.h"

#include <box2d/b2_world.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// A crowded arena. Every input is a small integer times a power of two, so that no compiler or flag can round it
// differently.

namespace ricochet::test
{

/// The input that is changed by one ulp, to check that the hash changes.
enum class Nudge
{
	None,
	Bullet,
	Grenade,
	Ray,
	Body
};

struct ArenaDef
{
	int32_t bullets = 10000; ///< the number in the air at every step
	Nudge nudge = Nudge::None;
};

/// Static, kinematic (moving and turning) and dynamic bodies of every kind of shape, within walls.
class Arena
{
public:
	explicit Arena(const ArenaDef& def);
	Arena(const Arena&) = delete;
	Arena& operator=(const Arena&) = delete;

	/// Launches projectiles until their numbers are full again, and steps.
	void Step();

	/// False if any bullet flew differently from its preview. Only bullets that can hit nothing but static bodies are
	/// previewed.
	[[nodiscard]] bool AreForeseen() const { return m_areForeseen; }

	/// Saves all projectiles to bytes, and restores them. The world stays as it is.
	[[nodiscard]] bool Save(std::vector<std::byte>& bytes) const;
	[[nodiscard]] bool Restore(const std::vector<std::byte>& bytes);

	/// Draws new rays for the world as it stands.
	void DrawRays(std::span<Ray> rays);

	[[nodiscard]] const b2World& World() const { return m_world; }
	[[nodiscard]] const Plugin& Projectiles() const { return m_plugin; }

private:
	static constexpr float k_timeStep = 0x1p-6f;
	static constexpr size_t k_foreseenSteps = 32;

	struct Foreseen
	{
		BulletId id;
		FlightPreview flight; // without the points within steps
		size_t steps = 0;     // the number of steps flown
	};

	[[nodiscard]] float Grid(int32_t low, int32_t high, float unit);
	[[nodiscard]] b2Vec2 InArena();
	[[nodiscard]] static bool IsGlass(b2Fixture& fixture);
	[[nodiscard]] static bool StandsStill(b2Fixture* fixture);
	[[nodiscard]] Response Rule(const ImpactEvent& impact) const;
	b2Body* AddBody(b2BodyType type);
	void AddFixture(b2Body* body, const b2Shape& shape);
	void AddAnyFixture(b2Body* body);
	void AddSolidFixture(b2Body* body, int32_t kind);
	void AddEdgeFixture(b2Body* body, int32_t kind);
	void AddWalls();
	void Replace();
	void Fire();
	void Guide(BulletDef& def);
	void AimAtGrenade(BulletDef& def);
	void Throw();
	[[nodiscard]] ExplosionDef Blast();
	[[nodiscard]] BulletDef Foreseeable();
	void Foresee();
	[[nodiscard]] bool IsAsForeseen(Foreseen& foreseen) const;
	void CheckForeseen();
	[[nodiscard]] b2Vec2 Nudged(b2Vec2 v, Nudge kind);

	ArenaDef m_def;
	SceneRandom m_random{2026};
	b2World m_world;
	Plugin m_plugin;
	int32_t m_step = 0;
	size_t m_fixtures = 0;
	std::vector<b2Body*> m_kinematic;
	std::vector<b2Body*> m_dynamic;
	std::vector<Foreseen> m_foreseen;
	bool m_areForeseen = true;
};

} // namespace ricochet::test
