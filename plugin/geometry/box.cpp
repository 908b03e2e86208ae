// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/edge.h"
#include "geometry/locate.h"
#include "geometry/span.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>

#include <array>

namespace ricochet
{

namespace
{

// The four edges as lines of their own direction, so that a box as thin as a segment or a point keeps all of them.
std::array<Edge, 4> EdgesOf(const b2AABB& box)
{
	const b2Vec2 origin{0.0f, 0.0f};
	return {Edge{box.lowerBound, origin, {1.0f, 0.0f}}, Edge{box.upperBound, origin, {0.0f, 1.0f}},
	        Edge{box.upperBound, origin, {-1.0f, 0.0f}}, Edge{box.lowerBound, origin, {0.0f, -1.0f}}};
}

// True if `edge` bounds the interval more tightly than `kept`: a later entry (turn -1) or an earlier exit (turn 1); at
// a corner, the edge that faces the ray more.
bool BoundsMore(const LocalRay& ray, const Edge& edge, const Edge& kept, int turn)
{
	const int order = -turn * CompareCrossings(ray, edge, kept);
	return order > 0 || (order == 0 && FacesMore(ray, edge, kept, turn));
}

} // namespace

std::optional<RaySpan> ClipBox(const Ray& ray, const b2AABB& box)
{
	const LocalRay local(ray);
	const b2Vec2 corners[] = {box.lowerBound, box.upperBound};
	const bool ordered = box.lowerBound.x <= box.upperBound.x && box.lowerBound.y <= box.upperBound.y;
	if (local.IsValid() == false || ordered == false || AllFinite(corners) == false)
	{
		return std::nullopt;
	}
	if (local.IsPoint())
	{
		const std::optional<LocalSpan> span = SpanOfPoint(local, LocateInBox(ray.origin, box) != Location::Outside);
		return span ? std::optional(InFrame(*span, ray)) : std::nullopt;
	}

	const std::array<Edge, 4> edges = EdgesOf(box);
	size_t enter = edges.size();
	size_t exit = edges.size();
	bool grazing = false;
	for (size_t i = 0; i < edges.size(); ++i)
	{
		const int slope = SignOf(edges[i].CertainSlope(local));
		if (slope == 0)
		{
			const int height = SignOf(edges[i].CertainHeight(local));
			if (height > 0)
			{
				return std::nullopt;
			}
			grazing = grazing || height == 0;
			continue;
		}
		size_t& kept = slope < 0 ? enter : exit;
		if (kept == edges.size() || BoundsMore(local, edges[i], edges[kept], slope))
		{
			kept = i;
		}
	}

	const int order = CompareCrossings(local, edges[enter], edges[exit]);
	if (order > 0)
	{
		return std::nullopt;
	}
	const std::optional<LocalSpan> span =
	    SpanOfLine(local, CrossEdge(local, edges[enter], static_cast<int32_t>(enter)),
	               CrossEdge(local, edges[exit], static_cast<int32_t>(exit)), grazing || order == 0);
	return span ? std::optional(InFrame(*span, ray)) : std::nullopt;
}

} // namespace ricochet
