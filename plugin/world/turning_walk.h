// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/query.h"
#include "world/source.h"

#include <ricochet/world/turning_query.h>

#include <algorithm>
#include <vector>

namespace ricochet
{

/// The way of a path for a walk: of the center about which it turns, with what it reaches and the tolerance. False for
/// what cannot be cast.
[[nodiscard]] bool ThickRayOf(const TurningPath& path, ThickRay& thick);

/// What a collector keeps of a touch.
struct TurningMeeting
{
	struct Entry
	{
		float fraction;
	};
	Entry enter{};
	TurningTouch touch;
};

/// A hull that turns against one thing after the other that a walk comes by.
class TurningCast
{
public:
	TurningCast(const TurningPath& path, const QueryFilter& filter);

	template <class What>
	[[nodiscard]] bool operator()(const What& what, double cutoff, TurningMeeting& met) const
	{
		return Accepts(m_filter, what) && Meets(PlaceOf(what), cutoff, met);
	}

private:
	[[nodiscard]] bool Meets(const Place& place, double cutoff, TurningMeeting& met) const;

	const TurningPath& m_path;
	b2Vec2 m_middle{0.0f, 0.0f}; // of its bounds, where it starts
	const QueryFilter& m_filter;
};

[[nodiscard]] inline TurningHit TurningHitOf(const FixtureChild& named, const TurningTouch& touch)
{
	return {touch, named.fixture, named.child};
}

/// Calls visit(what, met) -> double, the cutoff, with everything that is met. The cutoff is at first that of the path.
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
		                 if (cast(what, cutoff, met))
		                 {
			                 cutoff = visit(what, met);
		                 }
		                 return cutoff;
	                 });
}

template <class Source>
[[nodiscard]] std::optional<TurningHit> ClosestTurningIn(const Source& source, const TurningPath& path,
                                                         const QueryFilter& filter)
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
	return closest.HasHit() ? std::optional(TurningHitOf(FixtureOf(closest.Hit()), closest.Kept().touch))
	                        : std::nullopt;
}

template <class Source>
[[nodiscard]] bool AnyTurningIn(const Source& source, const TurningPath& path, const QueryFilter& filter)
{
	bool any = false;
	WalkTurning(source, path, filter,
	            [&](const typename Source::What&, const TurningMeeting&)
	            {
		            any = true;
		            return -1.0;
	            });
	return any;
}

/// Replaces the content of hits.
template <class Source>
void AllTurningIn(const Source& source, const TurningPath& path, std::vector<TurningHit>& hits,
                  const QueryFilter& filter)
{
	hits.clear();
	const double all = CutoffAbove(path.motion.maxFraction);
	WalkTurning(source, path, filter,
	            [&](const typename Source::What& what, const TurningMeeting& met)
	            {
		            hits.push_back(TurningHitOf(FixtureOf(what), met.touch));
		            return all;
	            });
	const auto isNearer = [&](const TurningHit& a, const TurningHit& b)
	{
		return IsNearer(a.fraction, source.WhatOf(a), b.fraction, source.WhatOf(b));
	};
	const auto isSame = [](const TurningHit& a, const TurningHit& b)
	{
		return a.fixture == b.fixture && a.child == b.child;
	};
	std::sort(hits.begin(), hits.end(), isNearer);
	hits.erase(std::unique(hits.begin(), hits.end(), isSame), hits.end());
}

} // namespace ricochet
