// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/overlap.h"

#include "shapes/cast_shape.h"

#include <algorithm>
#include <array>
#include <optional>

namespace ricochet
{

namespace
{

// One point of each connected part of a child, and of some parts more: visit(point).
template <class Visit>
void ForEachPartPoint(const ChildGeometry& geometry, Visit&& visit)
{
	if (geometry.IsAttached() == false)
	{
		visit(geometry.Points()[0]);
		return;
	}
	const Outline& outline = geometry.attached->outline;
	for (const OutlineRing& ring : outline.Rings())
	{
		visit(outline.Vertices()[static_cast<size_t>(ring.first)]);
	}
}

} // namespace

// Either an edge of the box meets the child, or the one lies within the other: a child that contains the box contains
// its edges, and a box that contains a part of the child has any point of that to the left of all its edges.
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
	const bool hasInterior = lower.x < upper.x && lower.y < upper.y;
	std::array<std::optional<LocalRay>, 4> edges;
	for (size_t i = 0; i < corners.size(); ++i)
	{
		edges[i].emplace(corners[i], pose, corners[(i + 1) % corners.size()], pose, 1.0f);
		if (CastShapeLocal(shape, child, *edges[i]))
		{
			return true;
		}
	}
	bool contains = false;
	ForEachPartPoint(geometry,
	                 [&](b2Vec2 point)
	                 {
		                 const auto isInside = [&](const std::optional<LocalRay>& edge)
		                 {
			                 return edge->IsValid() && edge->SideOf(point) >= 0;
		                 };
		                 contains = contains || (hasInterior && point.IsValid() &&
		                                         std::all_of(edges.begin(), edges.end(), isInside));
	                 });
	return contains;
}

} // namespace ricochet
