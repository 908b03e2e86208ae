// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/snapshot_state.h"
#include "projectile/leg/flight.h"

#include <cstddef>
#include <vector>

namespace ricochet
{

class WorldMotion;

/// The index that many bullets of one step share: to look at each fixture once costs less than to walk the world's tree
/// for each bullet. It is the game's Snapshot, if the game has given one, else one of its own without the bodies that
/// moved. It gives candidates, no answers.
class StillIndex
{
public:
	explicit StillIndex(const b2World& world) : m_own(world) {}

	/// Returns an index of the world as it is at the end of a step: `given`, or its own if that is null. No projectile
	/// changes it. Returns none if the index would not pay for this number of bullets, if it cannot hold all children
	/// that the tree has, or if memory runs out.
	[[nodiscard]] RestIndex Take(size_t bullets, const WorldMotion& motion, Snapshot* given = nullptr) noexcept;

	/// The index pays if the squared number of bullets is at least this multiple of the number of children: the larger
	/// the world, the more a walk of its tree costs. Measured.
	double leastGain = 32.0;

private:
	[[nodiscard]] RestIndex UpdateOwn(const WorldMotion& motion) noexcept;

	Snapshot::State m_own;
	std::vector<const b2Body*> m_moved;
};

} // namespace ricochet
