// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/second_oracle_exact.h"

#include <CGAL/Polygon_2_algorithms.h>
#include <CGAL/squared_distance_2.h>

#include <algorithm>
#include <cmath>
#include <limits>

// CGAL cannot intersect a line with a rounded shape. But it knows every distance from the shape's core.

namespace ricochet::test
{

namespace
{

/// Returns the squared distance from the hull of the points to a point, a segment or a line.
template <class Object>
Plane::FT SquaredDistance(const std::vector<Plane::Point_2>& hull, const Object& object, const Plane::Point_2& one)
{
	if (hull.size() >= 3 && CGAL::bounded_side_2(hull.begin(), hull.end(), one, Plane()) != CGAL::ON_UNBOUNDED_SIDE)
	{
		return 0;
	}
	Plane::FT least = CGAL::squared_distance(object, hull.front());
	for (size_t i = 0; i < hull.size() && hull.size() > 1; ++i)
	{
		const Plane::Segment_2 edge(hull[i], hull[(i + 1) % hull.size()]);
		least = std::min(least, CGAL::squared_distance(object, edge));
	}
	return least;
}

/// The clearance of one rounded shape along one path, at a fraction or between fractions.
struct Clearance
{
	std::vector<Plane::Point_2> hull;
	ExactRay<Plane> ray;
	Plane::FT limit; ///< the square of the radius

	/// Returns the sign of the distance from the surface: negative in the interior, 0 on the surface.
	[[nodiscard]] CGAL::Sign At(const Plane::FT& t) const
	{
		return CGAL::compare(SquaredDistance(hull, ray.At(t), ray.At(t)), limit);
	}
	[[nodiscard]] CGAL::Sign Between(const Plane::FT& a, const Plane::FT& b) const
	{
		return CGAL::compare(SquaredDistance(hull, Plane::Segment_2(ray.At(a), ray.At(b)), ray.At(a)), limit);
	}
	[[nodiscard]] CGAL::Sign OfLine() const
	{
		return CGAL::compare(SquaredDistance(hull, ray.Line(), ray.start), limit);
	}

	/// True if the line enters (or leaves) between the two neighbours of the fraction.
	[[nodiscard]] bool IsEndNear(float fraction, bool isEntry) const
	{
		constexpr float k_infinity = std::numeric_limits<float>::infinity();
		const Plane::FT below = static_cast<double>(std::nextafter(fraction, -k_infinity));
		const Plane::FT above = static_cast<double>(std::nextafter(fraction, k_infinity));
		return Between(below, above) <= 0 && At(isEntry ? below : above) >= 0;
	}
};

/// At a fraction on the surface, returns true if the closed shape continues after it (or before it).
bool GoesOn(const Clearance& clearance, const Plane::FT& t, int direction)
{
	return clearance.At(t + direction * Plane::FT(0x1p-500)) <= 0;
}

} // namespace

std::string WrongInRounded(const Path& path, std::span<const b2Vec2> vertices, float radius,
                           std::span<const RaySpan> got)
{
	const Plane::FT r(static_cast<double>(radius));
	const Clearance clearance{ToPoints(vertices), Pulled<Plane>(path), r * r};
	const Plane::FT& end = clearance.ray.maxFraction;
	if (clearance.ray.IsPoint())
	{
		return WrongPoint(got, clearance.At(0) <= 0);
	}
	const CGAL::Sign nearest = clearance.Between(0, end);
	const bool isLeaving = nearest == 0 && clearance.At(0) == 0 && GoesOn(clearance, 0, 1) == false;
	if (got.empty() == (nearest <= 0 && isLeaving == false))
	{
		return "hit or miss";
	}
	if (got.empty())
	{
		return "";
	}
	const RaySpan& span = got[0];
	const bool startsInside = clearance.At(0) <= 0 && GoesOn(clearance, 0, -1);
	const bool endsInside = clearance.At(end) <= 0 && GoesOn(clearance, end, 1);
	if (span.startsInside != startsInside || span.endsInside != endsInside || span.grazing != (clearance.OfLine() == 0))
	{
		return "a flag";
	}
	if (startsInside ? span.enter.fraction != 0.0f : clearance.IsEndNear(span.enter.fraction, true) == false)
	{
		return "the fraction of the entry";
	}
	if (endsInside ? span.exit.fraction != path.maxFraction : clearance.IsEndNear(span.exit.fraction, false) == false)
	{
		return "the fraction of the exit";
	}
	return "";
}

} // namespace ricochet::test
