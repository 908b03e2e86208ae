// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <limits>

namespace ricochet
{

/// The nearest float; beyond its range the largest, as a conversion of such a number is undefined.
[[nodiscard]] inline float ToFloat(double x)
{
	constexpr double k_largest = std::numeric_limits<float>::max();
	return static_cast<float>(std::clamp(x, -k_largest, k_largest));
}

/// The same, and 0 for -0.
[[nodiscard]] inline float RoundToFloat(double x)
{
	return ToFloat(x) + 0.0f;
}

} // namespace ricochet
