// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <limits>

namespace ricochet
{

/// The nearest float. Beyond the range of float it is the largest float, since converting such a number is undefined.
[[nodiscard]] inline float ToFloat(double x)
{
	constexpr double k_largest = std::numeric_limits<float>::max();
	return static_cast<float>(std::clamp(x, -k_largest, k_largest));
}

/// ToFloat, but 0 instead of -0.
[[nodiscard]] inline float RoundToFloat(double x)
{
	return ToFloat(x) + 0.0f;
}

} // namespace ricochet
