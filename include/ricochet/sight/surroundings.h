// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

class Snapshot;

/// What one looks at: a world as it stands, or a snapshot of it. Every question of sight may be asked of either, and
/// gets the same answer to the bit from a world and from a snapshot that has been brought up to date since its last
/// change. Of a snapshot the rules of its casts hold (index/snapshot.h): nothing but its copies is read, so one may
/// look while the world steps or is locked, and while the game destroys what the snapshot names. What lies beyond 1e12
/// m is not seen. Made of a world or a snapshot where one is passed; valid as long as that.
class Surroundings
{
public:
	// NOLINTBEGIN(google-explicit-constructor): a world and a snapshot are surroundings
	Surroundings(const b2World& world) : m_world(&world) {}
	Surroundings(const Snapshot& snapshot) : m_snapshot(&snapshot) {}
	// NOLINTEND(google-explicit-constructor)

	[[nodiscard]] const b2World* WorldIfLive() const { return m_world; }       ///< nullptr: it is a snapshot
	[[nodiscard]] const Snapshot* SnapshotIfNot() const { return m_snapshot; } ///< nullptr: it is a world

private:
	const b2World* m_world = nullptr;
	const Snapshot* m_snapshot = nullptr;
};

} // namespace ricochet

RICOCHET_EXPORT_END
