// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"

#include <cmath>

namespace ricochet
{

/// Both crossings of a line with a curve.
struct LinePair
{
	LineCrossing enter, exit;
};

/// The radius by which a shape is grown: its own plus that of the moving shape. The sum may not be representable as a
/// float.
struct Growth
{
	float still = 0.0f;
	float moving = 0.0f;

	[[nodiscard]] bool IsNone() const { return still == 0.0f && moving == 0.0f; }
	[[nodiscard]] bool IsValid() const { return still >= 0.0f && moving >= 0.0f && std::isfinite(still + moving); }

	template <class T>
	[[nodiscard]] T Of() const
	{
		return moving == 0.0f ? T(still) : T(still) + T(moving);
	}

	template <class T>
	[[nodiscard]] T Squared() const
	{
		return Of<T>() * Of<T>();
	}
};

/// The signs of the two fractions at which a line crosses a curve.
struct PairSigns
{
	int enter, exit;
};

/// The signs of the roots of a t^2 + 2 b t + c with a > 0, given real roots. The signs of b and c suffice.
[[nodiscard]] inline PairSigns SignsOfRoots(int b, int c)
{
	if (c > 0)
	{
		return {-b, -b};
	}
	if (c < 0)
	{
		return {-1, 1};
	}
	return {b > 0 ? -1 : 0, b < 0 ? 1 : 0};
}

/// The disc of a radius about a vertex, seen by a ray. With s = start - center, d = translation:
///   dot(s + t d, s + t d) = r^2
///   a t^2 + 2 b t + c = 0,  a = dot(d, d),  b = dot(s, d),  c = dot(s, s) - r^2
///   t = (-b -+ root) / a,  root^2 = b^2 - a c = r^2 a - cross(d, s)^2
/// The last form avoids cancellation. Source: Haines et al., "Precision Improvements for Ray/Sphere Intersection", Ray
/// Tracing Gems (2019), ch. 7.
template <class Vertex>
struct Circle
{
	Vertex center;
	Growth radius;

	Circle(const Vertex& about, Growth growth) : center(about), radius(growth) {}

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
		return radius.Squared<T>() * Dot(d, d) - cross * cross;
	}

	/// The square of the start's distance minus the square of the radius.
	template <class T>
	[[nodiscard]] T Excess(const LocalRay& ray) const
	{
		return Dot(Offset<T>(ray), Offset<T>(ray)) - radius.Squared<T>();
	}

	/// root^2 with a proven sign, which tells how many points the line has in common with the disc.
	[[nodiscard]] double Discriminant(const LocalRay& ray) const
	{
		return Certain([&]<class T>(T) { return RootSquared<T>(ray); });
	}

	/// If the ray is watched (LocalRay::Watch), notes that its line is close to a tangent of the rim. Close means
	/// nearer than the rounding of hit points. If the line crosses the rim at a small angle, NoteNearer notes it.
	void NoteRim(const LocalRay& ray) const
	{
		if (Closeness* closeness = ray.Watched())
		{
			const Vec<double> d = ray.TranslationApproximation();
			const Vec<double> offset{ray.StartApproximation().x - Lift<double>(center).x,
			                         ray.StartApproximation().y - Lift<double>(center).y};
			const double r = radius.Of<double>();
			const double allowed =
			    closeness->AtStart() + closeness->PerLength() * (std::abs(offset.x) + std::abs(offset.y));
			if (std::abs(std::abs(ricochet::Cross(d, offset)) - r * Length(d)) <= allowed)
			{
				closeness->Note();
			}
		}
	}

	/// Requires: discriminant = Discriminant(ray) >= 0 and a translation that is not zero.
	[[nodiscard]] LinePair Cross(const LocalRay& ray, double discriminant) const;

private:
	[[nodiscard]] PairSigns SignsAtEnd(const LocalRay& ray) const;
};

// The roots' signs, relative to the point at maxFraction instead of the start.
template <class Vertex>
PairSigns Circle<Vertex>::SignsAtEnd(const LocalRay& ray) const
{
	const auto offsetAtEnd = [&]<class T>(T)
	{
		const Vec<T> offset = Offset<T>(ray);
		const Vec<T> translation = ray.Translation<T>();
		const T end(ray.MaxFraction());
		return Vec<T>{offset.x + end * translation.x, offset.y + end * translation.y};
	};
	const double b = Certain([&]<class T>(T tag) { return Dot(offsetAtEnd(tag), ray.Translation<T>()); });
	const double c = Certain(
	    [&]<class T>(T tag)
	    {
		    const Vec<T> offset = offsetAtEnd(tag);
		    return Dot(offset, offset) - radius.Squared<T>();
	    });
	return SignsOfRoots(SignOf(b), SignOf(c));
}

