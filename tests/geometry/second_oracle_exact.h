// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// Only for second_oracle*.cpp, which are only built if CGAL is found. The included parts of CGAL are under the GPL, and
// so is a program that is linked to them. This program is a test, which is never installed.

#include "geometry/second_oracle.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>

namespace ricochet::test
{

using Plane = CGAL::Exact_predicates_exact_constructions_kernel;

/// A ray in the frame of a shape, exactly.
template <class Kernel>
struct ExactRay
{
	using Number = typename Kernel::FT;

	typename Kernel::Point_2 start;
	typename Kernel::Vector_2 translation;
	Number maxFraction;

	[[nodiscard]] bool IsPoint() const { return maxFraction == 0 || translation == CGAL::NULL_VECTOR; }
	[[nodiscard]] typename Kernel::Point_2 At(const Number& t) const { return start + t * translation; }
	[[nodiscard]] typename Kernel::Line_2 Line() const { return {start, translation}; }

	/// Returns the fraction at which a coordinate pair is on the line. T is a number or a root.
	template <class T>
	[[nodiscard]] T FractionOf(const T& x, const T& y) const
	{
		return translation.x() != 0 ? (x - start.x()) / translation.x() : (y - start.y()) / translation.y();
	}
};

template <class Kernel>
typename Kernel::Point_2 ToPoint(b2Vec2 v)
{
	return {static_cast<double>(v.x), static_cast<double>(v.y)};
}

template <class Kernel>
typename Kernel::Point_2 PulledBy(const b2Transform& pose, b2Vec2 point)
{
	const typename Kernel::Vector_2 arm = ToPoint<Kernel>(point) - ToPoint<Kernel>(pose.p);
	const typename Kernel::FT s(static_cast<double>(pose.q.s)), c(static_cast<double>(pose.q.c));
	return {c * arm.x() + s * arm.y(), c * arm.y() - s * arm.x()};
}

/// Converts the path to the shape's frame in real arithmetic: q^T (p - x).
template <class Kernel>
ExactRay<Kernel> Pulled(const Path& path)
{
	const double maxFraction = path.maxFraction;
	const typename Kernel::Point_2 start = PulledBy<Kernel>(path.before, path.from);
	if (path.translation.has_value() == false)
	{
		return {start, PulledBy<Kernel>(path.after, path.to) - start, maxFraction};
	}
	b2Transform turn = path.before;
	turn.p = {0.0f, 0.0f};
	return {start, PulledBy<Kernel>(turn, *path.translation) - CGAL::ORIGIN, maxFraction};
}

inline std::string WrongPoint(std::span<const RaySpan> got, bool contains)
{
	if (got.empty() == contains)
	{
		return "hit or miss of a point";
	}
	return contains == false || (got[0].startsInside && got[0].endsInside && got[0].grazing == false) ? "" : "a flag";
}

/// Returns the points without vertices that repeat their predecessor.
inline std::vector<Plane::Point_2> ToPoints(std::span<const b2Vec2> vertices)
{
	std::vector<Plane::Point_2> points;
	for (const b2Vec2 v : vertices)
	{
		if (points.empty() || (points.back() != ToPoint<Plane>(v) && points.front() != ToPoint<Plane>(v)))
		{
			points.push_back(ToPoint<Plane>(v));
		}
	}
	return points;
}

} // namespace ricochet::test
