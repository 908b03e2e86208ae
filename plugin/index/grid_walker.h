// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/nested_grid.h"

namespace ricochet
{

/// The way of a ray through the cells of nested grids.
template <class Visit>
class NestedGrid::Walker
{
public:
	Walker(const NestedGrid& grids, const Heading& heading, double limit, Visit& visit)
	    : m_grids(grids), m_heading(heading), m_limit(limit), m_visit(visit), m_reach(ReachOf(grids.m_grids[0])),
	      m_ray(heading, m_reach)
	{
	}

	double Walk()
	{
		const double far = std::max(std::abs(m_heading.origin[0]), std::abs(m_heading.origin[1])) + m_reach;
		if (far <= k_farCells * m_grids.m_smallestCell)
		{
			WalkGrid(m_grids.m_grids[0], 0.0, m_limit);
		}
		else
		{
			WalkAll();
		}
		return m_limit;
	}

private:
	// No point of the outermost grid that is of interest is farther.
	[[nodiscard]] double ReachOf(const Grid& grid) const
	{
		const Pair below = Abs(grid.lower - m_heading.origin);
		const Pair above = Abs(grid.upper - m_heading.origin);
		const Pair farthest = Choose(below < above, above, below);
		return std::min(m_limit, farthest[0] + farthest[1]);
	}

	// Rays from so far away are rare, and may meet anything.
	RICOCHET_NEVER_INLINE void WalkAll()
	{
		m_ray = LaneRay(m_heading, std::numeric_limits<double>::infinity());
		m_grids.VisitAll([&](uint32_t index) { return Visits(index); });
	}

	bool Visits(uint32_t index)
	{
		m_limit = m_visit(index, m_ray, m_limit);
		return m_limit >= 0.0;
	}

	// Blocks of the cell after this one are on their way while those of this one are looked at.
	void Prefetch(const Cell& cell) const
	{
		if (cell.blocks.count != Cell::k_isGrid)
		{
			FetchLine(m_grids.m_blocks.data() + cell.blocks.first);
		}
	}

	bool WalkBlocks(const Run& run, double from, double to)
	{
		const CircleBlock* block = m_grids.m_blocks.data() + run.first;
		for (const CircleBlock* end = block + run.count; block != end; ++block)
		{
			LaneMask near = m_ray.Near(*block, static_cast<float>(from), static_cast<float>(std::min(to, m_limit)));
			while (near != 0)
			{
				if (Visits(block->index[static_cast<size_t>(std::countr_zero(near))]) == false)
				{
					return false;
				}
				near &= near - 1;
			}
		}
		return true;
	}

	RICOCHET_NEVER_INLINE bool WalkInnerGrid(const Grid& grid, double from, double to)
	{
		return WalkGrid(grid, from, to);
	}

	// False if that is all. From one distance to another, which a hit may have brought nearer.
	RICOCHET_ALWAYS_INLINE bool WalkGrid(const Grid& grid, double from, double to)
	{
		const double margin = k_margin * grid.cellSize;
		const Pair a = (grid.lower - margin - m_heading.origin) * m_heading.inverse;
		const Pair b = (grid.upper + margin - m_heading.origin) * m_heading.inverse;
		const Pair first = Choose(a < b, a, b);
		const Pair last = Choose(a < b, b, a);
		from = std::max({from, first[0], first[1]});
		to = std::min({to, last[0], last[1]});
		if (from > to)
		{
			return true;
		}
		if (grid.wide.count != 0 && WalkBlocks(grid.wide, from, to) == false)
		{
			return false;
		}
		Steps steps(m_heading, grid, from);
		Cell next = m_grids.m_cells[steps.cell];
		while (true)
		{
			const Cell cell = next;
			const double exit = std::min(steps.Exit(), to);
			const bool goesOn = exit < std::min(to, m_limit);
			if (goesOn)
			{
				steps.Next();
				next = m_grids.m_cells[steps.cell];
				Prefetch(next);
			}
			if (cell.blocks.count == Cell::k_isGrid)
			{
				if (WalkInnerGrid(m_grids.m_grids[cell.blocks.first], from, exit) == false)
				{
					return false;
				}
			}
			else if (WalkBlocks(cell.blocks, from, exit) == false)
			{
				return false;
			}
			if (goesOn == false || exit >= m_limit)
			{
				return true;
			}
			from = exit;
		}
	}

	// From cell to cell: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", Eurographics 1987,
	// without a branch. What the sums round off is less than the margin of a cell. The cells around the grid are empty,
	// so that one may step out of it; where a column and a row end at once, into both of the next ones.
	struct Steps
	{
		Steps(const Heading& heading, const Grid& grid, double from)
		{
			// From where it starts in the grid, a ray's first cell does not wait for its direction.
			Pair start = heading.origin;
			if (from > 0.0)
			{
				start += from * heading.direction;
			}
			const WholePair first = WholeWithin((start - grid.lower) * grid.inverseSize, grid.last);
			const Pair next = ConvertTo<Pair>(first) + heading.ahead;
			m_next = (grid.lower + grid.cellSize * next - heading.origin) * heading.inverse;
			m_length = grid.cellSize * Abs(heading.inverse);
			const int32_t column = heading.ahead[0] > 0.0 ? 1 : -1;
			const int32_t row = heading.ahead[1] > 0.0 ? grid.stride : -grid.stride;
			m_step[1] = column;
			m_step[2] = row;
			m_step[3] = column + row;
			cell = grid.firstCell + static_cast<uint32_t>(first[1] * grid.stride + first[0]);
		}

		/// The distance at which the ray leaves the cell.
		[[nodiscard]] double Exit() const { return std::min(m_next[0], m_next[1]); }

		void Next()
		{
			const auto isNext = m_next <= Pair{m_next[1], m_next[0]};
			cell += static_cast<uint32_t>(m_step[static_cast<size_t>((isNext[0] & 1) | (isNext[1] & 2))]);
			m_next += Choose(isNext, m_length, Pair{});
		}

		uint32_t cell;

	private:
		Pair m_next;         // distances at which the ray comes to the next column and the next row
		Pair m_length;       // what a step adds to them
		int32_t m_step[4]{}; // to the next column, to the next row, to both
	};

	const NestedGrid& m_grids;
	const Heading& m_heading;
	double m_limit;
	Visit& m_visit;
	double m_reach;
	LaneRay m_ray;
};

} // namespace ricochet
