// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/job.h"
#include "projectile/base/ballistics.h"

#include <ricochet/geometry/ray.h>

#include <cstddef>
#include <optional>

namespace ricochet::leaks
{

using Point = Vec<double>;

/// The place of a shape. The shape is first laid out in doubles in its own plan, around the origin and without
/// rotation. Its vertices are the plan's points, rotated, moved by `base` and rounded to floats. The body has the pose
/// `pose`.
struct Frame
{
	size_t offset = 0; ///< index into k_offsets
	double size = 1.0; ///< the size of the shape (m): hundreds of times the spacing of floats at its place
	double unit = 0.0; ///< if > 0, multiples of it are exact in the plan, the body and the world
	b2Transform pose{{0.0f, 0.0f}, b2Rot{0.0f}}; ///< of the body; without rotation in an exact frame
	float angle = 0.0f;                          ///< of the body
	Point base{};                                ///< of the vertices
	Point turn = {1.0, 0.0};                     ///< of the vertices: cosine and sine

	[[nodiscard]] bool IsExact() const { return unit > 0.0; }

	/// In an exact frame, returns the nearest point of its grid. Neighbouring vertex positions are 16 units apart.
	[[nodiscard]] Point Snapped(const Point& plan, double units = 1.0) const;

	/// Convert a point of the plan to the vertex to which it is rounded, and a vertex back to a point of the plan.
	[[nodiscard]] b2Vec2 VertexAt(const Point& plan) const;
	[[nodiscard]] Point PlanOf(b2Vec2 vertex) const;

	/// Convert between the plan and the world by q^T (p - x) in real numbers, within the rounding of a double.
	[[nodiscard]] Point ToWorld(const Point& plan, const b2Transform& at) const;
	[[nodiscard]] Point FromWorld(b2Vec2 world, const b2Transform& at) const;
	[[nodiscard]] b2Vec2 ToWorldDirection(const Point& plan) const;
	[[nodiscard]] Point FromWorldDirection(b2Vec2 world) const;

	/// Returns the ray from near one point through another, `factor` times as long as the way between them. It is as
	/// precise as a float translation allows, at any distance from the origin.
	[[nodiscard]] Ray RayThrough(const Point& from, const Point& through, double factor) const;

	/// Returns the point of the world next to a point of the plan, up to `floats` floats away in each coordinate.
	[[nodiscard]] b2Vec2 Near(SceneRandom& random, const Point& plan, const b2Transform& at, int32_t floats) const;
};

enum class Precision
{
	Exact,  ///< nothing rounds: rays pass through vertices and end on edges to the bit
	Rounded ///< any size, place and angle
};

/// Draws a frame at any of the offsets. The body or the vertices are away from the origin.
[[nodiscard]] Frame DrawFrame(SceneRandom& random, Precision precision);

/// Draws a frame in which only the body is away from the origin, for shapes that turn about themselves.
[[nodiscard]] Frame DrawBodyFrame(SceneRandom& random);

/// Returns the float that is `count` floats further up.
[[nodiscard]] float FloatsFrom(float value, int32_t count);

/// Moves each coordinate by up to `floats` floats up or down.
[[nodiscard]] b2Vec2 Nudged(SceneRandom& random, b2Vec2 v, int32_t floats);

/// Returns a number in [low, high] with a uniform logarithm.
[[nodiscard]] double LogUniform(SceneRandom& random, double low, double high);
[[nodiscard]] double Uniform(SceneRandom& random, double low, double high);

} // namespace ricochet::leaks
