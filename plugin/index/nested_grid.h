// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/lane_ray.h"
#include "index/outline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ricochet
{

/// An item in a grid: a thing somewhere within bounds, or the line between the ends of the bounds.
struct GridItem
{
	uint32_t index;
	Bounds bounds;
	bool isLine;
};

/// The item that fills a box. Requires: the coordinates of the box are finite.
[[nodiscard]] GridItem ItemAbout(uint32_t index, const b2AABB& box);

struct Rect
{
	double lowerX, lowerY, upperX, upperY;
};

[[nodiscard]] inline Rect Intersection(const Rect& a, const Rect& b)
{
	return {a.lowerX < b.lowerX ? b.lowerX : a.lowerX, a.lowerY < b.lowerY ? b.lowerY : a.lowerY,
	        b.upperX < a.upperX ? b.upperX : a.upperX, b.upperY < a.upperY ? b.upperY : a.upperY};
}

/// Shrinks a rectangle to the part that the item may reach. False if the item does not reach it.
[[nodiscard]] bool CutToItem(const GridItem& item, Rect& rect);

/// A circle about the part of an item in a rectangle, rounded outwards: the item's own circle, or the rectangle's if
/// that is smaller.
[[nodiscard]] Circle32 CircleOf(const GridItem& item, const Rect& rect);

/// An index of circles for rays: square cells with lists of circles, in blocks of eight. A crowded cell holds a grid of
/// smaller cells instead. An item that covers many cells of a grid is stored in one list of that grid (`wide`) instead.
/// Otherwise each cell's list has its own circle about the part of the item in that cell.
class NestedGrid
{
public:
	/// Replaces all items. If memory runs out, it must be built again before the next walk. Building from an empty list
	/// never throws.
	void Build(std::span<const GridItem> items);

	/// Adds an item, or replaces the item with the same index. Requires: the grid is empty, or was filled by Put only.
	/// Such a grid is a list: each walk tests all of it. Strong guarantee: if memory runs out, nothing has changed.
	void Put(const GridItem& item);

	/// Visits all items that the ray may hit up to `limit` (m), nearer cells first. An item in several cells may be
	/// visited several times. visit(index, const LaneRay&, limit) -> double: the new limit, which must not grow; below
	/// 0 stops the walk. Returns the last limit.
	template <class Visit>
	double Walk(const Heading& heading, double limit, Visit&& visit) const
	{
		return m_grids.empty() ? limit : Walker<Visit>(*this, heading, limit, visit).Walk();
	}

	/// Visits all items that rays from one point may hit, usually nearer cells first. Members of Rays:
	///     b2Vec2 Origin() const                        the common start of the rays
	///     LaneMask OpenTo(x, y, radius) const          which of eight circles may still matter to a ray
	///     int32_t CountOpen(double distance) const     the number of rays to which items beyond a distance may matter
	///     void GiveUp(double distance)                 the walk ends early, without the items beyond a distance
	///     void Visit(uint32_t index, const Circle32&)  an item, and a circle about it or a part of it
	/// After GiveUp, the walk does not visit these items for the rays that are still open. An item may be visited
	/// several times, with the circles of several parts.
	template <class Rays>
	void WalkRings(Rays& rays) const
	{
		if (m_grids.empty() == false)
		{
			RingWalker<Rays>(*this, rays).Walk();
		}
	}

	/// Does the same as Walk, for a thick ray.
	template <class Visit>
	double WalkThick(const ThickHeading& thick, double limit, Visit&& visit) const
	{
		return m_grids.empty() ? limit : ThickWalker<Visit>(*this, thick, limit, visit).Walk();
	}

	/// Calls visit(index) for all items that may reach into a closed box. An item in several cells may be visited
	/// several times.
	template <class Visit>
	void WalkBox(const b2AABB& box, Visit&& visit) const
	{
		if (m_grids.empty() == false)
		{
			BoxWalker<Visit>(*this, box, visit).WalkGrid(m_grids[0]);
		}
	}

	/// visit(index) -> false to stop. Visits all items, and an item in several lists several times.
	template <class Visit>
	void VisitAll(Visit&& visit) const
	{
		for (const CircleBlock& block : m_blocks)
		{
			for (uint32_t lane = 0; lane < CircleBlock::k_size; ++lane)
			{
				if (block.radius[lane] >= 0.0f && visit(block.index[lane]) == false)
				{
					return;
				}
			}
		}
	}

	[[nodiscard]] bool IsEmpty() const { return m_grids.empty(); }

	/// The lower and the upper corner of the bounding box. If the grid is empty, the lower one is above the upper one.
	[[nodiscard]] std::array<Pair, 2> Extent() const
	{
		return m_grids.empty() ? std::array<Pair, 2>{Pair{1.0, 1.0}, Pair{-1.0, -1.0}}
		                       : std::array<Pair, 2>{m_grids[0].lower, m_grids[0].upper};
	}

	[[nodiscard]] size_t Bytes() const
	{
		return m_grids.capacity() * sizeof(Grid) + m_cells.capacity() * sizeof(Cell) +
		       m_blocks.capacity() * sizeof(CircleBlock);
	}

private:
	struct Run
	{
		uint32_t first = 0;
		uint32_t count = 0;
	};

	struct Cell
	{
		static constexpr uint32_t k_isGrid = UINT32_MAX;
		Run blocks; ///< if `count` is k_isGrid, the cell holds a nested grid, and `first` is its index
	};

	struct Grid
	{
		Pair lower, upper;
		Pair last; ///< the last column and row, as whole numbers
		double cellSize;
		double inverseSize;
		int32_t stride;     ///< cells from one row to the next, with the border
		uint32_t firstCell; ///< the first cell inside the border of empty cells
		Run wide;

		[[nodiscard]] int32_t Columns() const { return static_cast<int32_t>(last[0]) + 1; }
		[[nodiscard]] int32_t Rows() const { return static_cast<int32_t>(last[1]) + 1; }
	};

	class Builder;

	/// Returns the lane of an item in a grid that Put has made, counted over all blocks. A new item gets a free lane.
	/// If all lanes are taken, a new block is added.
	[[nodiscard]] size_t LaneFor(uint32_t index);

	template <class Visit>
	class Walker;

	template <class Rays>
	class RingWalker;

	template <class Visit>
	class BoxWalker;

	template <class Visit>
	class ThickWalker;

	/// True if doubles give the cell of a point at this distance from the world's origin (m). The error must be a
	/// fraction of the cell's margin.
	[[nodiscard]] bool KnowsCells(double far) const { return far <= k_farCells * m_smallestCell; }

	static constexpr double k_farCells = 0x1p28;
	static constexpr double k_margin = 0x1p-14; ///< how far an item of a cell may reach out of it, in cell sizes

	std::vector<Grid> m_grids; // the first is the outermost
	std::vector<Cell> m_cells;
	std::vector<CircleBlock> m_blocks;
	double m_smallestCell = 0.0;
};

} // namespace ricochet

#include "index/grid_walker.h"
