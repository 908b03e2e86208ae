// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <vector>

namespace ricochet::test
{

/// Returns a convex room. Its vertices are counter-clockwise on a circle of radius 1 around its centre. Its corners
/// have at least 30 degrees. They have at most 120 degrees, or 23 degrees more than the mean if that is larger.
[[nodiscard]] std::vector<b2Vec2> RandomRoom(SceneRandom& random);

} // namespace ricochet::test
