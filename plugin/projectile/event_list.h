// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/reserve_one_more.h"

#include <ricochet/projectile/bullet.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>

namespace ricochet
{

/// The events of a step. Room for an event is made before what it tells is done, so that none is ever lost: neither
/// Add nor Sort allocates.
template <class Event>
class EventList
{
public:
	void MakeRoomForOne() { MakeRoomFor(1); }

	void MakeRoomFor(size_t count)
	{
		ReserveMore(m_events, count);
		m_scratch.reserve(m_events.capacity());
		m_order.reserve(m_events.capacity());
	}

	/// Requires: MakeRoomForOne since the last Add.
	void Add(const Event& event) { m_events.push_back(event); }

	void Clear() { m_events.clear(); }

	/// By time, bullets before grenades, then id, then as they happened.
	void Sort()
	{
		m_order.resize(m_events.size());
		for (uint32_t i = 0; i < m_events.size(); ++i)
		{
			m_order[i] = KeyOf(i);
		}
		std::sort(m_order.begin(), m_order.end());
		m_scratch.clear();
		for (const Key& key : m_order)
		{
			m_scratch.push_back(m_events[key.place]);
		}
		m_events.swap(m_scratch);
	}

	[[nodiscard]] std::span<const Event> All() const { return m_events; }
	[[nodiscard]] std::span<Event> All() { return m_events; }

private:
	// All that the order depends on: events themselves are large.
	struct Key
	{
		float time;
		bool isGrenade;
		uint32_t index;
		uint32_t generation;
		uint32_t place;

		friend auto operator<=>(const Key&, const Key&) = default;
	};

	[[nodiscard]] Key KeyOf(uint32_t i) const
	{
		const Event& event = m_events[i];
		if constexpr (requires { event.bullet; })
		{
			if (event.bullet)
			{
				return {event.time, false, event.bullet.index, event.bullet.generation, i};
			}
		}
		return {event.time, true, event.grenade.index, event.grenade.generation, i};
	}

	std::vector<Event> m_events;
	std::vector<Event> m_scratch;
	std::vector<Key> m_order;
};

} // namespace ricochet
