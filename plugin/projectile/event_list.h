// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/reserve_one_more.h"

#include <ricochet/projectile/bullet.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>

namespace ricochet
{

/// The events of a step. Room for an event is made before what it tells is done, so that none is ever lost: neither
/// Add nor Sort allocates.
template <class Event>
class EventList
{
public:
	void MakeRoomForOne()
	{
		ReserveOneMore(m_events);
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
			m_order[i] = i;
		}
		std::sort(m_order.begin(), m_order.end(), [this](uint32_t a, uint32_t b) { return Key(a) < Key(b); });
		m_scratch.clear();
		for (const uint32_t i : m_order)
		{
			m_scratch.push_back(m_events[i]);
		}
		m_events.swap(m_scratch);
	}

	[[nodiscard]] std::span<const Event> All() const { return m_events; }
	[[nodiscard]] std::span<Event> All() { return m_events; }

private:
	[[nodiscard]] auto Key(uint32_t i) const
	{
		const Event& event = m_events[i];
		BulletId bullet;
		if constexpr (requires { event.bullet; })
		{
			bullet = event.bullet;
		}
		return std::tuple(event.time, bullet.generation == 0, bullet.index, bullet.generation, event.grenade.index,
		                  event.grenade.generation, i);
	}

	std::vector<Event> m_events;
	std::vector<Event> m_scratch;
	std::vector<uint32_t> m_order;
};

} // namespace ricochet
