// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/planar_polygon.h>

#include "geometry/planar_cast.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

bool IsValid(const Ray3& ray)
{
	return IsFinite(ray.origin) && IsFinite(ray.translation) && std::isfinite(ray.maxFraction) &&
	       ray.maxFraction >= 0.0f;
}

bool IsPolygon(std::span<const Vec3> vertices)
{
	return vertices.size() >= 3 && std::all_of(vertices.begin(), vertices.end(), IsFinite);
}

struct Candidate
{
	Meeting meeting;
	size_t polygon;
};

// True if a comes before b, by exact fractions.
bool IsNearer(const Ray3& ray, std::span<const std::span<const Vec3>> polygons, const Candidate& a, const Candidate& b)
{
	// Both are within 2^-28 of the truth: further apart than 2^-26 they are in order.
	const double gap = a.meeting.fraction - b.meeting.fraction;
	if (std::abs(gap) > 0x1p-26 * (std::abs(a.meeting.fraction) + std::abs(b.meeting.fraction)))
	{
		return gap < 0.0;
	}
	const Ratio first = PlanarCast(ray, polygons[a.polygon]).ExactFraction(a.meeting);
	const Ratio second = PlanarCast(ray, polygons[b.polygon]).ExactFraction(b.meeting);
	return (first.numerator * second.denominator - second.numerator * first.denominator).Sign() < 0;
}

} // namespace

std::optional<Crossing3> CastPlanarPolygon(const Ray3& ray, std::span<const Vec3> vertices)
{
	if (IsValid(ray) == false || IsPolygon(vertices) == false)
	{
		return std::nullopt;
	}
	const PlanarCast cast(ray, vertices);
	const std::optional<Meeting> meeting = cast.Cast();
	if (meeting.has_value() == false || !CheckPlanarPolygon(vertices))
	{
		return std::nullopt;
	}
	return cast.CrossingOf(*meeting);
}

std::optional<PlanarHit> CastPlanarPolygonsClosest(const Ray3& ray, std::span<const std::span<const Vec3>> polygons)
{
	if (IsValid(ray) == false)
	{
		return std::nullopt;
	}
	std::optional<Candidate> closest;
	for (size_t i = 0; i < polygons.size(); ++i)
	{
		const std::optional<Meeting> meeting =
		    IsPolygon(polygons[i]) ? PlanarCast(ray, polygons[i]).Cast() : std::nullopt;
		if (meeting && (closest.has_value() == false || IsNearer(ray, polygons, {*meeting, i}, *closest)) &&
		    CheckPlanarPolygon(polygons[i]))
		{
			closest = {*meeting, i};
		}
	}
	if (closest.has_value() == false)
	{
		return std::nullopt;
	}
	const PlanarCast cast(ray, polygons[closest->polygon]);
	return PlanarHit{cast.CrossingOf(closest->meeting), static_cast<int32_t>(closest->polygon)};
}

} // namespace ricochet
