// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <vector>

namespace ricochet::test
{

/// Returns a room whose vertices are counter-clockwise on a circle of radius 1 around its centre. Its corners have at
/// least 30 degrees, and at most 120 degrees or the larger angle that the number of corners requires.
[[nodiscard]] std::vector<b2Vec2> RandomRoom(SceneRandom& random);

} // namespace ricochet::test
