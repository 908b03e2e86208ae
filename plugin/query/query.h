// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/free_point.h"
#include "query/meet.h"

namespace ricochet
{

// A query combines a source (source.h), a cast (meet.h) and a collector (collector.h), each of any kind.

/// Offers the collector all hits of the cast with things that the source has along the ray.
/// cast(what, cutoff, LocalSpan& met) -> false for a miss. cast.Again(met) -> false if there is no further hit on the
/// same thing.
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

/// Sets `hit` to the closest hit. If there is none, it returns false and `hit` does not change.
template <class Source>
[[nodiscard]] bool FindClosest(const Source& source, const Ray& ray, const QueryFilter& filter, RayHit& hit)
{
	Closeness closeness(ray);
	Closest<typename Source::What> closest(ray.maxFraction, closeness.GetSlack());
	if (IsValid(ray))
	{
		Collect(source, ray, RayCast(ray, filter, closeness), closest);
	}
	if (closest.HasHit())
	{
		source.Tell(ray, closest.Hit(), closest.Kept(), hit);
		if (closeness.IsFound() || closest.IsClose())
		{
			FreeFromAll(source, ray, filter, closest.Hit(), hit);
		}
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

/// If a hit is close to another thing, moves its entry point out of that thing, where such a point exists. Requires:
/// the hits are sorted, and there is one.
template <class Source>
RICOCHET_NEVER_INLINE void FreeAll(const Source& source, const Ray& ray, const QueryFilter& filter,
                                   const Closeness& closeness, All<Source>& all)
{
	RayHit& first = all.Hits()[0];
	if (closeness.IsFound() || all.IsFirstClose(closeness.GetSlack()))
	{
		FreeFromAll(source, ray, filter, source.WhatOf(first), first);
	}
	const auto free = [&](RayHit& hit)
	{
		if (&hit != &first)
		{
			FreeFromOthers(source, ray, filter, source.WhatOf(hit), hit);
		}
	};
	if (closeness.IsFound() || all.ForEachClose(closeness, free) == false)
	{
		std::for_each(all.Hits().begin(), all.Hits().end(), free);
	}
}

template <class Source>
void AppendAllIn(const Source& source, const Ray& ray, const QueryFilter& filter, std::vector<RayHit>& hits)
{
	All<Source> all(source, ray, hits);
	Closeness closeness(ray);
	const size_t before = hits.size();
	if (IsValid(ray))
	{
		Collect(source, ray, RayCast(ray, filter, closeness), all);
	}
	all.Sort();
	if (hits.size() > before && (closeness.IsFound() || all.AreApart(closeness.GetSlack()) == false))
	{
		FreeAll(source, ray, filter, closeness, all);
	}
}

/// Replaces the content of `hits` by all hits.
template <class Source>
void AllIn(const Source& source, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	AppendAllIn(source, ray, filter, hits);
}

/// A RayCast for a ray that may start on the surface of a thing, `off`. Such a ray hits no solid in which it starts. It
/// does not hit `off` again if that is convex.
template <class What>
class OnwardCast
{
public:
	OnwardCast(const Ray& ray, const QueryFilter& filter, Closeness& closeness, const std::optional<What>& off)
	    : m_cast(ray, filter, closeness), m_off(off)
	{
	}

	[[nodiscard]] bool operator()(const What& what, double cutoff, LocalSpan& met)
	{
		m_isOff = m_off.has_value();
		const bool isMet = m_cast(what, cutoff, met);
		if (m_isOff && what == *m_off && PlaceOf(what).geometry.IsAttached() == false)
		{
			return false; // the cast has only noted whether the ray stays close to it
		}
		return isMet && (IsNews(met) || Again(met));
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

/// Finds the first hit of a ray, cast by OnwardCast. If `after` is given, only hits behind it in the order of hits
/// count. If there is a hit, it sets `hit`. Requires: the ray is valid.
template <class Source>
[[nodiscard]] std::optional<typename Source::What> NextIn(const Source& source, const Ray& ray,
                                                          const QueryFilter& filter,
                                                          const std::optional<After<typename Source::What>>& after,
                                                          const std::optional<typename Source::What>& off, RayHit& hit)
{
	using What = typename Source::What;
	Closeness closeness(ray);
	Next<What> next(ray.maxFraction, after, closeness.GetSlack());
	Collect(source, ray, OnwardCast<What>(ray, filter, closeness, off), next);
	if (next.HasHit() == false)
	{
		return std::nullopt;
	}
	source.Tell(ray, next.Hit(), next.Kept(), hit);
	if (closeness.IsFound() || next.IsClose())
	{
		if (after.has_value())
		{
			FreeFromOthers(source, ray, filter, next.Hit(), hit);
		}
		else
		{
			FreeFromAll(source, ray, filter, next.Hit(), hit);
		}
	}
	return next.Hit();
}

} // namespace ricochet
