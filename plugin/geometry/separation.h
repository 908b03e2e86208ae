// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

#include <algorithm>
#include <limits>
#include <span>

namespace ricochet
{

/// The distance of a point from the closed segment from a to b (m). In double arithmetic, not exact.
[[nodiscard]] double DistanceToSegment(b2Vec2 point, b2Vec2 a, b2Vec2 b);

/// The way out of a solid for a point.
struct Separation
{
	double distance = 0.0; ///< to the surface (m); negative inside
	Vec<double> normal{};  ///< unit, from the surface outward, along which the distance is measured
};

/// The nearest point of a segment is a + share * e.
[[nodiscard]] inline double ShareOfNearest(const Vec<double>& fromA, const Vec<double>& e)
{
	const double squared = Dot(e, e);
	return squared > 0.0 ? std::clamp(Dot(fromA, e) / squared, 0.0, 1.0) : 0.0;
}

/// SeparateFromHull of so many vertices: at(i) -> Vec<double>.
template <class At>
[[nodiscard]] Separation SeparateFromPoints(const Vec<double>& point, size_t count, const At& at)
{
	// Inside a polygon the nearest edge line is the way out; outside, the nearest point of the boundary.
	Separation inner{-std::numeric_limits<double>::infinity(), {0.0, 1.0}};
	Vec<double> nearest = at(0);
	double nearestDistance = std::numeric_limits<double>::infinity();
	for (size_t i = 0; i < count; ++i)
	{
		const Vec<double> a = at(i);
		const Vec<double> b = at((i + 1) % count);
		const Vec<double> e = b - a;
		const double length = Length(e);
		if (count >= 3 && length > 0.0)
		{
			const Vec<double> normal{e.y / length, -e.x / length};
			const double height = Dot(point - a, normal);
			inner = height > inner.distance ? Separation{height, normal} : inner;
		}
		const Vec<double> candidate = a + ShareOfNearest(point - a, e) * e;
		const double distance = Length(point - candidate);
		if (distance < nearestDistance)
		{
			nearestDistance = distance;
			nearest = candidate;
		}
	}
	if ((count >= 3 && inner.distance <= 0.0) || nearestDistance == 0.0)
	{
		return {count >= 3 ? inner.distance : 0.0, inner.normal};
	}
	const Vec<double> away = point - nearest;
	return {nearestDistance, {away.x / nearestDistance, away.y / nearestDistance}};
}

/// From the convex hull of the vertices: 1 a point, 2 a segment, 3 or more a counter-clockwise convex polygon. In
/// double arithmetic, not exact. At distance 0 the normal is that of a nearest edge; of a point or segment, upright.
/// Requires: at least 1 vertex.
[[nodiscard]] Separation SeparateFromHull(const Vec<double>& point, std::span<const b2Vec2> vertices);

} // namespace ricochet
