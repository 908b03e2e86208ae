// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/query.h"

#include <ricochet/query/go_on.h>

namespace ricochet
{

/// The crossing of a shape where a ray continues. It finds the float points from which the new ray may start, and its
/// direction.
class Departure
{
public:
	/// `enter`: the fraction at which the ray enters the shape, rounded to a float.
	Departure(const Ray& ray, const Place& place, float enter, Onward onward);

	/// False if there is no such crossing.
	[[nodiscard]] bool IsValid() const { return m_valid; }

	/// Tries float points about the crossing. Returns a ray from the first one that lies on the right side and from
	/// which the translation leads off the surface. isFree(point) -> bool: true if the path to the point hits no other
	/// shape.
	template <class IsFree>
	[[nodiscard]] std::optional<Ray> Search(b2Vec2 translation, const IsFree& isFree) const
	{
		const Vec<double> onward = UnitOf(Lift<double>(translation));
		if (Dot(onward, m_aside) < -k_turn)
		{
			return std::nullopt;
		}
		const Vec<double> ways[] = {m_aside, m_along, onward};
		for (const double clearance : k_clearances)
		{
			for (const Vec<double>& way : ways)
			{
				const std::optional<Ray> next = From(PointAt(clearance, way), translation);
				if (next && isFree(next->origin))
				{
					return next;
				}
			}
		}
		const std::optional<Ray> next = IsNear(m_ray.origin) ? From(m_ray.origin, translation) : std::nullopt;
		return next && isFree(next->origin) ? next : std::nullopt;
	}

	[[nodiscard]] float Fraction() const { return m_fraction; }

private:
	// Distances of starts from the crossing, in m_unit. From 2 on, doubles nearly always prove the side of a start;
	// nearer starts take twice the time. The largest is the limit of a start's distance from the crossing.
	static constexpr double k_clearances[] = {2.0, 4.0, 16.0, 64.0, 256.0, 1024.0};

	// Bounds the angle by which rounding turns a direction (rad). The normal and both coordinates together turn it by a
	// fourth of this.
	static constexpr double k_turn = 0x1p-19;

	[[nodiscard]] b2Vec2 PointAt(double clearance, const Vec<double>& way) const;
	[[nodiscard]] bool IsNear(b2Vec2 point) const;
	[[nodiscard]] std::optional<Ray> From(b2Vec2 point, b2Vec2 translation) const;
	[[nodiscard]] size_t PartsTo(b2Vec2 point, bool& endsInside) const;
	[[nodiscard]] bool IsPlace(b2Vec2 point) const;
	[[nodiscard]] bool Leaves(const Ray& ray) const;

	const Ray& m_ray;
	Place m_place;
	bool m_valid = false;
	size_t m_before = 0;     // the number of the ray's parts in the shape before the crossing
	bool m_crosses = false;  // the path to the start goes through the surface
	bool m_inside = false;   // the start is inside a solid
	float m_fraction = 0.0f; // fraction of the crossing
	int32_t m_edge = -1;     // edge of the crossing
	double m_unit = 0.0;     // rounding error of the crossing, from the spacing of floats there (m)
	Vec<double> m_point{};   // point of the crossing
	Vec<double> m_aside{};   // unit vector off the surface, to the side of the start
	Vec<double> m_along{};   // unit vector along the ray, to the side of the start
};

/// The ray that continues from the point where a ray hits a thing of a source. None if there is no point to start from.
template <class Source, class What = typename Source::What>
[[nodiscard]] std::optional<Ray> GoOnIn(const Source& source, const Ray& ray, const What& from, float enter,
                                        Onward onward, b2Vec2 translation, const QueryFilter& filter)
{
	const Departure departure(ray, PlaceOf(from), enter, onward);
	if (departure.IsValid() == false || translation.IsValid() == false)
	{
		return std::nullopt;
	}
	// A thing is in the way if the path to the point hits it and the ray has not hit it before the crossing.
	const auto isInTheWay = [&](b2Vec2 point, const What& what)
	{
		if (what == from || Accepts(filter, what) == false)
		{
			return false;
		}
		const std::optional<ShapeSpan> met = MeetWay(ray.origin, point, PlaceOf(what));
		if (met.has_value() == false || AcceptsSpan(filter, *met) == false)
		{
			return false;
		}
		const std::optional<ShapeSpan> told =
		    RayCast(ray, filter).MeetAccepted(PlaceOf(what), CutoffAbove(departure.Fraction()));
		return told.has_value() == false ||
		       IsNearer(static_cast<float>(told->span.enter.fraction), what, departure.Fraction(), from) == false;
	};
	return departure.Search(translation,
	                        [&](b2Vec2 point)
	                        {
		                        return IsValid(RayBetween(ray.origin, point)) &&
		                               AnyInWay(source, ray.origin, point,
		                                        [&](const What& what) { return isInTheWay(point, what); }) == false;
	                        });
}

} // namespace ricochet
