// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "geometry/span.h"
#include "host/host.h"
#include "query/meet.h"
#include "shapes/child_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ricochet
{

struct MovingHull;

/// The part of a line in a solid, as fractions of the line's translation.
struct SolidExtent
{
	double enter = 0.0;
	double exit = 0.0;
	double enterSine = 1.0; ///< sine of the angle between the line and the surface (SolidLine::SineTo)
	double exitSine = 1.0;
};

/// True if a point of a segment is no farther than `gap` (m) from two convex solids. fromLast(point) and
/// fromNext(point) are the distances to them. The segment goes from a point of the one solid to a point of the other.
/// So the first distance grows along it, and the second one shrinks. The point at which both are equal is nearest to
/// both.
template <class FromLast, class FromNext>
[[nodiscard]] bool IsNearBoth(Vec<double> low, Vec<double> high, double gap, const FromLast& fromLast,
                              const FromNext& fromNext)
{
	constexpr int k_halvings = 40;
	for (int i = 0; i < k_halvings; ++i)
	{
		const Vec<double> middle = 0.5 * (low + high);
		const double last = fromLast(middle);
		const double next = fromNext(middle);
		if (std::max(last, next) <= gap)
		{
			return true;
		}
		(last < next ? low : high) = middle;
	}
	return false;
}

/// The straight line along which a query or a bullet looks for solids. It alone defines which solids touch.
///
/// Corners of tiles are rounded floats, so surfaces that share an edge may lie some units in the last place apart. Two
/// surfaces touch if the distance between them is at most 2^-20 of a length. This length is the largest coordinate from
/// the entry of the solid up to the gap, or 1 m if that is more. The distance is measured across the steeper surface,
/// because a line at a flat angle stays longer between two faces that touch. Beside a corner that two solids share, the
/// line may leave one long before it enters the other. They touch if a place in between is no farther than this
/// distance from both (TouchBeside).
///
/// A line along a joint is inside the solid where one child lies along it on the left and another one on the right
/// (Along). It does not matter whether the line crosses both, touches them, or passes between them.
struct SolidLine
{
	Vec<double> origin{};
	Vec<double> translation{};
	double reach = 0.0; ///< how far the shape that moves along the line reaches from it (m)

	[[nodiscard]] double Length() const { return ricochet::Length(translation); }

	/// The sine of the angle between the line and a surface. The normal may have any length; if it is (0, 0), the sine
	/// is 1.
	[[nodiscard]] double SineTo(const Vec<double>& normal) const
	{
		const double lengths = Length() * ricochet::Length(normal);
		return lengths > 0.0 ? std::abs(Dot(translation, normal)) / lengths : 1.0;
	}

	/// Two surfaces touch if they are at most this far apart (m). `enter`: the fraction at which the solid is entered.
	/// `at`: the fraction of the gap.
	[[nodiscard]] double LargestGap(double enter, double at) const
	{
		const double far = std::max(SizeAt(enter), SizeAt(at)) + reach;
		return k_touching * std::max(far, static_cast<double>(b2_lengthUnitsPerMeter));
	}

	/// True if two fractions of a line along a face count as one. Between them, a next face at the sine k_leastSine
	/// diverges from the line by at most the largest gap.
	[[nodiscard]] bool IsNearAlong(double a, double b) const
	{
		return std::abs(a - b) * Length() * k_leastSine <= LargestGap(a, b);
	}

	/// True if a part touches or overlaps a solid. Requires: the part is not entered before the solid.
	[[nodiscard]] bool Joins(const SolidExtent& solid, const SolidExtent& part) const
	{
		const double sine = std::max({solid.exitSine, part.enterSine, k_leastSine});
		return (part.enter - solid.exit) * Length() * sine <= LargestGap(solid.enter, part.enter);
	}

	/// A cheap test: if it is false, TouchBeside is false, and the caller need not search for the children.
	[[nodiscard]] bool MayTouchBeside(const SolidExtent& solid, const SolidExtent& part) const
	{
		return (part.enter - solid.exit) * Length() * solid.exitSine * part.enterSine <=
		       LargestGap(solid.enter, part.enter) * (solid.exitSine + part.enterSine);
	}

	/// True if a part that does not join a solid touches it beside the line. Then both children are within the largest
	/// gap of one place between the two. `last`: the child that the line leaves at the end of the solid. `next`: the
	/// child of the part.
	[[nodiscard]] bool TouchBeside(const SolidExtent& solid, const SolidExtent& part, const Place& last,
	                               const Place& next) const;

	/// TouchBeside for a shape that moves along the line. `leaving` is the part of the shape that leaves `last`.
	/// `entering` is the part that enters `next`. True if both touch at one place of the shape between the two
	/// children. To touch means to be within the largest gap.
	[[nodiscard]] bool TouchBeside(const SolidExtent& solid, const SolidExtent& part, const MovingHull& leaving,
	                               const Place& last, const MovingHull& entering, const Place& next) const;

	/// The part of the line that runs along a face of a solid child, no farther off than the largest gap and `farthest`
	/// (m). The child must lie on one side of the line. The span is `grazing` and has its `side` set. Its fractions
	/// are not clipped to the line's ends.
	[[nodiscard]] std::optional<LocalSpan> Along(const ChildGeometry& geometry, const b2Transform& pose,
	                                             double farthest = std::numeric_limits<double>::infinity()) const;

private:
	static constexpr double k_touching = 0x1p-20;

	// A line that touches two discs has the angle 0 with both, however far apart they are. So below this sine, the
	// place between the two decides (TouchBeside).
	static constexpr double k_leastSine = 0x1p-10;

	[[nodiscard]] double SizeAt(double fraction) const
	{
		const Vec<double> place = origin + fraction * translation;
		return std::max(std::abs(place.x), std::abs(place.y));
	}
};

} // namespace ricochet