template <class Vertex>
LinePair Circle<Vertex>::Cross(const LocalRay& ray, double discriminant) const
{
	const double a = Certain([&]<class T>(T) { return Dot(ray.Translation<T>(), ray.Translation<T>()); });
	const double b = Certain([&]<class T>(T) { return Dot(Offset<T>(ray), ray.Translation<T>()); });
	const double c = Certain([&]<class T>(T) { return Excess<T>(ray); });
	const double root = std::sqrt(discriminant);

	// The root without cancellation is computed from a sum. The other one comes from the product of both roots, c / a.
	LinePair pair;
	const double sum = std::abs(b) + root;
	const double far = sum / a;
	const double near = sum > 0.0 ? c / sum : 0.0;
	pair.enter.fraction = b < 0.0 ? near : -far;
	pair.exit.fraction = b < 0.0 ? far : -near;

	const PairSigns start = SignsOfRoots(SignOf(b), SignOf(c));
	const PairSigns end = SignsAtEnd(ray);
	pair.enter.vsStart = start.enter;
	pair.exit.vsStart = start.exit;
	pair.enter.vsEnd = end.enter;
	pair.exit.vsEnd = end.exit;

	// The crossing is at the distance `root / |d|` before or behind the foot of the perpendicular from the center to
	// the line.
	const double cross = Certain([&]<class T>(T) { return ricochet::Cross(ray.Translation<T>(), Offset<T>(ray)); });
	const Vec<double> d = ray.CertainTranslation();
	pair.enter.normal = {-root * d.x - cross * d.y, -root * d.y + cross * d.x};
	pair.exit.normal = {root * d.x - cross * d.y, root * d.y + cross * d.x};
	if (radius.IsNone())
	{
		pair.enter.normal = {-d.x, -d.y};
		pair.exit.normal = d;
	}
	return pair;
}

/// The straight part of the surface of a rounded shape: an edge moved outward by the radius.
///   height + t slope = r |e|
template <class AnyEdge>
struct OuterEdge
{
	AnyEdge edge;
	Growth radius;

	OuterEdge(const AnyEdge& inner, Growth growth) : edge(inner), radius(growth) {}

	/// The crossing of the whole line with the line of the outer edge.
	/// Requires: slope = the certain slope of the edge, not zero.
	[[nodiscard]] LineCrossing Cross(const LocalRay& ray, double slope, int32_t index) const;

	/// True if that crossing lies between the ends of the outer edge, both included. Exact.
	[[nodiscard]] bool Holds(const LocalRay& ray, double slope) const;

private:
	template <class Height>
	[[nodiscard]] double Clearance(const Height& height) const;
};

// height - r |e| at a fraction, with its exact sign. If the difference would cancel, computes (p^2 - q^2) / (p + q).
template <class AnyEdge>
template <class Height>
double OuterEdge<AnyEdge>::Clearance(const Height& height) const
{
	const auto reachSquared = [&]<class T>(T)
	{
		return radius.Squared<T>() * Dot(edge.template Along<T>(), edge.template Along<T>());
	};
	const double h = Certain(height);
	const double reach = std::sqrt(Certain(reachSquared));
	if (h <= 0.0)
	{
		return h - reach;
	}
	return Certain([&](auto tag) { return height(tag) * height(tag) - reachSquared(tag); }) / (h + reach);
}

template <class AnyEdge>
LineCrossing OuterEdge<AnyEdge>::Cross(const LocalRay& ray, double slope, int32_t index) const
{
	const double start = Clearance([&]<class T>(T) { return edge.template Height<T>(ray); });
	const double end = Clearance(
	    [&]<class T>(T) { return edge.template Height<T>(ray) + T(ray.MaxFraction()) * edge.template Slope<T>(ray); });

	LineCrossing crossing;
	crossing.fraction = start / -slope;
	crossing.vsStart = -SignOf(start) * SignOf(slope);
	crossing.vsEnd = -SignOf(end) * SignOf(slope);
	crossing.normal = edge.Normal();
	crossing.edge = index;
	return crossing;
}

template <class AnyEdge>
bool OuterEdge<AnyEdge>::Holds(const LocalRay& ray, double slope) const
{
	// With x = start - v the crossing is at
	//   dot(e, x + t d) = |e| (|e| cross(d, x) + r dot(e, d)) / slope
	// along the outer edge from v. It must not be before the tail and not behind the head.
	const auto along = [&]<class T>(T)
	{
		return radius.Of<T>() * Dot(edge.template Along<T>(), ray.Translation<T>());
	};
	const auto length = [&]<class T>(T)
	{
		return Dot(edge.template Along<T>(), edge.template Along<T>());
	};
	const auto fromTail = [&]<class T>(T)
	{
		return ricochet::Cross(ray.Translation<T>(), ray.Start<T>() - Lift<T>(edge.tail));
	};
	const auto fromHead = [&]<class T>(T)
	{
		return ricochet::Cross(ray.Translation<T>(), ray.Start<T>() - Lift<T>(edge.head));
	};
	const int sign = SignOf(slope);
	return sign * SignWithRoot(along, fromTail, length) >= 0 && sign * SignWithRoot(along, fromHead, length) <= 0;
}

} // namespace ricochet
