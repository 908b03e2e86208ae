// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

// The watertightness runner has families of rays. Each family is divided into independent jobs. A crossing is one ray,
// or a path of rays that meet end to end, that certainly passes through a surface. This is certain by construction,
// without a call of a kernel: the ends are far on both sides of the surface, or exactly on it. A crossing without a
// reported hit is a leak. In families of grenades, a ray is one grenade for one second, and a leak is a grenade that
// escapes.

namespace ricochet::leaks
{

using test::SceneRandom;

/// The distances of a shape from the origin (m).
inline constexpr std::array<double, 4> k_offsets = {0.0, 100.0, 5.0e3, 1.0e5};

struct Tally
{
	int64_t rays = 0;
	int64_t crossings = 0;
	int64_t leaks = 0;
	int64_t box2dLeaks = 0; ///< misses of Box2D's own casts of the same rays

	int64_t snapshotCrossings = 0; ///< crossings that are also cast over a Snapshot
	int64_t snapshotLeaks = 0;
	int64_t unlikeLive = 0; ///< rays whose answer over a Snapshot differs from the live answer

	[[nodiscard]] int64_t Faults() const { return leaks + snapshotLeaks + unlikeLive; }

	Tally& operator+=(const Tally& other);
	friend bool operator==(const Tally&, const Tally&) = default;
};

using Tallies = std::array<Tally, k_offsets.size()>;

/// Some rays of one family. The same seed and the same number of rays give the same tallies.
class Job
{
public:
	/// If `dropOneIn` is positive, one in `dropOneIn` reports of the library is ignored, to test the runner itself.
	Job(uint64_t seed, int64_t rays, int64_t dropOneIn) : random(seed), m_left(rays), m_dropOneIn(dropOneIn) {}

	/// Returns the number of rays still to be cast.
	[[nodiscard]] int64_t Left() const { return m_left; }

	enum class Report
	{
		OfWorld,
		OfSnapshot,
		AsLive ///< the two are equal
	};

	/// Returns `hit`, or false if this report is ignored (see dropOneIn).
	[[nodiscard]] bool Reported(bool hit, Report report = Report::OfWorld)
	{
		return hit && (m_dropOneIn == 0 || ++m_reports[static_cast<size_t>(report)] % m_dropOneIn != 0);
	}

	/// Counts one crossing. `describe() -> std::string` describes it if it is a leak.
	template <class Describe>
	void Count(size_t offset, int64_t rays, bool reported, bool box2dReported, const Describe& describe)
	{
		m_left -= rays;
		Add(offset, {.rays = rays, .crossings = 1, .leaks = reported ? 0 : 1, .box2dLeaks = box2dReported ? 0 : 1},
		    describe);
	}

	/// Counts the result of a cast over a Snapshot, for a crossing whose live cast was already counted.
	template <class Describe>
	void CountOverSnapshot(size_t offset, bool reported, int64_t unlikeLive, const Describe& describe)
	{
		Add(offset, {.snapshotCrossings = 1, .snapshotLeaks = reported ? 0 : 1, .unlikeLive = unlikeLive}, describe);
	}

	[[nodiscard]] const Tallies& Result() const { return m_tallies; }
	[[nodiscard]] const std::string& FirstLeak() const { return m_firstLeak; }

	SceneRandom random;

private:
	template <class Describe>
	void Add(size_t offset, const Tally& tally, const Describe& describe)
	{
		m_tallies[offset] += tally;
		if (tally.Faults() > 0 && m_firstLeak.empty())
		{
			m_firstLeak = describe();
		}
	}

	int64_t m_left;
	int64_t m_dropOneIn;
	std::array<int64_t, 3> m_reports{};
	Tallies m_tallies{};
	std::string m_firstLeak;
};

struct Family
{
	const char* name;
	int64_t perMillion; ///< share of all rays; it is small if one ray is a whole flight
	int64_t raysPerJob;
	size_t offsets; ///< the number of k_offsets at which it runs
	void (*run)(Job& job);
};

/// Returns all families. The first one casts at shared vertices.
[[nodiscard]] std::span<const Family> Families();

void CrossAtVertices(Job& job);
void CrossAtEdges(Job& job);
void EndOnEdges(Job& job);
void LeaveStillLoops(Job& job);
void LeaveMovingLoops(Job& job);
void EnterSolids(Job& job);
void EnterTiles(Job& job);
void EnterSolidsByHulls(Job& job);
void EnterTilesByHulls(Job& job);
void FireBullets(Job& job);
void HoldInRooms(Job& job);
void HoldBetweenSolids(Job& job);
void PierceTurningTargets(Job& job);

} // namespace ricochet::leaks
