// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/outline_clip.h"
#include "query/meet.h"

#include <limits>
#include <optional>

namespace ricochet
{

// The line of sight between two points, with the contract of InSight (sight/line_of_sight.h).

/// True if a part of a shape blocks the view. Let the part cover [t0, t1] of the line through both points, which are at
/// 0 and 1. The part blocks if it has points between them: t0 < 1 and t1 > 0. The cast from one end tests t0 <= 1 and
/// t1 > 0. The cast back tests t0 < 1 and t1 >= 0. Only a part that both casts hit blocks. So the result is the same if
/// the ends are swapped.
[[nodiscard]] inline bool IsPartInTheWay(b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const Place& place,
                                         const ShapeSpan& part)
{
	if (AcceptsSpan(filter, part) == false)
	{
		return false;
	}
	if (AcceptsStart(filter, part.span.endsInside) == false) // the path back starts there
	{
		return false;
	}
	// Fractions are within 2^-28 of the truth: the cast back is needed only close to 1.
	constexpr double k_certainlyBeforeTheEnd = 1.0 - 0x1p-20;
	if (part.span.enter.fraction < k_certainlyBeforeTheEnd)
	{
		return true;
	}
	// The cast back decides. If the part blocks, that cast hits it close to its start. If the first hit of that cast is
	// late, it is on another part, whose own test decides.
	constexpr double k_early = 0.5;
	const std::optional<ShapeSpan> back = MeetWay(to, from, place);
	return back && (place.geometry.IsAttached() == false || back->span.enter.fraction < k_early);
}

[[nodiscard]] inline bool IsInTheWayExactly(b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const Place& place)
{
	const LocalRay way(from, place.pose, to, place.pose, 1.0f);
	size_t parts = 0;
	for (auto part = place.Cast(way); part; part = place.CastPart(way, ++parts))
	{
		if (IsPartInTheWay(from, to, filter, place, *part))
		{
			return true;
		}
	}
	return false;
}

/// Decides by doubles if a part of a shape is in the way. Returns Uncertain if error bounds do not prove the result.
/// Error bounds never prove the border cases t0 = 1 and t1 = 0.
[[nodiscard]] inline CutResult MeetWayByDoubles(b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const Place& place,
                                                CertainCut cut)
{
	constexpr double k_all = std::numeric_limits<double>::infinity();
	if (MayBeProven(place.geometry, cut) == false)
	{
		return CutResult::Uncertain;
	}
	LocalSpan met;
	const CutResult result = MeetByDoubles(filter, PulledRay(from, to, place.pose), place, cut, k_all, met);
	const bool isRefused =
	    result == CutResult::Hit && AcceptsStart(filter, met.startsInside || met.endsInside) == false;
	return isRefused ? CutResult::Miss : result;
}

/// True if isIn(what) -> bool is true for any thing that the path from one point to another may hit.
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

/// True if the start of a ray lies inside a thing. Edges have no inside.
[[nodiscard]] inline bool StartsIn(const Ray& ray, const Place& place, CertainCut cut = {})
{
	LocalSpan met;
	CutResult result = place.geometry.IsEdge() ? CutResult::Miss : CutResult::Uncertain;
	if (result == CutResult::Uncertain && MayBeProven(place.geometry, cut))
	{
		result = ClipByDoubles(PulledRay(ray, place.pose), place.pose.q, place.geometry, place.child, cut,
		                       std::numeric_limits<double>::infinity(), met);
	}
	if (result == CutResult::Uncertain)
	{
		const std::optional<ShapeSpan> part = place.Cast(LocalRay(ray, place.pose));
		return part && part->span.startsInside && part->span.grazing == false;
	}
	return result == CutResult::Hit && met.startsInside && met.grazing == false;
}

/// A ray from a point, for StartsIn. It is short, so that walks along it are short.
[[nodiscard]] inline Ray ProbeOf(b2Vec2 point, b2Vec2 direction)
{
	return {point, direction, 0x1p-20f};
}

/// True if a point lies in the interior of a solid. Edges have no inside.
[[nodiscard]] inline bool IsInterior(b2Vec2 point, const Place& place)
{
	if (place.geometry.IsAttached())
	{
		const LocalRay start(Ray{point, {0.0f, 0.0f}}, place.pose);
		return start.IsValid() && LocateStartInOutline(start, place.geometry.attached->outline) == Location::Inside;
	}
	return StartsIn(ProbeOf(point, {1.0f, 0.0f}), place);
}

/// True if no accepted thing of a source is in the way. If mayBlock(what) -> bool is false, the thing never blocks,
/// whatever the filter says.
template <class Source, class MayBlock>
[[nodiscard]] bool IsInSight(const Source& source, b2Vec2 from, b2Vec2 to, const QueryFilter& filter,
                             const MayBlock& mayBlock)
{
	const auto isInTheWay = [&](const typename Source::What& what)
	{
		if (mayBlock(what) == false || Accepts(filter, what) == false)
		{
			return false;
		}
		const Place place = PlaceOf(what);
		if (from == to)
		{
			return AcceptsStart(filter, true) && IsInterior(from, place);
		}
		const CutResult result = MeetWayByDoubles(from, to, filter, place, CutOf(what));
		return result == CutResult::Uncertain ? IsInTheWayExactly(from, to, filter, place) : result == CutResult::Hit;
	};
	return from.IsValid() && to.IsValid() && AnyInWay(source, from, to, isInTheWay) == false;
}

template <class Source>
[[nodiscard]] bool IsInSight(const Source& source, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	return IsInSight(source, from, to, filter, [](const typename Source::What&) { return true; });
}

} // namespace ricochet
