// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/batch.h"

#include "query/query.h"
#include "query/snapshot_source.h"

namespace ricochet
{

namespace
{

// Rays that are worth a task.
constexpr size_t k_leastRaysPerTask = 1024;

// answer(ray) for every ray.
template <class Answers, class Answer>
Result<> ForEachRay(const Snapshot::State& state, std::span<const Ray> rays, Answers& answers, const char* parameter,
                    const Executor& executor, const Answer& answer)
{
	if (answers.size() < rays.size())
	{
		return Error{ErrorReason::TooFew, parameter, -1, static_cast<double>(answers.size()),
		             static_cast<double>(rays.size())};
	}
	const BatchCut cut(rays.size(), k_leastRaysPerTask);
	const auto cast = [&](int32_t task)
	{
		const size_t first = cut.FirstOf(task);
		const size_t count = cut.CountOf(task);
		const auto mine = rays.subspan(first, count);
		const auto answersToMine = answers.subspan(first, count);
		const auto fetch = [&](size_t i)
		{
			FetchLine(&mine[i]);
			FetchLineToWrite(&answersToMine[i]);
			FetchLineToWrite(&answersToMine[i] + 1); // in the next line of the cache, as a rule
		};
		VisitInOrder(RayOrder(mine, state.Extent()), count, fetch,
		             [&](size_t i) { answer(mine[i], answersToMine[i]); });
	};
	RunTasks(executor, cut.Tasks(), cast);
	return {};
}

} // namespace

Result<> Snapshot::CastRaysClosest(std::span<const Ray> rays, std::span<RayHit> hits, const QueryFilter& filter,
                                   const Executor& executor) const
{
	return ForEachRay(*m_state, rays, hits, "hits", executor,
	                  [&](const Ray& ray, RayHit& hit)
	                  {
		                  if (FindClosest(SnapshotSource{*m_state}, ray, filter, hit) == false)
		                  {
			                  hit = {};
		                  }
	                  });
}

Result<> Snapshot::CastRaysAny(std::span<const Ray> rays, std::span<bool> isHit, const QueryFilter& filter,
                               const Executor& executor) const
{
	return ForEachRay(*m_state, rays, isHit, "isHit", executor,
	                  [&](const Ray& ray, bool& isAny) { isAny = AnyIn(SnapshotSource{*m_state}, ray, filter); });
}

Result<> Snapshot::CastRaysAll(std::span<const Ray> rays, RayHits& hits, const QueryFilter& filter,
                               const Executor& executor) const
{
	const auto append = [&](const Ray& ray, size_t, std::vector<RayHit>& all)
	{
		AppendAllIn(SnapshotSource{*m_state}, ray, filter, all);
	};
	return ReplaceLists(hits, [&](RayHits& made)
	                    { CastLists(rays, m_state->Extent(), k_leastRaysPerTask, made, executor, append); });
}

} // namespace ricochet
