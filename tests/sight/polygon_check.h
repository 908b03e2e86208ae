// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/sight_polygon.h>
#include <ricochet/sight/visibility.h>

#include "support/reference_flight.h"

#include <algorithm>
#include <span>
#include <string>

// What can be said of a visibility polygon without knowing the scene.

namespace ricochet::test
{

/// What is wrong with a polygon by itself, circles included, or nothing: star-shaped about the eye, counter-clockwise,
/// once around at most, within the radius, sides of the right kind.
[[nodiscard]] std::string PolygonFault(std::span<const SightVertex> polygon, b2Vec2 eye, float radius);

/// The distance between neighbouring floats at a coordinate.
[[nodiscard]] double UlpAt(double coordinate);

/// By the polygon's own points in double: Area without the library.
[[nodiscard]] double AreaOf(std::span<const SightVertex> polygon);

/// How far the border is from the eye in a direction, by the polygon's own points; 0 where nothing is seen.
[[nodiscard]] double DistanceTo(std::span<const SightVertex> polygon, b2Vec2 eye, double angle);

/// The same for a direction of length 1.
[[nodiscard]] double DistanceAlong(std::span<const SightVertex> polygon, b2Vec2 eye, Point2 direction);

/// Every bit of every vertex the same.
[[nodiscard]] inline bool IsSame(std::span<const SightVertex> a, std::span<const SightVertex> b)
{
	const auto same = [](const SightVertex& v, const SightVertex& w)
	{
		return v.point == w.point && v.side == w.side && v.fixture == w.fixture && v.child == w.child &&
		       v.edge == w.edge && v.center == w.center && v.radius == w.radius;
	};
	return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

/// As C++ with hexadecimal floats.
[[nodiscard]] std::string ToText(std::span<const SightVertex> polygon);
[[nodiscard]] std::string ToText(std::span<const Segment> walls);

} // namespace ricochet::test
