// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <vector>

namespace ricochet::test
{

/// Counter-clockwise on a circle of radius 1, around its centre: corners of 30 degrees at least, and of 120 at most or
/// what their number needs.
[[nodiscard]] std::vector<b2Vec2> RandomRoom(SceneRandom& random);

} // namespace ricochet::test
