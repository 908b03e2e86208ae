// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_shape.h"

#include <box2d/b2_collision.h>

#include <algorithm>
#include <array>

namespace ricochet
{

/// The data of a child in the world that culling needs.
struct WorldOutline
{
	static constexpr size_t k_inLanes = 8; ///< number of vertices that culling tests at once
	static constexpr size_t k_most = std::max<size_t>(k_inLanes, b2_maxPolygonVertices); ///< most vertices of a child

	std::array<b2Vec2, k_most> vertices; ///< in the child's frame; the unused ones repeat the first one
	b2Transform pose;
	/// The child lies within this distance of its vertices and the lines between them: its radius, and rounding (m).
	/// Infinite if the pose stretches, or if there are more than k_inLanes vertices: then floats rule nothing out.
	float margin;
};

/// A bounding circle in the world.
struct Circle32
{
	float x = 0.0f;
	float y = 0.0f;
	float radius = 0.0f;
};

/// Bounds of a child in the world, rounded outwards.
struct Bounds
{
	Circle32 circle;
	b2AABB box;
	std::array<b2Vec2, 2> ends; ///< its first two vertices, rounded to floats; a circle's centre twice
};

/// Computes the outline of a child. False if its pose or shape is not finite, or if it reaches beyond k_farthest. A
/// child without a finite pose or shape is never hit.
[[nodiscard]] bool OutlineOf(const ChildGeometry& geometry, const b2Transform& pose, WorldOutline& outline);

/// The bounds of a child with `count` vertices (> 0) and a radius in the child's frame (m).
[[nodiscard]] Bounds BoundsOf(const WorldOutline& outline, size_t count, float radius);

/// Rounding may leave a gap between two corners of one body that the game gave as equal. The gap is at most this share
/// of the corner's largest coordinate in the body's frame. The bounds of a child and WorldOutline::margin cover it.
inline constexpr double k_cornerRounding = 0x1p-20;

/// The largest absolute coordinate of a child that has an outline (m).
inline constexpr double k_farthest = 1.0e12;

} // namespace ricochet
