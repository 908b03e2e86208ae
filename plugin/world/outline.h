// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/lanes.h"
#include "shapes/cast_shape.h"

#include <box2d/b2_collision.h>

#include <array>

namespace ricochet
{

/// A circle in the world that something lies in.
struct Circle32
{
	float x = 0.0f;
	float y = 0.0f;
	float radius = 0.0f;
};

/// Where a child stands in the world, rounded: for culling alone, and outwards.
struct Outline
{
	static constexpr size_t k_most = 8; ///< vertices of any child

	/// Of the vertices from the centre of their box; behind the last one the first, again and again.
	std::array<float, k_most> x;
	std::array<float, k_most> y;
	b2Vec2 center;
	float margin; ///< how far off the vertices and the lines between them the child may be: its radius, and rounding

	[[nodiscard]] b2Vec2 At(size_t i) const { return {center.x + x[i], center.y + y[i]}; }

	/// What the child lies in.
	[[nodiscard]] b2AABB Box() const;
	[[nodiscard]] Circle32 Circle() const;
};

/// False if the child is nowhere that floats can tell: without a finite pose and shape, or beyond k_farthest. What has
/// no finite pose or shape is never met.
[[nodiscard]] bool OutlineOf(const ChildGeometry& geometry, const b2Transform& pose, Outline& outline);

/// No coordinate of an outline is farther from 0 (m).
inline constexpr double k_farthest = 1.0e12;

} // namespace ricochet
