// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/nested_grid.h"

#include "geometry/elementary.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

constexpr double k_grownCut = 1.0 + 0x1p-20;

// Shrinks a rectangle to the bounding box of the line's part in it, grown by the margin. False if the line misses it.
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

// A bound of the rounding errors of the ends of a line, which are floats.
double LineMargin(const GridItem& item)
{
	return 0x1p-18 * item.bounds.circle.radius + 0x1p-22 * (std::abs(static_cast<double>(item.bounds.circle.x)) +
	                                                        std::abs(static_cast<double>(item.bounds.circle.y)));
}

bool Reaches(const Circle32& circle, const Rect& rect)
{
	const double x = std::clamp<double>(circle.x, rect.lowerX, rect.upperX) - circle.x;
	const double y = std::clamp<double>(circle.y, rect.lowerY, rect.upperY) - circle.y;
	const double radius = circle.radius;
	return x * x + y * y <= radius * radius;
}

constexpr double k_perCell = 4.0;    // items in a cell, if they were spread evenly
constexpr uint32_t k_mostCells = 6;  // cells for each item, on average
constexpr uint32_t k_crowd = 64;     // a cell with more items may get a grid of its own
constexpr int32_t k_deepest = 8;     // nesting depth of grids
constexpr uint32_t k_wideCells = 16; // an item in more cells, and in more than an eighth of all, is wide
constexpr double k_gridCost = 4.0;   // cost of entering a grid, in blocks tested

constexpr double k_leastCell = 0x1p-20; // smallest side of a cell, relative to the coordinates

} // namespace

GridItem ItemAbout(uint32_t index, const b2AABB& box)
{
	const b2Vec2 middle = box.GetCenter();
	const b2Vec2 half = box.GetExtents();
	const auto length = static_cast<float>(LengthOf(half.x, half.y));
	const float radius = 1.0001f * length + 1e-6f * (std::abs(middle.x) + std::abs(middle.y));
	return {index, {{middle.x, middle.y, radius}, box, {}}, false};
}

bool CutToItem(const GridItem& item, Rect& rect)
{
	return item.isLine ? CutToLine(item.bounds.ends, LineMargin(item), rect) : Reaches(item.bounds.circle, rect);
}

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
	return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(k_grownCut * (radius + rounding))};
}

// The part of an item that lies in a cell.
struct ItemPart
{
	uint32_t item;
	Rect rect;
};

class NestedGrid::Builder
{
public:
	Builder(NestedGrid& grids, std::span<const GridItem> items) : m_grids(grids), m_items(items) {}

	void Build()
	{
		std::vector<ItemPart> parts;
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
	// A grid to be built: which part is in which cell.
	struct Plan
	{
		Grid grid;
		std::vector<uint32_t> starts; // index in `members` of each cell's first part, and the end
		std::vector<ItemPart> members;
		std::vector<ItemPart> wide;
	};

	static Rect BoundsOf(std::span<const ItemPart> parts)
	{
		Rect all = parts[0].rect;
		for (const ItemPart& part : parts)
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

	// Chooses the size of the square cells so that a cell has about k_perCell parts, also if all parts lie along a
	// line. If parts overlap, the size is doubled until the grid is not crowded.
	Grid Layout(std::span<const ItemPart> parts) const
	{
		const Rect all = BoundsOf(parts);
		const double width = all.upperX - all.lowerX;
		const double height = all.upperY - all.lowerY;
		const double cells = std::max(1.0, static_cast<double>(parts.size()) / k_perCell);
		const double least = k_leastCell * std::max({std::abs(all.lowerX), std::abs(all.upperX), std::abs(all.lowerY),
		                                             std::abs(all.upperY), 1e-20});
		double size = std::max({std::sqrt(width * height / cells), std::max(width, height) / cells, least});
		while (IsCrowded(GridOf(all, size), parts))
		{
			size *= 2.0;
		}
		return GridOf(all, size);
	}

	// True if the parts lie in too many cells on average. A grid of one cell is never crowded.
	bool IsCrowded(const Grid& grid, std::span<const ItemPart> parts) const
	{
		uint64_t members = 0;
		for (const ItemPart& part : parts)
		{
			const uint32_t cells = CountCells(part, CellsOf(grid, part.rect));
			members += IsWide(grid, cells) ? 1 : cells;
		}
		return members > k_mostCells * parts.size() && grid.Columns() * grid.Rows() > 1;
	}

	struct Range
	{
		int32_t left, bottom, right, top;
		[[nodiscard]] uint32_t Count() const { return static_cast<uint32_t>((right - left + 1) * (top - bottom + 1)); }
	};

	static Range CellsOf(const Grid& grid, const Rect& rect)
	{
		const double margin = k_margin * grid.cellSize;
		const WholePair lower =
		    WholeWithin((Pair{rect.lowerX, rect.lowerY} - margin - grid.lower) * grid.inverseSize, grid.last);
		const WholePair upper =
		    WholeWithin((Pair{rect.upperX, rect.upperY} + margin - grid.lower) * grid.inverseSize, grid.last);
		return {lower[0], lower[1], upper[0], upper[1]};
	}

	// An upper bound. A line lies only in a chain of cells.
	uint32_t CountCells(const ItemPart& part, const Range& range) const
	{
		return m_items[part.item].isLine
		           ? static_cast<uint32_t>(range.right - range.left + range.top - range.bottom + 1)
		           : range.Count();
	}

	// Calls visit(cell, const Rect&) for each cell that a part reaches, with the part's rectangle in it.
	template <class Visit>
	void ForEachCell(const Grid& grid, const ItemPart& part, const Range& range, Visit&& visit) const
	{
		const GridItem& item = m_items[part.item];
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
				if (CutToItem(item, rect))
				{
					visit(row * grid.Columns() + column, rect);
				}
			}
		}
	}

