// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

#include <optional>
#include <span>

namespace ricochet
{

/// The points x with normal . x >= bound.
struct HalfPlane
{
	Vec<double> normal{}; ///< unit
	double bound = 0.0;
};

/// The point of a region of half planes that is nearest to another point, and the borders on which it lies.
struct NearestPoint
{
	Vec<double> at{};
	int first = -1;  ///< index of a half plane; -1: none
	int second = -1; ///< index of a half plane; -1: none
};

/// The point in all half planes that is nearest to `wanted`, nearer than `reach`. None if there is no such point.
/// Borders that are parallel up to 1e-7 rad make no corner.
[[nodiscard]] std::optional<NearestPoint> NearestWithin(std::span<const HalfPlane> planes, const Vec<double>& wanted,
                                                        double reach);

} // namespace ricochet
