// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/overlap.h"

#include "shapes/cast_shape.h"

#include <array>

namespace ricochet
{

// Either an edge of the box meets the child, or the one lies within the other: a child that contains the box contains
// its edges, and a box that contains the child has any point of it to the left of all its edges.
bool OverlapsBox(const b2Shape& shape, int32_t child, const b2Transform& pose, const b2AABB& box)
{
	ChildGeometry geometry;
	if (box.IsValid() == false || DescribeChild(shape, child, geometry) == false)
	{
		return false;
	}
	const b2Vec2 lower = box.lowerBound;
	const b2Vec2 upper = box.upperBound;
	const std::array corners{lower, b2Vec2{upper.x, lower.y}, upper, b2Vec2{lower.x, upper.y}};
	const b2Vec2 point = geometry.attached != nullptr ? geometry.attached->outline.Vertices()[0] : geometry.Points()[0];
	bool contains = lower.x < upper.x && lower.y < upper.y && point.IsValid();
	for (size_t i = 0; i < corners.size(); ++i)
	{
		const LocalRay edge(corners[i], pose, corners[(i + 1) % corners.size()], pose, 1.0f);
		if (CastShapeLocal(shape, child, edge))
		{
			return true;
		}
		contains = contains && edge.IsValid() && edge.SideOf(point) >= 0;
	}
	return contains;
}

} // namespace ricochet
