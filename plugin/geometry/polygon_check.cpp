// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/polygon_check.h>

#include "geometry/checker.h"
#include "geometry/polygon_check.h"
#include "geometry/ring_edges.h"
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
	if (const Result<> corners = CheckCorners(vertices); !corners)
	{
		return corners;
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

} // namespace

Result<> CheckCorners(std::span<const b2Vec2> ring)
{
	const size_t count = ring.size();
	for (size_t i = 0; i < count; ++i)
	{
		const size_t next = (i + 1) % count;
		if (ring[i] == ring[next])
		{
			return Error{ErrorReason::TooClose, "vertices", static_cast<int32_t>(next)};
		}
	}
	if (std::all_of(ring.begin(), ring.end(), [&](b2Vec2 v) { return TurnOf(ring[0], ring[1], v) == 0; }))
	{
		return Error{ErrorReason::NoArea, "vertices"};
	}
	return {};
}

// The first vertex in reading order is a corner, and the ring turns there as a whole.
int OrientationOf(std::span<const b2Vec2> ring)
{
	const auto lowest = std::min_element(ring.begin(), ring.end(), IsBefore);
	const size_t i = static_cast<size_t>(lowest - ring.begin());
	const size_t count = ring.size();
	return TurnOf(ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]);
}

Result<PolygonKind> CheckPolygon(std::span<const b2Vec2> vertices) noexcept
{
	if (const Result<> sound = WithMemory([&] { return Check(vertices); }); !sound)
	{
		return sound.GetError();
	}

	// A simple polygon that nowhere turns the other way is convex.
	const int orientation = OrientationOf(vertices);
	bool convex = true;
	const size_t count = vertices.size();
	for (size_t i = 0; i < count && convex; ++i)
	{
		convex = TurnOf(vertices[i], vertices[(i + 1) % count], vertices[(i + 2) % count]) != -orientation;
	}
	return PolygonKind{convex, orientation > 0};
}

} // namespace ricochet
