// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/moving_hull.h"

#include "geometry/hull_meet.h"

#include <algorithm>

namespace ricochet
{

MovingHull::MovingHull(const Hull& given, const b2Transform& at, b2Vec2 by, float last)
    : hull(given), pose(at), translation(by), maxFraction(last)
{
	const size_t count = hull.vertices.size();
	const bool fits = count - 1 < 8;
	isPoint = maxFraction == 0.0f || (translation.x == 0.0f && translation.y == 0.0f);
	waySize = std::abs(static_cast<double>(translation.x)) + std::abs(static_cast<double>(translation.y));
	isInLanes = false;
	isValid = hull.radius >= 0.0f && IsPose(pose) && maxFraction >= 0.0f &&
	          std::isfinite(waySize + hull.radius + maxFraction) && (fits || IsHull(hull));
	if (isValid && fits)
	{
		PutInLanes();
	}
}

// A turn of one vector makes the sum of its coordinates larger by less than half.
void MovingHull::PutInLanes()
{
	points = LanePoints<2>(hull.vertices);
	edges = points.Edges();
	size = 1.5 * SizeOf(points);
	isValid = std::isfinite(size) || IsHull(hull); // sums of floats need not be floats
	isInLanes = size + waySize * std::max(1.0f, maxFraction) + hull.radius < k_largestInLanes;
	const Vec<double> way = InverseTurn(pose.q, Lift<double>(translation));
	std::array<Lanes::Four, 2> sides;
	for (size_t k = 0; k < sides.size(); ++k)
	{
		sides[k] = static_cast<float>(way.x) * points.y[k] - static_cast<float>(way.y) * points.x[k];
	}
	leftmost = LargestOf(sides);
	rightmost = SmallestOf(sides);
}

} // namespace ricochet
