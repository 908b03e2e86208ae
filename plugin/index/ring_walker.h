// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/nested_grid.h"

namespace ricochet
{

/// The cells of nested grids in rings about a point, for many rays from there at once.
template <class Rays>
class NestedGrid::RingWalker
{
public:
	RingWalker(const NestedGrid& grids, Rays& rays)
	    : m_grids(grids), m_rays(rays), m_origin{rays.Origin().x, rays.Origin().y}
	{
	}

	void Walk()
	{
		const double far = std::max(std::abs(m_origin[0]), std::abs(m_origin[1]));
		if (far <= k_farCells * m_grids.m_smallestCell)
		{
			WalkGrid(m_grids.m_grids[0]);
		}
		else
		{
			m_rays.GiveUp(0.0);
		}
	}

private:
	void WalkBlocks(const Run& run)
	{
		const CircleBlock* block = m_grids.m_blocks.data() + run.first;
		for (const CircleBlock* end = block + run.count; block != end; ++block)
		{
			for (LaneMask open = m_rays.OpenTo(Lanes::Load(block->x.data()), Lanes::Load(block->y.data()),
			                                   Lanes::Load(block->radius.data()));
			     open != 0; open &= open - 1)
			{
				const auto lane = static_cast<size_t>(std::countr_zero(open));
				m_rays.Visit(block->index[lane], {block->x[lane], block->y[lane], block->radius[lane]});
			}
		}
	}

	void WalkGrid(const Grid& grid)
	{
		WalkBlocks(grid.wide);
		const WholePair home = WholeWithin((m_origin - grid.lower) * grid.inverseSize, grid.last);
		const int32_t lastColumn = grid.Columns() - 1;
		const int32_t lastRow = grid.Rows() - 1;
		const int32_t rings = std::max({home[0], lastColumn - home[0], home[1], lastRow - home[1]});
		WalkRow(grid, home[1], home[0], home[0]);
		for (int32_t k = 1; k <= rings && GoesOn(grid, k); ++k)
		{
			const int32_t left = home[0] - k;
			const int32_t right = home[0] + k;
			for (const int32_t row : {home[1] - k, home[1] + k})
			{
				if (row >= 0 && row <= lastRow)
				{
					WalkRow(grid, row, std::max(left, 0), std::min(right, lastColumn));
				}
			}
			for (const int32_t column : {left, right})
			{
				if (column >= 0 && column <= lastColumn)
				{
					WalkColumn(grid, column, std::max(home[1] - k + 1, 0), std::min(home[1] + k - 1, lastRow));
				}
			}
		}
	}

	// The cells of ring k are farther than k - 1 of them are wide. A ring of more cells than there are open rays costs
	// more than single casts of these; in an inner grid it is not known which of them come by.
	bool GoesOn(const Grid& grid, int32_t k)
	{
		const double distance = (k - 1 - 2.0 * k_margin) * grid.cellSize;
		const int32_t open = m_rays.CountOpen(distance);
		if (open >= 8 * k || &grid != m_grids.m_grids.data())
		{
			return open > 0;
		}
		m_rays.GiveUp(distance);
		return false;
	}

	void WalkRow(const Grid& grid, int32_t row, int32_t first, int32_t last)
	{
		for (int32_t column = first; column <= last; column += k_lanes)
		{
			WalkCells(grid, column, row, Pair{1.0, 0.0}, 1, last - column + 1);
		}
	}

	void WalkColumn(const Grid& grid, int32_t column, int32_t first, int32_t last)
	{
		for (int32_t row = first; row <= last; row += k_lanes)
		{
			WalkCells(grid, column, row, Pair{0.0, 1.0}, grid.stride, last - row + 1);
		}
	}

	// Up to eight cells in a row or a column: their places differ by `way` cells, their numbers by `step`.
	void WalkCells(const Grid& grid, int32_t column, int32_t row, Pair way, int32_t step, int32_t count)
	{
		std::array<float, k_lanes> x, y, radius;
		const Pair first = grid.lower + grid.cellSize * (Pair{} + 0.5 + Pair{column * 1.0, row * 1.0});
		const Pair last = first + (k_lanes - 1.0) * grid.cellSize * way;
		const Pair rounding = Abs(first) + Abs(last);
		const auto reach =
		    static_cast<float>((0.7072 + 2.0 * k_margin) * grid.cellSize + 0x1p-23 * (rounding[0] + rounding[1]));
		for (size_t i = 0; i < k_lanes; ++i)
		{
			const Pair place = first + static_cast<double>(i) * grid.cellSize * way;
			x[i] = static_cast<float>(place[0]);
			y[i] = static_cast<float>(place[1]);
			radius[i] = static_cast<int32_t>(i) < count ? reach : -1.0f;
		}
		const LaneMask open = m_rays.OpenTo(Lanes::Load(x.data()), Lanes::Load(y.data()), Lanes::Load(radius.data()));
		const auto firstCell = static_cast<int32_t>(grid.firstCell) + row * grid.stride + column;
		const auto cellIn = [&](LaneMask mask) -> const Cell&
		{
			return m_grids.m_cells[static_cast<size_t>(firstCell + step * std::countr_zero(mask))];
		};
		for (LaneMask left = open; left != 0; left &= left - 1)
		{
			const Cell& cell = cellIn(left);
			if (cell.blocks.count != Cell::k_isGrid)
			{
				FetchLine(m_grids.m_blocks.data() + cell.blocks.first);
			}
		}
		for (LaneMask left = open; left != 0; left &= left - 1)
		{
			const Cell& cell = cellIn(left);
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

	static constexpr int32_t k_lanes = 8;

	const NestedGrid& m_grids;
	Rays& m_rays;
	Pair m_origin;
};

} // namespace ricochet
