// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

#include <ricochet/geometry/locate.h>

#include <span>

namespace ricochet
{

/// From this many vertices on LocateStartInConvex searches. Measured: the walk around fewer takes as long or less.
inline constexpr size_t k_searchedVertices = 12;

/// LocateStartInConvex by binary search, for any number of vertices from 1 on. Looks at O(log n) vertices and at copies
/// of the first one beside it; Outside if one of these is not finite.
[[nodiscard]] Location SearchConvex(const LocalRay& ray, std::span<const b2Vec2> vertices);

} // namespace ricochet
