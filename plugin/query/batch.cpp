// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/batch.h"

#include "geometry/compiler.h"
#include "query/ask.h"
#include "query/query.h"

namespace ricochet
{

namespace
{

// Rays that are worth a task.
constexpr size_t k_leastRaysPerTask = 1024;

// answer(source, ray, its place among the answers) for every ray.
template <class Answers, class Answer>
Result<> ForEachRay(Space space, std::span<const Ray> rays, Answers& answers, const char* parameter,
                    const Executor& executor, const Answer& answer)
{
	if (answers.size() < rays.size())
	{
		return Error{ErrorReason::TooFew, parameter, -1, static_cast<double>(answers.size()),
		             static_cast<double>(rays.size())};
	}
	const BatchCut cut(rays.size(), k_leastRaysPerTask);
	const auto cast = [&](const auto& source, int32_t task)
	{
		const size_t first = cut.FirstOf(task);
		const size_t count = cut.CountOf(task);
		const auto mine = rays.subspan(first, count);
		const auto answersToMine = answers.subspan(first, count);
		const auto fetch = [&](size_t i)
		{
			FetchLine(&mine[i]);
			PrefetchToWrite(answersToMine[i]);
			FetchLineToWrite(&answersToMine[i] + 1); // in the next line of the cache, as a rule
		};
		VisitInOrder(RayOrder(mine, source.Extent()), count, fetch,
		             [&](size_t i) { answer(source, mine[i], answersToMine[i]); });
	};
	Ask(space, [&](const auto& source) { RunTasks(executor, cut.Tasks(), [&](int32_t task) { cast(source, task); }); });
	return {};
}

} // namespace

Result<> CastRaysClosest(Space space, std::span<const Ray> rays, std::span<RayHit> hits, const QueryFilter& filter,
                         const Executor& executor)
{
	return ForEachRay(space, rays, hits, "hits", executor,
	                  [&](const auto& source, const Ray& ray, RayHit& hit)
	                  {
		                  if (FindClosest(source, ray, filter, hit) == false)
		                  {
			                  hit = {};
		                  }
	                  });
}

Result<> CastRaysAny(Space space, std::span<const Ray> rays, std::span<bool> isHit, const QueryFilter& filter,
                     const Executor& executor)
{
	return ForEachRay(space, rays, isHit, "isHit", executor,
	                  [&](const auto& source, const Ray& ray, bool& isAny) { isAny = AnyIn(source, ray, filter); });
}

Result<> CastRaysAll(Space space, std::span<const Ray> rays, RayHits& hits, const QueryFilter& filter,
                     const Executor& executor)
{
	const auto make = [&](const auto& source, RayHits& made)
	{
		const auto append = [&](const Ray& ray, size_t, std::vector<RayHit>& all)
		{
			AppendAllIn(source, ray, filter, all);
		};
		CastLists(rays, source.Extent(), k_leastRaysPerTask, made, executor, append);
	};
	return ReplaceLists(hits, [&](RayHits& made) { Ask(space, [&](const auto& source) { make(source, made); }); });
}

} // namespace ricochet
