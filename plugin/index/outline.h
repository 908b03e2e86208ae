// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_shape.h"

#include <box2d/b2_collision.h>

#include <algorithm>
#include <array>

namespace ricochet
{

/// What culling needs of a child, as it stands in the world.
struct WorldOutline
{
	static constexpr size_t k_inLanes = 8; ///< vertices that culling takes in one go
	static constexpr size_t k_most = std::max<size_t>(k_inLanes, b2_maxPolygonVertices); ///< of any child

	std::array<b2Vec2, k_most> vertices; ///< in the child's frame; behind the last one the first, again and again
	b2Transform pose;
	float margin; ///< how far off the vertices and the lines between them the child may be: its radius, and rounding;
	              ///< infinite where floats cannot tell, and of more vertices than they take
};

/// A circle in the world that something lies in.
struct Circle32
{
	float x = 0.0f;
	float y = 0.0f;
	float radius = 0.0f;
};

/// Where a child is in the world, rounded outwards.
struct Bounds
{
	Circle32 circle;
	b2AABB box;
	std::array<b2Vec2, 2> ends; ///< its first two vertices, to the nearest floats; of a circle its centre
};

/// False if the child is nowhere that floats can tell: without a finite pose and shape, or beyond k_farthest. What has
/// no finite pose or shape is never met.
[[nodiscard]] bool OutlineOf(const ChildGeometry& geometry, const b2Transform& pose, WorldOutline& outline);

/// Of a child of so many vertices (> 0) and a radius in its frame.
[[nodiscard]] Bounds BoundsOf(const WorldOutline& outline, size_t count, float radius);

/// No coordinate of what has an outline is farther from 0 (m).
inline constexpr double k_farthest = 1.0e12;

} // namespace ricochet
