// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/prefetch.h"
#include "projectile/leg/leg.h"
#include "projectile/many/free_flight.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// What the cast of a bullet's first leg in a step has shown, before it flies.
struct FirstCast
{
	enum class Outcome : uint8_t
	{
		NotMade,
		Free, ///< the bullet meets nothing, and nothing of it changes but the time
		Miss, ///< nothing is met on the first leg
		Hit,
		Stop ///< it is met and stops the bullet, whatever happens before; its events are told
	};

	Outcome outcome = Outcome::NotMade;
	const LegHit* hit = nullptr; ///< if there is one
};

/// Where the events of bullets are told that stop at once: at a place from these on for each.
struct StopPlaces
{
	size_t impacts;
	size_t ends;
};

/// All that a first cast needs of a bullet, in a line of a cache.
struct alignas(64) BulletSeen
{
	BulletLaunch launch;
	BulletId id;
	uint32_t place : 31; ///< among those that are cast
	uint32_t hasHistory : 1;
	uintptr_t userData;
};

/// The first casts of many bullets: cut into tasks, each of bullets that are near one another, so that a cast finds at
/// hand what the one before it has used.
class FirstCasts
{
public:
	/// Of how many casts the hits are kept.
	enum class Hits : uint8_t
	{
		All,
		Few ///< of most that hit all is told at once
	};

	/// As many as may be planned at once.
	[[nodiscard]] static constexpr size_t MostOf(Hits hits) { return k_mostHits / HitsPerTask(hits) * k_castsPerTask; }

	/// None is made yet of those of some bullets, at most MostOf(hits). Cells are below a count. May throw
	/// std::bad_alloc.
	void Plan(std::span<const NotFree> notFree, const BulletStore& bullets, size_t cells, Hits hits);

	[[nodiscard]] int32_t TaskCount() const
	{
		return static_cast<int32_t>((m_order.size() + k_castsPerTask - 1) / k_castsPerTask);
	}

	/// Makes those of a task: cast(i, seen, hit) gives the outcome of the i-th, and puts the hit into `hit` if there is
	/// one.
	template <class Cast>
	void Make(int32_t task, Cast&& cast)
	{
		const size_t first = static_cast<size_t>(task) * k_castsPerTask;
		const size_t end = std::min(first + k_castsPerTask, m_order.size());
		size_t hit = static_cast<size_t>(task) * (m_hitsPerTask + 1);
		const size_t noMore = hit + m_hitsPerTask;
		for (size_t i = first; i < end; ++i)
		{
			PrefetchAll(m_order[std::min(i + 2 * k_fetchedAhead, end - 1)]);
			PrefetchToWrite(m_outcomes[m_order[std::min(i + k_fetchedAhead, end - 1)].place]);
			const uint32_t place = m_order[i].place;
			const FirstCast::Outcome outcome = cast(i, m_order[i], m_hits[hit]);
			const bool isHit = outcome == FirstCast::Outcome::Hit;
			m_outcomes[place] = isHit && hit == noMore ? FirstCast::Outcome::NotMade : outcome;
			if (isHit && hit < noMore)
			{
				m_hitOf[place] = static_cast<uint32_t>(hit);
				++hit;
			}
		}
	}

	/// By place.
	[[nodiscard]] FirstCast operator[](size_t place) const
	{
		const bool isHit = m_outcomes[place] == FirstCast::Outcome::Hit;
		return {m_outcomes[place], isHit ? &m_hits[m_hitOf[place]] : nullptr};
	}

	/// Fetches what will be told soon, after a place.
	void PrefetchAfter(size_t place) const
	{
		place += k_fetchedAhead;
		if (place < m_outcomes.size() && m_outcomes[place] == FirstCast::Outcome::Hit)
		{
			PrefetchAll(m_hits[m_hitOf[place]]);
		}
	}

private:
	static constexpr size_t k_castsPerTask = 512;
	static constexpr size_t k_mostHits = size_t{1} << 17;
	static constexpr size_t k_fetchedAhead = 6; // casts

	[[nodiscard]] static constexpr size_t HitsPerTask(Hits hits)
	{
		return hits == Hits::All ? k_castsPerTask : k_castsPerTask / 16;
	}

	std::vector<BulletSeen> m_order;
	size_t m_hitsPerTask = 0;
	std::vector<LegHit> m_hits;                 // of each task so many, and one that is not kept
	std::vector<uint32_t> m_hitOf;              // by place
	std::vector<FirstCast::Outcome> m_outcomes; // by place
	std::vector<uint32_t> m_cells;              // by place
	std::vector<uint32_t> m_cellPlaces;
};

} // namespace ricochet
