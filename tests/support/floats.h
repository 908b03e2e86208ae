// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <limits>

namespace ricochet::test
{

inline constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float k_inf = std::numeric_limits<float>::infinity();
inline constexpr float k_largest = std::numeric_limits<float>::max();

} // namespace ricochet::test
