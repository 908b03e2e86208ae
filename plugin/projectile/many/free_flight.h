// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/snapshot_state.h"
#include "projectile/bullet/bullet_store.h"
#include "projectile/many/bullet_group.h"
#include "projectile/many/clear_grid.h"

#include <ricochet/query/executor.h>

#include <array>
#include <cstdint>
#include <vector>

namespace ricochet
{

class WorldMotion;

/// A bullet that may meet something in a step.
struct NotFree
{
	static constexpr uint32_t k_nowhere = UINT32_MAX;

	uint32_t index;
	uint32_t cell; ///< in which the middle of its way lies; k_nowhere: that is not known
};

/// Decides for many bullets at once which of them certainly meet nothing in a step and fly on. Nothing of those changes
/// but the time. What it cannot decide is flown by the exact casts, so no answer depends on it.
class FreeFlight
{
public:
	/// Lists in `others`, by index, the bullets that have set out and may meet something, reach the end of their time,
	/// or are otherwise not alone with their arc. False if it cannot be told here, for lack of memory or otherwise.
	/// Throws nothing but what the executor does.
	[[nodiscard]] bool Sort(const BulletStore& bullets, const Snapshot::State& still, const WorldMotion& motion,
	                        b2Vec2 gravity, double dt, const Executor& executor, std::vector<NotFree>& others);

	/// Cells are below this.
	[[nodiscard]] size_t CellCount() const { return m_cells.Count(); }

	/// Comes by all that a leg may meet, after Sort: still(entry), moved(index of the moved child). False if it cannot
	/// tell of this leg.
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

	struct Sample;

	// Of bullets that are stored side by side.
	struct Part
	{
		std::vector<NotFree> others;
		bool isComplete = false; // else memory ran out
	};

	[[nodiscard]] bool Take(const BulletStore& bullets, double dt, Sample& sample);

	/// Where a leg is. False if it is too long, or elsewhere.
	[[nodiscard]] bool Locate(b2Vec2 from, b2Vec2 to, uint32_t& cell, ClearPiece& piece) const;
	[[nodiscard]] bool Fits(const Sample& sample) const;
	void Plan(const Sample& sample, size_t things);
	void Build(const Snapshot::State& still, const WorldMotion& motion, const Sample& sample);
	void AddItems(const Snapshot::State& still, bool ofLargestGrid);
	void SortPart(const BulletGroup::Step& step, const BulletStore& bullets, size_t first, size_t end,
	              std::vector<NotFree>& others) const;
	[[nodiscard]] bool SortParts(const BulletGroup::Step& step, const BulletStore& bullets, const Executor& executor);

	ClearCells m_cells;
	ClearGrid m_still;
	ClearGrid m_moving;        // and what has come to rest a little while ago
	uint64_t m_stillBuild = 0; // of the grid whose entries m_still holds
	std::vector<GridItem> m_items;
	std::vector<Part> m_parts;
	std::array<std::vector<float>, 3> m_sampled;
};

} // namespace ricochet
