// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

#include <span>

namespace ricochet
{

/// The distance of a point from the closed segment from a to b (m). In double arithmetic, not exact.
[[nodiscard]] double DistanceToSegment(b2Vec2 point, b2Vec2 a, b2Vec2 b);

/// The shortest way out of a solid for a point.
struct Separation
{
	double distance = 0.0; ///< to the surface (m); negative inside
	Vec<double> normal{};  ///< unit, from the surface outward, along which the distance is measured
};

/// Separates a point from the convex hull of the vertices: 1 vertex is a point, 2 are a segment, 3 or more are a
/// counter-clockwise convex polygon. In double arithmetic, not exact. At distance 0 the normal is that of a nearest
/// edge. For a segment it then points to its right or left; for a point it is (0, 1). Requires: at least 1 vertex.
[[nodiscard]] Separation SeparateFromHull(const Vec<double>& point, std::span<const b2Vec2> vertices);

} // namespace ricochet
