// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/event_list.h"
#include "projectile/base/path_log.h"

#include <ricochet/projectile/events.h>

#include <algorithm>
#include <vector>

namespace ricochet
{

/// Everything that a step reports to the game, and that explosions between steps add.
struct Events
{
	void Clear() noexcept;
	void ShiftOrigin(b2Vec2 newOrigin) noexcept;

	/// Takes the body and the fixture out of events for which isGone(body, fixture) holds.
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
	std::vector<ExplosionEvent> explosions; // in the order in which they took place, as the next two
	std::vector<BlastEvent> blastHits;
	std::vector<BulletId> fragments;
	PathLog path;
};

} // namespace ricochet
