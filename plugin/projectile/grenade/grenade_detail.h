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
	double drift = 0.0;   ///< m/s, the change of the surface's speed in a step by everything except that impulse
};

/// How far a dynamic body yields to the impulses of a grenade that lies on it. If something supports the body, the
/// support takes a part of the impulses; a floor takes all of them. Only the next step of the world shows how large
/// that part is. So a grenade learns it step by step.
struct Bearing
{
	const b2Fixture* fixture = nullptr; ///< compared, never dereferenced
	int32_t child = 0;
	Vec<double> surface{}; ///< the velocity of the body's surface before the grenade pressed it (m/s)
	Vec<double> impulse{}; ///< the impulse that the body received (N s)
	Vec<double> late{};    ///< the part of `impulse` that changes the velocity only after all grenades have flown (N s)
	Yielding into;         ///< how the surface yields against the normal
	Yielding along;        ///< how the surface yields to the right of the normal

	// Values of the previous step:
	bool hasBefore = false;
	Vec<double> change{}; ///< change of the surface velocity from step to step (m/s)
	Vec<double> impulseBefore{};

	/// Returns the bearing of the child for the next step. Call it after the world has stepped. The result takes the
	/// effect of `impulse` into account, and its own impulse is 0.
	[[nodiscard]] Bearing Learnt(const Contact& contact, const Vec<double>& surfaceNow) const;

private:
	[[nodiscard]] Yielding Learnt(const Yielding& before, const Vec<double>& changeNow, const Vec<double>& u,
	                              double inverseMass) const;
};

/// The bearings of the bodies on which one grenade lies.
class Bearings
{
public:
	[[nodiscard]] Bearing* Find(const b2Fixture* fixture, int32_t child);

	/// Adds a bearing. If there is no room, the new bearing replaces the last one.
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
	Vec<double> position{}; ///< exact; the public position is the nearest float, so roundings do not add up
	Vec<double> velocity{};
	Vec<double> start{}; ///< the position at the start of its flight through the step
	double age = 0.0;
	double flown = 0.0;                                          ///< length of its path (m)
	int32_t sleeper = -1;                                        ///< index of the grenade in Sleepers; -1: awake
	bool lies = false;                                           ///< at rest on bodies that did not move
	double burnsUntil = std::numeric_limits<double>::infinity(); ///< age at which the impact fuse ends (s)
	double settled = 0.0;               ///< age at which the bounces end that are too short to be flown (s)
	const b2Fixture* stuckTo = nullptr; ///< compared, never dereferenced
	int32_t stuckToChild = 0;
	bool hasStuck = false;   ///< a sticky grenade sticks only once
	bool isSqueezed = false; ///< bodies that the game has moved since the last step have left the grenade no place
	double angle = 0.0;
	double spin = 0.0; ///< rad/s
	Bearings bearings; ///< how the bodies yielded on which the grenade lay in the last step
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

/// Gives a grenade an impulse. If its velocities would leave the range of floats, nothing changes and the function
/// returns false.
[[nodiscard]] bool TakeImpulse(GrenadeState& grenade, GrenadeDetail& detail, const Vec<double>& impulse,
                               const Vec<double>& arm);

/// The grenades of a plugin in the order of throwing: the public state and the private detail of each, side by side. An
/// id consists of a slot and the slot's generation. Slots are used again, but pairs of slot and generation never are.
/// Only Sweep moves details in memory. So a flying grenade may use its own detail while a callback of the game adds and
/// removes other grenades. That holds even if a detail owns the callback.
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

	/// Marks a grenade as gone. Sweep then removes it from the lists. A second call changes nothing.
	void Remove(size_t i) { Remove(states[i].id); }
	void Remove(GrenadeId id)
	{
		if (PositionOf(id) < states.size())
		{
			Slot& slot = m_slots[id.index];
			slot.position = k_gone;
			m_gone += 1;
			// After its last generation a slot is never used again, because ids must not repeat.
			if (slot.generation != UINT32_MAX)
			{
				m_free.push_back(id.index);
			}
		}
	}

	/// Removes the grenades marked as gone from the lists. The others keep their order.
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

	/// Saves or loads all grenades. Requires: Sweep was called after the last Remove.
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
