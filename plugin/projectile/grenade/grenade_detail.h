// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/reserve_one_more.h"
#include "projectile/impact/response.h"
#include "projectile/leg/passing.h"

#include <ricochet/projectile/grenade.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

class b2Fixture;

namespace ricochet
{

/// How a surface yields to impulses in one direction. In a step its speed changes by drift + freedom * impulse / m,
/// where m is the effective mass of its body alone.
struct Yielding
{
	double freedom = 1.0; ///< the share of an impulse that moves the surface; above 1 if other grenades press it, too
	double drift = 0.0;   ///< m/s, the change of its speed in a step by everything else
};

/// How far a dynamic body yields to the impulses of a grenade that lies on it. A support of the body takes a part of
/// the impulses, a floor takes all of them. Only the next step of the world shows how much, so a grenade learns it step
/// by step.
struct Bearing
{
	const b2Fixture* fixture = nullptr; ///< compared, never dereferenced
	int32_t child = 0;
	Vec<double> surface{}; ///< the velocity of its surface before it was pressed (m/s)
	Vec<double> impulse{}; ///< the impulse that it received (N s)
	Vec<double> late{};    ///< the part of `impulse` that changes the velocity only after all grenades have flown (N s)
	Yielding into;         ///< how the surface yields against the normal
	Yielding along;        ///< how the surface yields to the right of the normal

	// Values of the step before:
	bool hasBefore = false;
	Vec<double> change{}; ///< change of the surface velocity from step to step (m/s)
	Vec<double> impulseBefore{};

	/// The bearing of the child for the next step, after the world has stepped. It has learnt from `impulse`, and its
	/// own impulse is 0.
	[[nodiscard]] Bearing Learnt(const Contact& contact, const Vec<double>& surfaceNow) const;

private:
	[[nodiscard]] Yielding Learnt(const Yielding& before, const Vec<double>& changeNow, const Vec<double>& u,
	                              double inverseMass) const;
};

/// The bodies that bear one grenade.
class Bearings
{
public:
	[[nodiscard]] Bearing* Find(const b2Fixture* fixture, int32_t child);

	/// Adds a bearing. If there is no room, it replaces the last one.
	Bearing& Add(const Bearing& bearing);

	void Clear() { m_count = 0; }

	template <class Look>
	void ForEach(Look&& look) const
	{
		for (size_t i = 0; i < m_count; ++i)
		{
			look(m_bearings[i]);
		}
	}

	template <class Archive>
	void ExchangeParts(Archive& archive);

private:
	std::array<Bearing, 2> m_bearings; // the first m_count are in use
	size_t m_count = 0;
};

/// The private part of a grenade, beside its GrenadeState.
struct GrenadeDetail
{
	GrenadeDef def;
	Passing passing;
	Vec<double> position{}; ///< the public position is its nearest float, so that roundings do not add up
	Vec<double> velocity{};
	Vec<double> start{}; ///< where it was when its flight through the step began
	double age = 0.0;
	double flown = 0.0;                                          ///< length of its path (m)
	int32_t sleeper = -1;                                        ///< its index in Sleepers; -1: it is awake
	bool lies = false;                                           ///< at rest on bodies that did not move
	double burnsUntil = std::numeric_limits<double>::infinity(); ///< age at which the impact fuse ends
	double settled = 0.0;                                        ///< age at which its bounces end
	const b2Fixture* stuckTo = nullptr;                          ///< compared, never dereferenced
	int32_t stuckToChild = 0;
	bool hasStuck = false;   ///< a sticky grenade sticks only once
	bool isSqueezed = false; ///< bodies that the game has moved since the last step have left it no place
	double angle = 0.0;
	double spin = 0.0; ///< rad/s
	Bearings bearings; ///< the bodies that bore it in the last step
};

/// Lights the impact fuse at the first impact, at an age (s).
inline void LightFuse(GrenadeDetail& grenade, double age)
{
	if (std::isfinite(grenade.def.impactFuse) && std::isinf(grenade.burnsUntil))
	{
		grenade.burnsUntil = age + static_cast<double>(grenade.def.impactFuse);
	}
}

/// The age at which a grenade ends (s).
[[nodiscard]] inline double LifetimeOf(const GrenadeDetail& grenade)
{
	return std::min(static_cast<double>(grenade.def.fuse), grenade.burnsUntil);
}

/// True if an impulse (N s) at an arm from its centre leaves the velocities of a grenade in the range of floats.
[[nodiscard]] bool CanTakeImpulse(const GrenadeDetail& detail, const Vec<double>& impulse, const Vec<double>& arm);

/// Gives a grenade an impulse. If it cannot take it, nothing changes and the function returns false.
[[nodiscard]] bool TakeImpulse(GrenadeState& grenade, GrenadeDetail& detail, const Vec<double>& impulse,
                               const Vec<double>& arm);

/// The grenades of a plugin in the order of throwing: the public state and the private detail of each, side by side.
/// An id has a slot and the slot's generation. Slots are used again, pairs of slot and generation never.
/// Only Sweep moves details. So a flying grenade may use its own while a function of the game adds and removes others,
/// even if a detail holds that function.
class Grenades
{
public:
	explicit Grenades(uint32_t plugin) : m_plugin(plugin) {}

