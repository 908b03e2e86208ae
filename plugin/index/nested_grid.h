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

/// What a grid holds: something within bounds, or the line between their ends.
struct GridItem
{
	uint32_t index;
	Bounds bounds;
	bool isLine;
};

/// Everything within a box, whose coordinates must be finite.
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

/// Cuts a rectangle to what of an item may lie in it. False: nothing.
[[nodiscard]] bool CutToItem(const GridItem& item, Rect& rect);

/// The smaller of the circle about an item and that about its part in a rectangle, rounded outwards.
[[nodiscard]] Circle32 CircleOf(const GridItem& item, const Rect& rect);

/// An index of circles for rays: square cells with lists of circles, eight to a block, and where a cell has many, a
/// grid of smaller cells in it. What reaches over many cells of a grid stands in a list of the grid instead.
/// A circle in a list is about the part of its owner that lies in the cell.
class NestedGrid
{
public:
	/// Replaces what there was. If memory runs out, it must be built again before the next walk; of nothing it always
	/// is.
	void Build(std::span<const GridItem> items);

	/// Adds an item to a grid that holds nothing or was made by Put alone, or replaces the item of the same index. Such
	/// a grid is a list: each walk looks at all of it. Strong: if memory runs out, nothing has changed.
	void Put(const GridItem& item);

	/// Comes by all that the ray may meet up to `limit` (m), nearer cells first: visit(index, const LaneRay&, limit) ->
	/// double, the new limit, which never grows; below 0: stop. What is in several cells may be visited several times.
	/// Gives the last limit.
	template <class Visit>
	double Walk(const Heading& heading, double limit, Visit&& visit) const
	{
		return m_grids.empty() ? limit : Walker<Visit>(*this, heading, limit, visit).Walk();
	}

	/// Comes by all that many rays from one point may meet, nearer cells first as a rule. Members of Rays:
	///     b2Vec2 Origin() const
	///     LaneMask OpenTo(x, y, radius) const          which of eight circles may be of interest to a ray
	///     int32_t CountOpen(double distance) const     how many rays something beyond a distance may be of interest to
	///     void GiveUp(double distance)                 it does not come by what these meet beyond
	///     void Visit(uint32_t index, const Circle32&)  what lies in a circle; its other parts may be visited, too
	template <class Rays>
	void WalkRings(Rays& rays) const
	{
		if (m_grids.empty() == false)
		{
			RingWalker<Rays>(*this, rays).Walk();
		}
	}

	/// The same for what reaches about a ray on its way.
	template <class Visit>
	double WalkThick(const ThickHeading& thick, double limit, Visit&& visit) const
	{
		return m_grids.empty() ? limit : ThickWalker<Visit>(*this, thick, limit, visit).Walk();
	}

	/// Comes by all that may reach into a box, whose bounds belong to it: visit(index). What is in several cells may be
	/// visited several times.
	template <class Visit>
	void WalkBox(const b2AABB& box, Visit&& visit) const
	{
		if (m_grids.empty() == false)
		{
			BoxWalker<Visit>(*this, box, visit).WalkGrid(m_grids[0]);
		}
	}

	/// All that there is, in several places several times: visit(index) -> false to stop.
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

	/// The corners of a box about everything; of nothing, a lower one above the upper one.
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
		Run blocks; ///< count k_isGrid: `first` is the grid in the cell
	};

	struct Grid
	{
		Pair lower, upper;
		Pair last; ///< column and row
		double cellSize;
		double inverseSize;
		int32_t stride;     ///< from row to row
		uint32_t firstCell; ///< within a border of empty cells
		Run wide;

		[[nodiscard]] int32_t Columns() const { return static_cast<int32_t>(last[0]) + 1; }
		[[nodiscard]] int32_t Rows() const { return static_cast<int32_t>(last[1]) + 1; }
	};

	class Builder;

	/// The block and lane of an item in the list of a grid that Put has made; else a free lane, in a new block if need
	/// be.
	[[nodiscard]] size_t LaneFor(uint32_t index);

	template <class Visit>
	class Walker;

	template <class Rays>
	class RingWalker;

	template <class Visit>
	class BoxWalker;

	template <class Visit>
	class ThickWalker;

	/// True if doubles give the cell of a place so far from the origin (m) to within a part of the margin of a cell.
	[[nodiscard]] bool KnowsCells(double far) const { return far <= k_farCells * m_smallestCell; }

	static constexpr double k_farCells = 0x1p28;
	static constexpr double k_margin = 0x1p-14; ///< by which what is in a cell may reach out of it, in cells

	std::vector<Grid> m_grids; // the first is the outermost
	std::vector<Cell> m_cells;
	std::vector<CircleBlock> m_blocks;
	double m_smallestCell = 0.0;
};

} // namespace ricochet

#include "index/grid_walker.h"
