// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/meet.h"

namespace ricochet
{

// A query is a source (source.h), a cast (meet.h) and a collector (collector.h), each of any kind.

/// Offers the collector everything that the source has along the ray and the cast meets:
/// cast(what, cutoff, LocalSpan& met) -> false for a miss; cast.Again(met) -> false if it does not meet it once more.
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

/// What the source tells of the one hit that a collector has kept.
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

/// False: there is no hit, and what `hit` is does not change.
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

/// Whether anything is in the way from one point to another: isIn(what) -> bool.
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

/// Replaces the content of hits.
template <class Source>
void AllIn(const Source& source, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	AppendAllIn(source, ray, filter, hits);
}

/// A RayCast that has gone on off something: it meets that no more, unless that is not convex, and what it starts in
/// is no news.
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

/// The first hit of a valid ray that comes after another in the order of hits, if there is another, as OnwardCast has
/// it.
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
