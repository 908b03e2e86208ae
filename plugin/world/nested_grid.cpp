// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/nested_grid.h"

namespace ricochet
{

namespace
{

constexpr double k_perCell = 4.0;    // items, if they were spread evenly
constexpr uint32_t k_mostCells = 6;  // that an item stands in, on average
constexpr uint32_t k_crowd = 64;     // items in a cell from which on a grid in it may pay
constexpr int32_t k_deepest = 8;     // grids in grids
constexpr uint32_t k_wideCells = 16; // what reaches over more cells, and over a part of all, is wide
constexpr double k_gridCost = 4.0;   // of walking into a grid, in blocks
constexpr double k_grown = 1.0 + 0x1p-20;

struct Rect
{
	double lowerX, lowerY, upperX, upperY;
};

// The part of an item that lies in a cell.
struct Part
{
	uint32_t item;
	Rect rect;
};

Rect Intersection(const Rect& a, const Rect& b)
{
	return {std::max(a.lowerX, b.lowerX), std::max(a.lowerY, b.lowerY), std::min(a.upperX, b.upperX),
	        std::min(a.upperY, b.upperY)};
}

// Cuts a rectangle to what lies on the two sides of where a line enters and leaves it. False: the line is elsewhere.
bool CutToLine(const std::array<b2Vec2, 2>& ends, double margin, Rect& rect)
{
	const double x = ends[0].x;
	const double y = ends[0].y;
	const double dx = static_cast<double>(ends[1].x) - x;
	const double dy = static_cast<double>(ends[1].y) - y;
	double from = 0.0;
	double to = 1.0;
	const auto cut = [&](double start, double way, double lower, double upper)
	{
		if (way == 0.0)
		{
			to = start >= lower - margin && start <= upper + margin ? to : -1.0;
			return;
		}
		const double a = (lower - margin - start) / way;
		const double b = (upper + margin - start) / way;
		from = std::max(from, std::min(a, b));
		to = std::min(to, std::max(a, b));
	};
	cut(x, dx, rect.lowerX, rect.upperX);
	cut(y, dy, rect.lowerY, rect.upperY);
	if (from > to)
	{
		return false;
	}
	const Rect between{x + std::min(from * dx, to * dx) - margin, y + std::min(from * dy, to * dy) - margin,
	                   x + std::max(from * dx, to * dx) + margin, y + std::max(from * dy, to * dy) + margin};
	rect = Intersection(rect, between);
	return true;
}

// The smaller of the circle about an item and that about its part.
Circle32 CircleOf(const GridItem& item, const Rect& rect)
{
	const double width = rect.upperX - rect.lowerX;
	const double height = rect.upperY - rect.lowerY;
	const double radius = 0.5 * std::sqrt(width * width + height * height);
	if (radius >= item.bounds.circle.radius)
	{
		return item.bounds.circle;
	}
	const double x = 0.5 * (rect.lowerX + rect.upperX);
	const double y = 0.5 * (rect.lowerY + rect.upperY);
	const double rounding = 0x1p-23 * (std::abs(x) + std::abs(y)) + 0x1p-100;
	return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(k_grown * (radius + rounding))};
}

} // namespace

class NestedGrid::Builder
{
public:
	Builder(NestedGrid& grids, std::span<const GridItem> items) : m_grids(grids), m_items(items) {}

	void Build()
	{
		std::vector<Part> parts;
		parts.reserve(m_items.size());
		for (uint32_t i = 0; i < m_items.size(); ++i)
		{
			const b2AABB& box = m_items[i].bounds.box;
			parts.push_back({i, {box.lowerBound.x, box.lowerBound.y, box.upperBound.x, box.upperBound.y}});
		}
		if (parts.empty() == false)
		{
			AddGrid(PlanOf(parts), 0);
		}
	}

private:
	// A grid on its way: which part is in which cell.
	struct Plan
	{
		Grid grid;
		std::vector<uint32_t> starts; // of the cells in `members`, and the end
		std::vector<Part> members;
		std::vector<Part> wide;
	};

	static Rect BoundsOf(std::span<const Part> parts)
	{
		Rect all = parts[0].rect;
		for (const Part& part : parts)
		{
			all = {std::min(all.lowerX, part.rect.lowerX), std::min(all.lowerY, part.rect.lowerY),
			       std::max(all.upperX, part.rect.upperX), std::max(all.upperY, part.rect.upperY)};
		}
		return all;
	}

