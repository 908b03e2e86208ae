// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/many/clear_grid.h"

#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

constexpr uint32_t k_lanes = 4;

// A share of a cell's size. A thing that is this near to the border between two cells belongs to both.
constexpr double k_border = 0x1p-12;

// A share of a cell's size and reach. It is larger than the rounding of distances in floats.
constexpr double k_circleRounding = 0x1p-18;

int32_t CellOf(double x, double lower, double inverse, int32_t count)
{
	return static_cast<int32_t>(std::clamp(std::floor((x - lower) * inverse), 0.0, count - 1.0));
}

} // namespace

// Calls visit(cell, middleX, middleY, circle) for each cell that an item may concern. The middle of the cell and the
// circle are in the frame of the world.
template <class Visit>
void ClearGrid::ForEachCell(const GridItem& item, Visit&& visit) const
{
	const double beyond = m_cells.reach + 2.0 * m_cells.error + k_border * m_cells.size;
	const b2AABB& box = item.bounds.box;
	const double upperX = m_cells.lowerX + m_cells.columns * m_cells.size;
	const double upperY = m_cells.lowerY + m_cells.rows * m_cells.size;
	if (box.lowerBound.x - beyond > upperX || box.upperBound.x + beyond < m_cells.lowerX ||
	    box.lowerBound.y - beyond > upperY || box.upperBound.y + beyond < m_cells.lowerY)
	{
		return;
	}
	const int32_t left = CellOf(box.lowerBound.x - beyond, m_cells.lowerX, m_cells.inverse, m_cells.columns);
	const int32_t right = CellOf(box.upperBound.x + beyond, m_cells.lowerX, m_cells.inverse, m_cells.columns);
	const int32_t bottom = CellOf(box.lowerBound.y - beyond, m_cells.lowerY, m_cells.inverse, m_cells.rows);
	const int32_t top = CellOf(box.upperBound.y + beyond, m_cells.lowerY, m_cells.inverse, m_cells.rows);
	const double half = 0.5 * m_cells.size + beyond;
	for (int32_t row = bottom; row <= top; ++row)
	{
		const double y = m_cells.MiddleY(row);
		for (int32_t column = left; column <= right; ++column)
		{
			const double x = m_cells.MiddleX(column);
			Rect rect{std::max<double>(x - half, box.lowerBound.x), std::max<double>(y - half, box.lowerBound.y),
			          std::min<double>(x + half, box.upperBound.x), std::min<double>(y + half, box.upperBound.y)};
			if (CutToItem(item, rect))
			{
				visit(static_cast<size_t>(row) * static_cast<size_t>(m_cells.columns) + static_cast<size_t>(column), x,
				      y, CircleOf(item, rect));
			}
		}
	}
}

void ClearGrid::Build(const ClearCells& cells, std::span<const GridItem> items)
{
	m_cells = cells;
	m_count.assign(cells.Count(), 0);
	for (const GridItem& item : items)
	{
		ForEachCell(item, [&](size_t cell, double, double, const Circle32&) { m_count[cell] += 1; });
	}
	m_first.resize(cells.Count() + 1);
	uint32_t blocks = 0;
	for (size_t cell = 0; cell < cells.Count(); ++cell)
	{
		m_first[cell] = blocks;
		blocks += (m_count[cell] + k_lanes - 1) / k_lanes;
		m_count[cell] = 0;
	}
	m_first[cells.Count()] = blocks;
	const float nowhere = -std::numeric_limits<float>::infinity();
	m_blocks.assign(blocks + 1, {Four{}, Four{}, Four{nowhere, nowhere, nowhere, nowhere}, {}});
	const double rounding = k_circleRounding * (cells.size + cells.reach) + cells.error;
	for (const GridItem& item : items)
	{
		ForEachCell(item,
		            [&](size_t cell, double x, double y, const Circle32& circle)
		            {
			            Block& block = m_blocks[m_first[cell] + m_count[cell] / k_lanes];
			            const uint32_t lane = m_count[cell] % k_lanes;
			            block.x[lane] = static_cast<float>(circle.x - x);
			            block.y[lane] = static_cast<float>(circle.y - y);
			            block.radius[lane] = static_cast<float>(circle.radius * (1.0 + k_circleRounding) + rounding);
			            block.index[lane] = item.index;
			            m_count[cell] += 1;
		            });
	}
}

} // namespace ricochet
