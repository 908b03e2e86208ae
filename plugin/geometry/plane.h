// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/filtered.h"

#include <ricochet/geometry/planar_polygon.h>

#include <box2d/b2_math.h>

#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace ricochet
{

/// A vector in space over a number type: Bounded, Exact or double.
template <class T>
struct SpaceVec
{
	T x, y, z;

	friend SpaceVec operator+(const SpaceVec& a, const SpaceVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
	friend SpaceVec operator-(const SpaceVec& a, const SpaceVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

template <class T>
SpaceVec<T> Cross(const SpaceVec<T>& a, const SpaceVec<T>& b)
{
	return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
T Dot(const SpaceVec<T>& a, const SpaceVec<T>& b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
SpaceVec<T> Lift(Vec3 v)
{
	return {T(v.x), T(v.y), T(v.z)};
}

[[nodiscard]] bool IsFinite(Vec3 v);

/// A coordinate by number: x is 0, y is 1, z is 2.
[[nodiscard]] inline float CoordinateOf(Vec3 v, int axis)
{
	return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

/// The axis of the largest coordinate; ties to the lower one.
[[nodiscard]] int LargestAxis(double x, double y, double z);

[[nodiscard]] inline b2Vec2 WithoutAxis(Vec3 v, int axis)
{
	return axis == 0 ? b2Vec2{v.y, v.z} : (axis == 1 ? b2Vec2{v.z, v.x} : b2Vec2{v.x, v.y});
}

/// The plane of a polygon's vertices v_i: through their mean m, with Newell's normal
///   N = sum cross(v_i - v_0, v_(i+1) - v_0)
/// A point p has the height
///   h(p) = n dot(N, p - m) = n dot(N, p - v_0) - dot(N, sum (v_i - v_0))
/// It is n |N| times the distance of the point from the plane. It is a polynomial of the vertices, so its exact value
/// can be computed.
class Plane
{
public:
	/// Requires: at least 3 finite vertices, which must outlive the plane.
	explicit Plane(std::span<const Vec3> vertices);

	template <class T>
	[[nodiscard]] const SpaceVec<T>& Normal() const
	{
		return Terms<T>().normal;
	}

	template <class T>
	[[nodiscard]] T Height(const SpaceVec<T>& point) const
	{
		return Count<T>() * Dot(Normal<T>(), point - Lift<T>(m_vertices[0])) - Terms<T>().mean;
	}

	/// The change of the height along a direction.
	template <class T>
	[[nodiscard]] T Slope(const SpaceVec<T>& direction) const
	{
		return Count<T>() * Dot(Normal<T>(), direction);
	}

	/// The normal to within 2^-29 of its length; zero if the exact normal is.
	[[nodiscard]] SpaceVec<double> CertainNormal() const;

	/// In units of the height: the tolerance by which a vertex may be off the plane, and one metre (n |N|).
	struct Scale
	{
		double tolerance, unit;
	};
	[[nodiscard]] Scale HeightScale() const;

private:
	template <class T>
	struct PlaneTerms
	{
		SpaceVec<T> normal;
		T mean; // dot(N, sum (v_i - v_0))
	};

	template <class T>
	[[nodiscard]] T Count() const
	{
		return T(static_cast<float>(m_vertices.size()));
	}

	template <class T>
	[[nodiscard]] PlaneTerms<T> Sum() const;

	// The exact terms are large and seldom needed, so they are computed on demand.
	template <class T>
	[[nodiscard]] const PlaneTerms<T>& Terms() const
	{
		if constexpr (std::is_same_v<T, Bounded>)
		{
			return m_bounded;
		}
		else
		{
			return m_exact ? *m_exact : m_exact.emplace(Sum<Exact>());
		}
	}

	std::span<const Vec3> m_vertices;
	PlaneTerms<Bounded> m_bounded;
	mutable std::optional<PlaneTerms<Exact>> m_exact;
};

} // namespace ricochet
