// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/go_on.h"

#include "query/ask.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// The crossing of a solid where a ray continues, and on which side of it.
struct Start
{
	bool isAtEntry;
	bool isBefore;
};

Start StartOf(Onward onward)
{
	switch (onward)
	{
	case Onward::Off:
		return {true, true};
	case Onward::Into:
		return {true, false};
	case Onward::Within:
		return {false, true};
	case Onward::Out:
		break;
	}
	return {false, false};
}

} // namespace

Departure::Departure(const Ray& ray, const Place& place, float enter, Onward onward) : m_ray(ray), m_place(place)
{
	const LocalRay local(ray, place.pose);
	std::optional<ShapeSpan> met = place.Cast(local);
	while (met && place.geometry.IsAttached() && static_cast<float>(met->span.enter.fraction) < enter)
	{
		met = place.CastPart(local, ++m_before);
	}
	if (met.has_value() == false)
	{
		return;
	}
	const bool isSolid = met->facing == Facing::Solid;
	const auto [isAtEntry, isBefore] = StartOf(onward);
	const bool isEntry = isAtEntry || isSolid == false;
	const LocalCrossing& crossing = isEntry ? met->span.enter : met->span.exit;
	m_inside = isSolid && isEntry != isBefore;
	m_crosses = (isEntry && isBefore) == false;
	m_fraction = static_cast<float>(crossing.fraction);
	m_edge = crossing.edge;

	// Normals of solids point outwards, those of edges against the ray. If a ray starts or ends inside, it has no
	// normal there.
	const b2Vec2 normal = UnitNormal(crossing.normal, place.pose.q);
	m_valid = normal != b2Vec2{0.0f, 0.0f};
	const bool isOut = isSolid ? m_inside == false : isBefore;
	m_aside = (isOut ? 1.0 : -1.0) * UnitOf(Lift<double>(normal));
	m_along = (isBefore ? -1.0 : 1.0) * UnitOf(Lift<double>(ray.translation));
	m_point = Lift<double>(ray.origin) + crossing.fraction * Lift<double>(ray.translation);
	m_unit = std::max({0x1p-23 * std::abs(m_point.x), 0x1p-23 * std::abs(m_point.y),
	                   0x1p-27 * std::abs(static_cast<double>(ray.origin.x)),
	                   0x1p-27 * std::abs(static_cast<double>(ray.origin.y)), 0x1p-100});
}

b2Vec2 Departure::PointAt(double clearance, const Vec<double>& way) const
{
	return RoundToFloat(m_point + (clearance * m_unit) * way);
}

bool Departure::IsNear(b2Vec2 point) const
{
	return Length(Lift<double>(point) - m_point) <= std::end(k_clearances)[-1] * m_unit;
}

std::optional<Ray> Departure::From(b2Vec2 point, b2Vec2 translation) const
{
	if (IsPlace(point) == false)
	{
		return std::nullopt;
	}
	const Vec<double> wanted = Lift<double>(translation);
	for (const double turn : {0.0, k_turn / 16.0, k_turn / 4.0, k_turn})
	{
		const Ray next{point, RoundToFloat(wanted + (turn * Length(wanted)) * m_aside)};
		if (Leaves(next))
		{
			return next;
		}
	}
	return std::nullopt;
}

// The number of parts of the path to a point that lie in the shape.
size_t Departure::PartsTo(b2Vec2 point, bool& endsInside) const
{
	const LocalRay way(m_ray.origin, m_place.pose, point, m_place.pose, 1.0f);
	size_t parts = 0;
	for (auto part = m_place.Cast(way); part; part = m_place.CastPart(way, parts))
	{
		endsInside = part->span.endsInside;
		parts += 1;
	}
	return parts;
}

// True if a start lies on the right side of the crossing. A cast back from the point shows whether it is outside.
bool Departure::IsPlace(b2Vec2 point) const
{
	if (m_place.geometry.IsAttached())
	{
		bool endsInside = false;
		return PartsTo(point, endsInside) == m_before + (m_crosses ? 1 : 0) && endsInside == m_inside;
	}
	if (MeetWay(m_ray.origin, point, m_place).has_value() != m_crosses)
	{
		return false;
	}
	if (m_crosses == false || m_inside)
	{
		return true;
	}
	const std::optional<ShapeSpan> back = MeetWay(point, m_ray.origin, m_place);
	return back && back->span.startsInside == false && back->span.enter.fraction > 0.0;
}

bool Departure::Leaves(const Ray& ray) const
{
	const LocalRay local = LocalRay(ray, m_place.pose).WithMaxFraction(std::numeric_limits<float>::max());
	if (local.IsValid() == false || local.IsPoint())
	{
		return false;
	}
	const std::optional<ShapeSpan> met = m_place.Cast(local);
	if (m_inside == false && m_place.geometry.IsAttached())
	{
		const bool isOffEdge = m_edge < 0 || RiseOverSurface(m_place.geometry, m_edge, local) > 0;
		return isOffEdge && (met.has_value() == false || met->span.enter.fraction > 0.0);
	}
	if (m_inside == false)
	{
		return met.has_value() == false;
	}
	return met && met->span.startsInside && met->span.grazing == false &&
	       RiseOverSurface(m_place.geometry, m_edge, local) <= 0;
}

std::optional<Ray> GoOn(Space space, const Ray& ray, const RayHit& hit, Onward onward, b2Vec2 translation,
                        const QueryFilter& filter)
{
	return Ask(space,
	           [&](const auto& source)
	           {
		           const auto from = IsValid(ray) ? source.Find(hit) : std::nullopt;
		           return from ? GoOnIn(source, ray, *from, hit.enter.fraction, onward, translation, filter)
		                       : std::nullopt;
	           });
}

std::optional<RayHit> CastRayNext(Space space, const Ray& ray, const RayHit& after, const QueryFilter& filter)
{
	return Ask(space,
	           [&]<class Source>(const Source& source) -> std::optional<RayHit>
	           {
		           const auto what = IsValid(ray) ? source.Find(after) : std::nullopt;
		           if (what.has_value() == false)
		           {
			           return std::nullopt;
		           }
		           const std::optional from(After<typename Source::What>{*what, after.enter.fraction});
		           std::optional<RayHit> hit(std::in_place);
		           return NextIn(source, ray, filter, from, {}, *hit) ? hit : std::nullopt;
	           });
}

} // namespace ricochet
