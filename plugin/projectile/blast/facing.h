// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/obstacle.h"

namespace ricochet
{

/// How far a blast reaches, and how it fades (m).
struct BlastReach
{
	double radius;
	double reach; ///< radius + falloff

	[[nodiscard]] double FalloffAt(double distance) const
	{
		const double left = distance <= radius ? 1.0 : (reach - distance) / (reach - radius);
		return left > 0.0 ? left : 0.0;
	}
};

/// What a part of a wall or a circle has of a blast at the origin that pushes it along a unit vector.
struct FacingPart
{
	double length = 0.0;   ///< across the vector, within reach (m)
	double weighted = 0.0; ///< the same times the falloff, piece by piece (m)
	double moment = 0.0;   ///< of this about the origin (m^2)
	double distance = 0.0; ///< of the nearest point (m)
	Vec<double> nearest{};
};

/// The nearest point of the whole obstacle, as if nothing hid it.
[[nodiscard]] Vec<double> NearestOf(const Obstacle& obstacle);

/// Of the part from one of its points to another, counter-clockwise about the origin. By Gauss's quadrature of 10 nodes
/// on pieces whose distances differ by a factor of 2 at most, the nearest point between none: within 2^-30.
/// Requires: a wall or an arc.
[[nodiscard]] FacingPart FacingOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                                  const Vec<double>& along, const BlastReach& reach);

/// Its length alone, which needs no quadrature.
[[nodiscard]] double FacingLengthOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                                    const Vec<double>& along, const BlastReach& reach);

} // namespace ricochet
