// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/clock.h"

#include <ricochet/world/snapshot.h>

#include <algorithm>
#include <optional>

namespace ricochet::test
{

namespace
{

using SharedSnapshot = std::shared_ptr<std::optional<Snapshot>>;

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
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			const Ray& ray = task.rays[i];
			switch (task.query)
			{
			case Query::Closest:
			{
				const auto hit = snapshot.CastRayClosest(ray);
				Keep(hit);
				found[i] = hit ? Found{hit->enter.fraction, NameOf(hit->fixture)} : Found{};
				break;
			}
			case Query::Any:
				found[i] = {1.0f, snapshot.CastRayAny(ray)};
				break;
			case Query::All:
				snapshot.CastRayAll(ray, m_hits);
				found[i] = {0.0f, m_hits.size()};
				for (const RayHit& hit : m_hits)
				{
					found[i].fraction += hit.enter.fraction;
				}
				break;
			}
		}
	}

	size_t PieceOf(uintptr_t shape) const override { return PieceOfFixture(shape); }
	void Move(const RaceScene&, std::span<const size_t>) override { (*m_snapshot)->Update(); }

	[[nodiscard]] const SharedSnapshot& Shared() const { return m_snapshot; }

private:
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

	bool CanCast(const Task& task) const override { return task.query != Query::All; }

	void Cast(const Task& task, std::span<Found>) override
	{
		const size_t count = task.rays.size();
		const size_t batch = static_cast<size_t>(task.batch);
		Reserve(task.query, count);
		for (size_t i = 0; i < count; i += batch)
		{
			const size_t size = std::min(batch, count - i);
			const auto rays = task.rays.subspan(i, size);
			if (task.query == Query::Any)
			{
				(*m_snapshot)->CastRaysAny(rays, {m_isHit.get() + i, size}, {}, m_executor);
				continue;
			}
			(*m_snapshot)->CastRaysClosest(rays, std::span(m_hits).subspan(i, size), {}, m_executor);
		}
	}

	void Tell(const Task& task, std::span<Found> found) const override
	{
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			if (task.query == Query::Any)
			{
				found[i] = {1.0f, m_isHit[i]};
				continue;
			}
			const RayHit& hit = m_hits[i];
			found[i] = hit.fixture != nullptr ? Found{hit.enter.fraction, NameOf(hit.fixture)} : Found{};
		}
	}

	size_t PieceOf(uintptr_t shape) const override { return PieceOfFixture(shape); }
	void Move(const RaceScene&, std::span<const size_t>) override { (*m_snapshot)->Update(); }

private:
	// Once for a task; later passes find room.
	void Reserve(Query query, size_t count)
	{
		if (query == Query::Any && m_room < count)
		{
			m_isHit = std::make_unique<bool[]>(count);
			m_room = count;
		}
		if (query == Query::Closest && m_hits.size() < count)
		{
			m_hits.resize(count);
		}
	}

	SharedSnapshot m_snapshot;
	const Executor& m_executor;
	std::vector<RayHit> m_hits;
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
