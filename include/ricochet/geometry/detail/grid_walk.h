// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// Implements supercover.h. The functions are inline, because a call for each cell would cost more than the cell.

#include <ricochet/export.h>
#include <ricochet/geometry/supercover.h>

#include <type_traits>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

namespace detail
{

/// Decides, as Bresenham's algorithm does, whether the segment crosses a vertical or a horizontal grid line next: by
/// the sign of
///   lead = (tx - ty) * |dx| * |dy|,  tx = (column * size - from.x) / dx,  ty = (row * size - from.y) / dy
/// lead changes by a constant with each line that is crossed. It is a double, and `m_doubt` bounds the rounding of the
/// whole walk. If lead is closer to zero, exact arithmetic gives the sign, unless lead is exact anyway.
class GridWalk
{
public:
	GridWalk(b2Vec2 from, b2Vec2 to, float cellSize, CornerRule rule);
	GridWalk(Cell from, Cell to, CornerRule rule); ///< a walk between the middles of two tiles

	/// Runs the walk. Call it only once.
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
	[[nodiscard]] int OrderInDoubt() const; // returns the exact sign of lead

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

	// Crosses the remaining grid lines, which are all vertical or all horizontal.
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

	// Visits the cell. If the segment lies on a grid line, visits the cells on its other side, too. Returns false to
	// stop.
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
	Cell m_cell, m_step, m_left, m_twin; // current cell, direction, lines left to cross, 1: on a line
	double m_lead = 0.0;
	double m_leadX = 0.0, m_leadY = 0.0; // a vertical line adds m_leadX to lead, a horizontal one subtracts m_leadY
	double m_doubt = 0.0;                // 0: lead is exact
	b2Vec2 m_from{0.0f, 0.0f}, m_to{0.0f, 0.0f};
	float m_cellSize = 0.0f;
};

} // namespace detail

template <class Visit>
Result<Walk> WalkSupercover(b2Vec2 from, b2Vec2 to, float cellSize, Visit&& visit, CornerRule rule)
{
	return detail::GridWalk(from, to, cellSize, rule).Run(visit);
}

template <class Visit>
Result<Walk> WalkSupercoverTiles(int32_t x0, int32_t y0, int32_t x1, int32_t y1, Visit&& visit, CornerRule rule)
{
	return detail::GridWalk(Cell{x0, y0}, Cell{x1, y1}, rule).Run(visit);
}

} // namespace ricochet

RICOCHET_EXPORT_END
