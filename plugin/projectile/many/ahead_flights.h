// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/prefetch.h"
#include "projectile/bullet/bullet_store.h"
#include "projectile/many/free_flight.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// The places from which on bullets that end ahead of their turn set their events: the i-th sets the i-th of each.
struct StopPlaces
{
	size_t impacts = 0;
	size_t ends = 0;
};

/// Bullets that fly ahead of their turn, cut into tasks. The bullets of a task are near one another, so that a cast
/// finds in the cache what the cast before it has used.
class AheadFlights
{
public:
	enum class Outcome : uint8_t
	{
		NeedsTurn, ///< nothing of the flight counts
		Free,      ///< the bullet meets nothing and keeps its arc
		Ended      ///< its events are set
	};

	/// Lists the bullets that are to fly. `cells`: all their cells are below this. May throw std::bad_alloc.
	void Plan(std::span<const NotFree> notFree, const BulletStore& bullets, size_t cells);

	[[nodiscard]] int32_t TaskCount() const
	{
		return static_cast<int32_t>((m_order.size() + k_flightsPerTask - 1) / k_flightsPerTask);
	}

	/// Flies the bullets of a task: fly(i, bullet) gives the outcome of the i-th.
	template <class Fly>
	void FlyTask(int32_t task, Fly&& fly)
	{
		const size_t first = static_cast<size_t>(task) * k_flightsPerTask;
		const size_t end = std::min(first + k_flightsPerTask, m_order.size());
		for (size_t i = first; i < end; ++i)
		{
			PrefetchAll(m_order[std::min(i + 2 * k_fetchedAhead, end - 1)]);
			PrefetchToWrite(m_outcomes[m_order[std::min(i + k_fetchedAhead, end - 1)].place]);
			m_outcomes[m_order[i].place] = fly(i, m_order[i]);
		}
	}

	/// By place in the list.
	[[nodiscard]] Outcome operator[](size_t place) const { return m_outcomes[place]; }

private:
	static constexpr size_t k_flightsPerTask = 512;
	static constexpr size_t k_fetchedAhead = 6; // flights

	std::vector<BulletSeen> m_order;
	std::vector<Outcome> m_outcomes; // by place
	std::vector<uint32_t> m_cells;   // by place
	std::vector<uint32_t> m_cellPlaces;
};

} // namespace ricochet
