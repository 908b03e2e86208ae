// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/line_of_sight.h>

#include "world/query.h"
#include "world/source.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// A shape is in the way if its part [t0, t1] of the whole line has points between 0 and 1: t0 < 1 and t1 > 0. The cast
// along the way tells t0 <= 1 and t1 > 0, the cast back t0 < 1 and t1 >= 0: both together are the same whichever of the
// two is called the way.
bool IsInTheWay(b2Vec2 from, b2Vec2 to, const QueryFilter& filter, const FixtureChild& what)
{
	if (Accepts(filter, what) == false)
	{
		return false;
	}
	const std::optional<ShapeSpan> met = MeetWay(from, to, PlaceOf(what));
	if (met.has_value() == false || AcceptsSpan(filter, *met) == false)
	{
		return false;
	}
	if (AcceptsStart(filter, met->span.endsInside) == false) // as the way back starts
	{
		return false;
	}
	// Fractions are within 2^-28 of the truth: only near 1 is there anything to ask.
	constexpr double k_certainlyBeforeTheEnd = 1.0 - 0x1p-20;
	return met->span.enter.fraction < k_certainlyBeforeTheEnd || MeetWay(to, from, PlaceOf(what)).has_value();
}

} // namespace

bool InSight(const b2World& world, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	return from.IsValid() && to.IsValid() &&
	       AnyInWay(LiveTree{world}, from, to,
	                [&](const FixtureChild& what) { return IsInTheWay(from, to, filter, what); }) == false;
}

bool InSightPairs(const b2World& world, std::span<const SightPair> pairs, std::span<uint8_t> seen,
                  const QueryFilter& filter, const Executor& executor)
{
	if (seen.size() < pairs.size())
	{
		return false;
	}

	constexpr size_t k_pairsPerTask = 64;
	const size_t tasks = (pairs.size() + k_pairsPerTask - 1) / k_pairsPerTask;
	RunTasks(executor, static_cast<int32_t>(tasks),
	         [&](int32_t task)
	         {
		         const size_t begin = static_cast<size_t>(task) * k_pairsPerTask;
		         const size_t end = std::min(begin + k_pairsPerTask, pairs.size());
		         for (size_t i = begin; i < end; ++i)
		         {
			         seen[i] = InSight(world, pairs[i].from, pairs[i].to, filter) ? 1 : 0;
		         }
	         });
	return true;
}

} // namespace ricochet
