// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/bullet/bullet_store.h"
#include "projectile/leg/flight.h"
#include "projectile/many/free_flight.h"

#include <ricochet/projectile/flight_path.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

struct PluginState;

/// The first places in the lists of events for bullets that end ahead of their turn (BulletSink). In each list, the
/// place of the i-th bullet that flies ahead is i places later.
struct StopPlaces
{
	size_t impacts = 0;
	size_t ends = 0;
};

/// Flies many bullets through a step. First the bullets fly ahead of their turn (BulletSink), in tasks, on any threads.
/// The bullets of a task are near one another, so the data of one cast are in the cache for the next cast. Then the
/// bullets whose flights the BulletSink has refused fly in their turn.
class AheadFlights
{
public:
	/// Flies the bullets that may hit something (`notFree`). `rest`: an index of the bodies at rest.
	void Fly(PluginState& state, std::span<const NotFree> notFree, RestIndex rest, double dt);

private:
	struct Outcome
	{
		enum class Kind : uint8_t
		{
			NeedsTurn, ///< the flight is discarded: the bullet flies again in its turn
			Free,      ///< the bullet hits nothing and keeps its arc
			Ended      ///< the bullet has ended, and its events are set
		};
		Kind kind = Kind::NeedsTurn;
		bool isOneChord = false; ///< the flight had one leg
		PathPoint begin, end;    ///< first and last point of the bullet's path in the step, if the bullet has ended
	};

	static constexpr size_t k_flightsPerTask = 512;
	static constexpr size_t k_fetchedAhead = 6; // flights

	class Task;

	void Plan(std::span<const NotFree> notFree, const BulletStore& bullets, size_t cells);
	[[nodiscard]] bool FlyAhead(PluginState& state, std::span<const NotFree> notFree, RestIndex rest, double dt);
	void FlyTasks(PluginState& state, RestIndex rest, double dt, const std::optional<StopPlaces>& stops);

	std::vector<BulletSeen> m_order;
	std::vector<Outcome> m_outcomes; // by place in the list
	std::vector<uint32_t> m_cells;   // by place in the list
	std::vector<uint32_t> m_cellPlaces;
};

} // namespace ricochet
