// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/line_of_sight.h>

#include "geometry/checker.h"
#include "query/ask.h"
#include "query/children_in_box.h"
#include "query/query.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// Let a shape's part cover [t0, t1] of the whole line. It blocks the view if it has points between 0 and 1: t0 < 1 and
// t1 > 0. The cast from one end tests t0 <= 1 and t1 > 0. The cast back tests t0 < 1 and t1 >= 0. Both casts together
// give the same result if the ends are swapped.
bool IsPartInTheWay(b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const Place& place, const ShapeSpan& part)
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
	// On the path back this part would come first. If the first part comes late, it is another one, which is tested by
	// itself.
	constexpr double k_early = 0.5;
	const std::optional<ShapeSpan> back = MeetWay(to, from, place);
	return back && (place.geometry.IsAttached() == false || back->span.enter.fraction < k_early);
}

bool IsInTheWayExactly(b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const Place& place)
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

// Decides by doubles where they suffice. They prove neither t0 = 1 nor t1 = 0.
CutResult MeetWayByDoubles(b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const Place& place, CertainCut cut)
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

// mayBlock(what) -> bool decides before the filter.
template <class Source, class MayBlock>
bool IsInSight(const Source& source, b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const MayBlock& mayBlock)
{
	const auto isInTheWay = [&](const typename Source::What& what)
	{
		if (mayBlock(what) == false || Accepts(filter, what) == false)
		{
			return false;
		}
		const Place place = PlaceOf(what);
		const CutResult result = MeetWayByDoubles(from, to, filter, place, CutOf(what));
		return result == CutResult::Uncertain ? IsInTheWayExactly(from, to, filter, place) : result == CutResult::Hit;
	};
	return from.IsValid() && to.IsValid() && AnyInWay(source, from, to, isInTheWay) == false;
}

template <class Source>
bool IsInSight(const Source& source, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	return IsInSight(source, from, to, filter, [](const typename Source::What&) { return true; });
}

// The origin of a body in a source; none if it has no child there. All children of a body have its pose.
template <class Source>
std::optional<b2Vec2> OriginOf(const Source& source, const b2Body& body)
{
	std::optional<b2Vec2> origin;
	ForEachChildOf(source, body, [&](const Place& place) { origin = place.pose.p; });
	return origin;
}

} // namespace

bool InSight(Space space, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	return Ask(space, [&](const auto& source) { return IsInSight(source, from, to, filter); });
}

bool InSight(Space space, const b2Body& from, const b2Body& to, const QueryFilter& filter)
{
	return Ask(space,
	           [&]<class Source>(const Source& source)
	           {
		           const std::optional<b2Vec2> start = OriginOf(source, from);
		           const std::optional<b2Vec2> end = OriginOf(source, to);
		           const auto isThird = [&](const typename Source::What& what)
		           {
			           return BodyOf(what) != &from && BodyOf(what) != &to;
		           };
		           return start && end && IsInSight(source, *start, *end, filter, isThird);
	           });
}

Result<> InSightPairs(Space space, std::span<const SightPair> pairs, std::span<uint8_t> seen, const QueryFilter& filter,
                      const Executor& executor)
{
	const Result<> fits = Checker().Count("seen", seen.size(), pairs.size()).Outcome();
	if (!fits)
	{
		return fits;
	}

	constexpr size_t k_pairsPerTask = 64;
	const size_t tasks = (pairs.size() + k_pairsPerTask - 1) / k_pairsPerTask;
	const auto look = [&](const auto& source, int32_t task)
	{
		const size_t begin = static_cast<size_t>(task) * k_pairsPerTask;
		const size_t end = std::min(begin + k_pairsPerTask, pairs.size());
		for (size_t i = begin; i < end; ++i)
		{
			seen[i] = IsInSight(source, pairs[i].from, pairs[i].to, filter) ? 1 : 0;
		}
	};
	Ask(space, [&](const auto& source)
	    { RunTasks(executor, static_cast<int32_t>(tasks), [&](int32_t task) { look(source, task); }); });
	return fits;
}

} // namespace ricochet
