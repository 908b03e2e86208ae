// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/second_oracle_exact.h"

#include <CGAL/Exact_circular_kernel_2.h>
#include <CGAL/Polygon_2_algorithms.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace ricochet::test
{

namespace
{

using CirclePlane = CGAL::Exact_circular_kernel_2;
using Spans = std::span<const RaySpan>;

/// A part of the infinite line that is inside a closed set. T is a number or a root.
template <class T>
struct Part
{
	T t0, t1;
	bool isInterior = false; ///< a part of it is in the interior
};

template <class T>
using Parts = std::vector<Part<T>>;

/// True if the exact value, a number or a root, is between the neighbours of the float.
template <class Number, class T>
bool IsNear(float fraction, const T& exact)
{
	constexpr float k_infinity = std::numeric_limits<float>::infinity();
	const double below = static_cast<double>(std::nextafter(fraction, -k_infinity));
	const double above = static_cast<double>(std::nextafter(fraction, k_infinity));
	return std::isfinite(fraction) && exact >= Number(below) && (std::isinf(above) || exact <= Number(above));
}

/// Applies the contract of RaySpan: converts the parts of the line to the expected spans of the ray.
template <class T, class Number>
std::string WrongSpans(Spans got, const Parts<T>& parts, const Number& maxFraction, float maxFloat)
{
	size_t count = 0;
	for (const Part<T>& part : parts)
	{
		if (part.t0 > maxFraction || part.t1 <= 0)
		{
			continue;
		}
		if (count == got.size())
		{
			return "a miss, or a span too few";
		}
		const RaySpan& span = got[count++];
		if (span.startsInside != (part.t0 < 0) || span.endsInside != (part.t1 > maxFraction) ||
		    span.grazing == part.isInterior)
		{
			return "a flag";
		}
		if (span.startsInside ? span.enter.fraction != 0.0f : IsNear<Number>(span.enter.fraction, part.t0) == false)
		{
			return "the fraction of the entry";
		}
		if (span.endsInside ? span.exit.fraction != maxFloat : IsNear<Number>(span.exit.fraction, part.t1) == false)
		{
			return "the fraction of the exit";
		}
	}
	return count == got.size() ? "" : "a hit, or a span too many";
}

// Polygons: the line against every edge, then the middle between crossings -----------------------------------------

void AddCrossings(const ExactRay<Plane>& ray, const Plane::Segment_2& edge, std::vector<Plane::FT>& fractions)
{
	const auto met = CGAL::intersection(ray.Line(), edge);
	if (met)
	{
		const auto* point = boost::get<Plane::Point_2>(&*met);
		const Plane::Segment_2 common = point ? Plane::Segment_2(*point, *point) : boost::get<Plane::Segment_2>(*met);
		fractions.push_back(ray.FractionOf(common.source().x(), common.source().y()));
		fractions.push_back(ray.FractionOf(common.target().x(), common.target().y()));
	}
}

Parts<Plane::FT> PartsInPolygon(const ExactRay<Plane>& ray, const std::vector<Plane::Point_2>& points)
{
	std::vector<Plane::FT> fractions;
	for (size_t i = 0; i < points.size(); ++i)
	{
		AddCrossings(ray, {points[i], points[(i + 1) % points.size()]}, fractions);
	}
	std::sort(fractions.begin(), fractions.end());
	fractions.erase(std::unique(fractions.begin(), fractions.end()), fractions.end());

	Parts<Plane::FT> parts;
	bool isOpen = false;
	for (size_t i = 0; i < fractions.size(); ++i)
	{
		if (isOpen == false)
		{
			parts.push_back({fractions[i], fractions[i], false});
		}
		parts.back().t1 = fractions[i];
		isOpen = false;
		if (i + 1 < fractions.size())
		{
			const Plane::Point_2 middle = ray.At((fractions[i] + fractions[i + 1]) / 2);
			const CGAL::Bounded_side side = CGAL::bounded_side_2(points.begin(), points.end(), middle, Plane());
			isOpen = side != CGAL::ON_UNBOUNDED_SIDE;
			parts.back().isInterior |= side == CGAL::ON_BOUNDED_SIDE;
		}
	}
	return parts;
}

} // namespace

Path ToPath(const Ray& ray, const std::optional<b2Transform>& pose)
{
	Path path{ray.origin, ray.translation, {}, {}, {}, ray.maxFraction};
	path.before.SetIdentity();
	path.before = pose.value_or(path.before);
	path.after = path.before;
	return path;
}

Path ToPath(b2Vec2 from, const b2Transform& before, b2Vec2 to, const b2Transform& after)
{
	return {from, {}, to, before, after, 1.0f};
}

std::string WrongInPolygon(const Path& path, std::span<const b2Vec2> vertices, Spans got)
{
	const ExactRay<Plane> ray = Pulled<Plane>(path);
	const std::vector<Plane::Point_2> points = ToPoints(vertices);
	if (ray.IsPoint())
	{
		return WrongPoint(got, CGAL::bounded_side_2(points.begin(), points.end(), ray.start, Plane()) !=
		                           CGAL::ON_UNBOUNDED_SIDE);
	}
	return WrongSpans(got, PartsInPolygon(ray, points), ray.maxFraction, path.maxFraction);
}

// Segments ---------------------------------------------------------------------------------------------------------

std::string WrongOnSegment(const Path& path, b2Vec2 a, b2Vec2 b, const std::optional<float>& got)
{
	const ExactRay<Plane> ray = Pulled<Plane>(path);
	std::vector<Plane::FT> fractions;
	if (ray.IsPoint() == false)
	{
		AddCrossings(ray, {ToPoint<Plane>(a), ToPoint<Plane>(b)}, fractions);
		std::sort(fractions.begin(), fractions.end());
	}
	const bool isHit = fractions.empty() == false && fractions[0] <= ray.maxFraction && fractions[1] > 0;
	if (isHit != got.has_value())
	{
		return "hit or miss";
	}
	if (isHit == false)
	{
		return "";
	}
	const bool isRight = fractions[0] <= 0 ? *got == 0.0f : IsNear<Plane::FT>(*got, fractions[0]);
	return isRight ? "" : "the fraction";
}

// Boxes ------------------------------------------------------------------------------------------------------------

std::string WrongInBox(const Path& path, const b2AABB& aabb, Spans got)
{
	const ExactRay<Plane> ray = Pulled<Plane>(path);
	const Plane::Iso_rectangle_2 box(ToPoint<Plane>(aabb.lowerBound), ToPoint<Plane>(aabb.upperBound));
	if (ray.IsPoint())
	{
		return WrongPoint(got, box.has_on_unbounded_side(ray.start) == false);
	}
	Parts<Plane::FT> parts;
	if (const auto met = CGAL::intersection(ray.Line(), box))
	{
		const auto* point = boost::get<Plane::Point_2>(&*met);
		const Plane::Segment_2 common = point ? Plane::Segment_2(*point, *point) : boost::get<Plane::Segment_2>(*met);
		const Plane::FT a = ray.FractionOf(common.source().x(), common.source().y());
		const Plane::FT b = ray.FractionOf(common.target().x(), common.target().y());
		parts.push_back({std::min(a, b), std::max(a, b), box.has_on_bounded_side(ray.At((a + b) / 2))});
	}
	return WrongSpans(got, parts, ray.maxFraction, path.maxFraction);
}

// Circles ----------------------------------------------------------------------------------------------------------

std::string WrongInCircle(const Path& path, b2Vec2 center, float radius, Spans got)
{
	const ExactRay<CirclePlane> ray = Pulled<CirclePlane>(path);
	const CirclePlane::FT r(static_cast<double>(radius));
	const CirclePlane::Circle_2 circle(ToPoint<CirclePlane>(center), r * r);
	if (ray.IsPoint())
	{
		return WrongPoint(got, circle.has_on_unbounded_side(ray.start) == false);
	}
	using Root = CirclePlane::Root_of_2;
	using Met = std::pair<CirclePlane::Circular_arc_point_2, unsigned>;
	std::vector<typename CGAL::CK2_Intersection_traits<CirclePlane, CirclePlane::Line_2, CirclePlane::Circle_2>::type>
	    met;
	CGAL::intersection(ray.Line(), circle, std::back_inserter(met));
	Parts<Root> parts;
	if (met.empty() == false)
	{
		const auto fraction = [&](const auto& variant)
		{
			const CirclePlane::Circular_arc_point_2 point = boost::get<Met>(variant).first;
			return ray.FractionOf(Root(point.x()), Root(point.y()));
		};
		const Root a = fraction(met.front());
		const Root b = fraction(met.back());
		parts.push_back({a < b ? a : b, a < b ? b : a, met.size() == 2});
	}
	return WrongSpans(got, parts, ray.maxFraction, path.maxFraction);
}

} // namespace ricochet::test
