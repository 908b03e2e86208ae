// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/separation.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// The nearest point of a segment from a is a + share * e.
double ShareOfNearest(const Vec<double>& fromA, const Vec<double>& e)
{
	const double squared = Dot(e, e);
	return squared > 0.0 ? std::clamp(Dot(fromA, e) / squared, 0.0, 1.0) : 0.0;
}

} // namespace

double DistanceToSegment(b2Vec2 point, b2Vec2 a, b2Vec2 b)
{
	const Vec<double> fromA = Lift<double>(point) - Lift<double>(a);
	const Vec<double> e = Lift<double>(b) - Lift<double>(a);
	return Length(fromA - ShareOfNearest(fromA, e) * e);
}

Separation SeparateFromHull(const Vec<double>& point, std::span<const b2Vec2> vertices)
{
	// Inside a polygon the shortest way out is over the nearest edge line. Outside, the nearest point of the boundary
	// decides.
	const size_t count = vertices.size();
	Separation inner{-std::numeric_limits<double>::infinity(), {0.0, 1.0}};
	Vec<double> nearest = Lift<double>(vertices[0]);
	double nearestDistance = std::numeric_limits<double>::infinity();
	for (size_t i = 0; i < count; ++i)
	{
		const Vec<double> a = Lift<double>(vertices[i]);
		const Vec<double> b = Lift<double>(vertices[i + 1 == count ? 0 : i + 1]);
		const Vec<double> e = b - a;
		const double length = Length(e);
		if (length > 0.0)
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

} // namespace ricochet
