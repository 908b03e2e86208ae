// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/grid_index.h"
#include "index/history_state.h"

#include <ricochet/index/snapshot.h>

#include <vector>

namespace ricochet
{

struct Snapshot::State : GridIndex
{
	explicit State(const b2World& theWorld) : world(theWorld) {}

	const b2World& world;
	Result<> layout; ///< whether the game's Box2D is the library's; if not, the world is not read

	/// As if some bodies, in the world's order, were disabled.
	SnapshotUpdate Update(std::span<const b2Body* const> without = {});

	SnapshotUpdate UpdateTo(const History& history, const Moment& moment);
	void Clear();

	[[nodiscard]] size_t Bytes() const { return GridIndex::Bytes() + m_bodies.capacity() * sizeof(BodyMark); }

private:
	struct BodyMark
	{
		Whereabouts where;
		size_t place; // of its first child, in `order`
	};

	template <class ForEach>
	SnapshotUpdate Take(size_t expected, ForEach&& forEachChild);
	SnapshotUpdate Follow(const History::State& history, const Moment& moment);
	void CountOthers(SnapshotUpdate& update) const;

	Roster m_roster;                // that of the past, if that is where it stands
	std::vector<BodyMark> m_bodies; // of it, in the world's order
};

[[nodiscard]] inline const Snapshot::State& StateOf(const Snapshot& snapshot)
{
	return *snapshot.m_state;
}

} // namespace ricochet
