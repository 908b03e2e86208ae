// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/lanes.h"
#include "index/nested_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// A straight piece of a path in floats, for culling. Lengths are in m; its middle is relative to the middle of a cell.
struct ClearPiece
{
	float x, y;           ///< the middle
	float alongX, alongY; ///< unit
	float half;           ///< half of its length
	float margin;         ///< how far the path may stray from the piece
};

/// Square cells of one size over a rectangle.
struct ClearCells
{
	double lowerX = 0.0;
	double lowerY = 0.0;
	double size = 1.0;
	double inverse = 1.0;
	int32_t columns = 0;
	int32_t rows = 0;
	double error = 0.0; ///< bound of the rounding of a middle, and of the length by which a piece exceeds `reach`
	double reach = 0.0; ///< half of the greatest length of a piece

	[[nodiscard]] size_t Count() const { return static_cast<size_t>(columns) * static_cast<size_t>(rows); }
	[[nodiscard]] double MiddleX(int32_t column) const { return lowerX + (column + 0.5) * size; }
	[[nodiscard]] double MiddleY(int32_t row) const { return lowerY + (row + 0.5) * size; }
};

/// For each cell, circles about all things that a short piece may hit if its middle lies in the cell. So a test against
/// one cell rules out nearly all things that a piece does not hit. The piece may hit the remaining things.
class ClearGrid
{
public:
	/// Replaces the content. If memory runs out, Build must succeed before the next call of another function.
	void Build(const ClearCells& cells, std::span<const GridItem> items);

	/// Returns true if a piece provably hits nothing. `cell`: the cell in which its middle lies.
	[[nodiscard]] bool IsClear(size_t cell, const ClearPiece& piece) const
	{
		const uint32_t end = m_first[cell + 1];
		for (uint32_t i = m_first[cell]; i < end; ++i)
		{
			if (m_blocks[i].Near(piece) != 0)
			{
				return false;
			}
		}
		return true;
	}

	/// Calls visit(index) for all things that a piece may hit. `cell`: the cell in which its middle lies.
	template <class Visit>
	void Walk(size_t cell, const ClearPiece& piece, Visit&& visit) const
	{
		const uint32_t end = m_first[cell + 1];
		for (uint32_t i = m_first[cell]; i < end; ++i)
		{
			for (LaneMask near = m_blocks[i].Near(piece); near != 0; near &= near - 1)
			{
				visit(m_blocks[i].index[static_cast<size_t>(std::countr_zero(near))]);
			}
		}
	}

	void Prefetch(size_t cell) const { FetchLine(m_blocks.data() + m_first[cell]); }

private:
	using Four = Lanes::Four;

	/// Four circles, relative to the middle of their cell.
	struct alignas(64) Block
	{
		Four x, y, radius;
		std::array<uint32_t, 4> index;

		[[nodiscard]] LaneMask Near(const ClearPiece& piece) const
		{
			const Four toX = x - piece.x;
			const Four toY = y - piece.y;
			const Four aside = piece.alongX * toY - piece.alongY * toX;
			const Four along = piece.alongX * toX + piece.alongY * toY;
			const Four wide = radius + piece.margin;
			const Four excess = Lanes::MaxOf(Lanes::AbsOf(aside) - wide, Lanes::AbsOf(along) - (wide + piece.half));
			return Lanes::PositiveOf(excess) ^ 0xFu;
		}
	};

	template <class Visit>
	void ForEachCell(const GridItem& item, Visit&& visit) const;

	ClearCells m_cells;
	std::vector<uint32_t> m_first; // the first block of each cell, and the end of the blocks
	std::vector<uint32_t> m_count; // the number of circles of each cell
	std::vector<Block> m_blocks;
};

} // namespace ricochet
