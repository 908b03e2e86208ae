// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/polygon_check.h>

#include "geometry/checker.h"
#include "geometry/simple_polygon.h"
#include "geometry/with_memory.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

Result<> FindFault(std::span<const b2Vec2> vertices)
{
	const size_t count = vertices.size();
	for (size_t i = 0; i < count; ++i)
	{
		const size_t next = (i + 1) % count;
		if (vertices[i] == vertices[next])
		{
			return Error{ErrorReason::TooClose, "vertices", static_cast<int32_t>(next)};
		}
	}
	if (std::all_of(vertices.begin(), vertices.end(),
	                [&](b2Vec2 v) { return TurnOf(vertices[0], vertices[1], v) == 0; }))
	{
		return Error{ErrorReason::NoArea, "vertices"};
	}
	if (const std::optional<EdgePair> pair = FindMeetingEdges(vertices))
	{
		return Error{ErrorReason::EdgesMeet, "vertices", pair->first, static_cast<double>(pair->second)};
	}
	return {};
}

Result<> Check(std::span<const b2Vec2> vertices)
{
	Checker checker;
	checker.Count("vertices", vertices.size(), 3).Within("vertices", vertices, std::numeric_limits<float>::max());
	return checker.IsSound() ? FindFault(vertices) : checker.Outcome();
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

Result<PolygonKind> CheckPolygon(std::span<const b2Vec2> vertices) noexcept
{
	if (const Result<> sound = WithMemory([&] { return Check(vertices); }); !sound)
	{
		return sound.GetError();
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
