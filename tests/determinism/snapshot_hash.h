// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "determinism/hash.h"
#include "support/scenes.h"

#include <ricochet/index/snapshot.h>
#include <ricochet/query/executor.h>

#include <array>
#include <span>
#include <vector>

namespace ricochet::test
{

/// A snapshot that follows a world, and the results of rays over it, in batches and one by one.
class SnapshotHash
{
public:
	explicit SnapshotHash(const b2World& world);

	/// Call this after a step. It updates the snapshot and adds which fixtures are new, moved or gone, and after some
	/// steps also ray results.
	/// Returns false if a batch depends on the number of threads or on the order of its tasks.
	[[nodiscard]] bool Add(int32_t step, Hash& hash);

private:
	[[nodiscard]] int32_t Below(int32_t count) { return m_random.Below(count); }
	[[nodiscard]] b2Vec2 Grid(int32_t halfWidth, int32_t halfHeight);
	void DrawRays();
	[[nodiscard]] bool AddBatches(const QueryFilter& filter, Hash& hash);
	void AddSingly(const QueryFilter& filter, Hash& hash) const;
	void AddBeams(const QueryFilter& filter, Hash& hash) const;
	void AddFans(const QueryFilter& filter, Hash& hash) const;

	const b2World& m_world;
	Snapshot m_snapshot;
	SceneRandom m_random{2028};
	std::array<ThreadPool, 5> m_pools;
	std::vector<Executor> m_executors;
	std::vector<Ray> m_rays;
};

} // namespace ricochet::test
