// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/snapshot_state.h"
#include "projectile/bullet/bullet_store.h"
#include "projectile/many/clear_grid.h"

#include <ricochet/query/executor.h>

#include <array>
#include <cstdint>
#include <vector>

namespace ricochet
{

class Flight;
class WorldMotion;

/// A bullet that may hit something in a step.
struct NotFree
{
	static constexpr uint32_t k_nowhere = UINT32_MAX;

	uint32_t index;
	uint32_t cell; ///< the cell of the middle of its path; k_nowhere: unknown
};

/// True if a walk of the world's tree proves that a bullet hits nothing in a step. Such a bullet needs no flight. For
/// many bullets, use FreeFlight.
[[nodiscard]] bool FliesFree(const BulletStore& bullets, size_t i, const Flight& flight, b2Vec2 gravity, double dt);

/// Finds the bullets that provably hit nothing in a step, for many bullets at once. These bullets need no flight: only
/// the clock advances. All other bullets fly by exact casts, so no result depends on this class.
class FreeFlight
{
public:
	/// Lists in `others`, by index, the bullets that are not proven to fly free. Such a bullet may hit something, may
	/// reach the end of its lifetime, or leaves its muzzle in this step. Bullets that do not fly on a parabola, or that
	/// are passing a child, are listed, too. The list may also contain bullets that leave their muzzle just after the
	/// step. Returns false if it can prove nothing, or if memory runs out. Throws what the executor throws.
	[[nodiscard]] bool Sort(const BulletStore& bullets, const Snapshot::State& still, const WorldMotion& motion,
	                        b2Vec2 gravity, double dt, const Executor& executor, std::vector<NotFree>& others);

	/// Returns the number of cells. Every NotFree::cell except k_nowhere is smaller.
	[[nodiscard]] size_t CellCount() const { return m_cells.Count(); }

	/// Visits all children that a leg may hit, after Sort: still(entry), moved(index of the moved child). Returns false
	/// if the leg is too long or outside the grid.
	template <class Still, class Moved>
	[[nodiscard]] bool Walk(b2Vec2 from, b2Vec2 to, Still&& still, Moved&& moved) const
	{
		uint32_t cell = 0;
		ClearPiece piece;
		if (Locate(from, to, cell, piece) == false)
		{
			return false;
		}
		m_still.Walk(cell, piece, still);
		m_moving.Walk(cell, piece,
		              [&](uint32_t index) { (index & k_hasMoved) != 0 ? moved(index & ~k_hasMoved) : still(index); });
		return true;
	}

private:
	static constexpr uint32_t k_hasMoved = 1u << 31;

	struct Step;
	struct BulletGroup;
	struct Sample;

	// The bullets of one task.
	struct Part
	{
		std::vector<NotFree> others;
		bool isComplete = false; // false: memory ran out
	};

	[[nodiscard]] bool Take(const BulletStore& bullets, double dt, Sample& sample);

	/// Finds the cell of a leg. Returns false if the leg is too long, or outside the grid.
	[[nodiscard]] bool Locate(b2Vec2 from, b2Vec2 to, uint32_t& cell, ClearPiece& piece) const;
	[[nodiscard]] bool Fits(const Sample& sample) const;
	void Plan(const Sample& sample, size_t things);
	void Build(const Snapshot::State& still, const WorldMotion& motion, const Sample& sample);
	void AddItems(const Snapshot::State& still, bool ofLargestGrid);
	void SortPart(const Step& step, const BulletStore& bullets, size_t first, size_t end,
	              std::vector<NotFree>& others) const;
	[[nodiscard]] bool SortParts(const Step& step, const BulletStore& bullets, const Executor& executor);

	ClearCells m_cells;
	ClearGrid m_still;
	ClearGrid m_moving;        // bodies that moved, and bodies that came to rest recently
	uint64_t m_stillBuild = 0; // the build of the grid whose entries m_still holds
	std::vector<GridItem> m_items;
	std::vector<Part> m_parts;
	std::array<std::vector<float>, 3> m_sampled;
};

} // namespace ricochet
