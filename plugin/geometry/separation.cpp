// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/separation.h"

#include "geometry/elementary.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

Vec<double> Convert(b2Vec2 v)
{
	return {v.x, v.y};
}

Vec<double> NearestOnSegment(const Vec<double>& p, const Vec<double>& a, const Vec<double>& b)
{
	const Vec<double> e = b - a;
	const double length = Dot(e, e);
	const double share = length > 0.0 ? std::clamp(Dot(p - a, e) / length, 0.0, 1.0) : 0.0;
	return {a.x + share * e.x, a.y + share * e.y};
}

} // namespace

Separation SeparateFromHull(const Vec<double>& point, std::span<const b2Vec2> vertices)
{
	// Inside a polygon the nearest edge line is the way out; outside, the nearest point of the boundary.
	const size_t count = vertices.size();
	Separation inner{-std::numeric_limits<double>::infinity(), {0.0, 1.0}};
	Vec<double> nearest = Convert(vertices[0]);
	double nearestDistance = std::numeric_limits<double>::infinity();
	for (size_t i = 0; i < count; ++i)
	{
		const Vec<double> a = Convert(vertices[i]);
		const Vec<double> b = Convert(vertices[(i + 1) % count]);
		const Vec<double> e = b - a;
		const double length = LengthOf(e.x, e.y);
		if (count >= 3 && length > 0.0)
		{
			const Vec<double> normal{e.y / length, -e.x / length};
			const double height = Dot(point - a, normal);
			inner = height > inner.distance ? Separation{height, normal} : inner;
		}
		const Vec<double> candidate = NearestOnSegment(point, a, b);
		const double distance = LengthOf(point.x - candidate.x, point.y - candidate.y);
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
