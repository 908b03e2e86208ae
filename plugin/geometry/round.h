// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"

namespace ricochet
{

/// The two crossings of the whole line with a curve, and whether there are any.
struct LinePair
{
	LineCrossing enter, exit;
};

/// The disc of a radius about a vertex, seen by a ray. With s = start - center, d = translation:
///   dot(s + t d, s + t d) = r^2
///   a t^2 + 2 b t + c = 0,  a = dot(d, d),  b = dot(s, d),  c = dot(s, s) - r^2
///   t = (-b -+ root) / a,  root^2 = b^2 - a c = r^2 a - cross(d, s)^2
/// The last form does not cancel. Source: Haines et al., "Precision Improvements for Ray/Sphere Intersection", Ray
/// Tracing Gems (2019), ch. 7.
struct Circle
{
	b2Vec2 center;
	float radius;

	template <class T>
	[[nodiscard]] Vec<T> Offset(const LocalRay& ray) const
	{
		return ray.Start<T>() - Lift<T>(center);
	}

	template <class T>
	[[nodiscard]] T RootSquared(const LocalRay& ray) const
	{
		const Vec<T> d = ray.Translation<T>();
		const T cross = ricochet::Cross(d, Offset<T>(ray));
		return T(radius) * T(radius) * Dot(d, d) - cross * cross;
	}

	/// Certain root^2: its sign tells how many points the line has in common with the disc.
	[[nodiscard]] double Discriminant(const LocalRay& ray) const;

	/// Requires: discriminant = Discriminant(ray) >= 0 and a translation that is not zero.
	[[nodiscard]] LinePair Cross(const LocalRay& ray, double discriminant) const;
};

/// The straight part of the surface of a rounded shape: an edge moved outward by the radius.
///   height + t slope = r |e|
struct OuterEdge
{
	Edge edge;
	float radius;

	/// The crossing of the whole line with the line of the outer edge.
	/// Requires: slope = the certain slope of the edge, not zero.
	[[nodiscard]] LineCrossing Cross(const LocalRay& ray, double slope, int32_t index) const;

	/// True if that crossing lies between the ends of the outer edge, both included. Exact.
	[[nodiscard]] bool Holds(const LocalRay& ray, double slope) const;
};

} // namespace ricochet
