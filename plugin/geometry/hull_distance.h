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
	Vec<double> normal{}; ///< unit, from the static hull to the moving one
	HullFeature moving;   ///< a vertex, or the edge within which the nearest point lies
	HullFeature still;
};

/// Takes convex counter-clockwise vertices in one frame, at least 1 each. Uses doubles: the result is within 2^-48 of
/// the largest coordinate. If the difference of the nearest points is 0, the normal is that of an edge. Between two
/// hulls of one vertex each, it is then (0, 1).
[[nodiscard]] HullDistance DistanceOfHulls(std::span<const Vec<double>> moving, std::span<const Vec<double>> still);

/// If two edges lie beside each other within a tolerance (m), sets both as features. Moves the nearest points to the
/// middle of the part that the two edges have in common. `radius` is the sum of the radii of both hulls.
void FindEdgesBeside(std::span<const Vec<double>> moving, std::span<const Vec<double>> still, double radius,
                     double tolerance, HullDistance& nearest);

} // namespace ricochet
