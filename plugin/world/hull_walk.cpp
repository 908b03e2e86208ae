// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/hull_walk.h"

#include <limits>

namespace ricochet
{

namespace
{

// More than a length and the place that it is measured from round.
constexpr double k_outward = 1.0 + 0x1p-20;

} // namespace

bool ThickRayOf(const HullPath& path, ThickRay& thick)
{
	if (path.hull.vertices.empty() || IsPose(path.pose) == false || (path.hull.radius >= 0.0f) == false)
	{
		return false;
	}
	constexpr double k_infinite = std::numeric_limits<double>::infinity();
	Vec<double> lower{k_infinite, k_infinite};
	Vec<double> upper{-k_infinite, -k_infinite};
	for (const b2Vec2& vertex : path.hull.vertices)
	{
		const Vec<double> point = PointOf(path.pose, vertex);
		lower = {std::min(lower.x, point.x), std::min(lower.y, point.y)};
		upper = {std::max(upper.x, point.x), std::max(upper.y, point.y)};
	}
	const b2Vec2 middle = ToFloat(0.5 * (lower + upper));
	const double r = path.hull.radius;
	const auto reachOf = [&](double from, double center, double to)
	{
		return k_outward * (std::max(to - center, center - from) + r);
	};
	const double x = reachOf(lower.x, middle.x, upper.x);
	const double y = reachOf(lower.y, middle.y, upper.y);
	double farthest = 0.0;
	for (const b2Vec2& vertex : path.hull.vertices)
	{
		farthest = std::max(farthest, Length(PointOf(path.pose, vertex) - Lift<double>(middle)));
	}
	thick.ray = {middle, path.translation, path.maxFraction};
	thick.reach = {ToFloat(x), ToFloat(y)};
	thick.radius = ToFloat(k_outward * (farthest + r));
	return IsValid(thick.ray) && std::isfinite(thick.radius) && FitsFloat({k_outward * x, k_outward * y});
}

Facing HullCast::FacingOf(const Place& place) const
{
	if (place.geometry.isEdge == false)
	{
		return Facing::Solid;
	}
	const LocalRay start(Ray{m_middle, {0.0f, 0.0f}, 0.0f}, place.pose);
	const double height = Edge(place.geometry.ends[0], place.geometry.ends[1]).CertainHeight(start);
	return height > 0.0 ? Facing::Front : (height < 0.0 ? Facing::Back : Facing::Along);
}

bool HullCast::Meets(const Place& place, double cutoff, HullSpan& met) const
{
	const Hull still{place.geometry.Points(), place.geometry.radius};
	std::optional<HullSpan> span =
	    CastHullUpTo(cutoff, m_path.hull, m_path.pose, m_path.translation, still, place.pose, m_path.maxFraction);
	if (span.has_value() == false || AcceptsStart(m_filter, span->startsInside) == false ||
	    (place.geometry.isEdge && AcceptsSide(m_filter, FacingOf(place), place.geometry.oneSided) == false))
	{
		return false;
	}
	if (place.geometry.isEdge)
	{
		span->enter.edge = span->enter.normal == b2Vec2{0.0f, 0.0f} ? -1 : place.child;
		span->exit.edge = span->exit.normal == b2Vec2{0.0f, 0.0f} ? -1 : place.child;
	}
	met = *span;
	return true;
}

} // namespace ricochet
