// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/sight_polygon.h>
#include <ricochet/sight/visibility.h>

#include "support/reference_flight.h"

#include <algorithm>
#include <span>
#include <string>

// Checks of a visibility polygon that do not need the scene.

namespace ricochet::test
{

/// Returns an error text, or nothing. The polygon must be star-shaped about the eye, counter-clockwise, at most one
/// turn, and within the radius. Its sides must have the right kind. Circles are supported.
[[nodiscard]] std::string PolygonFault(std::span<const SightVertex> polygon, b2Vec2 eye, float radius);

/// Returns the distance between neighbouring floats at a coordinate.
[[nodiscard]] double UlpAt(double coordinate);

/// Returns the area by the polygon's own points in double, without the library.
[[nodiscard]] double AreaOf(std::span<const SightVertex> polygon);

/// Returns the distance of the border from the eye in a direction (rad), by the polygon's own points; 0 where nothing
/// is seen.
[[nodiscard]] double DistanceTo(std::span<const SightVertex> polygon, b2Vec2 eye, double angle);

/// Returns the same distance for a unit direction.
[[nodiscard]] double DistanceAlong(std::span<const SightVertex> polygon, b2Vec2 eye, Point2 direction);

/// True if every bit of every vertex is the same.
[[nodiscard]] inline bool IsSame(std::span<const SightVertex> a, std::span<const SightVertex> b)
{
	const auto same = [](const SightVertex& v, const SightVertex& w)
	{
		return v.point == w.point && v.side == w.side && v.fixture == w.fixture && v.child == w.child &&
		       v.edge == w.edge && v.center == w.center && v.radius == w.radius;
	};
	return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

/// Prints C++ with hexadecimal floats.
[[nodiscard]] std::string ToText(std::span<const SightVertex> polygon);
[[nodiscard]] std::string ToText(std::span<const Segment> walls);

} // namespace ricochet::test
