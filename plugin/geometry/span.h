// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

#include <algorithm>

namespace ricochet
{

/// The crossing of a whole line with a surface: the fraction t and its exact relation to the ends of the ray.
struct LineCrossing
{
	double fraction = 0.0;
	int vsStart = 0;      ///< sign of t - 0, exact
	int vsEnd = 0;        ///< sign of t - maxFraction, exact
	Vec<double> normal{}; ///< outward, any length, in the shape's frame
	int32_t edge = -1;
	int32_t vertex = -1; ///< if the crossing is on the round of a vertex: its index
};

/// One end of a span in the shape's frame.
struct LocalCrossing
{
	double fraction = 0.0;
	Vec<double> normal{}; ///< outward, any length; (0, 0) for none
	int32_t edge = -1;
	int32_t vertex = -1; ///< as in LineCrossing; set only by kernels that are asked for it
};

/// The result of a kernel: a RaySpan before points and normals are converted to the frame of the ray.
struct LocalSpan
{
	LocalCrossing enter, exit;
	bool startsInside = false;
	bool endsInside = false;
	bool grazing = false;
	/// If the ray only grazes: 1 if the solid is to the left of the ray, -1 to the right, 0 if it has no area.
	int side = 0;
};

/// Sets the span of a ray in a solid that its whole line crosses. The ray ends at `maxFraction`. Together with
/// SpanOfLine this is the only code that implements the table of RaySpan.
inline void SetSpan(double maxFraction, const LocalCrossing& enter, const LocalCrossing& exit, bool startsInside,
                    bool endsInside, LocalSpan& span)
{
	// Rounding may move a fraction past an end that the exact one does not pass. Never returns -0.
	const auto within = [&](double fraction)
	{
		return std::min(std::max(0.0, fraction), maxFraction);
	};
	const double entered = startsInside ? 0.0 : within(enter.fraction);
	// Stores one number at a time: a load of a single number right after that need not wait (store forwarding).
	span.enter.fraction = entered;
	span.enter.normal.x = startsInside ? 0.0 : enter.normal.x;
	span.enter.normal.y = startsInside ? 0.0 : enter.normal.y;
	span.enter.edge = startsInside ? -1 : enter.edge;
	span.exit.fraction = endsInside ? maxFraction : std::max(within(exit.fraction), entered);
	span.exit.normal.x = endsInside ? 0.0 : exit.normal.x;
	span.exit.normal.y = endsInside ? 0.0 : exit.normal.y;
	span.exit.edge = endsInside ? -1 : exit.edge;
	span.startsInside = startsInside;
	span.endsInside = endsInside;
	span.grazing = false;
	span.side = 0;
}

/// Applies the contract of RaySpan to the interval in which a line is in a closed solid.
[[nodiscard]] inline std::optional<LocalSpan> SpanOfLine(const LocalRay& ray, const LineCrossing& enter,
                                                         const LineCrossing& exit, bool grazing)
{
	std::optional<LocalSpan> span;
	const bool startsInside = enter.vsStart < 0;
	const bool endsInside = exit.vsEnd > 0;
	if (enter.vsEnd <= 0 && exit.vsStart > 0)
	{
		SetSpan(ray.MaxFraction(), {enter.fraction, enter.normal, enter.edge}, {exit.fraction, exit.normal, exit.edge},
		        startsInside, endsInside, span.emplace());
		span->enter.vertex = startsInside ? -1 : enter.vertex;
		span->exit.vertex = endsInside ? -1 : exit.vertex;
		span->grazing = grazing;
	}
	return span;
}

/// The result for a ray that is a point.
[[nodiscard]] std::optional<LocalSpan> SpanOfPoint(const LocalRay& ray, bool contains);

/// The sign of t - maxFraction for t = numerator / denominator, denominator > 0, both polynomials as for Certain.
template <class Numerator, class Denominator>
[[nodiscard]] int CompareWithEnd(const LocalRay& ray, double fraction, const Numerator& numerator,
                                 const Denominator& denominator)
{
	// Both are within 2^-28 of the truth: if they differ by more than 2^-27, their order is proven.
	const double end = ray.MaxFraction();
	const double gap = fraction - end;
	if (std::abs(gap) > 0x1p-27 * (std::abs(fraction) + end))
	{
		return SignOf(gap);
	}
	return SignOf(Certain(
	    [&](auto tag)
	    {
		    using T = decltype(tag);
		    return numerator(tag) - T(ray.MaxFraction()) * denominator(tag);
	    }));
}

/// Converts a span of the path of a hull to the frame of the ray: points are places of the path. `turn` is the rotation
/// from the shape's frame to that frame.
void ToFrame(const LocalSpan& span, const Ray& ray, const b2Rot& turn, RaySpan& out);

/// The unit vector of a direction, turned; (0, 0) for (0, 0).
[[nodiscard]] Vec<double> UnitInFrame(const Vec<double>& direction, const b2Rot& turn);
[[nodiscard]] b2Vec2 UnitNormal(const Vec<double>& direction, const b2Rot& turn);

} // namespace ricochet
