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
	Result<> layout; ///< error if the game's Box2D has another layout than the library's; then the world is not read

	/// Copies the world as if the bodies in `without` were disabled. They must be in the world's order.
	SnapshotUpdate Update(std::span<const b2Body* const> without = {});

	SnapshotUpdate UpdateTo(const History& history, const Moment& moment);
	void Clear();

	[[nodiscard]] size_t Bytes() const { return GridIndex::Bytes() + m_bodies.capacity() * sizeof(BodyMark); }

private:
	struct BodyMark
	{
		Whereabouts where;
		size_t place; // index of its first child in `order`
	};

	template <class ForEach>
	SnapshotUpdate Take(size_t expected, ForEach&& forEachChild);
	SnapshotUpdate Follow(const History::State& history, const Moment& moment);
	void CountOthers(SnapshotUpdate& update) const;

	Roster m_roster; // the roster of the moment that the snapshot shows; {0, 0} if it shows the world as it is
	std::vector<BodyMark> m_bodies; // the bodies of that moment, in the world's order
};

[[nodiscard]] inline const Snapshot::State& StateOf(const Snapshot& snapshot)
{
	return *snapshot.m_state;
}

} // namespace ricochet
