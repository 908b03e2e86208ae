// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/nested_grid.h"

namespace ricochet
{

/// The cells of nested grids that a box reaches into.
template <class Visit>
class NestedGrid::BoxWalker
{
public:
	BoxWalker(const NestedGrid& grids, const b2AABB& box, Visit& visit)
	    : m_grids(grids), m_visit(visit), m_lower{Bound(box.lowerBound.x, -1.0), Bound(box.lowerBound.y, -1.0)},
	      m_upper{Bound(box.upperBound.x, 1.0), Bound(box.upperBound.y, 1.0)}
	{
	}

	void WalkGrid(const Grid& grid)
	{
		const double margin = k_margin * grid.cellSize;
		const auto isBeside = (m_lower > grid.upper + margin) | (grid.lower - margin > m_upper);
		if ((isBeside[0] | isBeside[1]) != 0)
		{
			return;
		}
		WalkBlocks(grid.wide);
		// What is in a cell by rounding alone is within the margin of the next one, and stands there too.
		const WholePair first = WholeWithin((m_lower - grid.lower) * grid.inverseSize, grid.last);
		const WholePair last = WholeWithin((m_upper - grid.lower) * grid.inverseSize, grid.last);
		for (int32_t row = first[1]; row <= last[1]; ++row)
		{
			for (int32_t column = first[0]; column <= last[0]; ++column)
			{
				const Cell& cell = m_grids.m_cells[grid.firstCell + static_cast<uint32_t>(row * grid.stride + column)];
				if (cell.blocks.count == Cell::k_isGrid)
				{
					WalkGrid(m_grids.m_grids[cell.blocks.first]);
				}
				else
				{
					WalkBlocks(cell.blocks);
				}
			}
		}
	}

private:
	// What is not a number bounds nothing.
	static double Bound(float x, double sign)
	{
		return std::isnan(x) ? sign * std::numeric_limits<double>::infinity() : static_cast<double>(x);
	}

	void WalkBlocks(const Run& run)
	{
		// Floats round a difference to no more than a float that it is not more than.
		const Lanes::Same lowerX(static_cast<float>(m_lower[0]));
		const Lanes::Same lowerY(static_cast<float>(m_lower[1]));
		const Lanes::Same upperX(static_cast<float>(m_upper[0]));
		const Lanes::Same upperY(static_cast<float>(m_upper[1]));
		const CircleBlock* block = m_grids.m_blocks.data() + run.first;
		for (const CircleBlock* end = block + run.count; block != end; ++block)
		{
			const Lanes x = Lanes::Load(block->x.data());
			const Lanes y = Lanes::Load(block->y.data());
			const Lanes radius = Lanes::Load(block->radius.data());
			const LaneMask beside =
			    ((x - radius > upperX) | (y - radius > upperY) | (lowerX > x + radius) | (lowerY > y + radius)).Mask();
			for (LaneMask near = ~beside & 0xFFu; near != 0; near &= near - 1)
			{
				const auto lane = static_cast<size_t>(std::countr_zero(near));
				if (block->radius[lane] >= 0.0f)
				{
					m_visit(block->index[lane]);
				}
			}
		}
	}

	const NestedGrid& m_grids;
	Visit& m_visit;
	Pair m_lower, m_upper;
};

} // namespace ricochet
