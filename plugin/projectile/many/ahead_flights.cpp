// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/many/ahead_flights.h"

#include "geometry/compiler.h"
#include "geometry/counting_order.h"
#include "geometry/with_memory.h"
#include "projectile/bullet/bullet_flight.h"
#include "query/accept.h"

#include <algorithm>
#include <atomic>

namespace ricochet
{

namespace
{

constexpr size_t k_fetchedEvents = 4; // the places of events are prefetched this number of bullets ahead

// Returns places for the events of `count` bullets that end ahead of their turn, or none if the game has callbacks. A
// callback could cancel a bullet, or queue a body for destruction, before the turn of the bullet.
std::optional<StopPlaces> PlacesForStops(PluginState& state, size_t count)
{
	if (state.def.rule != nullptr || state.def.surfaceOf != nullptr || state.bullets.Kinds().AskTheGame())
	{
		return std::nullopt;
	}
	state.events.impacts.MakeRoomFor(count);
	state.events.expired.MakeRoomFor(count);
	return StopPlaces{state.events.impacts.AddPlaces(count), state.events.expired.AddPlaces(count)};
}

} // namespace

/// The flights of one task.
class AheadFlights::Task
{
public:
	Task(PluginState& state, RestIndex rest, double dt, const std::optional<StopPlaces>& stops)
	    : m_state(state), m_flight(state.FlightIn(state.motion, dt, rest, &state.freeFlight)), m_dt(dt), m_stops(stops)
	{
	}

	/// Flies a bullet. `i`: index of the bullet among those that fly ahead of their turn.
	[[nodiscard]] Outcome Fly(size_t i, const BulletSeen& bullet)
	{
		if (m_stops)
		{
			m_state.events.impacts.PrefetchPlace(m_stops->impacts + i + k_fetchedEvents);
			m_state.events.expired.PrefetchPlace(m_stops->ends + i + k_fetchedEvents);
		}
		BulletStore& bullets = m_state.bullets;
		if (bullets.SetsOut(bullet.launch) == false || bullets.MotionOf(bullet.launch.kind).isParabola == false ||
		    bullet.hasHistory != 0 || HasPredicate(bullets.Kinds()[bullet.launch.kind].filter))
		{
			return {};
		}
		const int64_t before = m_flight.LegCount();
		BulletSink sink(m_state, bullet.id.index, m_stops, i);
		BulletFlight(m_state, m_flight, bullet, m_dt, sink).Fly();
		if (sink.IsRefused())
		{
			m_refusedLegs += m_flight.LegCount() - before;
			return {};
		}
		const bool isOneChord = m_flight.LegCount() == before + 1;
		return {sink.HasEnded() ? Outcome::Kind::Ended : Outcome::Kind::Free, isOneChord, sink.Begin(), sink.End()};
	}

	/// Returns the number of legs of the flights that were not refused.
	[[nodiscard]] int64_t LegCount() const { return m_flight.LegCount() - m_refusedLegs; }

private:
	PluginState& m_state;
	Flight m_flight;
	double m_dt;
	const std::optional<StopPlaces>& m_stops;
	int64_t m_refusedLegs = 0;
};

void AheadFlights::Plan(std::span<const NotFree> notFree, const BulletStore& bullets, size_t cells)
{
	m_order.clear();
	m_outcomes.assign(notFree.size(), {});
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

// In their turn, bullets fly in the order of their indices, just as if no bullet had flown ahead.
void AheadFlights::Fly(PluginState& state, std::span<const NotFree> notFree, RestIndex rest, double dt)
{
	const Flight flight = state.FlightIn(state.motion, dt, rest, &state.freeFlight);
	const bool haveFlown = FlyAhead(state, notFree, rest, dt);
	for (size_t place = 0; place < notFree.size(); ++place)
	{
		const size_t i = notFree[place].index;
		const Outcome outcome = haveFlown ? m_outcomes[place] : Outcome{};
		if (outcome.kind == Outcome::Kind::Ended)
		{
			state.failures.Try([&] { RecordEnd(state, i, dt, outcome.begin, outcome.isOneChord, outcome.end); });
			state.bullets.Remove(i);
		}
		else if (outcome.kind == Outcome::Kind::NeedsTurn && state.bullets.IsFlying(i) && state.bullets.SetsOut(i))
		{
			state.failures.Try([&] { FlyBullet(state, flight, i, dt); });
		}
	}
	state.stats.legs += flight.LegCount();
}

// Returns false if memory ran out. Then nothing has changed, as if no bullet had flown.
bool AheadFlights::FlyAhead(PluginState& state, std::span<const NotFree> notFree, RestIndex rest, double dt)
{
	std::optional<StopPlaces> stops;
	const bool haveFlown = state.failures.Try(
	    [&]
	    {
		    Plan(notFree, state.bullets, state.freeFlight.CellCount());
		    stops = PlacesForStops(state, notFree.size());
		    FlyTasks(state, rest, dt, stops);
	    });
	if (haveFlown == false && stops)
	{
		state.events.impacts.CutOff(stops->impacts);
		state.events.expired.CutOff(stops->ends);
	}
	return haveFlown;
}

void AheadFlights::FlyTasks(PluginState& state, RestIndex rest, double dt, const std::optional<StopPlaces>& stops)
{
	std::atomic<int64_t> legs = 0;
	const auto fly = [&](int32_t index)
	{
		Task task(state, rest, dt, stops);
		const size_t first = static_cast<size_t>(index) * k_flightsPerTask;
		const size_t end = std::min(first + k_flightsPerTask, m_order.size());
		(void)WithMemory( // if memory runs out, the other bullets fly in their turn
		    [&]() -> Result<>
		    {
			    for (size_t i = first; i < end; ++i)
			    {
				    PrefetchAll(m_order[std::min(i + 2 * k_fetchedAhead, end - 1)]);
				    PrefetchToWrite(m_outcomes[m_order[std::min(i + k_fetchedAhead, end - 1)].place]);
				    m_outcomes[m_order[i].place] = task.Fly(i, m_order[i]);
			    }
			    return {};
		    });
		legs += task.LegCount();
	};
	RunTasks(state.def.executor, static_cast<int32_t>((m_order.size() + k_flightsPerTask - 1) / k_flightsPerTask), fly);
	state.stats.legs += legs;
}

} // namespace ricochet
