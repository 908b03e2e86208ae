// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/prefetch.h"
#include "projectile/free_flight.h"
#include "projectile/leg.h"

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
		Hit
	};

	Outcome outcome = Outcome::NotMade;
	const LegHit* hit = nullptr; ///< if there is one
};

/// The first casts of many bullets: cut into tasks, each of bullets that are near one another, so that a cast finds at
/// hand what the one before it has used.
class FirstCasts
{
public:
	static constexpr size_t k_most = size_t{1} << 17;

	/// None is made yet of those of some bullets, at most k_most. Cells are below a count. May throw std::bad_alloc.
	void Plan(std::span<const NotFree> bullets, size_t cells);

	[[nodiscard]] int32_t TaskCount() const
	{
		return static_cast<int32_t>((m_order.size() + k_castsPerTask - 1) / k_castsPerTask);
	}

	/// Makes those of a task: cast(bullet, hit) gives the outcome, and puts the hit into `hit` if there is one. Some
	/// casts before, fetch(bullet) may fetch what it will need.
	template <class Fetch, class Cast>
	void Make(int32_t task, const Fetch& fetch, const Cast& cast)
	{
		const size_t first = static_cast<size_t>(task) * k_castsPerTask;
		const size_t end = std::min(first + k_castsPerTask, m_order.size());
		for (size_t i = first; i < end; ++i)
		{
			fetch(m_order[std::min(i + k_fetchedAhead, end - 1)].bullet);
			const auto [place, bullet] = m_order[i];
			m_outcomes[place] = cast(bullet, m_hits[i]);
			m_hitOf[place] = static_cast<uint32_t>(i);
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
	static constexpr size_t k_fetchedAhead = 6; // casts

	struct Planned
	{
		uint32_t place;
		uint32_t bullet;
	};

	std::vector<Planned> m_order;
	std::vector<LegHit> m_hits;                 // in this order
	std::vector<uint32_t> m_hitOf;              // by place
	std::vector<FirstCast::Outcome> m_outcomes; // by place
	std::vector<uint16_t> m_tiles;              // by place
	std::vector<uint32_t> m_tilePlaces;
};

} // namespace ricochet
