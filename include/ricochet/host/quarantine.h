// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <cstdint>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Keeps bodies whose numbers are not finite from harming others, and returns how many have a transform that is not.
/// Box2D lets such numbers in by SetTransform, by velocities and by impulses; then casts miss the neighbours of the
/// body, whose bounds are lost in the broadphase's tree with its own, and every step makes contacts between it and
/// everything and spreads the numbers through them. After this call
/// - a body whose transform is not finite is asleep and has no bounds in the broadphase, so that all others are found;
///   set its transform to finite numbers and it is found again, and SetAwake(true) lets it move again;
/// - a velocity that was not finite is 0.
/// Plugin does this before and after the world's step; call it where no plugin steps the world, after the step and
/// after any change that may bring in such numbers. Costs a look at every body. Of a locked world nothing is changed,
/// and 0 is returned.
int32_t QuarantineBodies(b2World& world);

} // namespace ricochet

RICOCHET_EXPORT_END
