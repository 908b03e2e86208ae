// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/sight_polygon.h>

namespace ricochet
{

/// True if a point abreast of a side lies on it or on its lit side. Exact.
[[nodiscard]] bool IsBeforeSide(const SightVertex& vertex, b2Vec2 end, b2Vec2 point);

} // namespace ricochet
