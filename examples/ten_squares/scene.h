// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/planar_polygon.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace squares
{

using ricochet::Ray3;
using ricochet::Vec3;

[[nodiscard]] inline Vec3 operator+(Vec3 a, Vec3 b)
{
	return {a.x + b.x, a.y + b.y, a.z + b.z};
}

[[nodiscard]] inline Vec3 operator-(Vec3 a, Vec3 b)
{
	return {a.x - b.x, a.y - b.y, a.z - b.z};
}

[[nodiscard]] inline Vec3 operator*(float s, Vec3 v)
{
	return {s * v.x, s * v.y, s * v.z};
}

[[nodiscard]] inline float Dot(Vec3 a, Vec3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

[[nodiscard]] inline Vec3 Cross(Vec3 a, Vec3 b)
{
	return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Returns the vector at length 1. Requires: it is not zero.
[[nodiscard]] Vec3 Unit(Vec3 v);

using Square = std::array<Vec3, 4>;

[[nodiscard]] Vec3 MiddleOf(const Square& square);

/// Ten squares about the origin, z up, in metres.
class Scene
{
public:
	/// Scatters the squares at random, with random orientations, and so far apart that they do not touch.
	explicit Scene(uint32_t seed);

	[[nodiscard]] std::span<const Square> Squares() const { return m_squares; }

	/// Returns the horizontal ray from the origin at an angle (rad) about the z axis.
	[[nodiscard]] Ray3 RayAt(float angle) const;

	/// Returns the first square that a ray hits.
	[[nodiscard]] std::optional<ricochet::PlanarHit> Cast(const Ray3& ray) const;

private:
	std::vector<Square> m_squares;
	std::vector<std::span<const Vec3>> m_polygons; // the same, as casts want them
};

/// The length of the ray (m).
inline constexpr float k_reach = 6.0f;

} // namespace squares
