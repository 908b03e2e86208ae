// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/solver_guard.h"

#include <box2d/b2_world.h>

#include <cstddef>
#include <vector>

namespace ricochet::fuzz
{

using Bytes = std::vector<std::byte>;

/// A small world with a bit of everything that projectiles remember something of, and a plugin in it.
class Yard
{
public:
	/// hasOwnNames: bodies have names of the game's.
	explicit Yard(bool hasOwnNames);
	Yard(const Yard&) = delete;
	Yard& operator=(const Yard&) = delete;

	/// Something of each kind.
	void Launch();

	/// What the game's functions throw is caught.
	void Step();

	[[nodiscard]] SaveDef Names() const;
	[[nodiscard]] RestoreDef Finders();

	/// Saved from such a yard when all of that is under way.
	[[nodiscard]] static const Bytes& Busy(bool hasOwnNames);

private:
	void LaunchBullets();
	void LaunchGrenades();
	void ExplodeLater();
	b2Body* Add(b2BodyType type, b2Vec2 position, const b2Shape& shape);

	bool m_hasOwnNames;
	b2World m_world{{0.0f, -10.0f}};
	SolverGuard m_guard;
	std::vector<b2Body*> m_bodies; // by name

public:
	Plugin plugin;
};

} // namespace ricochet::fuzz
