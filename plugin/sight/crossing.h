// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/obstacle.h"

#include <array>

namespace ricochet
{

/// Twice the area of the triangle of a wall and a point: cross(b - a, p - a) for a wall from a to b.
template <class T>
[[nodiscard]] T AreaBeside(const Obstacle& wall, const Vec<double>& point)
{
	const Vec<T> a = Lift<T>(wall.from);
	return Cross(Lift<T>(wall.to) - a, Lift<T>(point) - a);
}

/// The points that two curves have in common; none, one or two.
struct CommonPoints
{
	std::array<Vec<double>, 2> points{};
	int count = 0;
};

/// Of the lines of two walls, which cross between the ends of both. The same for either order.
[[nodiscard]] CommonPoints CommonPointsOfWalls(const Obstacle& a, const Obstacle& b);

/// Of two obstacles of which at least one is an arc: points of the whole circles, of a wall's whole line.
[[nodiscard]] CommonPoints CommonPointsOfCurves(const Obstacle& a, const Obstacle& b);

} // namespace ricochet
