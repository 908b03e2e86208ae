// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/counting_order.h"
#include "geometry/with_memory.h"
#include "projectile/bullet/bullet_flight.h"
#include "query/accept.h"

#include <atomic>

// A step of many bullets: those that may meet something fly ahead, on many threads. Those that need more than a flight
// ahead may do fly again in their turn, one after another.

namespace ricochet
{

namespace
{

constexpr size_t k_fetchedAhead = 4; // bullets

} // namespace

void AheadFlights::Plan(std::span<const NotFree> notFree, const BulletStore& bullets, size_t cells)
{
	m_order.clear();
	m_outcomes.assign(notFree.size(), Outcome::NeedsTurn);
	m_cells.resize(notFree.size());
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
		            m_order[at] = bullets.Look(notFree[place].index, static_cast<uint32_t>(place));
	            });
}

// In their turn by index: so they fly when none has flown ahead.
void PluginState::FlyMany(const Snapshot::State& stood, double dt)
{
	const Flight flight = FlightIn(motion, dt, &stood, &freeFlight);
	const bool haveFlown = FlyAhead(stood, dt);
	for (size_t place = 0; place < notFree.size(); ++place)
	{
		const size_t i = notFree[place].index;
		const AheadFlights::Outcome outcome = haveFlown ? aheadFlights[place] : AheadFlights::Outcome::NeedsTurn;
		if (outcome == AheadFlights::Outcome::Ended)
		{
			bullets.Remove(i);
		}
		else if (outcome == AheadFlights::Outcome::NeedsTurn && bullets.IsFlying(i) && bullets.HasSetOut(i))
		{
			failures.Try([&] { FlyBullet(*this, flight, i, dt); });
		}
	}
	stats.legs += flight.LegCount();
}

// A callback may cancel a bullet or queue a body before the bullet's turn. If there is none, the ends of bullets count.
std::optional<StopPlaces> PluginState::PlacesForStops()
{
	if (def.rule != nullptr || bullets.Kinds().AskTheGame())
	{
		return std::nullopt;
	}
	events.impacts.MakeRoomFor(notFree.size());
	events.expired.MakeRoomFor(notFree.size());
	return StopPlaces{events.impacts.AddPlaces(notFree.size()), events.expired.AddPlaces(notFree.size())};
}

// False: it is as if none had flown.
bool PluginState::FlyAhead(const Snapshot::State& stood, double dt)
{
	std::optional<StopPlaces> stops;
	const bool haveFlown = failures.Try(
	    [&]
	    {
		    aheadFlights.Plan(notFree, bullets, freeFlight.CellCount());
		    stops = PlacesForStops();
		    FlyTasks(stood, dt, stops);
	    });
	if (haveFlown == false && stops)
	{
		events.impacts.CutOff(stops->impacts);
		events.expired.CutOff(stops->ends);
	}
	return haveFlown;
}

void PluginState::FlyTasks(const Snapshot::State& stood, double dt, const std::optional<StopPlaces>& stops)
{
	std::atomic<int64_t> legs = 0;
	const auto flyAll = [&](int32_t task)
	{
		const Flight flight = FlightIn(motion, dt, &stood, &freeFlight);
		int64_t refusedLegs = 0;
		(void)WithMemory( // without memory, the other bullets fly in their turn
		    [&]() -> Result<>
		    {
			    aheadFlights.FlyTask(task,
			                         [&](size_t i, const BulletSeen& bullet)
			                         {
				                         const int64_t before = flight.LegCount();
				                         const auto outcome = FlyOneAhead(flight, bullet, dt, stops, i);
				                         const bool counts = outcome != AheadFlights::Outcome::NeedsTurn;
				                         refusedLegs += counts ? 0 : flight.LegCount() - before;
				                         return outcome;
			                         });
			    return {};
		    });
		legs += flight.LegCount() - refusedLegs;
	};
	RunTasks(def.executor, aheadFlights.TaskCount(), flyAll);
	stats.legs += legs;
}

AheadFlights::Outcome PluginState::FlyOneAhead(const Flight& flight, const BulletSeen& bullet, double dt,
                                               const std::optional<StopPlaces>& stops, size_t i)
{
	if (stops)
	{
		events.impacts.PrefetchPlace(stops->impacts + i + k_fetchedAhead);
		events.expired.PrefetchPlace(stops->ends + i + k_fetchedAhead);
	}
	const BulletLaunch& launch = bullet.launch;
	if (bullets.MotionOf(launch.kind).isParabola == false || bullet.hasHistory != 0 ||
	    HasPredicate(bullets.Kinds()[launch.kind].filter))
	{
		return AheadFlights::Outcome::NeedsTurn;
	}
	BulletSink sink(*this, bullet.id.index, stops, i);
	BulletFlight(*this, flight, bullet, dt, sink).Fly();
	if (sink.IsRefused())
	{
		return AheadFlights::Outcome::NeedsTurn;
	}
	return sink.HasEnded() ? AheadFlights::Outcome::Ended : AheadFlights::Outcome::Free;
}

} // namespace ricochet
