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

/// A straight piece of a path, as culling sees it: about its middle, relative to the middle of a cell (m).
struct ClearPiece
{
	float x, y;           ///< the middle
	float alongX, alongY; ///< unit
	float half;           ///< of its length
	float margin;         ///< how far from it the path may be
};

/// Square cells over a field, all of one size.
struct ClearCells
{
	double lowerX = 0.0;
	double lowerY = 0.0;
	double size = 1.0;
	double inverse = 1.0;
	int32_t columns = 0;
	int32_t rows = 0;
	double error = 0.0; ///< how much farther than that, and how wrong a middle may be told
	double reach = 0.0; ///< how far from its middle a piece may go whose middle lies in a cell

	[[nodiscard]] size_t Count() const { return static_cast<size_t>(columns) * static_cast<size_t>(rows); }
	[[nodiscard]] double MiddleX(int32_t column) const { return lowerX + (column + 0.5) * size; }
	[[nodiscard]] double MiddleY(int32_t row) const { return lowerY + (row + 0.5) * size; }
};

/// Of each cell, circles about all that a short straight piece may come by whose middle lies in it: so one look at one
/// cell rules out nearly all that a piece does not meet. What it does not rule out may be met.
class ClearGrid
{
public:
	/// Replaces what there was. If memory runs out, it must be built again before it is asked.
	void Build(const ClearCells& cells, std::span<const GridItem> items);

	/// True if a piece whose middle lies in a cell certainly comes by nothing.
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

	/// visit(index) for what a piece may come by whose middle lies in a cell.
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
	std::vector<uint32_t> m_first; // block of each cell, and the end
	std::vector<uint32_t> m_count; // of its circles
	std::vector<Block> m_blocks;
};

} // namespace ricochet
