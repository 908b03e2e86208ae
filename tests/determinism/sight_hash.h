// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "determinism/hash.h"

#include <box2d/b2_world.h>

namespace ricochet::test
{

/// Adds what is visible and lit in a world, from places that depend on the step.
/// This covers polygons, penumbras, visible fractions of bodies, fans, and casts through a grid.
void AddSight(const b2World& world, int32_t step, size_t threads, Hash& hash);

} // namespace ricochet::test
