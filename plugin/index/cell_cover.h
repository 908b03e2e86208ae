// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_shape.h"

#include <ricochet/geometry/supercover.h>
#include <ricochet/index/spatial_hash.h>

namespace ricochet
{

/// How far a cover reaches beyond its entry, in cells. A walk in double over indices of at most 2^31 strays from its
/// ray by less than 2^-17 cells.
inline constexpr double k_coverPadding = 0x1p-14;

/// Bits for the cells at the sides of a cell.
enum CellSide : uint32_t
{
	k_leftSide = 1,
	k_rightSide = 2,
	k_lowerSide = 4,
	k_upperSide = 8
};

/// The cells that an entry is in: all of its bounds, or for something long and thin those along the line from a to b.
struct CellCover
{
	struct Row
	{
		int32_t first, last;
	};
	struct Point
	{
		double x, y;
	};

	b2AABB box;        // padded
	Cell lower, upper; // of the box
	bool isLine = false;
	Point a{}, b{};
	double cellSize = 0.0;
	double padding = 0.0;

	/// The columns of a row. Requires: lower.y <= y <= upper.y. Never empty.
	[[nodiscard]] Row RowOf(int32_t y) const { return isLine ? RowOfLine(y) : Row{lower.x, upper.x}; }

	/// visit(Cell, sides): every cell, and at which of its sides the cover goes on.
	template <class Visit>
	void ForEachCell(Visit&& visit) const
	{
		Row below{1, 0};
		Row row = RowOf(lower.y);
		for (int32_t y = lower.y; y <= upper.y; ++y)
		{
			const Row above = y < upper.y ? RowOf(y + 1) : Row{1, 0};
			for (int32_t x = row.first; x <= row.last; ++x)
			{
				visit(Cell{x, y}, (x > row.first ? k_leftSide : 0u) | (x < row.last ? k_rightSide : 0u) |
				                      (x >= below.first && x <= below.last ? k_lowerSide : 0u) |
				                      (x >= above.first && x <= above.last ? k_upperSide : 0u));
			}
			below = row;
			row = above;
		}
	}

	[[nodiscard]] bool HasSameCells(const CellCover& other) const
	{
		return isLine == false && other.isLine == false && lower == other.lower && upper == other.upper;
	}

private:
	[[nodiscard]] Row RowOfLine(int32_t y) const;
};

/// A cover makes sure that no true hit is missed: it holds every cell within k_coverPadding of any point of the entry.
/// The cover's bounds are set unless they are not finite. NotFinite, NotARotation, NoSuchChild, TooLarge, TooMany.
[[nodiscard]] Result<> CoverSegment(b2Vec2 a, b2Vec2 b, float cellSize, CellCover& cover);

/// Of all points p with q^T (p - x) in the child, which for a rotation that is not quite one is a little larger or
/// smaller than what b2Shape::ComputeAABB bounds.
[[nodiscard]] Result<> CoverChild(const b2Shape& shape, int32_t child, const b2Transform& pose, float cellSize,
                                  CellCover& cover);

} // namespace ricochet
