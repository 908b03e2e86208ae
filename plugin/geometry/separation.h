// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

#include <span>

namespace ricochet
{

/// The distance of a point from the closed segment from a to b (m). In double arithmetic, not exact.
[[nodiscard]] double DistanceToSegment(b2Vec2 point, b2Vec2 a, b2Vec2 b);

/// The way out of a solid for a point.
struct Separation
{
	double distance = 0.0; ///< to the surface (m); negative inside
	Vec<double> normal{};  ///< unit, from the surface outward, along which the distance is measured
};

/// From the convex hull of the vertices: 1 a point, 2 a segment, 3 or more a counter-clockwise convex polygon. In
/// double arithmetic, not exact. At distance 0 the normal is that of a nearest edge, of a segment on its right or left;
/// of a point, upright. Requires: at least 1 vertex.
[[nodiscard]] Separation SeparateFromHull(const Vec<double>& point, std::span<const b2Vec2> vertices);

} // namespace ricochet
