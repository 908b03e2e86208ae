// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <type_traits>

namespace ricochet
{

/// Cell (x, y) of a square grid is the closed square [x, x + 1] x [y, y + 1] times the cell size. It owns its left and
/// lower side but not the right and upper one: every point has one owner, (floor(x / size), floor(y / size)).
struct Cell
{
	int32_t x = 0;
	int32_t y = 0;
	friend bool operator==(const Cell&, const Cell&) = default;
};

/// Which cells a walk visits where a segment passes a corner, lies on a grid line or ends on one. The sets grow from
/// top to bottom.
enum class CornerRule : uint8_t
{
	/// The owners of both ends and every cell whose interior the segment enters. Along a grid line: the owners. Passes
	/// a corner diagonally: neighbours in the list share a side or a corner (8-connected).
	Thin,
	/// Thin, and where that steps diagonally, both cells beside the step too: neighbours share a side (4-connected).
	/// What a sight line between tiles wants that must not slip between two walls that touch at a corner.
	Supercover,
	/// Every cell whose closed square meets the closed segment: both sides of a grid line, all four cells of a corner.
	/// Andres, Nehlig, Francon, "Supercover of straight lines, planes and triangles", DGCI 1997, for a segment.
	Conservative
};

/// What a walk did.
struct Walk
{
	bool stopped = false; ///< by the visitor
	int64_t visited = 0;
};

inline constexpr int32_t k_maxCellIndex = 1 << 30;
inline constexpr int64_t k_maxCellsPerWalk = int64_t{1} << 26;

/// Whether squares of this side (m) make a grid: finite, above 0 and not denormal. Else NotFinite, NotPositive,
/// TooSmall.
[[nodiscard]] Result<> CheckCellSize(float cellSize);

/// The owner of a point, exact for the given floats. Errors as for a walk.
[[nodiscard]] Result<Cell> CellAt(b2Vec2 point, float cellSize);

/// The state behind WalkSupercover: Bresenham's decision between the next vertical and the next horizontal grid line,
///   lead = (tx - ty) * |dx| * |dy|,  tx = (column * size - from.x) / dx,  ty likewise,
/// which changes by a constant with each line that is crossed. In double, with a bound on all rounding of the whole
/// walk (`m_doubt`); closer to zero the sign is taken from exact arithmetic, or lead is exact anyway.
class GridWalk
{
public:
	GridWalk(b2Vec2 from, b2Vec2 to, float cellSize, CornerRule rule);
	GridWalk(Cell from, Cell to, CornerRule rule); ///< between the middles of tiles

	/// Once.
	template <class Visit>
	Result<Walk> Run(Visit& visit)
	{
		if (m_error.reason != ErrorReason::None)
		{
			return m_error;
		}
		if (Show(visit, m_cell))
		{
			while (m_left.x > 0 && m_left.y > 0)
			{
				const int order = m_lead > m_doubt ? 1 : (m_lead < -m_doubt ? -1 : OrderInDoubt());
				if (order == 0 && m_rule != CornerRule::Thin &&
				    (Show(visit, {m_cell.x + m_step.x, m_cell.y}) == false ||
				     Show(visit, {m_cell.x, m_cell.y + m_step.y}) == false))
				{
					return m_walk;
				}
				Cross(order <= 0, order >= 0);
				if (Show(visit, m_cell) == false)
				{
					return m_walk;
				}
			}
			RunStraight(visit);
		}
		return m_walk;
	}

private:
	void CountLines(Cell last);
	void SetLead(b2Vec2 from, b2Vec2 to, double size);
	[[nodiscard]] int OrderInDoubt() const; // the exact sign of lead

	void Cross(bool vertical, bool horizontal)
	{
		if (vertical)
		{
			m_cell.x += m_step.x;
			m_left.x -= 1;
			m_lead += m_leadX;
		}
		if (horizontal)
		{
			m_cell.y += m_step.y;
			m_left.y -= 1;
			m_lead -= m_leadY;
		}
	}

	// Lines of one direction only are left, or none.
	template <class Visit>
	void RunStraight(Visit& visit)
	{
		const bool vertical = m_left.x > 0;
		for (int32_t i = m_left.x + m_left.y; i > 0; --i)
		{
			(vertical ? m_cell.x : m_cell.y) += vertical ? m_step.x : m_step.y;
			if (Show(visit, m_cell) == false)
			{
				return;
			}
		}
	}

	// The cell, and for a segment that lies on a grid line those on its other side. False to stop.
	template <class Visit>
	bool Show(Visit& visit, Cell cell)
	{
		for (int32_t below = m_twin.y; below >= 0; --below)
		{
			for (int32_t left = m_twin.x; left >= 0; --left)
			{
				const Cell shown{cell.x - left, cell.y - below};
				m_walk.visited += 1;
				if constexpr (std::is_void_v<decltype(visit(shown))>)
				{
					visit(shown);
				}
				else if (visit(shown) == false)
				{
					m_walk.stopped = true;
					return false;
				}
			}
		}
		return true;
	}

	Error m_error;
	Walk m_walk;
	CornerRule m_rule;
	Cell m_cell, m_step, m_left, m_twin; // where it is, which way, lines left to cross, 1: on a line
	double m_lead = 0.0;
	double m_leadX = 0.0, m_leadY = 0.0; // what a crossed line adds to lead
	double m_doubt = 0.0;                // 0: lead is exact
	b2Vec2 m_from{0.0f, 0.0f}, m_to{0.0f, 0.0f};
	float m_cellSize = 0.0f;
};

/// Visits the cells of a square grid (cell size in m) that the segment touches, in the order in which it does.
/// visit(Cell) returns nothing, or a bool: false stops the walk, as in b2QueryCallback. At a corner the cell across the
/// vertical line comes first.
/// Exact: the owner of an end, and which line is crossed first, are decided for the floats as given, -0 being 0. So
/// from -> to and to -> from visit the same cells, by Thin and Supercover in exactly the opposite order. A point is
/// visited as a segment that ends where it starts. Allocates nothing.
/// An error visits nothing: NotFinite, TooLarge (a coordinate beyond +-k_maxCellIndex cells), for a cell size
/// NotPositive or TooSmall (denormal), TooMany (cells, above k_maxCellsPerWalk). Source: Amanatides and Woo, "A Fast
/// Voxel Traversal Algorithm for Ray Tracing", Eurographics 1987.
template <class Visit>
Result<Walk> WalkSupercover(b2Vec2 from, b2Vec2 to, float cellSize, Visit&& visit,
                            CornerRule rule = CornerRule::Supercover)
{
	return GridWalk(from, to, cellSize, rule).Run(visit);
}

/// The same between the middles of two tiles, in integers. There is no grid line through a middle, so Supercover and
/// Conservative are one. The only error is TooMany.
/// Source: Dedu, "Bresenham-based supercover line algorithm" (2001), for Supercover.
template <class Visit>
Result<Walk> WalkSupercoverTiles(int32_t x0, int32_t y0, int32_t x1, int32_t y1, Visit&& visit,
                                 CornerRule rule = CornerRule::Supercover)
{
	return GridWalk(Cell{x0, y0}, Cell{x1, y1}, rule).Run(visit);
}

} // namespace ricochet
