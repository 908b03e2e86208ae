// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/query.h"

#include <ricochet/query/go_on.h>

namespace ricochet
{

/// The crossing of a shape from which a ray goes on: tells which float points it may start from, and in which
/// direction.
class Departure
{
public:
	/// The ray enters it at this fraction, to the nearest float.
	Departure(const Ray& ray, const Place& place, float enter, Onward onward);

	/// False if there is no such crossing.
	[[nodiscard]] bool IsValid() const { return m_valid; }

	/// The first of the float points about the crossing that lies as it must and from which the translation leaves the
	/// surface. isFree(point) -> bool tells whether the way there meets no other shape.
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

	/// The fraction of the crossing.
	[[nodiscard]] float Fraction() const { return m_fraction; }

private:
	// In units. From two on doubles can tell nearly always on which side a start is: nearer ones cost twice the time.
	// The largest is as far as a start may be from the crossing.
	static constexpr double k_clearances[] = {2.0, 4.0, 16.0, 64.0, 256.0, 1024.0};

	// The most that rounding turns a direction by (rad). That of the normal and of both coordinates is a fourth of it.
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
	size_t m_before = 0;     // how often the ray was in the shape before
	bool m_crosses = false;  // the way to the start goes through the surface of the entry
	bool m_inside = false;   // the start is inside a solid
	float m_fraction = 0.0f; // of the crossing
	int32_t m_edge = -1;     // of the crossing
	double m_unit = 0.0;     // m: what rounding leaves of the crossing, as floats are spaced there
	Vec<double> m_point{};   // of the crossing
	Vec<double> m_aside{};   // unit, off the surface to the side of the start
	Vec<double> m_along{};   // unit, along the ray to that side
};

/// The ray that goes on from where a ray meets something of a source.
template <class Source, class What = typename Source::What>
[[nodiscard]] std::optional<Ray> GoOnIn(const Source& source, const Ray& ray, const What& from, float enter,
                                        Onward onward, b2Vec2 translation, const QueryFilter& filter)
{
	const Departure departure(ray, PlaceOf(from), enter, onward);
	if (departure.IsValid() == false || translation.IsValid() == false)
	{
		return std::nullopt;
	}
	// In the way is what the way to a point meets and the ray has not met before the crossing.
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
