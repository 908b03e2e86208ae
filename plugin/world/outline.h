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

	/// Of the vertices from the centre of the circle; behind the last one the first, again and again. Within 2^-22 of
	/// the circle's radius of the truth.
	alignas(32) std::array<float, k_most> x;
	alignas(32) std::array<float, k_most> y;
	Circle32 circle;     ///< about all of the child
	float radius = 0.0f; ///< of the child, about its vertices

	[[nodiscard]] b2Vec2 At(size_t i) const { return {circle.x + x[i], circle.y + y[i]}; }
	[[nodiscard]] b2AABB Box() const;
};

/// False if the child is nowhere that floats can tell: without a finite pose and shape, or beyond k_farthest. What has
/// no finite pose or shape is never met.
[[nodiscard]] bool OutlineOf(const ChildGeometry& geometry, const b2Transform& pose, Outline& outline);

/// No coordinate of an outline is farther from 0 (m).
inline constexpr double k_farthest = 1.0e12;

} // namespace ricochet
