// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/peers/caster.h"

#include <ricochet/query/ray_query.h>

namespace ricochet::test
{

namespace
{

class LiveCaster : public Caster
{
public:
	explicit LiveCaster(const RaceWorld& world) : m_world(world.world)
	{
		name = "live";
		isExact = true;
		sharesMove = true;
	}

	bool CanCast(const Task&) const override { return true; }

	void Cast(const Task& task, std::span<Found> found) override
	{
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
				const auto hit = CastRayClosest(m_world, ray);
				Keep(hit);
				found[i] = hit ? Found{hit->enter.fraction, NameOf(hit->fixture)} : Found{};
				break;
			}
			case Query::Any:
				found[i] = {1.0f, CastRayAny(m_world, ray)};
				break;
			case Query::All:
				CastRayAll(m_world, ray, m_hits);
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
	void Move(const RaceScene&, std::span<const size_t>) override {}

private:
	void CastFans(const Task& task, std::span<Found> found)
	{
		size_t next = 0;
		for (const RayFan& fan : task.fans)
		{
			m_hits.resize(static_cast<size_t>(fan.count));
			(void)CastRayFan(m_world, fan, m_hits);
			for (const RayHit& hit : m_hits)
			{
				found[next++] = hit.fixture != nullptr ? Found{hit.enter.fraction, NameOf(hit.fixture)} : Found{};
			}
		}
	}

	const b2World& m_world;
	std::vector<RayHit> m_hits;
};

} // namespace

void AddLive(Casters& casters, const RaceWorld& world)
{
	casters.push_back(std::make_unique<LiveCaster>(world));
}

} // namespace ricochet::test
