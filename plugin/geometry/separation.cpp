// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/separation.h"

namespace ricochet
{

double DistanceToSegment(b2Vec2 point, b2Vec2 a, b2Vec2 b)
{
	const Vec<double> fromA = Lift<double>(point) - Lift<double>(a);
	const Vec<double> e = Lift<double>(b) - Lift<double>(a);
	return Length(fromA - ShareOfNearest(fromA, e) * e);
}

Separation SeparateFromHull(const Vec<double>& point, std::span<const b2Vec2> vertices)
{
	return SeparateFromPoints(point, vertices.size(), [&](size_t i) { return Lift<double>(vertices[i]); });
}

} // namespace ricochet
