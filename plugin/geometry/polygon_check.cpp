// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/polygon_check.h>

#include "geometry/polygon_error.h"
#include "geometry/simple_polygon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

using Reason = PolygonError::Reason;

PolygonError FindFault(std::span<const b2Vec2> vertices)
{
	const size_t count = vertices.size();
	const auto next = [&](size_t i)
	{
		return (i + 1) % count;
	};
	for (size_t i = 0; i < count; ++i)
	{
		const b2Vec2 v = vertices[i];
		if (v == vertices[next(i)])
		{
			return {Reason::RepeatedVertex, static_cast<int32_t>(i), static_cast<int32_t>(next(i)), 0.0f,
			        fmt::format("Vertices {} and {} are both at ({}, {}): neighbours must be in different places.", i,
			                    next(i), v.x, v.y)};
		}
	}
	if (std::all_of(vertices.begin(), vertices.end(),
	                [&](b2Vec2 v) { return TurnOf(vertices[0], vertices[1], v) == 0; }))
	{
		return {Reason::NoArea, -1, -1, 0.0f,
		        fmt::format("The polygon has no area: its {} vertices are on one line.", count)};
	}
	if (const std::optional<EdgePair> pair = FindMeetingEdges(vertices))
	{
		const size_t i = static_cast<size_t>(pair->first);
		const size_t k = static_cast<size_t>(pair->second);
		return {Reason::SelfCrossing, pair->first, pair->second, 0.0f,
		        fmt::format("Edge {} from ({}, {}) to ({}, {}) meets edge {} from ({}, {}) to ({}, {}), but edges may "
		                    "only meet where one ends and the next begins.",
		                    i, vertices[i].x, vertices[i].y, vertices[next(i)].x, vertices[next(i)].y, k, vertices[k].x,
		                    vertices[k].y, vertices[next(k)].x, vertices[next(k)].y)};
	}
	return {};
}

PolygonError Check(std::span<const b2Vec2> vertices)
{
	if (vertices.size() < 3)
	{
		return TooFewVertices(vertices.size());
	}
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 v = vertices[i];
		if (std::isfinite(v.x) == false || std::isfinite(v.y) == false)
		{
			return {Reason::NotFinite, static_cast<int32_t>(i), -1, std::isfinite(v.x) ? v.y : v.x,
			        fmt::format("Vertex {} is ({}, {}): both coordinates must be finite.", i, v.x, v.y)};
		}
	}
	return FindFault(vertices);
}

// The first vertex in reading order is a corner, and the polygon turns there as a whole.
int Orientation(std::span<const b2Vec2> vertices)
{
	const auto lowest = std::min_element(vertices.begin(), vertices.end(),
	                                     [](b2Vec2 a, b2Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
	const size_t i = static_cast<size_t>(lowest - vertices.begin());
	const size_t count = vertices.size();
	return TurnOf(vertices[(i + count - 1) % count], vertices[i], vertices[(i + 1) % count]);
}

} // namespace

PolygonError TooFewVertices(size_t count)
{
	return {Reason::TooFewVertices, -1, -1, static_cast<float>(count),
	        fmt::format("A polygon needs at least 3 vertices, but {} were given.", count)};
}

std::optional<PolygonKind> CheckPolygon(std::span<const b2Vec2> vertices, PolygonError* error) noexcept
{
	if (Passes(error, [&] { return Check(vertices); }) == false)
	{
		return std::nullopt;
	}

	// A simple polygon that nowhere turns the other way is convex.
	const int orientation = Orientation(vertices);
	bool convex = true;
	const size_t count = vertices.size();
	for (size_t i = 0; i < count && convex; ++i)
	{
		convex = TurnOf(vertices[i], vertices[(i + 1) % count], vertices[(i + 2) % count]) != -orientation;
	}
	return PolygonKind{convex, orientation > 0};
}

} // namespace ricochet
