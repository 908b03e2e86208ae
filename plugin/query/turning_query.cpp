// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/turning_query.h>

#include "geometry/turning_cast.h"
#include "query/ask.h"
#include "query/hull_walk.h"
#include "query/query.h"
#include "query/source.h"

#include <algorithm>
#include <vector>

namespace ricochet
{

namespace
{

// Covers the rounding errors of a length and of the point from which it is measured.
constexpr double k_outwardOfTurning = 1.0 + 0x1p-20;

// Sets a thick ray that encloses the path of a turning hull. The ray is the path of the centre about which the hull
// turns. The radius and the box cover the hull, its turn and the tolerance. Returns false if the hull cannot be cast.
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

/// A touch, in the form that a collector keeps.
struct TurningMeeting
{
	struct Entry
	{
		float fraction;
	};
	Entry enter{};
	TurningTouch touch;
};

/// Casts a turning hull against the things that a walk visits.
class TurningCast
{
public:
	TurningCast(const TurningPath& path, const QueryFilter& filter);

	template <class Source>
	[[nodiscard]] bool operator()(const Source& source, const typename Source::What& what, double cutoff,
	                              TurningMeeting& met) const
	{
		return Accepts(m_filter, what) && Meets(PlaceOf(what), cutoff, met) &&
		       AcceptsHullSide(source, m_filter, what, [&] { return SideOf(PlaceOf(what), met.touch); });
	}

private:
	[[nodiscard]] bool Meets(const Place& place, double cutoff, TurningMeeting& met) const;
	[[nodiscard]] HullSide SideOf(const Place& place, const TurningTouch& touch) const;

	const TurningPath& m_path;
	b2AABB m_swept; // contains the hull on all of its path
	const QueryFilter& m_filter;
};

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
}

HullSide TurningCast::SideOf(const Place& place, const TurningTouch& touch) const
{
	const b2Vec2 normal = touch.startsInside ? touch.wayOut : touch.normal;
	HullSide side{m_path.hull, PoseAt(m_path.motion, touch.fraction), InverseTurn(place.pose.q, Lift<double>(normal)),
	              touch.depth, touch.still.vertex};
	const double length = Length(Lift<double>(m_path.motion.translation));
	if (touch.startsInside == false && length > 0.0)
	{
		const double back = k_justBefore * RoundingOf(m_path.hull, side.pose) / length;
		side.before = PoseAt(m_path.motion, ToFloat(std::max(touch.fraction - back, 0.0)));
	}
	return side;
}

bool TurningCast::Meets(const Place& place, double cutoff, TurningMeeting& met) const
{
	const Hull still = place.geometry.AsHull();
	const std::optional<TurningTouch> touch =
	    place.geometry.IsAttached()
	        ? TouchAttached(cutoff, m_path.hull, m_path.motion, place, m_path.tolerance, m_swept)
	        : CastTurningUpTo(cutoff, m_path.hull, m_path.motion, still, place.pose, m_path.tolerance).touch;
	if (touch.has_value() == false || AcceptsStart(m_filter, touch->startsInside) == false)
	{
		return false;
	}
	met = {{touch->fraction}, *touch};
	return true;
}

/// Calls visit(what, met) -> double for each hit. It returns the new cutoff. The first cutoff is that of the path.
template <class Source, class Visit>
void WalkTurning(const Source& source, const TurningPath& path, const QueryFilter& filter, Visit&& visit)
{
	ThickRay thick;
	if (ThickRayOf(path, thick) == false)
	{
		return;
	}
	const TurningCast cast(path, filter);
	double cutoff = CutoffAbove(path.motion.maxFraction);
	TurningMeeting met;
	source.WalkThick(thick,
	                 [&](const typename Source::What& what)
	                 {
		                 if (cast(source, what, cutoff, met))
		                 {
			                 cutoff = visit(what, met);
		                 }
		                 return cutoff;
	                 });
}

} // namespace

std::optional<TurningHit> CastTurningClosest(Space space, const TurningPath& path, const QueryFilter& filter)
{
	std::optional<TurningHit> hit;
	Ask(space,
	    [&]<class Source>(const Source& source)
	    {
		    using What = typename Source::What;
		    Closest<What, TurningMeeting> closest(path.motion.maxFraction);
		    WalkTurning(source, path, filter,
		                [&](const What& what, const TurningMeeting& met)
		                {
			                closest.Trial() = met;
			                closest.Offer(what);
			                return closest.Cutoff();
		                });
		    if (closest.HasHit())
		    {
			    hit = TurningHit{closest.Kept().touch, source.ItemOf(closest.Hit())};
		    }
	    });
	return hit;
}

bool CastTurningAny(Space space, const TurningPath& path, const QueryFilter& filter)
{
	bool any = false;
	Ask(space,
	    [&](const auto& source)
	    {
		    WalkTurning(source, path, filter,
		                [&](const auto&, const TurningMeeting&)
		                {
			                any = true;
			                return -1.0;
		                });
	    });
	return any;
}

void CastTurningAll(Space space, const TurningPath& path, std::vector<TurningHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	Ask(space,
	    [&](const auto& source)
	    {
		    const double cutoff = CutoffAbove(path.motion.maxFraction);
		    WalkTurning(source, path, filter,
		                [&](const auto& what, const TurningMeeting& met)
		                {
			                hits.push_back({met.touch, source.ItemOf(what)});
			                return cutoff;
		                });
		    // A walk may visit one thing several times.
		    std::sort(hits.begin(), hits.end(),
		              [&](const TurningHit& a, const TurningHit& b) {
			              return a.fraction != b.fraction ? a.fraction < b.fraction
			                                              : ComesBefore(source.WhatOf(a), source.WhatOf(b));
		              });
		    hits.erase(std::unique(hits.begin(), hits.end(), IsSameItem), hits.end());
	    });
}

} // namespace ricochet
