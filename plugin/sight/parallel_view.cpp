// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/parallel_view.h"

#include "sight/crossing.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// The depth of a wall at a key times its width.
template <class T>
T ScaledDepth(const Obstacle& wall, double key)
{
	return T(wall.from.y) * (T(wall.to.x) - T(key)) + T(wall.to.y) * (T(key) - T(wall.from.x));
}

template <class T>
T WidthOf(const Obstacle& wall)
{
	return T(wall.to.x) - T(wall.from.x);
}

// The near side of a circle.
double DepthOfArc(const Obstacle& arc, double key)
{
	const double across = key - arc.center.x;
	return arc.center.y - std::sqrt(std::max(0.0, (arc.radius - across) * (arc.radius + across)));
}

} // namespace

int ParallelView::CompareAt(const Obstacle& a, const Obstacle& b, double key)
{
	return SignOf(Certain([&]<class T>(T)
	                      { return ScaledDepth<T>(a, key) * WidthOf<T>(b) - ScaledDepth<T>(b, key) * WidthOf<T>(a); }));
}

double ParallelView::GapAt(const Obstacle& a, const Obstacle& b, double key)
{
	const double depthA = PointAt(a, key).y;
	const double depthB = PointAt(b, key).y;
	return (depthA - depthB) / (std::abs(depthA) + std::abs(depthB) + a.radius + b.radius);
}

int ParallelView::Crossings(const Obstacle& a, const Obstacle& b, double* keys)
{
	const CommonPoints common = AreStraight(a, b) ? CommonPointsOfWalls(a, b) : CommonPointsOfCurves(a, b);
	int count = 0;
	for (int i = 0; i < common.count; ++i)
	{
		// The near side of a circle faces the light.
		const Vec<double>& p = common.points[static_cast<size_t>(i)];
		const bool farOfA = a.kind == ObstacleKind::Arc && p.y > a.center.y;
		const bool farOfB = b.kind == ObstacleKind::Arc && p.y > b.center.y;
		if (farOfA == false && farOfB == false)
		{
			keys[count++] = p.x;
		}
	}
	return count;
}

Vec<double> ParallelView::PointAt(const Obstacle& obstacle, double key)
{
	if (key == obstacle.from.x)
	{
		return obstacle.from;
	}
	if (key == obstacle.to.x)
	{
		return obstacle.to;
	}
	if (obstacle.kind == ObstacleKind::Arc)
	{
		return {key, DepthOfArc(obstacle, key)};
	}
	const double share = (key - obstacle.from.x) / WidthOf<double>(obstacle);
	return {key, obstacle.from.y + share * (obstacle.to.y - obstacle.from.y)};
}

bool ParallelView::CutAtDepth(const Obstacle& obstacle, double depth, double& from, double& to)
{
	if (obstacle.kind == ObstacleKind::Block)
	{
		return true;
	}
	if (obstacle.kind == ObstacleKind::Arc)
	{
		const double below = obstacle.center.y - depth;
		if (below > 0.0)
		{
			const double half = std::sqrt(std::max(0.0, (obstacle.radius - below) * (obstacle.radius + below)));
			from = std::max(from, obstacle.center.x - half);
			to = std::min(to, obstacle.center.x + half);
		}
		return from < to;
	}
	const double before = depth - obstacle.from.y;
	const double after = depth - obstacle.to.y;
	if (before <= 0.0 && after <= 0.0)
	{
		return false;
	}
	const double crossing = obstacle.from.x + before / (before - after) * WidthOf<double>(obstacle);
	if (before < 0.0)
	{
		from = std::max(from, crossing);
	}
	if (after < 0.0)
	{
		to = std::min(to, crossing);
	}
	return from < to;
}

} // namespace ricochet
