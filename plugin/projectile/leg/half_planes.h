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

/// The nearest point of an intersection of half planes to another point, and the borders on which it lies.
struct NearestPoint
{
	Vec<double> at{};
	int first = -1;  ///< index of a half plane; -1: none
	int second = -1; ///< index of a half plane; -1: none
};

/// Returns the point in all half planes that is nearest to `wanted`. None if there is no such point within a distance
/// of `reach`. Borders that are parallel up to 1e-7 rad make no corner.
[[nodiscard]] std::optional<NearestPoint> NearestWithin(std::span<const HalfPlane> planes, const Vec<double>& wanted,
                                                        double reach);

} // namespace ricochet
