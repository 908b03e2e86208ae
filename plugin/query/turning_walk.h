// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/borrowed.h"
#include "query/query.h"
#include "query/source.h"

#include <ricochet/query/turning_query.h>

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
	b2AABB m_swept;              // all that it may come into
	const QueryFilter& m_filter;
};

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

/// Calls tell(what, touch) with what is touched first, if anything is.
template <class Source, class Tell>
void TellClosestTurningIn(const Source& source, const TurningPath& path, const QueryFilter& filter, Tell&& tell)
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
		tell(closest.Hit(), closest.Kept().touch);
	}
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

template <class What>
struct TurningMet
{
	What what;
	TurningTouch touch;
};

/// Calls tell(what, touch) with everything that is touched, once, nearer first, ties in the order of the source.
template <class Source, class Tell>
void TellAllTurningIn(const Source& source, const TurningPath& path, const QueryFilter& filter, Tell&& tell)
{
	using What = typename Source::What;
	using Met = TurningMet<What>;
	thread_local std::vector<Met> kept;
	Borrowed borrowed(kept);
	std::vector<Met>& all = *borrowed;
	all.clear();
	const double cutoff = CutoffAbove(path.motion.maxFraction);
	WalkTurning(source, path, filter,
	            [&](const What& what, const TurningMeeting& met)
	            {
		            all.push_back({what, met.touch});
		            return cutoff;
	            });
	TellOnce(
	    all, [](const Met& a, const Met& b) { return IsNearer(a.touch.fraction, a.what, b.touch.fraction, b.what); },
	    [](const Met& a, const Met& b) { return a.what == b.what; },
	    [&](const Met& met) { tell(met.what, met.touch); });
}

} // namespace ricochet
