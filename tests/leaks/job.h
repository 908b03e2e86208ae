// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

// What the watertightness runner is made of: families of rays, each cut into jobs that know nothing of one another.
// A crossing is what certainly goes through a surface: one ray, or a path of several rays that meet end to end. It is
// certain by how it is made, with ends far on either side or exactly on the surface; no kernel is asked. A crossing of
// which nothing is reported is a leak. Where grenades are held, a ray is a grenade for a second, and a leak is one that
// gets out.

namespace ricochet::leaks
{

using test::SceneRandom;

/// How far from the origin a shape stands (m).
inline constexpr std::array<double, 4> k_offsets = {0.0, 100.0, 5.0e3, 1.0e5};

struct Tally
{
	int64_t rays = 0;
	int64_t crossings = 0;
	int64_t leaks = 0;
	int64_t box2dLeaks = 0; ///< of Box2D's own casts on the same rays

	int64_t snapshotCrossings = 0; ///< of the same, cast over a Snapshot too
	int64_t snapshotLeaks = 0;
	int64_t unlikeLive = 0; ///< rays whose answer over a Snapshot is not the live one

	[[nodiscard]] int64_t Faults() const { return leaks + snapshotLeaks + unlikeLive; }

	Tally& operator+=(const Tally& other);
	friend bool operator==(const Tally&, const Tally&) = default;
};

using Tallies = std::array<Tally, k_offsets.size()>;

/// Some rays of one family. The same seed and number of rays give the same tallies.
class Job
{
public:
	/// With dropOneIn > 0 every so many reports of the library are taken for none, to try the runner itself.
	Job(uint64_t seed, int64_t rays, int64_t dropOneIn) : random(seed), m_left(rays), m_dropOneIn(dropOneIn) {}

	/// How many rays are still to be cast.
	[[nodiscard]] int64_t Left() const { return m_left; }

	enum class Report
	{
		OfWorld,
		OfSnapshot,
		AsLive ///< the equality of the two
	};

	/// What the library reports.
	[[nodiscard]] bool Reported(bool hit, Report report = Report::OfWorld)
	{
		return hit && (m_dropOneIn == 0 || ++m_reports[static_cast<size_t>(report)] % m_dropOneIn != 0);
	}

	/// Counts one crossing. `describe` -> std::string says what a leak went through.
	template <class Describe>
	void Count(size_t offset, int64_t rays, bool reported, bool box2dReported, const Describe& describe)
	{
		m_left -= rays;
		Add(offset, {.rays = rays, .crossings = 1, .leaks = reported ? 0 : 1, .box2dLeaks = box2dReported ? 0 : 1},
		    describe);
	}

	/// Counts a crossing that was counted once more, as it is over a Snapshot.
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
	int64_t perMillion; ///< of all rays: few where one of them is a whole flight
	int64_t raysPerJob;
	size_t offsets; ///< how many of k_offsets it stands at
	void (*run)(Job& job);
};

/// The first is that of shared vertices.
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
