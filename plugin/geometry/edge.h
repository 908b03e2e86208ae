// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/span.h"

#include <array>

namespace ricochet
{

/// A directed line that bounds a shape, seen by a ray: through `a`, along e = head - tail. Its outward normal is
/// n = (e.y, -e.x), to the right.
///   dot(n, p - a) = 0 with p = start + t * translation
///   height + t * slope = 0,  height = dot(n, start - a),  slope = dot(n, translation)
/// so t = height / -slope, entering where slope < 0 and leaving where slope > 0.
struct Edge
{
	b2Vec2 a, tail, head;

	Edge(b2Vec2 from, b2Vec2 to) : a(from), tail(from), head(to) {}
	Edge(b2Vec2 through, b2Vec2 from, b2Vec2 to) : a(through), tail(from), head(to) {}

	[[nodiscard]] bool IsPoint() const { return tail == head; }

	template <class T>
	[[nodiscard]] Vec<T> Along() const
	{
		return Lift<T>(head) - Lift<T>(tail);
	}

	template <class T>
	[[nodiscard]] T Height(const LocalRay& ray) const
	{
		return Cross(ray.Start<T>() - Lift<T>(a), Along<T>());
	}

	template <class T>
	[[nodiscard]] T Slope(const LocalRay& ray) const
	{
		return Cross(ray.Translation<T>(), Along<T>());
	}

	/// Height and slope as `Certain` has them.
	[[nodiscard]] double CertainHeight(const LocalRay& ray) const
	{
		const Vec<double> start = ray.StartApproximation();
		const Bounded estimate = CrossEstimate({start.x - a.x, start.y - a.y}, ray.StartError(), AlongInDouble(), 0.0);
		return CertainOr(estimate, [&] { return Height<Exact>(ray); });
	}

	[[nodiscard]] double CertainSlope(const LocalRay& ray) const
	{
		const Bounded estimate =
		    CrossEstimate(ray.TranslationApproximation(), ray.TranslationError(), AlongInDouble(), 0.0);
		return CertainOr(estimate, [&] { return Slope<Exact>(ray); });
	}

	[[nodiscard]] Vec<double> AlongInDouble() const
	{
		return {static_cast<double>(head.x) - tail.x, static_cast<double>(head.y) - tail.y};
	}

	[[nodiscard]] Vec<double> Normal() const
	{
		return {static_cast<double>(head.y) - tail.y, static_cast<double>(tail.x) - head.x};
	}
};

/// The crossing of the whole line with the line of an edge.
/// Requires: they are not parallel.
[[nodiscard]] LineCrossing CrossEdge(const LocalRay& ray, const Edge& edge, int32_t index);

/// The same of two edges, at little more than the cost of one.
[[nodiscard]] std::array<LineCrossing, 2> CrossEdges(const LocalRay& ray, const std::array<Edge, 2>& edges,
                                                     const std::array<int32_t, 2>& indices);

/// The sign of t(edge) - t(other), exactly.
/// Requires: neither is parallel to the ray.
[[nodiscard]] int CompareCrossings(const LocalRay& ray, const Edge& edge, const Edge& other);

/// True if the edge's unit normal lies more along the ray than the other's (turn = 1), or more against it (turn = -1).
/// Exact: compares slope / |e| by squares. Equal: false.
[[nodiscard]] bool FacesMore(const LocalRay& ray, const Edge& edge, const Edge& other, int turn);

} // namespace ricochet
