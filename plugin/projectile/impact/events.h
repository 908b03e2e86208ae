// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/counting_order.h"
#include "projectile/base/reserve_one_more.h"

#include <ricochet/projectile/bullet.h>
#include <ricochet/projectile/events.h>
#include <ricochet/projectile/flight_path.h>
#include <ricochet/query/executor.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace ricochet
{

/// The events of a step. Room for an event is made before the event takes place, so that none is lost. Add and Sort do
/// not allocate.
template <class Event>
class EventList
{
public:
	void MakeRoomForOne() { MakeRoomFor(1); }

	/// Makes room for `count` more events. If memory runs out, nothing changes.
	void MakeRoomFor(size_t count)
	{
		const size_t needed = m_count + count;
		if (needed <= m_room)
		{
			return;
		}
		const size_t room = std::max(m_room + m_room / 2, needed);
		GrowTo(m_events, room);
		GrowTo(m_sorted, room);
		GrowTo(m_keys, room);
		GrowTo(m_order, room);
		GrowTo(m_tiles, room);
		GrowTo(m_tilePlaces, room / k_eventsPerTile + 2);
		m_room = room;
	}

	/// Adds an event. Requires: MakeRoomForOne was called since the last Add.
	void Add(const Event& event)
	{
		Set(m_count, event);
		++m_count;
	}

	/// Adds places for `count` events, and returns the index of the first place. The places may be set in any order, on
	/// any thread. Sort drops places that were not set. Requires: MakeRoomFor was called since the last Add.
	[[nodiscard]] size_t AddPlaces(size_t count)
	{
		const size_t first = m_count;
		m_count += count;
		for (size_t i = first; i < m_count; ++i)
		{
			m_keys[i].isNone = true;
		}
		return first;
	}

	void Set(size_t place, const Event& event)
	{
		m_events[place] = event;
		m_keys[place] = KeyOf(event, static_cast<uint32_t>(place));
	}

	/// Prefetches into the cache a place that will soon be set.
	void PrefetchPlace(size_t place) const
	{
		if (place < m_count)
		{
			PrefetchToWrite(m_events[place]);
			PrefetchToWrite(m_keys[place]);
		}
	}

	/// Removes the event at `place`, and all later ones.
	void CutOff(size_t place) { m_count = place; }

	void Clear() { m_count = 0; }

	/// Sorts the events: by time, then bullets before grenades, then by id, then in the order in which they were added.
	/// If the executor throws, Sort throws the same and changes nothing.
	void Sort(const Executor& executor)
	{
		if (m_count == 0)
		{
			return;
		}
		const size_t tiles = PlanTiles();
		const std::span<uint32_t> ends(m_tilePlaces.data(), tiles);
		const size_t count = PutInTiles(ends);
		const auto sort = [&](int32_t task)
		{
			const auto tile = static_cast<size_t>(task);
			SortTile(tile > 0 ? ends[tile - 1] : 0, ends[tile]);
		};
		RunTasks(executor, static_cast<int32_t>(tiles), sort);
		m_events.swap(m_sorted);
		m_keys.swap(m_order);
		m_count = count;
	}

	/// All events; they are sorted after Sort.
	[[nodiscard]] std::span<const Event> All() const { return {m_events.data(), m_count}; }
	[[nodiscard]] std::span<Event> All() { return {m_events.data(), m_count}; }

private:
	static constexpr size_t k_eventsPerTile = 256;
	static constexpr size_t k_mostTiles = size_t{1} << 15;
	static constexpr size_t k_fetchedAhead = 8; // events

	// The members of an event on which the order depends. They are sorted in its place, because events are large.
	struct Key
	{
		float time;
		bool isNone;
		bool isGrenade;
		uint32_t index;
		uint32_t generation;
		uint32_t place;

		friend bool operator<(const Key& a, const Key& b)
		{
			return a.time != b.time ? a.time < b.time : a.Rest() < b.Rest();
		}

		[[nodiscard]] auto Rest() const { return std::tuple(isGrenade, index, generation, place); }
	};

	[[nodiscard]] static Key KeyOf(const Event& event, uint32_t place)
	{
		if constexpr (requires { event.bullet; })
		{
			if (event.bullet)
			{
				return {event.time, false, false, event.bullet.index, event.bullet.generation, place};
			}
		}
		return {event.time, false, true, event.grenade.index, event.grenade.generation, place};
	}

	// Assigns each event to a tile: a part of the step. All tiles have the same duration. One extra tile after the last
	// one takes the places that were not set. Returns the number of tiles without the extra tile.
	[[nodiscard]] size_t PlanTiles()
	{
		float last = 0.0f;
		for (size_t i = 0; i < m_count; ++i)
		{
			last = m_keys[i].isNone ? last : std::max(last, m_keys[i].time);
		}
		const size_t tiles = std::min(m_count / k_eventsPerTile + 1, k_mostTiles);
		const float perTime = last > 0.0f ? static_cast<float>(tiles) / last : 0.0f;
		for (size_t i = 0; i < m_count; ++i)
		{
			const float tile = std::min(perTime * m_keys[i].time, static_cast<float>(tiles - 1));
			m_tiles[i] = static_cast<uint16_t>(m_keys[i].isNone ? static_cast<float>(tiles) : std::max(0.0f, tile));
		}
		return tiles;
	}

	// Orders the keys by tile, and sets the end of each tile. Returns the number of events in all tiles.
	[[nodiscard]] size_t PutInTiles(std::span<uint32_t> ends)
	{
		OrderByTile(std::span(m_tiles).first(m_count), std::span(m_tilePlaces).first(ends.size() + 1),
		            [&](size_t at, size_t place) { m_order[at] = m_keys[place]; });
		return ends.back();
	}

	void SortTile(size_t first, size_t end)
	{
		std::sort(m_order.begin() + static_cast<ptrdiff_t>(first), m_order.begin() + static_cast<ptrdiff_t>(end));
		for (size_t i = first; i < end; ++i)
		{
			const size_t soon = std::min(i + k_fetchedAhead, end - 1);
			PrefetchAll(m_events[m_order[soon].place]);
			PrefetchToWrite(m_sorted[soon]);
			m_sorted[i] = m_events[m_order[i].place];
			m_order[i].place = static_cast<uint32_t>(i);
		}
	}

	size_t m_count = 0;
	size_t m_room = 0; // the room of each of the lists below
	std::vector<Event> m_events;
	std::vector<Event> m_sorted;
	std::vector<Key> m_keys; // key of each event in m_events
	std::vector<Key> m_order;
	std::vector<uint16_t> m_tiles;
	std::vector<uint32_t> m_tilePlaces;
};

/// The paths of the last step, in the order of the bullets' indices. Contains the bullets with keepsPath, and those
/// that began another arc in the step or ended in it.
struct PathLog
{
	struct Flight
	{
		BulletId id;
		bool isKept;  ///< the bullet has keepsPath: the game may read the path
		size_t first; ///< index of the first point of the path
	};

	void Clear();

	/// Begins the path of a bullet. If memory runs out, changes nothing.
	void Begin(BulletId id, bool isKept, b2Vec2 position);
	void DropLast() noexcept;

	/// Returns the path of a bullet in the last step. `onlyKept`: the result is empty if the bullet has no keepsPath.
	[[nodiscard]] std::span<const PathPoint> Of(BulletId id, bool onlyKept) const;

	std::vector<Flight> flights;
	std::vector<PathPoint> points;
	double duration = 0.0; ///< duration of the step (s)
};

/// The paths of grenades through the last step, in the order of throwing. Empty unless PluginDef::keepsGrenadePaths.
struct GrenadeLog
{
	struct Flight
	{
		GrenadeId id;
		bool hasEnded = false; ///< the grenade ended in the step
		uintptr_t userData = 0;
		float radius = 0.0f;
		float angleBefore = 0.0f; ///< rad, when its flight through the step began
		float angleAfter = 0.0f;  ///< rad, at the end of that flight
		size_t first = 0;         ///< index of the first point of the path
	};

	void Clear();
	[[nodiscard]] std::span<const PathPoint> PathOf(size_t flight) const;

	std::vector<Flight> flights;
	std::vector<PathPoint> points;
	bool isLost = false; ///< there was not enough memory for the paths
};

/// All events of a step, and those of explosions between steps.
struct Events
{
	void Clear() noexcept;
	[[nodiscard]] bool AreNone() const noexcept
	{
		return impacts.All().empty() && presses.All().empty() && expired.All().empty() && explosions.empty() &&
		       blastHits.empty() && fragments.empty() && path.flights.empty() && grenadePaths.flights.empty();
	}
	void ShiftOrigin(b2Vec2 newOrigin) noexcept;

	/// Sets the body and the fixture of events to null if isGone(body, fixture) holds.
	template <class IsGone>
	void Unname(IsGone&& isGone) noexcept
	{
		const auto unname = [&](auto& event)
		{
			if (isGone(event.body, event.fixture))
			{
				event.body = nullptr;
				event.fixture = nullptr;
			}
		};
		std::for_each(impacts.All().begin(), impacts.All().end(), unname);
		std::for_each(presses.All().begin(), presses.All().end(), unname);
		std::for_each(blastHits.begin(), blastHits.end(), unname);
	}

	EventList<ImpactEvent> impacts;
	EventList<PressEvent> presses;
	EventList<ExpiredEvent> expired;
	std::vector<ExplosionEvent> explosions; // like the next two lists, in the order in which they took place
	std::vector<BlastEvent> blastHits;
	std::vector<BulletId> fragments;
	PathLog path;
	GrenadeLog grenadePaths;
};

} // namespace ricochet
