// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/lane_ray.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace ricochet
{

/// What a grid holds: something in a circle and a box, or the line from one point to another.
struct GridItem
{
	uint32_t index;
	Circle32 circle;
	b2AABB box;
	std::array<b2Vec2, 2> ends;
	bool isLine;
};

/// From where a ray goes, in which direction (a unit vector), and how far for each metre in x and in y. All finite.
struct Heading
{
	b2Vec2 origin;
	Vec<double> direction;
	Vec<double> inverse;

	/// `length` is that of the translation.
	Heading(b2Vec2 from, const Vec<double>& translation, double length)
	    : origin(from), direction{1.0, k_flat}, inverse{1.0, 1.0 / k_flat}
	{
		if (length > 0.0)
		{
			const double perMetre = 1.0 / length;
			const bool isFlatX = std::abs(translation.x) <= k_flat * length;
			const bool isFlatY = std::abs(translation.y) <= k_flat * length;
			direction = {isFlatX ? k_flat : perMetre * translation.x, isFlatY ? k_flat : perMetre * translation.y};
			inverse = {isFlatX ? 1.0 / k_flat : length / translation.x,
			           isFlatY ? 1.0 / k_flat : length / translation.y};
		}
	}

private:
	static constexpr double k_flat = 1e-30; // no cell differs by so small a slope, and its inverse is finite
};

/// An index of circles for rays: square cells with lists of circles, eight to a block, and where a cell has many, a
/// grid of smaller cells in it. What reaches over many cells of a grid stands in a list of the grid instead.
/// A circle in a list is about the part of its owner that lies in the cell.
class NestedGrid
{
public:
	/// Replaces what there was. If memory runs out, it must be built again before the next walk; of nothing it always
	/// is.
	void Build(std::span<const GridItem> items);

	/// Comes by all that the ray may meet up to `limit` (m), nearer cells first: visit(index, const LaneRay&) ->
	/// double, the new limit, which never grows; below 0: stop. What is in several cells may be visited several times.
	template <class Visit>
	void Walk(const Heading& heading, double limit, Visit&& visit) const
	{
		if (m_grids.empty() == false)
		{
			Walker<Visit>(*this, heading, limit, visit).Walk();
		}
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
		double lowerX, lowerY;
		double upperX, upperY;
		double cellSize;
		double inverseSize;
		int32_t columns, rows;
		int32_t stride;     ///< from row to row
		uint32_t firstCell; ///< within a border of empty cells
		Run wide;
	};

	class Builder;

	template <class Visit>
	class Walker;

	/// A ray this far away, in cells, has its cells told by doubles to within a part of the margin of a cell.
	static constexpr double k_farCells = 0x1p28;
	static constexpr double k_margin = 0x1p-14; ///< by which what is in a cell may reach out of it, in cells

	std::vector<Grid> m_grids; // the first is the outermost
	std::vector<Cell> m_cells;
	std::vector<CircleBlock> m_blocks;
	double m_smallestCell = 0.0;
};

template <class Visit>
class NestedGrid::Walker
{
public:
	Walker(const NestedGrid& grids, const Heading& heading, double limit, Visit& visit)
	    : m_grids(grids), m_origin(heading.origin), m_direction(heading.direction), m_inverse(heading.inverse),
	      m_limit(limit), m_visit(visit), m_ray(heading.origin, heading.direction, ReachOf(grids.m_grids[0]))
	{
	}

	void Walk()
	{
		const Grid& outermost = m_grids.m_grids[0];
		const double far = std::max(std::abs(m_origin.x), std::abs(m_origin.y)) + m_reach;
		if (far <= k_farCells * m_grids.m_smallestCell)
		{
			WalkGrid(outermost, 0.0, m_limit);
			return;
		}
		// Rays from so far away are rare, and may meet anything.
		m_ray = LaneRay(m_origin, m_direction, std::numeric_limits<double>::infinity());
		for (const CircleBlock& block : m_grids.m_blocks)
		{
			for (uint32_t lane = 0; lane < CircleBlock::k_size; ++lane)
			{
				if (block.radius[lane] >= 0.0f && Visits(block.index[lane]) == false)
				{
					return;
				}
			}
		}
	}

private:
	// No point of the outermost grid that is of interest is farther.
	double ReachOf(const Grid& grid)
	{
		const double x = std::max(std::abs(grid.lowerX - m_origin.x), std::abs(grid.upperX - m_origin.x));
		const double y = std::max(std::abs(grid.lowerY - m_origin.y), std::abs(grid.upperY - m_origin.y));
		m_reach = std::min(m_limit, x + y);
		return m_reach;
	}

	bool Visits(uint32_t index)
	{
		m_limit = m_visit(index, m_ray);
		return m_limit >= 0.0;
	}

	bool WalkBlocks(const Run& run, double from, double to)
	{
		const auto first = static_cast<float>(from);
		for (uint32_t i = 0; i < run.count; ++i)
		{
			const CircleBlock& block = m_grids.m_blocks[run.first + i];
			LaneMask near = m_ray.Near(block, first, static_cast<float>(std::min(to, m_limit)));
			while (near != 0)
			{
				if (Visits(block.index[static_cast<size_t>(std::countr_zero(near))]) == false)
				{
					return false;
				}
				near &= near - 1;
			}
		}
		return true;
	}

	// False if that is all. From one distance to another, which a hit may have brought nearer.
	bool WalkGrid(const Grid& grid, double from, double to)
	{
		const double margin = k_margin * grid.cellSize;
		Cut(m_origin.x, m_inverse.x, grid.lowerX - margin, grid.upperX + margin, from, to);
		Cut(m_origin.y, m_inverse.y, grid.lowerY - margin, grid.upperY + margin, from, to);
		if (from > to)
		{
			return true;
		}
		if (WalkBlocks(grid.wide, from, to) == false)
		{
			return false;
		}
		Steps steps(*this, grid, from);
		while (true)
		{
			const double exit = std::min(steps.Exit(), to);
			const Cell& cell = m_grids.m_cells[steps.cell];
			if (cell.blocks.count == Cell::k_isGrid)
			{
				if (WalkGrid(m_grids.m_grids[cell.blocks.first], from, exit) == false)
				{
					return false;
				}
			}
			else if (WalkBlocks(cell.blocks, from, exit) == false)
			{
				return false;
			}
			if (exit >= std::min(to, m_limit))
			{
				return true;
			}
			steps.Next();
			from = exit;
		}
	}

	// Cuts [from, to] to where a coordinate is in a range.
	static void Cut(double origin, double inverse, double lower, double upper, double& from, double& to)
	{
		const double a = (lower - origin) * inverse;
		const double b = (upper - origin) * inverse;
		from = std::max(from, std::min(a, b));
		to = std::min(to, std::max(a, b));
	}

	// From cell to cell: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", Eurographics 1987,
	// without a branch. What the sums round off is less than the margin of a cell. The cells around the grid are empty,
	// so that one may step out of it.
	struct Steps
	{
		Steps(const Walker& walker, const Grid& grid, double from)
		{
			const int32_t column = FirstOf(walker.m_origin.x, walker.m_direction.x, walker.m_inverse.x, grid.lowerX,
			                               grid, from, grid.columns, m_next[0], m_length[0][1]);
			const int32_t row = FirstOf(walker.m_origin.y, walker.m_direction.y, walker.m_inverse.y, grid.lowerY, grid,
			                            from, grid.rows, m_next[1], m_length[1][0]);
			m_step[1] = walker.m_direction.x > 0.0 ? 1 : -1;
			m_step[0] = walker.m_direction.y > 0.0 ? grid.stride : -grid.stride;
			cell = grid.firstCell + static_cast<uint32_t>(row * grid.stride + column);
		}

		/// The distance at which the ray leaves the cell.
		[[nodiscard]] double Exit() const { return std::min(m_next[0], m_next[1]); }

		void Next()
		{
			const auto isX = static_cast<size_t>(m_next[0] < m_next[1]);
			cell += static_cast<uint32_t>(m_step[isX]);
			m_next[0] += m_length[0][isX];
			m_next[1] += m_length[1][isX];
		}

		uint32_t cell;

	private:
		static int32_t FirstOf(double origin, double direction, double inverse, double lower, const Grid& grid,
		                       double from, int32_t count, double& next, double& length)
		{
			const double place = (origin + from * direction - lower) * grid.inverseSize;
			const auto first = static_cast<int32_t>(std::clamp(place, 0.0, static_cast<double>(count - 1)));
			next = (lower + grid.cellSize * (first + (direction > 0.0 ? 1 : 0)) - origin) * inverse;
			length = grid.cellSize * std::abs(inverse);
			return first;
		}

		double m_next[2];           // distances at which the ray comes to the next column and the next row
		double m_length[2][2] = {}; // what a step to the next row or column adds to them
		int32_t m_step[2];
	};

	const NestedGrid& m_grids;
	b2Vec2 m_origin;
	Vec<double> m_direction;
	Vec<double> m_inverse;
	double m_limit;
	double m_reach = 0.0;
	Visit& m_visit;
	LaneRay m_ray;
};

} // namespace ricochet
