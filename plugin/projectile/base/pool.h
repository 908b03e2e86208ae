// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/free_places.h"
#include "projectile/base/reserve_one_more.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ricochet
{

/// Projectiles in the order of throwing: what the game sees and what the plugin keeps of each, side by side.
/// Ids name a slot and its generation; a slot is used again, a pair never.
/// Add and Remove move no detail: what flies may use its own while a function of the game, which may be kept in one,
/// adds and removes. Only Sweep moves them.
template <class Id, class PublicState, class PrivateState>
class Pool
{
public:
	explicit Pool(uint32_t plugin) : m_plugin(plugin) {}

	std::vector<PublicState> states;
	std::deque<PrivateState> details;

	/// How many fly.
	[[nodiscard]] size_t Count() const { return states.size() - m_gone; }

	/// Adding moves none of so many.
	void Reserve(size_t count)
	{
		states.reserve(count);
		m_slots.reserve(count);
		m_free.reserve(m_slots.capacity());
	}

	/// Adds a projectile, or changes nothing if memory runs out.
	Id Add(PublicState state, PrivateState detail)
	{
		ReserveOneMore(states);
		ReserveOneMore(m_slots);
		m_free.reserve(m_slots.capacity()); // so that Remove never allocates
		details.push_back(std::move(detail));

		uint32_t slot = 0;
		if (m_free.empty() == false)
		{
			slot = m_free.back();
			m_free.pop_back();
		}
		else
		{
			slot = static_cast<uint32_t>(m_slots.size());
			m_slots.push_back({});
		}
		m_slots[slot].generation += 1;
		m_slots[slot].position = states.size();
		state.id = Id{slot, m_slots[slot].generation, m_plugin};
		const Id id = state.id;
		states.push_back(state);
		return id;
	}

	/// The position in `states`, or states.size() if the id is not in flight.
	[[nodiscard]] size_t PositionOf(Id id) const
	{
		const bool alive = id.plugin == m_plugin && id.generation != 0 && id.index < m_slots.size() &&
		                   m_slots[id.index].generation == id.generation && m_slots[id.index].alive();
		return alive ? m_slots[id.index].position : states.size();
	}

	/// True if the projectile at a position was removed and not yet swept.
	[[nodiscard]] bool IsGone(size_t i) const
	{
		const Slot& slot = m_slots[states[i].id.index];
		return slot.generation != states[i].id.generation || slot.position != i;
	}

	[[nodiscard]] bool IsFlying(size_t i) const { return IsGone(i) == false; }
	[[nodiscard]] Id IdOf(size_t i) const { return states[i].id; }
	[[nodiscard]] uintptr_t UserDataOf(size_t i) const { return states[i].userData; }

	/// Marks as gone; Sweep takes it out. Twice is once.
	void Remove(size_t i) { Remove(states[i].id); }
	void Remove(Id id)
	{
		if (PositionOf(id) < states.size())
		{
			Slot& slot = m_slots[id.index];
			slot.position = k_gone;
			m_gone += 1;
			// The last generation of a slot is spent rather than wrapped round to one that was given before.
			if (slot.generation != UINT32_MAX)
			{
				m_free.push_back(id.index);
			}
		}
	}

	/// Takes out what was removed; the others keep their order.
	void Sweep()
	{
		if (m_gone == 0)
		{
			return;
		}
		m_gone = 0;
		size_t kept = 0;
		for (size_t i = 0; i < states.size(); ++i)
		{
			if (IsGone(i))
			{
				continue;
			}
			if (kept != i)
			{
				states[kept] = states[i];
				details[kept] = std::move(details[i]);
			}
			m_slots[states[kept].id.index].position = kept;
			++kept;
		}
		states.resize(kept);
		details.erase(details.begin() + static_cast<ptrdiff_t>(kept), details.end());
	}

	/// What is saved, each by Exchange(archive, state, detail), which takes so many bytes at least.
	/// Requires: nothing that is gone and not swept.
	template <class Archive>
	void ExchangeParts(Archive& archive, size_t least);

	void Swap(Pool& other) noexcept
	{
		states.swap(other.states);
		details.swap(other.details);
		m_slots.swap(other.m_slots);
		m_free.swap(other.m_free);
	}

private:
	static constexpr size_t k_gone = SIZE_MAX;

	struct Slot
	{
		uint32_t generation = 0;
		size_t position = k_gone;
		[[nodiscard]] bool alive() const { return position != k_gone; }
	};

	template <class Archive>
	void ExchangeSlots(Archive& archive);
	[[nodiscard]] bool TakeSlot(size_t i);

	uint32_t m_plugin;
	size_t m_gone = 0; // and not been swept
	std::vector<Slot> m_slots;
	std::vector<uint32_t> m_free;
};

template <class Id, class PublicState, class PrivateState>
template <class Archive>
void Pool<Id, PublicState, PrivateState>::ExchangeParts(Archive& archive, size_t least)
{
	ExchangeSlots(archive);
	size_t count = states.size();
	archive.Count(count, least);
	states.resize(count);
	details.resize(count);
	for (size_t i = 0; i < count && archive.IsSound(); ++i)
	{
		archive(states[i].id.index);
		archive(states[i].id.generation);
		if (Archive::k_loads)
		{
			states[i].id.plugin = m_plugin;
			archive.Require(TakeSlot(i));
		}
		Exchange(archive, states[i], details[i]);
	}
	UsedPlaces used(m_slots.size());
	for (size_t slot = 0; slot < m_slots.size(); ++slot)
	{
		if (m_slots[slot].alive())
		{
			(void)used.Take(slot);
		}
	}
	archive.Require(used.TakeAll(m_free));
}

template <class Id, class PublicState, class PrivateState>
template <class Archive>
void Pool<Id, PublicState, PrivateState>::ExchangeSlots(Archive& archive)
{
	size_t count = m_slots.size();
	archive.Count(count, sizeof(uint32_t));
	m_slots.resize(count);
	for (Slot& slot : m_slots)
	{
		archive(slot.generation);
	}
	archive.Block(m_free);
	m_free.reserve(m_slots.capacity()); // so that Remove never allocates
}

// Of what was loaded.
template <class Id, class PublicState, class PrivateState>
bool Pool<Id, PublicState, PrivateState>::TakeSlot(size_t i)
{
	const Id& id = states[i].id;
	const bool isOne = id.index < m_slots.size() && id.generation != 0 &&
	                   m_slots[id.index].generation == id.generation && m_slots[id.index].alive() == false;
	if (isOne)
	{
		m_slots[id.index].position = i;
	}
	return isOne;
}

} // namespace ricochet
