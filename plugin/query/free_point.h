// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/surface_point.h"
#include "query/in_sight.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

// Free points of hits. A hit point is rounded off the thing that was hit, by less than two units in the last place. So
// another thing that touches the surface there may contain it.

/// The fraction at which a ray enters a thing, as a double. `told` is the same fraction, rounded to float. Requires: a
/// cast has found this entry.
template <class What>
[[nodiscard]] double FractionOf(const Ray& ray, const QueryFilter& filter, const What& what, float told)
{
	RayCast cast(ray, filter);
	LocalSpan met;
	bool isMet = cast(what, std::numeric_limits<double>::infinity(), met);
	while (isMet && static_cast<float>(met.enter.fraction) < told)
	{
		isMet = cast.Again(met);
	}
	return isMet ? met.enter.fraction : static_cast<double>(told);
}

/// True if a ray enters a thing before a fraction, and leaves it at `last` or later. Entries are compared as floats.
[[nodiscard]] inline bool IsPassedAt(float fraction, double last, const Ray& ray, const Place& place)
{
	const LocalRay local(ray, place.pose);
	size_t parts = 0;
	std::optional<ShapeSpan> part = place.Cast(local);
	while (part && part->span.exit.fraction < last)
	{
		part = place.CastPart(local, ++parts);
	}
	return part && static_cast<float>(part->span.enter.fraction) < fraction;
}

/// True if a straight path hits an edge. The last point of the path counts, but not the first one.
[[nodiscard]] inline bool EndsOnEdge(b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const Place& place)
{
	const std::optional<ShapeSpan> met = place.geometry.IsEdge() ? MeetWay(from, to, place) : std::nullopt;
	return met && AcceptsSpan(filter, *met);
}

/// A place where a path crosses the surface of a thing, for the search of a float point there.
struct CrossedSurface
{
	Vec<double> point;
	Vec<double> outward; ///< unit normal
	Vec<double> along;   ///< unit: the way out along the path
	double unit;         ///< RoundingUnit

	CrossedSurface(const Vec<double>& thePoint, b2Vec2 normal, const Vec<double>& wayOut, b2Vec2 origin)
	    : point(thePoint), outward(Lift<double>(normal)), along(UnitOf(wayOut)), unit(RoundingUnit(thePoint, origin))
	{
	}

	/// True if a point near the crossing is off the surface by more than rounding errors.
	[[nodiscard]] bool IsBefore(b2Vec2 other) const
	{
		return Dot(outward, Lift<double>(other) - point) > 0x1p-4 * unit;
	}

	template <class IsOff>
	[[nodiscard]] b2Vec2 Search(const IsOff& isOff) const
	{
		return SearchOffSurface(point, outward, along, unit, isOff);
	}

	/// Returns a point of SearchOffSurface that is free and before the surface, or `told` if there is none.
	template <class IsFree>
	[[nodiscard]] b2Vec2 FreeOr(b2Vec2 told, const IsFree& isFree) const
	{
		const auto isFreeBefore = [&](b2Vec2 at)
		{
			return IsBefore(at) && isFree(at);
		};
		const b2Vec2 found = Search(isFreeBefore);
		return isFreeBefore(found) ? found : told;
	}
};

/// True if a point of a surface lies inside a thing other than `what`, and counts(thing) -> bool is true for that
/// thing.
template <class Source, class Counts>
[[nodiscard]] bool IsInAnother(const Source& source, const typename Source::What& what, const Ray& probe,
                               const QueryFilter& filter, const Counts& counts)
{
	bool isIn = false;
	source.WalkUntil(probe,
	                 [&](const typename Source::What& other)
	                 {
		                 isIn = (other == what) == false && Accepts(filter, other) &&
		                        StartsIn(probe, PlaceOf(other), CutOf(other)) && counts(other);
		                 return isIn;
	                 });
	return isIn;
}

