// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/locate.h>

#include "geometry/convex_search.h"
#include "geometry/hull.h"
#include "geometry/locate.h"

namespace ricochet
{

namespace
{

LocalRay RayAt(b2Vec2 point)
{
	return LocalRay(Ray{point, {0.0f, 0.0f}, 0.0f});
}

// A vertex relative to the start: the exact signs of its offset.
struct Offset
{
	int x, y;
};

Offset OffsetOf(const LocalRay& ray, b2Vec2 vertex)
{
	return {SignOf(Certain([&]<class T>(T) { return T(vertex.x) - ray.Start<T>().x; })),
	        SignOf(Certain([&]<class T>(T) { return T(vertex.y) - ray.Start<T>().y; }))};
}

int HeightSign(const LocalRay& ray, b2Vec2 a, b2Vec2 b)
{
	const Edge edge{a, b};
	return SignOf(edge.CertainHeight(ray));
}

} // namespace

Location LocateStartInConvex(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	return vertices.size() < k_searchedVertices ? WalkConvex(ray, VertexHull(vertices)) : SearchConvex(ray, vertices);
}

Location LocateStartInPolygon(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	// Count the edges that cross the horizontal line to the right of the point. An edge owns its lower end, not its
	// upper one, so a vertex is counted once where the boundary passes through and twice or not at all where it turns.
	bool inside = false;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 a = vertices[i];
		const b2Vec2 b = vertices[(i + 1) % vertices.size()];
		const Offset offsetA = OffsetOf(ray, a);
		const Offset offsetB = OffsetOf(ray, b);
		const int height = HeightSign(ray, a, b);
		if (height == 0 && offsetA.x * offsetB.x <= 0 && offsetA.y * offsetB.y <= 0)
		{
			return Location::Boundary;
		}
		if ((offsetA.y > 0) != (offsetB.y > 0))
		{
			// Upward edges have the point on their left (height < 0) when they pass to the right of it.
			const bool upward = offsetB.y > 0;
			inside = inside != (upward ? height < 0 : height > 0);
		}
	}
	return inside ? Location::Inside : Location::Outside;
}

Location LocateInConvex(b2Vec2 point, std::span<const b2Vec2> vertices)
{
	const LocalRay ray = RayAt(point);
	// The search looks at the numbers that it uses. To look at all would take longer than the search.
	const bool isFinite = vertices.size() >= k_searchedVertices || AllFinite(vertices);
	return ray.IsValid() && vertices.size() >= 3 && isFinite ? LocateStartInConvex(ray, vertices) : Location::Outside;
}

Location LocateInPolygon(b2Vec2 point, std::span<const b2Vec2> vertices)
{
	const LocalRay ray = RayAt(point);
	return ray.IsValid() && vertices.size() >= 3 && AllFinite(vertices) ? LocateStartInPolygon(ray, vertices)
	                                                                    : Location::Outside;
}

Location LocateInBox(b2Vec2 point, const b2AABB& box)
{
	const b2Vec2 lower = box.lowerBound;
	const b2Vec2 upper = box.upperBound;
	const b2Vec2 all[] = {point, lower, upper};
	const bool contains =
	    lower.x <= point.x && point.x <= upper.x && lower.y <= point.y && point.y <= upper.y && AllFinite(all);
	if (contains == false)
	{
		return Location::Outside;
	}
	const bool inside = lower.x < point.x && point.x < upper.x && lower.y < point.y && point.y < upper.y;
	return inside ? Location::Inside : Location::Boundary;
}

} // namespace ricochet
