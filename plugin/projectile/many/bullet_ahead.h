// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/bullet/bullet_store.h"
#include "projectile/many/first_casts.h"

#include <optional>

namespace ricochet
{

class Flight;
struct PluginState;

/// Tells of a bullet's step what can be told before any bullet has flown. Nothing changes but the events.
class BulletAhead
{
public:
	/// Without places for their events, none is told to stop.
	BulletAhead(PluginState& state, const Flight& flight, double dt, const std::optional<StopPlaces>& stops)
	    : m_state(state), m_flight(flight), m_dt(dt), m_stops(stops)
	{
	}

	/// Casts the first leg of the i-th of those bullets, as BulletFlight does; tells also what comes of it, if that is
	/// certain to be its end.
	[[nodiscard]] FirstCast::Outcome Cast(size_t i, const BulletSeen& bullet, LegHit& hit);

private:
	[[nodiscard]] bool TellStop(size_t i, const BulletSeen& bullet, const Arc& arc, const Leg& leg, const LegHit& met);

	PluginState& m_state;
	const Flight& m_flight;
	double m_dt;
	std::optional<StopPlaces> m_stops;
	Passing m_nothingPassed;
};

} // namespace ricochet
