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

/// Converts between a plan, in which a shape is laid out, and the world. The plan has coordinates in doubles, and the
/// shape is around its origin. A vertex of the shape is a point of the plan, rotated by `turn`, moved by `base` and
/// rounded to floats. The body has the pose `pose`.
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

	/// In an exact frame, returns the nearest point of a grid with the pitch `units` * unit. Possible places of
	/// vertices are 16 units apart.
	[[nodiscard]] Point Snapped(const Point& plan, double units = 1.0) const;

	/// Convert between points of the plan and vertices of the shape. VertexAt rounds to floats.
	[[nodiscard]] b2Vec2 VertexAt(const Point& plan) const;
	[[nodiscard]] Point PlanOf(b2Vec2 vertex) const;

	/// Convert between the plan and the world by q^T (p - x) in real numbers, within the rounding of a double.
	[[nodiscard]] Point ToWorld(const Point& plan, const b2Transform& at) const;
	[[nodiscard]] Point FromWorld(b2Vec2 world, const b2Transform& at) const;
	[[nodiscard]] b2Vec2 ToWorldDirection(const Point& plan) const;
	[[nodiscard]] Point FromWorldDirection(b2Vec2 world) const;

	/// Returns a ray from near one point through another. It is `factor` times as long as the distance between the
	/// points. It passes the second point as closely as a float translation allows, whatever the distance from the
	/// origin.
	[[nodiscard]] Ray RayThrough(const Point& from, const Point& through, double factor) const;

	/// Returns a random point of the world near a point of the plan, up to `floats` floats away in each coordinate.
	[[nodiscard]] b2Vec2 Near(SceneRandom& random, const Point& plan, const b2Transform& at, int32_t floats) const;
};

enum class Precision
{
	Exact,  ///< nothing rounds: rays pass through vertices and end on edges to the bit
	Rounded ///< any size, place and angle
};

/// Returns a random frame at any of the offsets. Either the body or the vertices in its frame are away from the origin.
[[nodiscard]] Frame DrawFrame(SceneRandom& random, Precision precision);

/// Returns a random frame in which only the body is away from the origin, for shapes that rotate about their middle.
[[nodiscard]] Frame DrawBodyFrame(SceneRandom& random);

/// Returns the float that is `count` floats above `value`.
[[nodiscard]] float FloatsFrom(float value, int32_t count);

/// Moves each coordinate by up to `floats` floats up or down.
[[nodiscard]] b2Vec2 Nudged(SceneRandom& random, b2Vec2 v, int32_t floats);

/// Returns a number in [low, high] with a uniform logarithm.
[[nodiscard]] double LogUniform(SceneRandom& random, double low, double high);
[[nodiscard]] double Uniform(SceneRandom& random, double low, double high);

} // namespace ricochet::leaks
