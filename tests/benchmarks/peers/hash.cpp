// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/clock.h"

#include <ricochet/index/spatial_hash.h>

namespace ricochet::test
{

namespace
{

constexpr float k_cellSize = 4.0f;

class HashCaster : public Caster
{
public:
	explicit HashCaster(const RaceWorld& world) : m_world(world.world)
	{
		name = "SpatialHash";
		isExact = true;
		Measure(*this, [&] { m_hash.Update(&m_world); });
	}

	bool CanCast(const Task& task) const override { return task.query != Query::All; }

	void Cast(const Task& task, std::span<Found> found) override
	{
		for (size_t i = 0; i < task.rays.size(); ++i)
		{
			if (task.query == Query::Any)
			{
				found[i] = {1.0f, CastRayAny(m_hash, task.rays[i])};
				continue;
			}
			const auto hit = CastRayClosest(m_hash, task.rays[i]);
			Keep(hit);
			found[i] = hit ? Found{hit->enter.fraction, NameOf(hit->fixture)} : Found{};
		}
	}

	size_t PieceOf(uintptr_t shape) const override { return PieceOfFixture(shape); }
	void Move(const RaceScene&, std::span<const size_t>) override { m_hash.Update(&m_world); }

private:
	const b2World& m_world;
	SpatialHash m_hash{k_cellSize};
};

} // namespace

void AddSpatialHash(Casters& casters, const RaceWorld& world)
{
	casters.push_back(std::make_unique<HashCaster>(world));
}

} // namespace ricochet::test
