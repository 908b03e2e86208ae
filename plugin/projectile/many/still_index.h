// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/snapshot_state.h"

#include <cstddef>
#include <vector>

namespace ricochet
{

class WorldMotion;

/// What stood still in a step, indexed for the bullets that fly through it: a look at each fixture costs less than a
/// walk of the world's tree for each of many bullets. Gives candidates, no answers.
class StillIndex
{
public:
	explicit StillIndex(const b2World& world) : m_state(world) {}

	/// All that stood still, in the world as it stands at the end of a step; nothing that flies changes that. Null if
	/// it would not pay for so many bullets, cannot have all that the tree has, or memory runs out.
	[[nodiscard]] const Snapshot::State* Take(size_t bullets, const WorldMotion& motion) noexcept;

	/// It pays where the square of the number of bullets is so many times that of the world's children: the more there
	/// are, the more a walk of the tree costs. Measured.
	double leastGain = 32.0;

private:
	Snapshot::State m_state;
	std::vector<const b2Body*> m_moved;
};

} // namespace ricochet
