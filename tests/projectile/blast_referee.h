// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/explosion.h>

#include <box2d/b2_world.h>

#include <map>
#include <vector>

// Computes by brute force how a blast acts on every body. It casts many rays from the centre, each against every wall
// and circle of the world, in plain doubles. If two neighbouring rays hit the same shape, the chord between their hit
// points counts as hit. The referee shares no code with the library. Requires: the centre lies in no solid.

namespace ricochet::test
{

struct RefereedHit
{
	const b2Body* body = nullptr;
	double x = 0.0; ///< impulse (N s)
	double y = 0.0;
	double moment = 0.0;
	double length = 0.0;
	/// the hit length (m), in which each part counts with the share of the blast that reaches it
	double powered = 0.0;
	double whole = 0.0; ///< the length if all other bodies were absent
	double distance = 0.0;
	double falloff = 0.0;
	double blur = 0.0; ///< error bound of the lengths (m): the rays see nothing between two neighbours
	double wholeBlur = 0.0;
};

/// Maps each body that the blast passes to the share of the blast that continues behind it.
using PassedBodies = std::map<const b2Body*, double>;

/// Casts the given number of rays. Returns a hit for every body that a ray reaches, in the world's order. Bodies in
/// `passed` have no hit of their own.
[[nodiscard]] std::vector<RefereedHit> Referee(const b2World& world, const ExplosionDef& def, int32_t rays,
                                               const PassedBodies& passed = {});

} // namespace ricochet::test
