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

/// The point of a region of half planes that lies nearest to another, and the borders that it lies on.
struct NearestPoint
{
	Vec<double> at{};
	int first = -1; ///< index of a half plane; -1: none
	int second = -1;
};

/// The point within all half planes that lies nearest to `wanted`, no farther than `reach` from it; none if there is no
/// such point. Borders that are parallel to 1e-7 rad make no corner.
[[nodiscard]] std::optional<NearestPoint> NearestWithin(std::span<const HalfPlane> planes, const Vec<double>& wanted,
                                                        double reach);

} // namespace ricochet
