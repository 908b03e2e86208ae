// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>

class b2World;

namespace ricochet
{

/// Takes the bounds of every body whose transform is not finite out of the broadphase's way, and returns how many such
/// bodies the world has. Box2D lets one in by SetTransform, by a velocity or an impulse, and the bounds of its
/// neighbours in the broadphase's tree are lost with it: casts miss them, and each step makes contacts with everything.
/// Afterwards every other body is found again. The bodies themselves are left as they are; one whose transform is set
/// to numbers again is found again at once.
/// Plugin does this before and after the world's step; call it where no plugin steps the world. Costs a look at every
/// body. The world must be unlocked; of a locked one, nothing is changed and 0 is returned.
int32_t QuarantineBodies(b2World& world);

} // namespace ricochet