	std::vector<GrenadeState> states;
	std::deque<GrenadeDetail> details;

	/// The number of grenades in flight.
	[[nodiscard]] size_t Count() const { return states.size() - m_gone; }

	/// Preallocates for `count` grenades.
	void Reserve(size_t count)
	{
		states.reserve(count);
		m_slots.reserve(count);
		m_free.reserve(m_slots.capacity());
	}

	/// Adds a grenade that is thrown now. If memory runs out, nothing changes.
	GrenadeId Add(const GrenadeDef& def);

	/// Adds a grenade. If memory runs out, nothing changes.
	GrenadeId Add(GrenadeState state, GrenadeDetail detail)
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
		state.id = GrenadeId{slot, m_slots[slot].generation, m_plugin};
		const GrenadeId id = state.id;
		states.push_back(state);
		return id;
	}

	/// The position in `states`, or states.size() if the id is not in flight.
	[[nodiscard]] size_t PositionOf(GrenadeId id) const
	{
		const bool alive = id.plugin == m_plugin && id.generation != 0 && id.index < m_slots.size() &&
		                   m_slots[id.index].generation == id.generation && m_slots[id.index].IsAlive();
		return alive ? m_slots[id.index].position : states.size();
	}

	/// True if the grenade at a position was removed and not yet swept.
	[[nodiscard]] bool IsGone(size_t i) const
	{
		const Slot& slot = m_slots[states[i].id.index];
		return slot.generation != states[i].id.generation || slot.position != i;
	}

	[[nodiscard]] bool IsFlying(size_t i) const { return IsGone(i) == false; }
	[[nodiscard]] GrenadeId IdOf(size_t i) const { return states[i].id; }
	[[nodiscard]] uintptr_t UserDataOf(size_t i) const { return states[i].userData; }

	/// Marks a grenade as gone until Sweep takes it out. A second call changes nothing.
	void Remove(size_t i) { Remove(states[i].id); }
	void Remove(GrenadeId id)
	{
		if (PositionOf(id) < states.size())
		{
			Slot& slot = m_slots[id.index];
			slot.position = k_gone;
			m_gone += 1;
			// A slot that has used its last generation is never used again: ids must not repeat.
			if (slot.generation != UINT32_MAX)
			{
				m_free.push_back(id.index);
			}
		}
	}

	/// Takes out the removed grenades; the others keep their order.
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

	/// Saves or loads all grenades. Requires: all that were removed are swept.
	template <class Archive>
	void ExchangeParts(Archive& archive);

	void Swap(Grenades& other) noexcept
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
		[[nodiscard]] bool IsAlive() const { return position != k_gone; }
	};

	template <class Archive>
	void ExchangeSlots(Archive& archive);
	[[nodiscard]] bool TakeSlot(size_t i);

	uint32_t m_plugin;
	size_t m_gone = 0; // removed and not yet swept
	std::vector<Slot> m_slots;
	std::vector<uint32_t> m_free;
};

} // namespace ricochet
