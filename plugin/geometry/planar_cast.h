// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"
#include "geometry/plane.h"

#include <ricochet/geometry/ray.h>

namespace ricochet
{

/// What a cast finds. Its fraction is where the ray meets the plane, or passes a vertex, or crosses an edge in the
/// plane.
struct Meeting
{
	double fraction = 0.0;
	int32_t vertex = -1;
	int32_t edge = -1;
	bool startsInside = false;
};

/// A fraction without rounding.
struct Ratio
{
	Exact numerator, denominator; // > 0
};

/// A ray against the polygon of some vertices, which must both outlive it.
class PlanarCast
{
public:
	PlanarCast(const Ray3& ray, std::span<const Vec3> vertices) : m_ray(ray), m_vertices(vertices), m_plane(vertices) {}

	/// Requires: a valid ray, at least 3 finite vertices. The polygon may yet be one that is to be refused.
	[[nodiscard]] std::optional<Meeting> Cast() const;

	[[nodiscard]] Ratio ExactFraction(const Meeting& meeting) const;
	[[nodiscard]] Crossing3 CrossingOf(const Meeting& meeting) const;

private:
	template <class T>
	[[nodiscard]] SpaceVec<T> Offset(size_t vertex) const
	{
		return Lift<T>(m_vertices[vertex]) - Lift<T>(m_ray.origin);
	}
	template <class T>
	[[nodiscard]] SpaceVec<T> Translation() const
	{
		return Lift<T>(m_ray.translation);
	}
	template <class T>
	[[nodiscard]] T HeightAt(float fraction) const
	{
		return m_plane.Height(Lift<T>(m_ray.origin)) + T(fraction) * m_plane.Slope(Translation<T>());
	}
	template <class T>
	[[nodiscard]] T Along(size_t vertex) const
	{
		return Dot(Translation<T>(), Offset<T>(vertex));
	}

	[[nodiscard]] bool IsClear() const;
	[[nodiscard]] bool IsOnLine() const;
	[[nodiscard]] std::optional<Meeting> MeetPlane(double height, double slope) const;
	[[nodiscard]] std::optional<Meeting> MeetVertex(int32_t vertex) const;
	[[nodiscard]] std::optional<Meeting> CastInPlane() const;
	[[nodiscard]] int32_t VertexForPlane(double fraction) const;
	[[nodiscard]] int Axis() const;
	[[nodiscard]] Ray FlatRay() const;
	[[nodiscard]] Edge FlatEdge(int32_t edge) const;
	[[nodiscard]] Vec3 NormalOf(const Meeting& meeting) const;

	const Ray3& m_ray;
	std::span<const Vec3> m_vertices;
	Plane m_plane;
};

} // namespace ricochet
