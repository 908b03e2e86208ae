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
		count <= 4 ? PutInLanes<1>() : PutInLanes<2>();
	}
}

// A turn of one vector makes the sum of its coordinates larger by less than half.
template <size_t N>
void MovingHull::PutInLanes()
{
	const LanePoints<N> given(hull.vertices);
	const LanePoints<N> along = given.Edges();
	const Vec<double> way = InverseTurn(pose.q, Lift<double>(translation));
	std::array<Lanes::Four, N> sides;
	for (size_t k = 0; k < N; ++k)
	{
		points.x[k] = given.x[k];
		points.y[k] = given.y[k];
		edges.x[k] = along.x[k];
		edges.y[k] = along.y[k];
		sides[k] = static_cast<float>(way.x) * given.y[k] - static_cast<float>(way.y) * given.x[k];
	}
	leftmost = LargestOf(sides);
	rightmost = SmallestOf(sides);
	size = 1.5 * SizeOf(given);
	isValid = std::isfinite(size) || IsHull(hull); // sums of floats need not be floats
	isInLanes = size + waySize * std::max(1.0f, maxFraction) + hull.radius < k_largestInLanes;
}

} // namespace ricochet
