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

/// A small world with a plugin. It has some of everything that projectiles refer to.
class Yard
{
public:
	/// `hasOwnNames` is true if the game's own ids identify the bodies in saved bytes.
	explicit Yard(bool hasOwnNames);
	Yard(const Yard&) = delete;
	Yard& operator=(const Yard&) = delete;

	/// Launches one projectile of each kind.
	void Launch();

	/// Steps, and catches exceptions of the game's callbacks.
	void Step();

	[[nodiscard]] SaveDef Names() const;
	[[nodiscard]] RestoreDef Finders();

	/// Returns the bytes that were saved from such a yard while all projectiles were flying.
	[[nodiscard]] static const Bytes& Busy(bool hasOwnNames);

private:
	void LaunchBullets();
	void LaunchGrenades();
	void ExplodeLater();
	b2Body* Add(b2BodyType type, b2Vec2 position, const b2Shape& shape);

	bool m_hasOwnNames;
	b2World m_world{{0.0f, -10.0f}};
	SolverGuard m_guard;
	std::vector<b2Body*> m_bodies; // a body's index is its name

public:
	Plugin plugin;
};

} // namespace ricochet::fuzz
