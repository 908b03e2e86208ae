// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "determinism/hash.h"

namespace ricochet::test
{

/// Adds all events of the last step.
void AddEvents(const Plugin& plugin, Hash& hash);

/// Adds the states of bullets and grenades, and the paths of bullets that keep them.
void AddFlying(const Plugin& plugin, Hash& hash);

/// Adds the states that AddFlying adds, and those of the bodies.
void AddStates(const Plugin& plugin, const b2World& world, Hash& hash);

} // namespace ricochet::test
