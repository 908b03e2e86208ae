// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/turning_walk.h"

#include "geometry/turning_cast.h"
#include "query/facing_from.h"
#include "query/hull_walk.h"

namespace ricochet
{

namespace
{

// More than a length and the place that it is measured from round.
constexpr double k_outwardOfTurning = 1.0 + 0x1p-20;

} // namespace

bool ThickRayOf(const TurningPath& path, ThickRay& thick)
{
	const TurningMotion& motion = path.motion;
	if (IsTurning(path.hull, motion, path.tolerance) == false)
	{
		return false;
	}
	const TurningReach reach = ReachOf(path.hull, motion, path.tolerance);
	const Vec<double> center = CenterOf(motion);
	const b2Vec2 middle = ToFloat(center);
	const double turned = reach.farthest * motion.maxFraction * std::abs(static_cast<double>(motion.angle));
	const double grown = path.hull.radius + reach.tolerance + Length(center - Lift<double>(middle));
	const auto reachIn = [&](double inStart)
	{
		return k_outwardOfTurning * (std::min(inStart + turned, reach.farthest) + grown);
	};
	const Vec<double> box{reachIn(reach.inStart.x), reachIn(reach.inStart.y)};
	const double radius = k_outwardOfTurning * (reach.farthest + grown);
	thick.ray = {middle, motion.translation, motion.maxFraction};
	thick.reach = ToFloat(k_outwardOfTurning * box);
	thick.radius = ToFloat(k_outwardOfTurning * radius);
	return FitsFloat(center) && FitsFloat(k_outwardOfTurning * box) && FitsFloat({radius, 0.0});
}

TurningCast::TurningCast(const TurningPath& path, const QueryFilter& filter) : m_path(path), m_filter(filter)
{
	ThickRay way;
	if (ThickRayOf(path, way))
	{
		const b2Vec2 end = PointAt(way.ray, way.ray.maxFraction);
		const float round =
		    0x1p-20f * (b2Abs(end.x) + b2Abs(end.y) + b2Abs(way.ray.origin.x) + b2Abs(way.ray.origin.y));
		const b2Vec2 reach{way.radius + round, way.radius + round};
		m_swept = {b2Min(way.ray.origin, end) - reach, b2Max(way.ray.origin, end) + reach};
	}
	ThickRay start;
	if (ThickRayOf(MovingHull(path.hull, path.motion.pose, {0.0f, 0.0f}, 0.0f), start))
	{
		m_middle = start.ray.origin;
	}
}

bool TurningCast::Meets(const Place& place, double cutoff, TurningMeeting& met) const
{
	const Hull still{place.geometry.Points(), place.geometry.radius};
	const std::optional<TurningTouch> touch =
	    place.geometry.IsAttached()
	        ? TouchAttached(cutoff, m_path.hull, m_path.motion, place, m_path.tolerance, m_swept)
	        : CastTurningUpTo(cutoff, m_path.hull, m_path.motion, still, place.pose, m_path.tolerance).touch;
	if (touch.has_value() == false || AcceptsStart(m_filter, touch->startsInside) == false ||
	    (place.geometry.IsEdge() &&
	     AcceptsSide(m_filter, FacingFrom(m_middle, place), place.geometry.oneSided) == false))
	{
		return false;
	}
	met = {{touch->fraction}, *touch};
	return true;
}

} // namespace ricochet
