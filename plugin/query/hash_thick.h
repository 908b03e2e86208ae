// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/borrowed.h"
#include "query/cell_range.h"
#include "query/hash_source.h"

#include <limits>

namespace ricochet
{

/// Which entries a walk has come by. The memory is that of the thread; a walk within a walk takes its own.
class EntryMarks
{
public:
	explicit EntryMarks(size_t count) { m_marks.assign((count + 63) / 64, 0); }

	/// True for the first time.
	[[nodiscard]] bool Mark(uint32_t index)
	{
		const uint64_t bit = uint64_t{1} << (index % 64);
		const bool isNew = (m_marks[index / 64] & bit) == 0;
		m_marks[index / 64] |= bit;
		return isNew;
	}

private:
	static std::vector<uint64_t>& Kept()
	{
		thread_local std::vector<uint64_t> kept;
		return kept;
	}

	Borrowed<std::vector<uint64_t>> m_borrowed{Kept()};
	std::vector<uint64_t>& m_marks = *m_borrowed;
};

/// The way of what reaches about a ray, cut into pieces that are not much longer than a cell or the reach.
class ThickPieces
{
public:
	ThickPieces(const ThickRay& thick, float cellSize)
	    : m_origin(Lift<double>(thick.ray.origin)), m_way(thick.ray.maxFraction * Lift<double>(thick.ray.translation)),
	      m_reach(Lift<double>(thick.reach)), m_maxFraction(thick.ray.maxFraction)
	{
		const double length = std::max(std::abs(m_way.x), std::abs(m_way.y));
		const double piece = std::max({2.0 * cellSize, m_reach.x, m_reach.y, length / k_mostPieces});
		m_count = std::max(1, static_cast<int32_t>(std::ceil(length / piece)));
	}

	[[nodiscard]] int32_t Count() const { return m_count; }

	/// The fraction of the ray where a piece begins, or a little before.
	[[nodiscard]] double Begin(int32_t piece) const { return m_maxFraction * ShareOf(piece) * (1.0 - 0x1p-40); }

	/// That all pieces are in, about.
	[[nodiscard]] double CellCount(float cellSize) const
	{
		const double x = std::abs(m_way.x) / m_count + 2.0 * m_reach.x;
		const double y = std::abs(m_way.y) / m_count + 2.0 * m_reach.y;
		return m_count * (x / cellSize + 1.0) * (y / cellSize + 1.0);
	}

	/// What is reached on a piece.
	[[nodiscard]] b2AABB Box(int32_t piece) const
	{
		const Vec<double> a = m_origin + ShareOf(piece) * m_way;
		const Vec<double> b = m_origin + ShareOf(piece + 1) * m_way;
		b2AABB box;
		box.lowerBound = {Below(std::min(a.x, b.x) - m_reach.x), Below(std::min(a.y, b.y) - m_reach.y)};
		box.upperBound = {Above(std::max(a.x, b.x) + m_reach.x), Above(std::max(a.y, b.y) + m_reach.y)};
		return box;
	}

private:
	static constexpr int32_t k_mostPieces = 1 << 20;

	static float Below(double x) { return std::nextafter(ToFloat(x), -std::numeric_limits<float>::max()); }
	static float Above(double x) { return std::nextafter(ToFloat(x), std::numeric_limits<float>::max()); }

	[[nodiscard]] double ShareOf(int32_t piece) const { return static_cast<double>(piece) / m_count; }

	Vec<double> m_origin, m_way, m_reach;
	double m_maxFraction;
	int32_t m_count = 1;
};

// Entry by entry where there are more cells than entries.
template <class Visit>
void HashSource::WalkThick(const ThickRay& thick, Visit&& visit) const
{
	const SpatialHash::State& grid = state;
	const SlabTest slabs(thick.ray, thick.reach);
	double cutoff = CutoffAbove(thick.ray.maxFraction);
	const auto look = [&](const b2AABB& box, uint32_t index) // false: that is all
	{
		if (slabs.Entry(box, cutoff) <= cutoff)
		{
			cutoff = visit(HashChild{&grid.entries[index]});
		}
		return cutoff >= 0.0;
	};
	for (const uint32_t index : grid.wide)
	{
		if (look(grid.places[index].cover.box, index) == false)
		{
			return;
		}
	}
	if (grid.cells.CellCount() == 0)
	{
		return;
	}
	const ThickPieces pieces(thick, grid.cellSize);
	if (pieces.CellCount(grid.cellSize) > 4.0 * grid.count + 64.0)
	{
		for (uint32_t i = 0; i < grid.entries.size(); ++i)
		{
			const HashPlace& place = grid.places[i];
			if (place.kind == HashPlace::Kind::InCells && look(place.cover.box, i) == false)
			{
				return;
			}
		}
		return;
	}
	EntryMarks marks(grid.entries.size());
	for (int32_t i = 0; i < pieces.Count() && pieces.Begin(i) <= cutoff; ++i)
	{
		const CellRange range(pieces.Box(i), grid);
		for (int32_t y = range.lower.y; y <= range.upper.y; ++y)
		{
			for (int32_t x = range.lower.x; x <= range.upper.x; ++x)
			{
				for (const CellItem& item : grid.cells.Find({x, y}))
				{
					if (marks.Mark(item.Entry()) && look(item.box, item.Entry()) == false)
					{
						return;
					}
				}
			}
		}
	}
}

// Entry by entry where there are more cells than entries.
template <class Visit>
void HashSource::WalkBox(const b2AABB& box, Visit&& visit) const
{
	const SpatialHash::State& grid = state;
	const auto isIn = [&](const b2AABB& bounds)
	{
		return box.lowerBound.x <= bounds.upperBound.x && bounds.lowerBound.x <= box.upperBound.x &&
		       box.lowerBound.y <= bounds.upperBound.y && bounds.lowerBound.y <= box.upperBound.y;
	};
	const auto visitAll = [&](HashPlace::Kind kind)
	{
		for (size_t i = 0; i < grid.places.size(); ++i)
		{
			if (grid.places[i].kind == kind && isIn(grid.places[i].cover.box))
			{
				visit(HashChild{&grid.entries[i]});
			}
		}
	};
	if (grid.wide.empty() == false)
	{
		visitAll(HashPlace::Kind::Wide);
	}
	if (grid.cells.CellCount() == 0)
	{
		return;
	}
	const CellRange range(box, grid);
	if (range.Count() > 2.0 * grid.count)
	{
		visitAll(HashPlace::Kind::InCells);
		return;
	}
	for (int32_t y = range.lower.y; y <= range.upper.y; ++y)
	{
		for (int32_t x = range.lower.x; x <= range.upper.x; ++x)
		{
			for (const CellItem& item : grid.cells.Find({x, y}))
			{
				if (isIn(item.box) && range.IsFirst(item, grid.places[item.Entry()].cover, {x, y}))
				{
					visit(HashChild{&grid.entries[item.Entry()]});
				}
			}
		}
	}
}

} // namespace ricochet
