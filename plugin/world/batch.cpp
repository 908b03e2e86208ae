// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/query.h"
#include "world/snapshot_source.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// Rays for one task: enough that handing it out costs little, few enough that threads end together.
constexpr size_t k_perTask = 256;

// cast(i) for every ray.
template <class Cast>
Result<> ForEachRay(size_t rays, size_t room, const char* parameter, const Executor& executor, const Cast& cast)
{
	if (room < rays)
	{
		return Error{ErrorReason::TooFew, parameter, -1, static_cast<double>(room), static_cast<double>(rays)};
	}
	const auto task = [&](int32_t part)
	{
		const size_t first = static_cast<size_t>(part) * k_perTask;
		for (size_t i = first; i < std::min(first + k_perTask, rays); ++i)
		{
			cast(i);
		}
	};
	RunTasks(executor, static_cast<int32_t>((rays + k_perTask - 1) / k_perTask), task);
	return {};
}

} // namespace

Result<> Snapshot::CastRaysClosest(std::span<const Ray> rays, std::span<RayHit> hits, const QueryFilter& filter,
                                   const Executor& executor) const
{
	return ForEachRay(rays.size(), hits.size(), "hits", executor,
	                  [&](size_t i)
	                  { hits[i] = ClosestIn(SnapshotSource{*m_state}, rays[i], filter).value_or(RayHit{}); });
}

Result<> Snapshot::CastRaysAny(std::span<const Ray> rays, std::span<bool> isHit, const QueryFilter& filter,
                               const Executor& executor) const
{
	return ForEachRay(rays.size(), isHit.size(), "isHit", executor,
	                  [&](size_t i) { isHit[i] = AnyIn(SnapshotSource{*m_state}, rays[i], filter); });
}

} // namespace ricochet
