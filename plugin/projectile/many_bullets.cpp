// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/counting_order.h"
#include "geometry/with_memory.h"
#include "projectile/bullet_flight.h"

#include <atomic>

// A step of many bullets: those that may meet something are cast ahead, on many threads, and then fly one after
// another.

namespace ricochet
{

namespace
{

// Whole tiles of neighbouring cells.
constexpr size_t k_tiles = size_t{1} << 12;

} // namespace

void FirstCasts::Plan(std::span<const NotFree> bullets, size_t cells)
{
	m_order.clear();
	m_outcomes.assign(bullets.size(), FirstCast::Outcome::NotMade);
	m_tiles.resize(bullets.size());
	m_hitOf.resize(bullets.size());
	m_hits.resize(std::max(m_hits.size(), bullets.size()));
	m_tilePlaces.resize(k_tiles);
	for (size_t i = 0; i < bullets.size(); ++i)
	{
		const size_t cell = std::min<size_t>(bullets[i].cell, cells - 1);
		m_tiles[i] = static_cast<uint16_t>(cell * k_tiles / cells);
	}
	m_order.resize(bullets.size());
	OrderByTile(m_tiles, m_tilePlaces,
	            [&](size_t at, size_t place) {
		            m_order[at] = {static_cast<uint32_t>(place), bullets[place].index};
	            });
}

void PluginState::FlyMany(const Snapshot::State& stood, double dt)
{
	const Flight flight = FlightIn(motion, dt, &stood, &freeFlight);
	const std::span<const NotFree> all = notFree;
	for (size_t first = 0; first < all.size(); first += FirstCasts::k_most)
	{
		const auto block = all.subspan(first, std::min(FirstCasts::k_most, all.size() - first));
		const bool areCast = Try([&] { CastFirst(block, stood, dt); });
		for (size_t place = 0; place < block.size(); ++place)
		{
			const size_t i = block[place].index;
			const FirstCast cast = areCast ? firstCasts[place] : FirstCast{};
			firstCasts.PrefetchAfter(place);
			if (cast.outcome != FirstCast::Outcome::Free && bullets.IsFlying(i) && bullets.HasSetOut(i))
			{
				Try([&] { FlyBullet(*this, flight, i, dt, cast); });
			}
		}
	}
	stats.legs += flight.LegCount();
}

void PluginState::CastFirst(std::span<const NotFree> block, const Snapshot::State& stood, double dt)
{
	firstCasts.Plan(block, freeFlight.CellCount());
	std::atomic<int64_t> legs = 0;
	const auto castAll = [&](int32_t task)
	{
		const Flight flight = FlightIn(motion, dt, &stood, &freeFlight);
		const auto fetch = [&](size_t bullet)
		{
			bullets.Prefetch(bullet);
		};
		const auto cast = [&](size_t bullet, LegHit& hit)
		{
			return CastAhead(*this, flight, bullet, dt, hit);
		};
		(void)WithMemory( // without, the rest is cast when it flies
		    [&]() -> Result<>
		    {
			    firstCasts.Make(task, fetch, cast);
			    return {};
		    });
		legs += flight.LegCount();
	};
	RunTasks(def.executor, firstCasts.TaskCount(), castAll);
	stats.legs += legs;
}

} // namespace ricochet
