// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/meet.h"

namespace ricochet
{

// A query combines a source (source.h), a cast (meet.h) and a collector (collector.h), each of any kind.

/// Offers the collector all hits of the cast with things that the source has along the ray.
/// cast(what, cutoff, LocalSpan& met) -> false for a miss. cast.Again(met) -> false if there is no further hit with it.
template <class Source, class Cast, class Collector>
void Collect(const Source& source, const Ray& ray, Cast&& cast, Collector& collector)
{
	source.Walk(ray,
	            [&](const typename Source::What& what)
	            {
		            bool isMet = cast(what, collector.Cutoff(), collector.Trial());
		            while (isMet)
		            {
			            collector.Offer(what);
			            isMet = std::decay_t<Collector>::k_takesEach && cast.Again(collector.Trial());
		            }
		            return collector.Cutoff();
	            });
}

/// The hit that a collector has kept, as the source reports it.
template <class Source, class Collector>
[[nodiscard]] std::optional<RayHit> HitIn(const Source& source, const Ray& ray, const Collector& kept)
{
	std::optional<RayHit> hit;
	if (kept.HasHit())
	{
		source.Tell(ray, kept.Hit(), kept.Kept(), hit.emplace());
	}
	return hit;
}

/// Sets `hit` to the closest hit. If there is none, it returns false and `hit` does not change.
template <class Source>
[[nodiscard]] bool FindClosest(const Source& source, const Ray& ray, const QueryFilter& filter, RayHit& hit)
{
	Closest<typename Source::What> closest(ray.maxFraction);
	if (IsValid(ray))
	{
		Collect(source, ray, RayCast(ray, filter), closest);
	}
	if (closest.HasHit())
	{
		source.Tell(ray, closest.Hit(), closest.Kept(), hit);
	}
	return closest.HasHit();
}

template <class Source>
[[nodiscard]] std::optional<RayHit> ClosestIn(const Source& source, const Ray& ray, const QueryFilter& filter)
{
	std::optional<RayHit> hit(std::in_place);
	if (FindClosest(source, ray, filter, *hit) == false)
	{
		hit.reset();
	}
	return hit;
}

template <class Source>
[[nodiscard]] bool AnyIn(const Source& source, const Ray& ray, const QueryFilter& filter)
{
	bool any = false;
	if (IsValid(ray))
	{
		RayCast cast(ray, filter);
		LocalSpan met;
		const double cutoff = CutoffAbove(ray.maxFraction);
		source.WalkUntil(ray,
		                 [&](const typename Source::What& what)
		                 {
			                 any = cast(what, cutoff, met);
			                 return any;
		                 });
	}
	return any;
}

/// True if anything is in the way from one point to another. isIn(what) -> bool decides for each thing.
template <class Source, class IsIn>
[[nodiscard]] bool AnyInWay(const Source& source, b2Vec2 from, b2Vec2 to, IsIn&& isIn)
{
	bool any = false;
	source.WalkWay(from, to,
	               [&](const typename Source::What& what)
	               {
		               any = isIn(what);
		               return any;
	               });
	return any;
}

/// Appends all hits.
template <class Source>
void AppendAllIn(const Source& source, const Ray& ray, const QueryFilter& filter, std::vector<RayHit>& hits)
{
	All<Source> all(source, ray, hits);
	if (IsValid(ray))
	{
		Collect(source, ray, RayCast(ray, filter), all);
	}
	all.Sort();
}

/// Replaces the content of `hits` by all hits.
template <class Source>
void AllIn(const Source& source, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	AppendAllIn(source, ray, filter, hits);
}

/// A RayCast for a ray that may continue off a thing. Then it does not hit that thing again if it is convex, and no
/// solid in which it starts.
template <class What>
class OnwardCast
{
public:
	OnwardCast(const Ray& ray, const QueryFilter& filter, const std::optional<What>& off)
	    : m_cast(ray, filter), m_off(off)
	{
	}

	[[nodiscard]] bool operator()(const What& what, double cutoff, LocalSpan& met)
	{
		m_isOff = m_off.has_value();
		if (m_isOff && what == *m_off && PlaceOf(what).geometry.IsAttached() == false)
		{
			return false;
		}
		return m_cast(what, cutoff, met) && (IsNews(met) || Again(met));
	}

	[[nodiscard]] bool Again(LocalSpan& met)
	{
		bool isMet = m_cast.Again(met);
		while (isMet && IsNews(met) == false)
		{
			isMet = m_cast.Again(met);
		}
		return isMet;
	}

private:
	[[nodiscard]] bool IsNews(const LocalSpan& met) const { return m_isOff == false || met.startsInside == false; }

	RayCast m_cast;
	const std::optional<What>& m_off;
	bool m_isOff = false;
};

/// The first hit of a ray, cast by OnwardCast. If `after` is given, only hits behind it in the order of hits count.
/// Requires: the ray is valid.
template <class Source>
[[nodiscard]] Closest<typename Source::What> NextIn(const Source& source, const Ray& ray, const QueryFilter& filter,
                                                    const std::optional<After<typename Source::What>>& after,
                                                    const std::optional<typename Source::What>& off)
{
	using What = typename Source::What;
	Next<What> next(ray.maxFraction, after);
	Collect(source, ray, OnwardCast<What>(ray, filter, off), next);
	return next;
}

} // namespace ricochet
