// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/obstacle.h"
#include "sight/vantage.h"

#include <ricochet/query/space.h>
#include <ricochet/sight/visibility.h>

#include <vector>

namespace ricochet
{

/// Replaces the content of `obstacles` with the obstacles in a box.
void CollectObstacles(Space space, const b2AABB& box, const Vantage& vantage, const QueryFilter& filter,
                      std::vector<Obstacle>& obstacles);

/// CollectObstacles for plain walls, which must be finite.
void CollectObstacles(std::span<const Segment> walls, const Vantage& vantage, std::vector<Obstacle>& obstacles);

} // namespace ricochet
