// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/spatial_state.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

/// The cells of a box, cut to where there are any.
struct CellRange
{
	Cell lower, upper;

	/// Requires: there are cells.
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

	/// True if no cell before this one, left to right and upwards, has the item.
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

} // namespace ricochet
