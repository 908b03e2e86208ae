// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <limits>

namespace ricochet
{

/// The nearest float; beyond its range the largest, as a conversion of such a number is undefined. No -0.
[[nodiscard]] inline float RoundToFloat(double x)
{
	constexpr double k_largest = std::numeric_limits<float>::max();
	return static_cast<float>(std::clamp(x, -k_largest, k_largest)) + 0.0f;
}

} // namespace ricochet
