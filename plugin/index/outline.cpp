// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/outline.h"

#include "geometry/pose.h"
#include "geometry/room.h"
#include "geometry/to_world.h"
#include "geometry/vec.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// Covers the rounding errors of a few float operations.
constexpr double k_grownOutline = 1.0 + 0x1p-19;

// Requires: the coordinates are within the range of floats.
b2Vec2 ToPoint(const Pair& place)
{
	return {static_cast<float>(place[0]), static_cast<float>(place[1])};
}

// True if the rotation is so far from a unit one that distances in the child's frame differ from those in the world.
bool IsSkewed(const b2Rot& q)
{
	const double squared = static_cast<double>(q.c) * q.c + static_cast<double>(q.s) * q.s;
	return std::abs(squared - 1.0) > 0x1p-20;
}

} // namespace

bool OutlineOf(const ChildGeometry& geometry, const b2Transform& pose, WorldOutline& outline)
{
	const std::span<const b2Vec2> vertices = geometry.Points();
	const bool isOne = vertices.empty() == false && vertices.size() <= WorldOutline::k_most;
	if (isOne == false || IsPose(pose) == false || (geometry.radius >= 0.0f && geometry.radius <= k_farthest) == false)
	{
		return false;
	}
	float most = 0.0f;
	for (const b2Vec2& vertex : vertices)
	{
		// A NaN stays in `most`, so that the test below fails.
		const float x = std::abs(vertex.x);
		const float y = std::abs(vertex.y);
		const float larger = x < y || y != y ? y : x;
		most = most >= larger || most != most ? most : larger;
	}
	const double reach = 1.5 * most; // bounds each coordinate after any rotation, since sqrt(2) < 1.5
	if ((std::abs(pose.p.x) + reach <= k_farthest && std::abs(pose.p.y) + reach <= k_farthest) == false)
	{
		return false;
	}

	outline.pose = pose;
	std::fill(std::copy(vertices.begin(), vertices.end(), outline.vertices.begin()), outline.vertices.end(),
	          vertices[0]);
	// Bounds the errors of floats computed from vertices, and of doubles where a small shape is far from the origin.
	const double rounding = 0x1p-17 * most + 0x1p-48 * (std::abs(pose.p.x) + std::abs(pose.p.y)) + 0x1p-100;
	outline.margin = IsSkewed(pose.q) || vertices.size() > WorldOutline::k_inLanes
	                     ? std::numeric_limits<float>::infinity()
	                     : static_cast<float>(k_grownOutline * (ToWorld(pose)(geometry.radius) + rounding));
	return true;
}

Bounds BoundsOf(const WorldOutline& outline, size_t count, float radius)
{
	const ToWorld toWorld(outline.pose);
	std::array<Room<Pair>, WorldOutline::k_most> places;
	Pair lower{k_farthest, k_farthest};
	Pair upper = -lower;
	Pair most{0.0, 0.0};
	for (size_t i = 0; i < count; ++i)
	{
		const Pair vertex = Abs(Pair{outline.vertices[i].x, outline.vertices[i].y});
		most = Choose(most < vertex, vertex, most);
		const Pair place = toWorld(outline.vertices[i]);
		*places[i] = place;
		lower = Choose(place < lower, place, lower);
		upper = Choose(upper < place, place, upper);
	}
	const b2Vec2 center = ToPoint(0.5 * (lower + upper));
	double squared = 0.0;
	for (size_t i = 0; i < count; ++i)
	{
		const Pair offset = *places[i] - Pair{center.x, center.y};
		squared = std::max(squared, offset[0] * offset[0] + offset[1] * offset[1]);
	}
	// The errors of the doubles matter if a small shape is rotated about a point far away.
	const Pair sizes = Abs(lower) + Abs(upper) + Abs(Pair{outline.pose.p.x, outline.pose.p.y});
	const double grown = toWorld(radius) + 0x1p-48 * (sizes[0] + sizes[1]) + k_cornerRounding * (most[0] + most[1]);
	const auto outwards = [&](const Pair& bound, double sign)
	{
		return ToPoint(bound + sign * (grown + 0x1p-22 * Abs(bound) + 0x1p-100));
	};
	Bounds bounds;
	bounds.circle = {center.x, center.y, static_cast<float>(k_grownOutline * (std::sqrt(squared) + grown) + 0x1p-100)};
	bounds.box.lowerBound = outwards(lower, -1.0);
	bounds.box.upperBound = outwards(upper, 1.0);
	bounds.ends = {ToPoint(*places[0]), ToPoint(*places[count > 1 ? 1 : 0])};
	return bounds;
}

} // namespace ricochet
