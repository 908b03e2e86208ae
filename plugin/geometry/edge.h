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

	/// Height and slope as `Certain` computes them.
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

/// The exact sign of a point's height over the line of an edge: 1 outside. The edge is in the frame of a shape under a
/// pose.
[[nodiscard]] inline int SideOfLine(b2Vec2 point, const b2Transform& pose, const Edge& edge)
{
	const Approximation local = Pull(pose.q, point, pose.p);
	const Vec<double> offset{local.value.x - edge.a.x, local.value.y - edge.a.y};
	const Bounded height = CrossEstimate(offset, local.error, edge.AlongInDouble(), 0.0);
	if (std::abs(height.value) > height.error || height.IsZero())
	{
		return SignOf(height.value);
	}
	return edge.Height<Exact>(LocalRay(Ray{point, {0.0f, 0.0f}, 0.0f}, pose)).Sign();
}

/// The crossing of the whole line with the line of an edge of any kind.
/// Requires: they are not parallel.
template <class AnyEdge>
[[nodiscard]] LineCrossing CrossEdge(const LocalRay& ray, const AnyEdge& edge, int32_t index)
{
	const double slope = edge.CertainSlope(ray);
	const double height = edge.CertainHeight(ray);

	LineCrossing crossing;
	crossing.fraction = height / -slope;
	crossing.edge = index;
	crossing.normal = edge.Normal();
	crossing.vsStart = -SignOf(height) * SignOf(slope);
	const auto numerator = [&]<class T>(T)
	{
		return slope > 0.0 ? -edge.template Height<T>(ray) : edge.template Height<T>(ray);
	};
	const auto denominator = [&]<class T>(T)
	{
		return slope > 0.0 ? edge.template Slope<T>(ray) : -edge.template Slope<T>(ray);
	};
	crossing.vsEnd = CompareWithEnd(ray, crossing.fraction, numerator, denominator);
	return crossing;
}

template <class AnyEdge>
[[nodiscard]] std::array<LineCrossing, 2> CrossEdges(const LocalRay& ray, const std::array<AnyEdge, 2>& edges,
                                                     const std::array<int32_t, 2>& indices)
{
	return {CrossEdge(ray, edges[0], indices[0]), CrossEdge(ray, edges[1], indices[1])};
}

/// CrossEdge for two edges at little more than the cost of one.
[[nodiscard]] std::array<LineCrossing, 2> CrossEdges(const LocalRay& ray, const std::array<Edge, 2>& edges,
                                                     const std::array<int32_t, 2>& indices);

/// The sign of t(edge) - t(other), exactly.
/// Requires: neither is parallel to the ray.
template <class AnyEdge>
[[nodiscard]] int CompareCrossings(const LocalRay& ray, const AnyEdge& edge, const AnyEdge& other)
{
	// The ray crosses the line of an edge at t = -h / s. Here h is the signed height of its start over the line, and s
	// its slope.
	// A prime denotes `other`. The difference is -h / s + h' / s' = (h' s - h s') / (s s').
	const double slopes = SignOf(edge.CertainSlope(ray)) * SignOf(other.CertainSlope(ray));
	const double difference = Certain(
	    [&]<class T>(T)
	    {
		    return other.template Height<T>(ray) * edge.template Slope<T>(ray) -
		           edge.template Height<T>(ray) * other.template Slope<T>(ray);
	    });
	return SignOf(difference) * SignOf(slopes);
}

/// True if the edge's unit normal points more along the ray than the other's (turn = 1), or more against it (turn =
/// -1). Equal: false. Exact: compares slope / |e| by squares.
template <class AnyEdge>
[[nodiscard]] bool FacesMore(const LocalRay& ray, const AnyEdge& edge, const AnyEdge& other, int turn)
{
	// slope / |e| > slope' / |e'|  <=>  slope |slope| (e' . e') > slope' |slope'| (e . e)
	const int sign = turn * SignOf(edge.CertainSlope(ray));
	const int otherSign = turn * SignOf(other.CertainSlope(ray));
	if (sign != otherSign)
	{
		return sign > otherSign;
	}
	const double difference = Certain(
	    [&]<class T>(T)
	    {
		    const T slope = edge.template Slope<T>(ray);
		    const T otherSlope = other.template Slope<T>(ray);
		    return slope * slope * Dot(other.template Along<T>(), other.template Along<T>()) -
		           otherSlope * otherSlope * Dot(edge.template Along<T>(), edge.template Along<T>());
	    });
	return sign * SignOf(difference) > 0;
}

} // namespace ricochet
