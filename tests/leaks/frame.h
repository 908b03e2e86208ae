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

/// Where a shape stands. It is laid out in a plan of its own, about the origin and not turned, in doubles; its vertices
/// are the floats of the plan turned and moved by `base`, and the world sees them under `pose`.
struct Frame
{
	size_t offset = 0; ///< index into k_offsets
	double size = 1.0; ///< of the shape (m): hundreds of times the spacing of floats where it stands
	double unit = 0.0; ///< > 0: all that lies on multiples of it is exact in plan, body and world alike
	b2Transform pose{{0.0f, 0.0f}, b2Rot{0.0f}}; ///< of the body; the identity rotation where all is exact
	float angle = 0.0f;                          ///< of the body
	Point base{};                                ///< of the vertices
	Point turn = {1.0, 0.0};                     ///< of the vertices: cosine and sine

	[[nodiscard]] bool IsExact() const { return unit > 0.0; }

	/// In an exact frame the nearest of its points; 16 of its units between those that vertices lie on.
	[[nodiscard]] Point Snapped(const Point& plan, double units = 1.0) const;

	/// The vertex that a point of the plan becomes, and where it has come to lie in the plan.
	[[nodiscard]] b2Vec2 VertexAt(const Point& plan) const;
	[[nodiscard]] Point PlanOf(b2Vec2 vertex) const;

	/// From the plan into the world and back, by the real-number pull q^T (p - x) to within a double's rounding.
	[[nodiscard]] Point ToWorld(const Point& plan, const b2Transform& at) const;
	[[nodiscard]] Point FromWorld(b2Vec2 world, const b2Transform& at) const;
	[[nodiscard]] b2Vec2 ToWorldDirection(const Point& plan) const;
	[[nodiscard]] Point FromWorldDirection(b2Vec2 world) const;

	/// The ray from near a point through another, `factor` times as long as the way between them. Aimed as well as
	/// the float translation allows, which the distance from the origin does not coarsen.
	[[nodiscard]] Ray RayThrough(const Point& from, const Point& through, double factor) const;

	/// The point of the world next to a point of the plan, up to some floats away in each coordinate.
	[[nodiscard]] b2Vec2 Near(SceneRandom& random, const Point& plan, const b2Transform& at, int32_t floats) const;
};

enum class Precision
{
	Exact,  ///< nothing rounds: rays go through vertices and end on edges to the bit
	Rounded ///< any size, place and angle
};

/// A place at any of the offsets, of the body or of the vertices.
[[nodiscard]] Frame DrawFrame(SceneRandom& random, Precision precision);

/// The same where only the body is away from the origin, for shapes that turn about themselves.
[[nodiscard]] Frame DrawBodyFrame(SceneRandom& random);

/// The float that is this many floats further up.
[[nodiscard]] float FloatsFrom(float value, int32_t count);

/// Each coordinate up to so many floats up or down.
[[nodiscard]] b2Vec2 Nudged(SceneRandom& random, b2Vec2 v, int32_t floats);

/// In [low, high], with exponents of equal weight.
[[nodiscard]] double LogUniform(SceneRandom& random, double low, double high);
[[nodiscard]] double Uniform(SceneRandom& random, double low, double high);

} // namespace ricochet::leaks
