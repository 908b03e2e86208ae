// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/snapshot_state.h"
#include "projectile/leg/flight.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ricochet
{

class WorldMotion;

/// The index that many bullets of one step share. Visiting each fixture once costs less than walking the world's tree
/// for each bullet. If the game has given a Snapshot, that is the index. Otherwise this class builds its own index,
/// without the bodies that moved. An index finds candidates; exact casts decide.
class StillIndex
{
public:
	explicit StillIndex(const b2World& world) : m_world(world) {}

	/// True if an index is faster than the tree for a number of bullets.
	[[nodiscard]] bool Pays(size_t bullets) const noexcept;

	/// Returns an index of the world at the end of a step: `given`, or its own if `given` is null. Projectiles do not
	/// change the index. Returns an empty RestIndex if an index is no faster for this number of bullets. The same holds
	/// if the index cannot contain all children of the tree, or if memory runs out.
	[[nodiscard]] RestIndex Take(size_t bullets, const WorldMotion& motion, Snapshot* given = nullptr) noexcept;

	/// Frees the memory of its own index.
	void Release() noexcept { m_own.reset(); }

	/// The index is faster from this number of bullets on. In a world of many thousand children, it takes more bullets.
	/// Measured.
	double leastBullets = 256.0;

private:
	[[nodiscard]] RestIndex UpdateOwn(const WorldMotion& motion) noexcept;

	const b2World& m_world;
	std::optional<Snapshot::State> m_own; // none until it is needed
	std::vector<const b2Body*> m_moved;
};

} // namespace ricochet