	static Grid GridOf(const Rect& all, double cellSize)
	{
		Grid grid{};
		grid.lower = Pair{all.lowerX, all.lowerY};
		grid.upper = Pair{all.upperX, all.upperY};
		grid.last =
		    Pair{std::floor((all.upperX - all.lowerX) / cellSize), std::floor((all.upperY - all.lowerY) / cellSize)};
		grid.cellSize = cellSize;
		grid.inverseSize = 1.0 / cellSize;
		grid.stride = grid.Columns() + 2;
		return grid;
	}

	// Square cells; for what stands in a row, as long as they must be; and for what overlaps, so large that it does not
	// stand in many of them.
	Grid Layout(std::span<const Part> parts) const
	{
		const Rect all = BoundsOf(parts);
		const double width = all.upperX - all.lowerX;
		const double height = all.upperY - all.lowerY;
		const double cells = std::max(1.0, static_cast<double>(parts.size()) / k_perCell);
		const double least = 0x1p-20 * std::max({std::abs(all.lowerX), std::abs(all.upperX), std::abs(all.lowerY),
		                                         std::abs(all.upperY), 1e-20});
		double size = std::max({std::sqrt(width * height / cells), std::max(width, height) / cells, least});
		while (IsCrowded(GridOf(all, size), parts))
		{
			size *= 2.0;
		}
		return GridOf(all, size);
	}

	// If parts stand in more cells than they may on average. In a grid of one cell they do not.
	bool IsCrowded(const Grid& grid, std::span<const Part> parts) const
	{
		uint64_t members = 0;
		for (const Part& part : parts)
		{
			members += IsWide(grid, part) ? 1 : CountCells(grid, part);
		}
		return members > k_mostCells * parts.size() && grid.Columns() * grid.Rows() > 1;
	}

	// At most; a line is in a row of them.
	uint32_t CountCells(const Grid& grid, const Part& part) const
	{
		const Range range = CellsOf(grid, part.rect);
		return m_items[part.item].isLine
		           ? static_cast<uint32_t>(range.right - range.left + range.top - range.bottom + 1)
		           : range.Count();
	}

	struct Range
	{
		int32_t left, bottom, right, top;
		[[nodiscard]] uint32_t Count() const { return static_cast<uint32_t>((right - left + 1) * (top - bottom + 1)); }
	};

	static Range CellsOf(const Grid& grid, const Rect& rect)
	{
		const auto cell = [&](double place, size_t axis)
		{
			return static_cast<int32_t>(
			    std::clamp((place - grid.lower[axis]) * grid.inverseSize, 0.0, grid.last[axis]));
		};
		const double margin = k_margin * grid.cellSize;
		return {cell(rect.lowerX - margin, 0), cell(rect.lowerY - margin, 1), cell(rect.upperX + margin, 0),
		        cell(rect.upperY + margin, 1)};
	}

	// visit(cell, const Rect&) for the cells that a part reaches into.
	template <class Visit>
	void ForEachCell(const Grid& grid, const Part& part, Visit&& visit) const
	{
		const GridItem& item = m_items[part.item];
		const Range range = CellsOf(grid, part.rect);
		if (range.Count() == 1)
		{
			visit(range.bottom * grid.Columns() + range.left, part.rect);
			return;
		}
		const double margin = k_margin * grid.cellSize;
		for (int32_t row = range.bottom; row <= range.top; ++row)
		{
			for (int32_t column = range.left; column <= range.right; ++column)
			{
				const double x = grid.lower[0] + column * grid.cellSize;
				const double y = grid.lower[1] + row * grid.cellSize;
				Rect rect = Intersection(
				    part.rect, {x - margin, y - margin, x + grid.cellSize + margin, y + grid.cellSize + margin});
				if (item.isLine ? CutToLine(item.bounds.ends, LineMargin(item), rect)
				                : Reaches(item.bounds.circle, rect))
				{
					visit(row * grid.Columns() + column, rect);
				}
			}
		}
	}

	// What floats round the ends of a line by.
	static double LineMargin(const GridItem& item)
	{
		return 0x1p-18 * item.bounds.circle.radius + 0x1p-22 * (std::abs(static_cast<double>(item.bounds.circle.x)) +
		                                                        std::abs(static_cast<double>(item.bounds.circle.y)));
	}

	static bool Reaches(const Circle32& circle, const Rect& rect)
	{
		const double x = std::clamp<double>(circle.x, rect.lowerX, rect.upperX) - circle.x;
		const double y = std::clamp<double>(circle.y, rect.lowerY, rect.upperY) - circle.y;
		const double radius = circle.radius;
		return x * x + y * y <= radius * radius;
	}

