// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/nested_grid.h"

namespace ricochet
{

/// Walks along a ray through the cells of nested grids.
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
		if (m_grids.KnowsCells(far))
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
	// Returns an upper bound of the distance from the ray's origin to any point of the outermost grid, at most
	// `m_limit`.
	[[nodiscard]] double ReachOf(const Grid& grid) const
	{
		const Pair below = Abs(grid.lower - m_heading.origin);
		const Pair above = Abs(grid.upper - m_heading.origin);
		const Pair farthest = Choose(below < above, above, below);
		return std::min(m_limit, farthest[0] + farthest[1]);
	}

	// Rays from too far away are rare. They visit all items.
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

	// The processor loads the blocks of the next cell while those of this cell are tested.
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

	// Walks from one distance to another; a hit may shorten the rest. False if the visitor has stopped the walk.
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

	// Steps from cell to cell, without a branch: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray
	// Tracing", Eurographics 1987. The rounding errors of the sums are smaller than the margin of a cell. The cells
	// around the grid are empty, so a step may leave the grid. If a column and a row end at the same distance, the step
	// changes both.
	struct Steps
	{
		Steps(const Heading& heading, const Grid& grid, double from)
		{
			// If the ray starts in the grid, the first cell does not need the ray's direction, which takes divisions to
			// compute.
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
		Pair m_next;         // distances at which the ray enters the next column and the next row
		Pair m_length;       // the distance that a step adds to them
		int32_t m_step[4]{}; // to the next column, to the next row, to both
	};

	const NestedGrid& m_grids;
	const Heading& m_heading;
	double m_limit;
	Visit& m_visit;
	double m_reach;
	LaneRay m_ray;
};

/// Walks through the cells of nested grids that a box reaches into.
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
		// A point that rounding alone puts into a cell lies within the margin of its neighbour, whose list therefore
		// has it too.
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
	// A bound that is NaN does not limit the box.
	static double Bound(float x, double sign)
	{
		return std::isnan(x) ? sign * std::numeric_limits<double>::infinity() : static_cast<double>(x);
	}

	void WalkBlocks(const Run& run)
	{
		// Rounding keeps order: if an exact difference is at most a float, so is the rounded difference.
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

/// Walks along a thick ray through the cells of nested grids. It goes column by column, or row by row if the ray is
/// steeper than 45 degrees. In each it visits all cells that the ray may reach into.
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
		if (m_grids.KnowsCells(far))
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
	// A range of distances along the ray.
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

	// The part of a stretch in which the thick ray reaches the range between two coordinates of an axis.
	[[nodiscard]] Stretch Between(int axis, double lower, double upper, Stretch within) const
	{
		const double a = (lower - m_reach[axis] - m_heading.origin[axis]) * m_heading.inverse[axis];
		const double b = (upper + m_reach[axis] - m_heading.origin[axis]) * m_heading.inverse[axis];
		return {std::max(within.from, std::min(a, b)), std::min(within.to, std::max(a, b))};
	}

	// The first and the last column (axis 0) or row (axis 1) of a grid that the thick ray reaches in a stretch. Far
	// from the grid the rounding errors of doubles exceed the margin of a cell, so they are added.
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

	// False if the visitor has stopped the walk.
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

	// Walks one column or row. False if the visitor has stopped the walk.
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
	int m_main; // the axis along which the ray goes farther
	LaneRay m_ray;
};

/// Walks through the cells of nested grids in rings about a point, for many rays from there at once.
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
		if (m_grids.KnowsCells(far))
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

	// The cells of ring k are at least k - 1 cell sizes away. If a ring of the outermost grid has more cells than there
	// are open rays, single casts of these rays are cheaper. The walk then gives up. An inner grid does not know which
	// rays reach it, so it continues while any ray is open.
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

	// Walks up to eight cells in a row or a column: `way` is the difference of their places in cells, `step` that of
	// their indices.
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
