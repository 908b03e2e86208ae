// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/counting_order.h"
#include "geometry/with_memory.h"
#include "projectile/bullet/bullet_flight.h"
#include "projectile/many/bullet_ahead.h"

#include <atomic>

// A step of many bullets: those that may meet something are cast ahead, on many threads, and then fly one after
// another.

namespace ricochet
{

void FirstCasts::Plan(std::span<const NotFree> notFree, const BulletStore& bullets, size_t cells, Hits hits)
{
	m_hitsPerTask = HitsPerTask(hits);
	m_order.clear();
	m_outcomes.assign(notFree.size(), FirstCast::Outcome::NotMade);
	m_cells.resize(notFree.size());
	m_hitOf.resize(notFree.size());
	const size_t tasks = (notFree.size() + k_castsPerTask - 1) / k_castsPerTask;
	m_hits.resize(std::max(m_hits.size(), tasks * (m_hitsPerTask + 1)));
	m_cellPlaces.resize(cells);
	for (size_t i = 0; i < notFree.size(); ++i)
	{
		m_cells[i] = std::min(notFree[i].cell, static_cast<uint32_t>(cells - 1));
	}
	m_order.resize(notFree.size());
	OrderByTile(m_cells, m_cellPlaces,
	            [&](size_t at, size_t place)
	            {
		            bullets.Prefetch(notFree[std::min(place + k_fetchedAhead, notFree.size() - 1)].index);
		            const size_t i = notFree[place].index;
		            m_order[at] = {bullets.LaunchOf(i), bullets.IdOf(i), static_cast<uint32_t>(place) & 0x7fffffffu,
		                           bullets.HasHistory(i) ? 1u : 0u, bullets.UserDataOf(i)};
	            });
}

// One after another, by index: so they were when none was cast ahead.
void PluginState::FlyMany(const Snapshot::State& stood, double dt)
{
	const Flight flight = FlightIn(motion, dt, &stood, &freeFlight);
	const std::span<const NotFree> all = notFree;
	const size_t most = FirstCasts::MostOf(HitsToKeep());
	for (size_t first = 0; first < all.size(); first += most)
	{
		const auto block = all.subspan(first, std::min(most, all.size() - first));
		const bool areCast = CastFirst(block, stood, dt);
		for (size_t place = 0; place < block.size(); ++place)
		{
			const size_t i = block[place].index;
			const FirstCast cast = areCast ? firstCasts[place] : FirstCast{};
			firstCasts.PrefetchAfter(place);
			if (cast.outcome == FirstCast::Outcome::Stop)
			{
				bullets.Remove(i);
			}
			else if (cast.outcome != FirstCast::Outcome::Free && bullets.IsFlying(i) && bullets.HasSetOut(i))
			{
				Try([&] { FlyBullet(*this, flight, i, dt, cast); });
			}
		}
	}
	stats.legs += flight.LegCount();
}

// Where the game is asked of nothing, and nothing goes on from what it has hit, what becomes of most is known before
// any has flown.
FirstCasts::Hits PluginState::HitsToKeep()
{
	const bool mayStop = def.rule == nullptr && bullets.Kinds().AskTheGame() == false && original == nullptr;
	return mayStop ? FirstCasts::Hits::Few : FirstCasts::Hits::All;
}

std::optional<StopPlaces> PluginState::PlacesForStops(size_t count)
{
	if (HitsToKeep() == FirstCasts::Hits::All)
	{
		return std::nullopt;
	}
	impacts.MakeRoomFor(count);
	expired.MakeRoomFor(count);
	return StopPlaces{impacts.AddPlaces(count), expired.AddPlaces(count)};
}

// False: it is as if none had been.
bool PluginState::CastFirst(std::span<const NotFree> block, const Snapshot::State& stood, double dt)
{
	std::optional<StopPlaces> stops;
	const bool areCast = Try(
	    [&]
	    {
		    firstCasts.Plan(block, bullets, freeFlight.CellCount(), HitsToKeep());
		    stops = PlacesForStops(block.size());
		    MakeFirstCasts(stood, dt, stops);
	    });
	if (areCast == false && stops)
	{
		impacts.CutOff(stops->impacts);
		expired.CutOff(stops->ends);
	}
	return areCast;
}

void PluginState::MakeFirstCasts(const Snapshot::State& stood, double dt, const std::optional<StopPlaces>& stops)
{
	std::atomic<int64_t> legs = 0;
	const auto castAll = [&](int32_t task)
	{
		const Flight flight = FlightIn(motion, dt, &stood, &freeFlight);
		BulletAhead bulletAhead(*this, flight, dt, stops);
		(void)WithMemory( // without, the rest is cast when it flies
		    [&]() -> Result<>
		    {
			    firstCasts.Make(task, [&](size_t i, const BulletSeen& bullet, LegHit& hit)
			                    { return bulletAhead.Cast(i, bullet, hit); });
			    return {};
		    });
		legs += flight.LegCount();
	};
	RunTasks(def.executor, firstCasts.TaskCount(), castAll);
	stats.legs += legs;
}

} // namespace ricochet