	bool IsWide(const Grid& grid, const Part& part) const
	{
		const uint32_t cells = CountCells(grid, part);
		return cells > k_wideCells && 8 * cells > static_cast<uint32_t>(grid.Columns() * grid.Rows());
	}

	Plan PlanOf(std::span<const Part> parts) const
	{
		Plan plan{Layout(parts), {}, {}, {}};
		const auto cells = static_cast<size_t>(plan.grid.Columns()) * static_cast<size_t>(plan.grid.Rows());
		plan.starts.assign(cells + 1, 0);
		for (const Part& part : parts)
		{
			if (IsWide(plan.grid, part))
			{
				plan.wide.push_back(part);
			}
			else
			{
				ForEachCell(plan.grid, part,
				            [&](int32_t cell, const Rect&) { ++plan.starts[static_cast<size_t>(cell)]; });
			}
		}
		uint32_t end = 0;
		for (uint32_t& start : plan.starts)
		{
			end += start;
			start = end;
		}
		plan.members.resize(end);
		for (const Part& part : parts)
		{
			if (IsWide(plan.grid, part) == false)
			{
				ForEachCell(plan.grid, part,
				            [&](int32_t cell, const Rect& rect) {
					            plan.members[--plan.starts[static_cast<size_t>(cell)]] = {part.item, rect};
				            });
			}
		}
		return plan;
	}

	// What a ray through the grid costs, in blocks.
	static double CostOf(const Plan& plan)
	{
		const double cells = static_cast<double>(plan.starts.size()) - 1.0;
		const double members = static_cast<double>(plan.members.size());
		return k_gridCost + static_cast<double>(plan.wide.size()) / CircleBlock::k_size +
		       std::sqrt(cells) * (1.0 + members / cells / CircleBlock::k_size);
	}

	Run AddBlocks(std::span<const Part> parts)
	{
		const Run run{static_cast<uint32_t>(m_grids.m_blocks.size()),
		              static_cast<uint32_t>((parts.size() + CircleBlock::k_size - 1) / CircleBlock::k_size)};
		m_grids.m_blocks.resize(m_grids.m_blocks.size() + run.count);
		for (size_t i = 0; i < parts.size(); ++i)
		{
			const GridItem& item = m_items[parts[i].item];
			m_grids.m_blocks[run.first + i / CircleBlock::k_size].Set(i % CircleBlock::k_size,
			                                                          CircleOf(item, parts[i].rect), item.index);
		}
		return run;
	}

	Cell CellOf(std::span<const Part> parts, int32_t depth)
	{
		if (parts.size() > k_crowd && depth < k_deepest)
		{
			const Plan plan = PlanOf(parts);
			if (CostOf(plan) < static_cast<double>(parts.size()) / CircleBlock::k_size)
			{
				return {{AddGrid(plan, depth), Cell::k_isGrid}};
			}
		}
		return {AddBlocks(parts)};
	}

	uint32_t AddGrid(const Plan& plan, int32_t depth)
	{
		const auto index = static_cast<uint32_t>(m_grids.m_grids.size());
		const Grid& grid = plan.grid;
		const size_t border = static_cast<size_t>(grid.stride) + 1;
		const size_t firstCell = m_grids.m_cells.size() + border;
		m_grids.m_grids.push_back(grid);
		m_grids.m_cells.resize(m_grids.m_cells.size() + static_cast<size_t>(grid.stride * (grid.Rows() + 2)));
		m_grids.m_smallestCell = index == 0 ? grid.cellSize : std::min(m_grids.m_smallestCell, grid.cellSize);
		m_grids.m_grids[index].firstCell = static_cast<uint32_t>(firstCell);
		m_grids.m_grids[index].wide = AddBlocks(plan.wide);
		const std::span<const Part> members(plan.members);
		for (int32_t i = 0; i < grid.Rows() * grid.Columns(); ++i)
		{
			const uint32_t start = plan.starts[static_cast<size_t>(i)];
			const uint32_t end = plan.starts[static_cast<size_t>(i) + 1];
			const auto place = static_cast<size_t>(i / grid.Columns() * grid.stride + i % grid.Columns());
			const Cell cell = CellOf(members.subspan(start, end - start), depth + 1);
			m_grids.m_cells[firstCell + place] = cell;
		}
		return index;
	}

	NestedGrid& m_grids;
	std::span<const GridItem> m_items;
};

void NestedGrid::Build(std::span<const GridItem> items)
{
	m_grids.clear();
	m_cells.clear();
	m_blocks.clear();
	Builder(*this, items).Build();
}

} // namespace ricochet
