// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/clock.h"

#include <ricochet/index/snapshot.h>
#include <ricochet/query/batch.h>

#include <algorithm>
#include <optional>

namespace ricochet::test
{

namespace
{

using SharedSnapshot = std::shared_ptr<std::optional<Snapshot>>;

Found SumOf(std::span<const RayHit> hits)
{
	Found found{0.0f, hits.size()};
	for (const RayHit& hit : hits)
	{
		found.fraction += hit.enter.fraction;
	}
	return found;
}

class SingleCaster : public Caster
{
public:
	explicit SingleCaster(const RaceWorld& world) : m_snapshot(std::make_shared<std::optional<Snapshot>>())
	{
		name = "Snapshot";
		isExact = true;
		Measure(*this, [&] { m_snapshot->emplace(world.world); });
	}

	bool CanCast(const Task&) const override { return true; }

	void Cast(const Task& task, std::span<Found> found) override
	{
		const Snapshot& snapshot = **m_snapshot;
		if (task.fans.empty() == false)
		{
			CastFans(task, found);
			return;
		}
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			const Ray& ray = task.rays[i];
			switch (task.query)
			{
			case Query::Closest:
			{
				const auto hit = CastRayClosest(snapshot, ray);
				Keep(hit);
				found[i] = hit ? Found{hit->enter.fraction, NameOf(hit->fixture)} : Found{};
				break;
			}
			case Query::Any:
				found[i] = {1.0f, CastRayAny(snapshot, ray)};
				break;
			case Query::All:
				CastRayAll(snapshot, ray, m_hits);
				found[i] = SumOf(m_hits);
				break;
			}
		}
	}

	size_t PieceOf(uintptr_t shape) const override { return PieceOfFixture(shape); }
	void Move(const RaceScene&, std::span<const size_t>) override { (*m_snapshot)->Update(); }

	[[nodiscard]] const SharedSnapshot& Shared() const { return m_snapshot; }

private:
	void CastFans(const Task& task, std::span<Found> found)
	{
		size_t next = 0;
		for (const RayFan& fan : task.fans)
		{
			m_hits.resize(static_cast<size_t>(fan.count));
			CastRayFan(**m_snapshot, fan, m_hits);
			for (const RayHit& hit : m_hits)
			{
				found[next++] = hit.fixture != nullptr ? Found{hit.enter.fraction, NameOf(hit.fixture)} : Found{};
			}
		}
	}

	SharedSnapshot m_snapshot;
	std::vector<RayHit> m_hits;
};

class BatchCaster : public Caster
{
public:
	BatchCaster(const SharedSnapshot& snapshot, const Executor& executor) : m_snapshot(snapshot), m_executor(executor)
	{
		name = executor ? "Snapshot batch, threads" : "Snapshot batch";
		isExact = true;
		takesBatches = true;
		usesThreads = static_cast<bool>(executor);
	}

	bool CanCast(const Task&) const override { return true; }

	void Cast(const Task& task, std::span<Found>) override
	{
		const size_t count = task.rays.size();
		const size_t batch = static_cast<size_t>(task.batch);
		Reserve(task);
		for (size_t i = 0; i < count; i += batch)
		{
			const size_t size = std::min(batch, count - i);
			const auto rays = task.rays.subspan(i, size);
			switch (task.query)
			{
			case Query::Closest:
				CastRaysClosest(**m_snapshot, rays, std::span(m_hits).subspan(i, size), {}, m_executor);
				break;
			case Query::Any:
				CastRaysAny(**m_snapshot, rays, {m_isHit.get() + i, size}, {}, m_executor);
				break;
			case Query::All:
				CastRaysAll(**m_snapshot, rays, m_lists[i / batch], {}, m_executor);
				break;
			}
		}
	}

	void Tell(const Task& task, std::span<Found> found) const override
	{
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			found[i] = FoundBy(task, i);
		}
	}

	size_t PieceOf(uintptr_t shape) const override { return PieceOfFixture(shape); }
	void Move(const RaceScene&, std::span<const size_t>) override { (*m_snapshot)->Update(); }

private:
	// Reserves the memory for a task once, so that the timed passes allocate nothing.
	void Reserve(const Task& task)
	{
		const size_t count = task.rays.size();
		switch (task.query)
		{
		case Query::Closest:
			m_hits.resize(std::max(m_hits.size(), count));
			break;
		case Query::Any:
			if (m_room < count)
			{
				m_isHit = std::make_unique<bool[]>(count);
				m_room = count;
			}
			break;
		case Query::All:
			m_lists.resize(count / static_cast<size_t>(task.batch) + 1);
			break;
		}
	}

	Found FoundBy(const Task& task, size_t i) const
	{
		const size_t batch = static_cast<size_t>(task.batch);
		switch (task.query)
		{
		case Query::Closest:
			return m_hits[i].fixture != nullptr ? Found{m_hits[i].enter.fraction, NameOf(m_hits[i].fixture)} : Found{};
		case Query::Any:
			return {1.0f, m_isHit[i]};
		case Query::All:
			return SumOf(m_lists[i / batch].Of(i % batch));
		}
		return {};
	}

	SharedSnapshot m_snapshot;
	const Executor& m_executor;
	std::vector<RayHit> m_hits;
	std::vector<RayHits> m_lists; // one for each batch
	std::unique_ptr<bool[]> m_isHit;
	size_t m_room = 0;
};

} // namespace

void AddSnapshot(Casters& casters, const RaceWorld& world, const Executor& executor, bool moves)
{
	static const Executor k_serial;
	const auto add = [&](const SharedSnapshot& snapshot, const Caster& built, const Executor& with)
	{
		casters.push_back(std::make_unique<BatchCaster>(snapshot, with));
		casters.back()->buildSeconds = built.buildSeconds;
		casters.back()->bytes = built.bytes;
	};
	casters.push_back(std::make_unique<SingleCaster>(world));
	const auto& single = static_cast<SingleCaster&>(*casters.back());
	add(moves ? SingleCaster(world).Shared() : single.Shared(), single, k_serial);
	if (executor)
	{
		add(single.Shared(), single, executor);
	}
}

} // namespace ricochet::test
