// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

#include <ricochet/geometry/hull_cast.h>

#include <span>

namespace ricochet
{

/// The nearest points of two convex hulls that do not overlap.
struct HullDistance
{
	double distance = 0.0;
	Vec<double> onMoving{};
	Vec<double> onStill{};
	Vec<double> normal{}; ///< unit, from the one that stands still to the one that moves
	HullFeature moving;   ///< a vertex, or the edge within which the nearest point lies
	HullFeature still;
};

/// Of convex counter-clockwise vertices in one frame, 1 or more each. By doubles: within 2^-48 of the largest
/// coordinate. Where that is all there is between the two, the normal is that of an edge; of points, upright.
[[nodiscard]] HullDistance DistanceOfHulls(std::span<const Vec<double>> moving, std::span<const Vec<double>> still);

/// Where two edges lie beside each other within a tolerance (m), both are named, and the points are in the middle of
/// what they have in common.
void FindEdgesBeside(std::span<const Vec<double>> moving, std::span<const Vec<double>> still, double tolerance,
                     HullDistance& nearest);

} // namespace ricochet
