// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_settings.h>

#include <algorithm>
#include <cstdint>

namespace ricochet
{

/// The farthest coordinate that a shape may have (m). Up to here no product in Box2D's arithmetic overflows.
inline constexpr float k_maxReach = 1e9f;

/// Vertices of a convex piece of what is not convex: what kernels take in one go, where Box2D can hold it. The same for
/// fixtures and for attached geometries, so that the one answers as the other.
inline constexpr int32_t k_mostOfPiece = std::min<int32_t>(8, b2_maxPolygonVertices);

} // namespace ricochet
