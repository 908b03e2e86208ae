// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/ray.h>

#include <box2d/b2_collision.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

// A second opinion on the kernels and on the first oracle (support/oracle.h), from CGAL's intersections, distances and
// number types. It shares nothing with the first oracle.

namespace ricochet::test
{

/// The path of a point relative to a shape: a ray in the shape's frame or in the world, or a step between two poses.
struct Path
{
	b2Vec2 from{0.0f, 0.0f};
	std::optional<b2Vec2> translation; ///< only for a ray; a step has an end
	b2Vec2 to{0.0f, 0.0f};
	b2Transform before, after;
	float maxFraction = 1.0f;
};

[[nodiscard]] Path ToPath(const Ray& ray, const std::optional<b2Transform>& pose = {});
[[nodiscard]] Path ToPath(b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after);

// Each function returns an error text, or an empty string. It checks hit or miss, the flags, and the fractions to 1
// ulp. The path must be valid.

/// Any simple polygon, in either orientation.
[[nodiscard]] std::string WrongInPolygon(const Path& path, std::span<const b2Vec2> vertices,
                                         std::span<const RaySpan> got);

/// A box with an area.
[[nodiscard]] std::string WrongInBox(const Path& path, const b2AABB& box, std::span<const RaySpan> got);

/// A circle with a radius.
[[nodiscard]] std::string WrongInCircle(const Path& path, b2Vec2 center, float radius, std::span<const RaySpan> got);

/// A point, a segment, or a convex polygon, each with a radius above 0.
[[nodiscard]] std::string WrongInRounded(const Path& path, std::span<const b2Vec2> vertices, float radius,
                                         std::span<const RaySpan> got);

/// A segment whose ends differ. `got` is the fraction of the hit.
[[nodiscard]] std::string WrongOnSegment(const Path& path, b2Vec2 a, b2Vec2 b, const std::optional<float>& got);

} // namespace ricochet::test
