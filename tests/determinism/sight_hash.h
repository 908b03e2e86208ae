// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "determinism/hash.h"

#include <box2d/b2_world.h>

namespace ricochet::test
{

/// Computes sight and light in a world, and adds the numbers to the hash. The step number decides where the eyes and
/// lamps are. Covers visibility polygons, penumbras, visible fractions of bodies, fans of rays, and casts through a
/// grid.
void AddSight(const b2World& world, int32_t step, size_t threads, Hash& hash);

} // namespace ricochet::test
