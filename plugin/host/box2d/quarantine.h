// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/pose.h"

#include <box2d/b2_body.h>

#include <cmath>
#include <cstdint>

class b2World;

namespace ricochet
{

/// Makes a body harmless whose pose or velocity is not finite. If the pose is not finite, takes the body out of the
/// broadphase and returns true. If a velocity is not finite, sets both velocities to zero.
bool QuarantineNotFinite(b2World& world, b2Body& body);

/// QuarantineBodies for one body. Returns true if its pose is not finite. Requires: the world is not locked.
inline bool QuarantineBody(b2World& world, b2Body& body)
{
	const bool isFinite =
	    IsPose(body.GetTransform()) && body.GetLinearVelocity().IsValid() && std::isfinite(body.GetAngularVelocity());
	return isFinite == false && QuarantineNotFinite(world, body);
}

/// QuarantineBody. Returns true if the pose is not finite and the body takes part: it is enabled and has fixtures.
inline bool QuarantineTakingPart(b2World& world, b2Body& body)
{
	return QuarantineBody(world, body) && body.IsEnabled() && body.GetFixtureList() != nullptr;
}

/// QuarantineBodies, but the result counts only bodies that take part.
int32_t QuarantineTakingPart(b2World& world);

} // namespace ricochet
