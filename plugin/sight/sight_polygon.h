// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/sight_polygon.h>

namespace ricochet
{

/// True if a point lies on a side or on its lit side. Exact. Requires: the line of sight through the point passes
/// between the side's ends.
[[nodiscard]] bool IsBeforeSide(const SightVertex& vertex, b2Vec2 end, b2Vec2 point);

} // namespace ricochet
