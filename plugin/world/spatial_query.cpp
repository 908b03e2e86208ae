// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/spatial_state.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

bool Overlap(const b2AABB& a, const b2AABB& b)
{
	return a.lowerBound.x <= b.upperBound.x && b.lowerBound.x <= a.upperBound.x && a.lowerBound.y <= b.upperBound.y &&
	       b.lowerBound.y <= a.upperBound.y;
}

// The cells of a box, cut to where there are any.
struct CellRange
{
	Cell lower, upper;

	// Requires: there are cells.
	CellRange(const b2AABB& box, const SpatialHash::State& state)
	{
		const Cell least = state.cells.Lower();
		const Cell most = state.cells.Upper();
		const auto cellOf = [&](float x, int32_t low, int32_t high)
		{
			return static_cast<int32_t>(std::clamp(std::floor(static_cast<double>(x) / state.cellSize),
			                                       static_cast<double>(low), static_cast<double>(high)));
		};
		lower = {cellOf(box.lowerBound.x, least.x, most.x), cellOf(box.lowerBound.y, least.y, most.y)};
		upper = {cellOf(box.upperBound.x, least.x, most.x), cellOf(box.upperBound.y, least.y, most.y)};
	}

	[[nodiscard]] double Count() const
	{
		return (static_cast<double>(upper.x) - lower.x + 1.0) * (static_cast<double>(upper.y) - lower.y + 1.0);
	}

	// True if no cell before this one, left to right and upwards, has the item.
	[[nodiscard]] bool IsFirst(const CellItem& item, const CellCover& cover, Cell cell) const
	{
		if (cell.x > lower.x && (item.Sides() & k_leftSide) != 0)
		{
			return false;
		}
		if (cell.y == lower.y || cell.y == cover.lower.y)
		{
			return true;
		}
		const CellCover::Row below = cover.RowOf(cell.y - 1);
		return below.first > upper.x || below.last < lower.x;
	}
};

// Entry by entry.
void FindAmongAll(const SpatialHash::State& state, const b2AABB& box, HashPlace::Kind kind,
                  std::vector<HashItem>& found)
{
	for (uint32_t i = 0; i < state.places.size(); ++i)
	{
		if (state.places[i].kind == kind && Overlap(state.places[i].cover.box, box))
		{
			found.push_back(state.ItemOf(i));
		}
	}
}

} // namespace

void SpatialHash::Query(const b2AABB& box, std::vector<HashItem>& found) const
{
	found.clear();
	const State& state = *m_state;
	if (box.IsValid() == false)
	{
		return;
	}
	if (state.wide.empty() == false)
	{
		FindAmongAll(state, box, HashPlace::Kind::Wide, found);
	}
	if (state.cells.CellCount() == 0)
	{
		return;
	}
	const CellRange range(box, state);
	if (range.Count() > 2.0 * state.count)
	{
		FindAmongAll(state, box, HashPlace::Kind::InCells, found);
		return;
	}
	for (int32_t y = range.lower.y; y <= range.upper.y; ++y)
	{
		for (int32_t x = range.lower.x; x <= range.upper.x; ++x)
		{
			for (const CellItem& item : state.cells.Find({x, y}))
			{
				if (Overlap(item.box, box) && range.IsFirst(item, state.places[item.Entry()].cover, {x, y}))
				{
					found.push_back(state.ItemOf(item.Entry()));
				}
			}
		}
	}
}

} // namespace ricochet
