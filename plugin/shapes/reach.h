// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

namespace ricochet
{

/// The farthest coordinate that a shape may have (m). Up to here no product in Box2D's arithmetic overflows.
inline constexpr float k_maxReach = 1e9f;

} // namespace ricochet