/// Moves the point of a ray's first entry if another thing is in the way from the ray's origin to it. The point is
/// rounded. So a corner that the ray passes may hide it, and a solid that touches the surface there may contain it.
///
/// The new point is outside of the surface that was hit, and the origin sees it. SearchOffSurface finds it, beside the
/// crossing or back along the ray. In a gap that is narrower than floats are apart there may be no such point. Then the
/// new point is the ray's origin, if that is near enough (k_farthestOffSurface); otherwise the point stays.
///
/// Casts call this only if the ray comes close to something else (Closeness), because otherwise the point would stay.
template <class Source>
RICOCHET_NEVER_INLINE void FreeFromAll(const Source& source, const Ray& ray, const QueryFilter& filter,
                                       const typename Source::What& what, RaySpan& span)
{
	const b2Vec2 told = span.enter.point;
	const Ray start = ProbeOf(ray.origin, span.enter.normal);
	const auto isAhead = [&](const typename Source::What& other)
	{
		return StartsIn(start, PlaceOf(other), CutOf(other)) == false;
	};
	// A point on an edge is in sight of the origin. But sight from such a point passes the edge on either side.
	const auto isOnEdge = [&](b2Vec2 point)
	{
		return AnyInWay(source, ray.origin, point,
		                [&](const typename Source::What& other)
		                {
			                return (other == what) == false && Accepts(filter, other) &&
			                       EndsOnEdge(ray.origin, point, filter, PlaceOf(other));
		                });
	};
	// If filter.startInside is false, sight also ignores things that contain the point. So IsInAnother looks for these.
	const auto isSeen = [&](b2Vec2 point)
	{
		return IsInSight(source, ray.origin, point, filter) && isOnEdge(point) == false &&
		       (AcceptsStart(filter, true) ||
		        IsInAnother(source, what, ProbeOf(point, span.enter.normal), filter, isAhead) == false);
	};
	if (span.startsInside || told == ray.origin || isSeen(told))
	{
		return;
	}
	const Place place = PlaceOf(what);
	const double fraction = FractionOf(ray, filter, what, span.enter.fraction);
	const CrossedSurface surface(Lift<double>(ray.origin) + fraction * Lift<double>(ray.translation), span.enter.normal,
	                             -1.0 * Lift<double>(ray.translation), ray.origin);
	const auto isFree = [&](b2Vec2 point)
	{
		return surface.IsBefore(point) && MeetWay(ray.origin, point, place).has_value() == false && isSeen(point);
	};
	const b2Vec2 point = surface.Search(isFree);
	// In a gap that is narrower than floats are apart, there may be no other free point than the origin.
	const bool isNear = Length(surface.point - Lift<double>(ray.origin)) <= k_farthestOffSurface * surface.unit;
	span.enter.point = isFree(point) ? point : (isNear && isSeen(ray.origin) ? ray.origin : told);
	span.exit.point = place.geometry.IsEdge() ? span.enter.point : span.exit.point;
}

/// Moves a point of a surface that lies inside another thing. isPassed(what) -> bool: true for things that may contain
/// it. The new point is one of those of SearchOffSurface, outside of the surface. If there is none, the point stays.
template <class Source, class IsPassed>
void FreePoint(const Source& source, const QueryFilter& filter, const typename Source::What& what,
               const CrossedSurface& surface, b2Vec2 normal, const IsPassed& isPassed, b2Vec2& point)
{
	const auto isFreeOfOthers = [&](const Ray& probe)
	{
		const auto counts = [&](const typename Source::What& other)
		{
			return isPassed(other) == false;
		};
		return IsInAnother(source, what, probe, filter, counts) == false;
	};
	if (isFreeOfOthers(ProbeOf(point, normal)))
	{
		return;
	}
	const Place place = PlaceOf(what);
	const auto isFree = [&](b2Vec2 at)
	{
		const Ray probe = ProbeOf(at, normal);
		return StartsIn(probe, place) == false && isFreeOfOthers(probe);
	};
	point = surface.FreeOr(point, isFree);
}

/// If a path leaves a thing within this distance (m) before an entry, the path counts as passing the thing there. The
/// distance is larger than rounding errors.
[[nodiscard]] inline double PassingDistance(const CrossedSurface& surface)
{
	return 2.0 * surface.unit;
}

/// Moves the point of a later entry of a ray if it lies inside another thing. Things that the ray passes there do not
/// count. The exit of an edge is its entry. Casts call this only if the entry is close to something else (Closeness).
/// Without that the result would be the same.
template <class Source>
RICOCHET_NEVER_INLINE void FreeFromOthers(const Source& source, const Ray& ray, const QueryFilter& filter,
                                          const typename Source::What& what, RaySpan& span)
{
	using What = typename Source::What;
	Crossing& enter = span.enter;
	const auto isIn = [&](b2Vec2 point)
	{
		return IsInAnother(source, what, ProbeOf(point, enter.normal), filter, [](const What&) { return true; });
	};
	if (enter.fraction == 0.0f || enter.normal == b2Vec2{0.0f, 0.0f} || isIn(enter.point) == false)
	{
		return;
	}
	const Vec<double> translation = Lift<double>(ray.translation);
	const double fraction = FractionOf(ray, filter, what, enter.fraction);
	const CrossedSurface surface(Lift<double>(ray.origin) + fraction * translation, enter.normal, -1.0 * translation,
	                             ray.origin);
	const double last = LastBefore(enter.fraction) - PassingDistance(surface) / Length(translation);
	const auto isPassed = [&](const What& other)
	{
		return IsPassedAt(enter.fraction, last, ray, PlaceOf(other));
	};
	FreePoint(source, filter, what, surface, enter.normal, isPassed, enter.point);
	span.exit.point = PlaceOf(what).geometry.IsEdge() ? enter.point : span.exit.point;
}

} // namespace ricochet
