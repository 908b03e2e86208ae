// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

namespace ricochet
{

/// Where the whole line crosses a surface: fraction t with its exact relation to the ends of the ray.
struct LineCrossing
{
	double fraction = 0.0;
	int vsStart = 0;      ///< sign of t - 0, exact
	int vsEnd = 0;        ///< sign of t - maxFraction, exact
	Vec<double> normal{}; ///< outward, any length, in the shape's frame
	int32_t edge = -1;
};

/// One end of a span in the shape's frame.
struct LocalCrossing
{
	double fraction = 0.0;
	Vec<double> normal{}; ///< outward, any length; (0, 0) for none
	int32_t edge = -1;
};

/// What a kernel answers: a RaySpan before points and normals are turned into the frame of the ray.
struct LocalSpan
{
	LocalCrossing enter, exit;
	bool startsInside = false;
	bool endsInside = false;
	bool grazing = false;
	int side = 0; ///< of a graze: 1 if the solid is to the left of the ray, -1 to the right, 0 if it has no area
};

/// Applies the contract of RaySpan to the interval in which the whole line meets a closed solid. The only place where
/// the table is written down in code.
[[nodiscard]] std::optional<LocalSpan> SpanOfLine(const LocalRay& ray, const LineCrossing& enter,
                                                  const LineCrossing& exit, bool grazing);

/// The answer to a ray that asks for a point in a solid.
[[nodiscard]] std::optional<LocalSpan> SpanOfPoint(const LocalRay& ray, bool contains);

/// The sign of t - maxFraction for t = numerator / denominator, denominator > 0, both polynomials as for Certain.
template <class Numerator, class Denominator>
[[nodiscard]] int CompareWithEnd(const LocalRay& ray, double fraction, const Numerator& numerator,
                                 const Denominator& denominator)
{
	// Both are within 2^-28 of the truth: further apart than 2^-27 they are in order.
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

/// A span in the frame of the ray. `turn` turns the shape's frame into it.
[[nodiscard]] RaySpan InFrame(const LocalSpan& span, const Ray& ray, const b2Rot& turn);

/// The same for a shape in the ray's own frame.
[[nodiscard]] RaySpan InFrame(const LocalSpan& span, const Ray& ray);

/// The unit vector of a direction, turned; (0, 0) for (0, 0).
[[nodiscard]] b2Vec2 UnitNormal(const Vec<double>& direction, const b2Rot& turn);

} // namespace ricochet
