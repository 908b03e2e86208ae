// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/nested_grid.h"

namespace ricochet
{

/// The way of something that reaches about a ray, through the cells of nested grids: column by column, or row by row if
/// it goes that way, and in each all cells that it may reach into.
template <class Visit>
class NestedGrid::ThickWalker
{
public:
	ThickWalker(const NestedGrid& grids, const ThickHeading& thick, double limit, Visit& visit)
	    : m_grids(grids), m_heading(thick.heading), m_reach{thick.reach.x, thick.reach.y}, m_limit(limit),
	      m_visit(visit), m_main(std::abs(m_heading.direction[1]) > std::abs(m_heading.direction[0]) ? 1 : 0),
	      m_ray(m_heading, FarthestIn(grids.m_grids[0]), thick.radius)
	{
	}

	double Walk()
	{
		const double far =
		    std::max(std::abs(m_heading.origin[0]), std::abs(m_heading.origin[1])) + FarthestIn(m_grids.m_grids[0]);
		if (far <= k_farCells * m_grids.m_smallestCell)
		{
			(void)WalkGrid(m_grids.m_grids[0], 0.0, m_limit);
		}
		else
		{
			m_ray = LaneRay(m_heading, std::numeric_limits<double>::infinity());
			m_grids.VisitAll([&](uint32_t index) { return Visits(index); });
		}
		return m_limit;
	}

private:
	// From one distance of the ray to another.
	struct Stretch
	{
		double from, to;

		[[nodiscard]] bool IsEmpty() const { return from > to; }
	};

	[[nodiscard]] double FarthestIn(const Grid& grid) const
	{
		const Pair below = Abs(grid.lower - m_heading.origin);
		const Pair above = Abs(grid.upper - m_heading.origin);
		const Pair farthest = Choose(below < above, above, below);
		return std::min(m_limit, farthest[0] + farthest[1] + m_reach[0] + m_reach[1]);
	}

	// While it reaches between two coordinates of an axis.
	[[nodiscard]] Stretch Between(int axis, double lower, double upper, Stretch within) const
	{
		const double a = (lower - m_reach[axis] - m_heading.origin[axis]) * m_heading.inverse[axis];
		const double b = (upper + m_reach[axis] - m_heading.origin[axis]) * m_heading.inverse[axis];
		return {std::max(within.from, std::min(a, b)), std::min(within.to, std::max(a, b))};
	}

	// The first and the last column (axis 0) or row (axis 1) of a grid that it reaches into in a stretch. By doubles,
	// which far from the grid are rougher than the margin of a cell.
	[[nodiscard]] WholePair RangeOf(const Grid& grid, int axis, Stretch stretch) const
	{
		const double a = m_heading.origin[axis] + stretch.from * m_heading.direction[axis];
		const double b = m_heading.origin[axis] + stretch.to * m_heading.direction[axis];
		const double rounding = k_rounding * (std::abs(m_heading.origin[axis]) + stretch.to) + m_reach[axis];
		const Pair ends{std::min(a, b) - rounding, std::max(a, b) + rounding};
		return WholeWithin((ends - grid.lower[axis]) * grid.inverseSize, Pair{} + grid.last[axis]);
	}

	bool Visits(uint32_t index)
	{
		m_limit = m_visit(index, m_ray, m_limit);
		return m_limit >= 0.0;
	}

	bool WalkBlocks(const Run& run, Stretch stretch)
	{
		const CircleBlock* block = m_grids.m_blocks.data() + run.first;
		for (const CircleBlock* end = block + run.count; block != end; ++block)
		{
			LaneMask near =
			    m_ray.Near(*block, static_cast<float>(stretch.from), static_cast<float>(std::min(stretch.to, m_limit)));
			for (; near != 0; near &= near - 1)
			{
				if (Visits(block->index[static_cast<size_t>(std::countr_zero(near))]) == false)
				{
					return false;
				}
			}
		}
		return true;
	}

	// False if that is all.
	bool WalkCell(const Cell& cell, Stretch stretch)
	{
		return cell.blocks.count == Cell::k_isGrid
		           ? WalkGrid(m_grids.m_grids[cell.blocks.first], stretch.from, stretch.to)
		           : WalkBlocks(cell.blocks, stretch);
	}

	bool WalkGrid(const Grid& grid, double from, double to)
	{
		const double margin = k_margin * grid.cellSize;
		Stretch inGrid = Between(0, grid.lower[0] - margin, grid.upper[0] + margin, {from, to});
		inGrid = Between(1, grid.lower[1] - margin, grid.upper[1] + margin, inGrid);
		if (inGrid.IsEmpty())
		{
			return true;
		}
		if (grid.wide.count != 0 && WalkBlocks(grid.wide, inGrid) == false)
		{
			return false;
		}
		const WholePair lines = RangeOf(grid, m_main, inGrid);
		const bool ahead = m_heading.ahead[m_main] > 0.0;
		for (int32_t i = 0; i <= lines[1] - lines[0]; ++i)
		{
			const int32_t line = ahead ? lines[0] + i : lines[1] - i;
			if (WalkLine(grid, line, inGrid) == false)
			{
				return false;
			}
		}
		return true;
	}

	// One column, or row.
	bool WalkLine(const Grid& grid, int32_t line, Stretch inGrid)
	{
		const double margin = k_margin * grid.cellSize;
		const double lower = grid.lower[m_main] + line * grid.cellSize;
		const Stretch stretch = Between(m_main, lower - margin, lower + grid.cellSize + margin, inGrid);
		if (stretch.IsEmpty() || stretch.from > m_limit)
		{
			return true;
		}
		const WholePair cells = RangeOf(grid, 1 - m_main, stretch);
		for (int32_t i = cells[0]; i <= cells[1]; ++i)
		{
			const int32_t row = m_main == 0 ? i : line;
			const int32_t column = m_main == 0 ? line : i;
			const uint32_t cell = grid.firstCell + static_cast<uint32_t>(row * grid.stride + column);
			if (WalkCell(m_grids.m_cells[cell], stretch) == false)
			{
				return false;
			}
		}
		return true;
	}

	static constexpr double k_rounding = 0x1p-40;

	const NestedGrid& m_grids;
	const Heading& m_heading;
	Pair m_reach;
	double m_limit;
	Visit& m_visit;
	int m_main; // the axis along which it goes farther
	LaneRay m_ray;
};

} // namespace ricochet