	static bool IsWide(const Grid& grid, uint32_t cells)
	{
		return cells > k_wideCells && 8 * cells > static_cast<uint32_t>(grid.Columns() * grid.Rows());
	}

	Plan PlanOf(std::span<const ItemPart> parts) const
	{
		Plan plan{Layout(parts), {}, {}, {}};
		const auto cells = static_cast<size_t>(plan.grid.Columns()) * static_cast<size_t>(plan.grid.Rows());
		plan.starts.assign(cells + 1, 0);
		std::vector<Range> ranges; // the cells of the parts that are not wide
		std::vector<const ItemPart*> narrow;
		ranges.reserve(parts.size());
		narrow.reserve(parts.size());
		for (const ItemPart& part : parts)
		{
			const Range range = CellsOf(plan.grid, part.rect);
			if (IsWide(plan.grid, CountCells(part, range)))
			{
				plan.wide.push_back(part);
				continue;
			}
			ForEachCell(plan.grid, part, range,
			            [&](int32_t cell, const Rect&) { ++plan.starts[static_cast<size_t>(cell)]; });
			ranges.push_back(range);
			narrow.push_back(&part);
		}
		uint32_t end = 0;
		for (uint32_t& start : plan.starts)
		{
			end += start;
			start = end;
		}
		plan.members.resize(end);
		for (size_t i = 0; i < narrow.size(); ++i)
		{
			ForEachCell(plan.grid, *narrow[i], ranges[i],
			            [&](int32_t cell, const Rect& rect) {
				            plan.members[--plan.starts[static_cast<size_t>(cell)]] = {narrow[i]->item, rect};
			            });
		}
		return plan;
	}

	// An estimate of the cost of a ray through the grid, in blocks tested.
	static double CostOf(const Plan& plan)
	{
		const double cells = static_cast<double>(plan.starts.size()) - 1.0;
		const double members = static_cast<double>(plan.members.size());
		return k_gridCost + static_cast<double>(plan.wide.size()) / CircleBlock::k_size +
		       std::sqrt(cells) * (1.0 + members / cells / CircleBlock::k_size);
	}

	Run AddBlocks(std::span<const ItemPart> parts)
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

	Cell CellOf(std::span<const ItemPart> parts, int32_t depth)
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
		const std::span<const ItemPart> members(plan.members);
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

size_t NestedGrid::LaneFor(uint32_t index)
{
	size_t lane = 0;
	for (; lane < CircleBlock::k_size * m_blocks.size(); ++lane)
	{
		const CircleBlock& block = m_blocks[lane / CircleBlock::k_size];
		const size_t i = lane % CircleBlock::k_size;
		if (block.radius[i] < 0.0f || block.index[i] == index)
		{
			return lane;
		}
	}
	m_blocks.emplace_back();
	return lane;
}

// Adds or replaces an item in the `wide` list of the only grid. The one cell of that grid stays empty.
void NestedGrid::Put(const GridItem& item)
{
	constexpr int32_t k_border = 3; // cells in a row, with the border
	m_cells.resize(size_t{k_border * k_border});
	m_grids.reserve(1);
	const size_t lane = LaneFor(item.index);
	m_blocks[lane / CircleBlock::k_size].Set(lane % CircleBlock::k_size, item.bounds.circle, item.index);
	const b2AABB& box = item.bounds.box;
	Pair lower{box.lowerBound.x, box.lowerBound.y};
	Pair upper{box.upperBound.x, box.upperBound.y};
	if (m_grids.empty())
	{
		m_grids.emplace_back();
	}
	else
	{
		lower = Choose(m_grids[0].lower < lower, m_grids[0].lower, lower);
		upper = Choose(upper < m_grids[0].upper, m_grids[0].upper, upper);
	}
	const Pair farthest = Choose(Abs(lower) < Abs(upper), Abs(upper), Abs(lower));
	const Pair size = upper - lower;
	const double least = k_leastCell * std::max({farthest[0], farthest[1], 1e-20});
	m_smallestCell = 2.0 * std::max({size[0], size[1], least});
	m_grids[0] = {lower, upper, Pair{}, m_smallestCell, 1.0 / m_smallestCell, k_border, k_border + 1, {}};
	m_grids[0].wide = {0, static_cast<uint32_t>(m_blocks.size())};
}

} // namespace ricochet
