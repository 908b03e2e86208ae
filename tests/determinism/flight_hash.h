// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "determinism/hash.h"

namespace ricochet::test
{

/// All that the last step told of what flies.
void AddEvents(const Plugin& plugin, Hash& hash);

/// Where what flies is: bullets with the paths of those that keep them, grenades.
void AddFlying(const Plugin& plugin, Hash& hash);

/// The same, and bodies.
void AddStates(const Plugin& plugin, const b2World& world, Hash& hash);

} // namespace ricochet::test
