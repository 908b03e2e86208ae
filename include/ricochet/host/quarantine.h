// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <cstdint>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Isolates bodies whose numbers are not finite, so that they cannot harm others. Returns the number of bodies whose
/// transform is not finite.
///
/// Box2D accepts such numbers through SetTransform, velocities and impulses. Then the bounds of the body damage the
/// broadphase's tree, so that casts miss its neighbours. Every step makes contacts between the body and everything
/// else, which spread the numbers. After this call
///
/// - a body whose transform is not finite is asleep and has no bounds in the broadphase, so all other bodies are found.
///   Set its transform to finite numbers, and it is found again. SetAwake(true) lets it move again.
/// - if a body's linear or angular velocity was not finite, both are 0.
///
/// Plugin does this before and after the world's step, if a projectile flies. If none flies, and the game may bring in
/// such numbers, call it after such a change and after the step. It reads every body. If the world is locked, it
/// changes nothing and returns 0.
int32_t QuarantineBodies(b2World& world);

} // namespace ricochet

RICOCHET_EXPORT_END
