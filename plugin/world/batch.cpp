// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/query.h"
#include "world/ray_order.h"
#include "world/snapshot_source.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// A batch is cut into so many tasks that threads end together, if each has rays enough for an order of them to pay.
constexpr size_t k_tasks = 16;
constexpr size_t k_leastPerTask = 1024;

size_t RaysPerTask(size_t rays)
{
	return std::clamp((rays + k_tasks - 1) / k_tasks, k_leastPerTask, k_mostOrderedRays);
}

// So many rays ahead a ray and the place for its answer are fetched.
constexpr size_t k_ahead = 8;

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
	const size_t perTask = RaysPerTask(rays.size());
	const auto task = [&](int32_t part)
	{
		const size_t first = static_cast<size_t>(part) * perTask;
		const size_t count = std::min(perTask, rays.size() - first);
		const auto mine = rays.subspan(first, count);
		const auto answersToMine = answers.subspan(first, count);
		const RayOrder order(mine, state.Extent());
		for (size_t i = 0; i < count; ++i)
		{
			const size_t next = order[std::min(i + k_ahead, count - 1)];
			__builtin_prefetch(&mine[next]);
			__builtin_prefetch(&answersToMine[next], 1);
			__builtin_prefetch(&answersToMine[next] + 1, 1); // in the next line of the cache, as a rule
			answer(mine[order[i]], answersToMine[order[i]]);
		}
	};
	RunTasks(executor, static_cast<int32_t>((rays.size() + perTask - 1) / perTask), task);
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

} // namespace ricochet
