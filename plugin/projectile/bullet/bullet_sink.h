// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/impact/impact.h"
#include "projectile/state.h"

#include <optional>

namespace ricochet
{

/// Receives the events of a bullet's flight through a step, and says what the flight may do.
///
/// In its turn a flight may do everything. Ahead of its turn, a flight may run beside others, on any thread. It sets
/// only the two events at the bullet's own places: an impact that stops it, and its end. The sink refuses everything
/// else. The bullet then flies again in its turn, as if it had not flown.
///
/// A preview flies in its turn, in a state of its own.
class BulletSink
{
public:
	/// Serves the bullet at an index, in its turn.
	BulletSink(PluginState& state, size_t index) : m_state(state), m_index(index), m_isInTurn(true) {}

	/// Serves the bullet at an index, which is the i-th that flies ahead. Without places it may not end.
	BulletSink(PluginState& state, size_t index, const std::optional<StopPlaces>& places, size_t i)
	    : m_state(state), m_index(index), m_isInTurn(false), m_mayEnd(places.has_value()),
	      m_places(places ? StopPlaces{places->impacts + i, places->ends + i} : StopPlaces{})
	{
	}

	/// Makes room for the events of a flight, or of one more impact.
	void BeginFlight()
	{
		if (m_isInTurn)
		{
			m_state.MakeRoomForEnd();
			m_state.passedGrenades.clear();
		}
	}
	void MakeRoomForImpact()
	{
		if (m_isInTurn)
		{
			m_state.MakeRoomForImpact();
		}
	}

	/// True if the flight must go no further, because it is ahead of its turn and needs more than two events.
	[[nodiscard]] bool Refuses(bool needsMore = true)
	{
		if (m_isInTurn == false && (needsMore || m_mayEnd == false))
		{
			m_isRefused = true;
			m_isOver = true;
		}
		return m_isRefused;
	}

	/// True if the bullet has expired, or a callback has cancelled it, or its flight is refused.
	[[nodiscard]] bool HasEnded() const { return m_isInTurn ? m_state.bullets.IsFlying(m_index) == false : m_isOver; }
	[[nodiscard]] bool IsRefused() const { return m_isRefused; }

	/// Gives the body its impulse. The bullet of a preview pushes nothing.
	void Push(const ImpactEvent& impact, const Contact& contact)
	{
		if (m_state.original == nullptr)
		{
			ricochet::Push(m_state.pushed, impact, contact);
		}
	}

	/// Requires: room for it, and not refused.
	void Report(const ImpactEvent& impact)
	{
		if (m_isInTurn)
		{
			m_state.events.impacts.Add(impact);
		}
		else
		{
			m_state.events.impacts.Set(m_places.impacts, impact);
		}
	}

	/// The bullet ends.
	void Report(const ExpiredEvent& end)
	{
		if (m_isInTurn)
		{
			m_state.events.expired.Add(end);
			m_state.bullets.Remove(m_index);
		}
		else if (Refuses(false) == false)
		{
			m_state.events.expired.Set(m_places.ends, end);
			m_isOver = true;
		}
	}

private:
	PluginState& m_state;
	size_t m_index;
	bool m_isInTurn;
	bool m_mayEnd = true;
	bool m_isRefused = false;
	bool m_isOver = false; // refused, or ended ahead of its turn
	StopPlaces m_places{};
};

} // namespace ricochet
