// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

/// A point that was dropped because it is too close to an earlier one.
struct Weld
{
	size_t index = 0;
	float distance = 0.0f; ///< m
};

struct Welded
{
	std::vector<b2Vec2> points; ///< those that were kept, in their order
	std::optional<Weld> first;
};

/// Drops the points that are closer than reach (m) to an earlier one that was kept, by the arithmetic of
/// b2PolygonShape::Set. O(n log n).
/// Requires: no coordinate beyond 1e9 m.
[[nodiscard]] Welded WeldPoints(std::span<const b2Vec2> points, float reach);

/// The convex hull of the points, strictly convex, counter-clockwise, from the lowest of the rightmost ones, where
/// b2PolygonShape::Set starts too. Points that double arithmetic cannot tell from an edge of the hull are left out.
/// Fewer than 3 vertices: the points lie on a line.
/// Requires: finite points.
/// Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information Processing Letters 9
/// (1979). Unlike gift wrapping it ends on any input, even where rounding makes orientations contradict each other.
[[nodiscard]] std::vector<b2Vec2> ConvexHull(std::span<const b2Vec2> points);

/// Drops vertices of a convex polygon that it hardly needs: every dropped one lies within tolerance (m) of the edge
/// that takes its place. No vertex goes that is farther than that from the line of its neighbours. Same order and
/// start as above.
/// Source: Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
/// line or its caricature", Cartographica 10 (1973).
[[nodiscard]] std::vector<b2Vec2> DropFlatVertices(std::span<const b2Vec2> hull, double tolerance);

/// Drops vertices of a convex polygon until three are left or b2PolygonShape::Validate's floats find it convex. What
/// floats take for a dent is flat within 2^-22 of the polygon's size. Same order and start as above. O(n^3).
void DropDents(std::vector<b2Vec2>& vertices);

} // namespace ricochet
