// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/explosion.h>

#include <box2d/b2_world.h>

#include <map>
#include <vector>

// What a blast does to every body, by brute force: many rays from the centre, each against every wall and circle of the
// world in plain doubles. What two neighbouring rays meet of one shape has between them the length of the chord. It
// shares no code with the library. The centre is to lie in no solid.

namespace ricochet::test
{

struct RefereedHit
{
	const b2Body* body = nullptr;
	double x = 0.0; ///< impulse (N s)
	double y = 0.0;
	double moment = 0.0;
	double length = 0.0;
	double powered = 0.0; ///< the length, each part of it times the share of the blast that reaches it
	double whole = 0.0;   ///< the length if nothing else were there
	double distance = 0.0;
	double falloff = 0.0;
	double blur = 0.0; ///< how far lengths may be off (m), for two rays see nothing between them
	double wholeBlur = 0.0;
};

/// Bodies that rays pass, with the share of the blast that continues behind each.
using PassedBodies = std::map<const b2Body*, double>;

/// For every body that a ray meets within reach, in the world's order, except for those that are passed.
[[nodiscard]] std::vector<RefereedHit> Referee(const b2World& world, const ExplosionDef& def, int32_t rays,
                                               const PassedBodies& passed = {});

} // namespace ricochet::test
