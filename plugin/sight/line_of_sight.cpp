// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/line_of_sight.h>

#include "geometry/checker.h"
#include "query/ask.h"
#include "query/children_in_box.h"
#include "query/in_sight.h"

#include <algorithm>
#include <optional>

namespace ricochet
{

namespace
{

// The middle of a body's bounds in a source; none if it has no child there. Sensors count only if the body has nothing
// else, because the sensor of a guard may reach far.
template <class Source>
std::optional<b2Vec2> MiddleOf(const Source& source, const b2Body& body)
{
	const QueryFilter noSensors{.categoryBits = 0xFFFF};
	Extent all;
	Extent solid;
	const auto take = [&](const typename Source::What& what)
	{
		const Place place = PlaceOf(what);
		all.Take(place);
		if (Accepts(noSensors, what))
		{
			solid.Take(place);
		}
	};
	source.ForEachOf(body, take);
	const Extent& bounds = solid.IsEmpty() ? all : solid;
	return bounds.IsEmpty() ? std::nullopt : std::optional(ToFloat(0.5 * (bounds.lower + bounds.upper)));
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
		           const std::optional<b2Vec2> start = MiddleOf(source, from);
		           const std::optional<b2Vec2> end = MiddleOf(source, to);
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
