// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/surface_point.h"
#include "query/in_sight.h"

#include <limits>

namespace ricochet
{

/// The exact crossing at which a ray enters a thing, as doubles. Requires: a cast has found this entry.
template <class What>
[[nodiscard]] Vec<double> EntryOf(const Ray& ray, const QueryFilter& filter, const What& what, float entered)
{
	RayCast cast(ray, filter);
	LocalSpan met;
	bool isMet = cast(what, std::numeric_limits<double>::infinity(), met);
	while (isMet && static_cast<float>(met.enter.fraction) < entered)
	{
		isMet = cast.Again(met);
	}
	const double fraction = isMet ? met.enter.fraction : static_cast<double>(entered);
	return Lift<double>(ray.origin) + fraction * Lift<double>(ray.translation);
}

/// Moves the point of a ray's first entry if another thing is in the way from the ray's origin to it. The point is
/// rounded, so a corner that the ray passes may hide it, and a solid that touches the surface there may contain it. The
/// new point is in sight of the origin, and outside of the surface that was hit. It is one of those of
/// SearchOffSurface: beside the crossing, or back along the ray, which the ray has found free. In a gap that is
/// narrower than floats are apart there may be none. Then it is the origin, if that is as near, else the point stays.
/// Casts call this only if the ray comes close to something else (Closeness). Without that the result would be the
/// same.
template <class Source>
RICOCHET_NEVER_INLINE void FreeFromAll(const Source& source, const Ray& ray, const QueryFilter& filter,
                                       const typename Source::What& what, RaySpan& span)
{
	const b2Vec2 told = span.enter.point;
	const auto isSeen = [&](b2Vec2 point)
	{
		return IsInSight(source, ray.origin, point, filter);
	};
	if (span.startsInside || told == ray.origin || isSeen(told))
	{
		return;
	}
	const Place place = PlaceOf(what);
	const Vec<double> crossing = EntryOf(ray, filter, what, span.enter.fraction);
	const Vec<double> outward = Lift<double>(span.enter.normal);
	const double unit = RoundingUnit(crossing, ray.origin);
	const auto isFree = [&](b2Vec2 point)
	{
		return Dot(outward, Lift<double>(point) - crossing) > 0x1p-4 * unit &&
		       MeetWay(ray.origin, point, place).has_value() == false && isSeen(point);
	};
	const Vec<double> back = -1.0 * UnitOf(Lift<double>(ray.translation));
	const b2Vec2 point = SearchOffSurface(crossing, outward, back, unit, isFree);
	// In a gap that is narrower than floats are apart, there may be no other free point than the origin.
	const bool isNear = Length(crossing - Lift<double>(ray.origin)) <= k_farthestOffSurface * unit;
	span.enter.point = isFree(point) ? point : (isNear && isSeen(ray.origin) ? ray.origin : told);
}

} // namespace ricochet
