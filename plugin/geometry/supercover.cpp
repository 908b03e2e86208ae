// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/supercover.h>

#include "geometry/checker.h"
#include "geometry/exact.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace ricochet
{

namespace
{

int StepOf(int64_t value)
{
	return value > 0 ? 1 : (value < 0 ? -1 : 0);
}

// A coordinate in the grid: the largest grid line at or below x, and whether x is on it.
struct GridPlace
{
	int32_t line;
	bool isOn;
};

// floor(x / size) of the exact quotient, although the division rounds. No integer lies strictly between a number and
// its rounding. So the result is wrong only if a quotient that is no integer is rounded to an integer. Within the range
// that cannot happen. With mantissas A, B < 2^24 a quotient A 2^k / B that is no integer differs from all integers by
// at least 1 / B. Rounding changes it by at most 2^-24 (below 2^30).
// Requires: |x / size| <= k_maxCellIndex.
GridPlace PlaceOf(float x, float size)
{
	const double quotient = static_cast<double>(x) / size;
	auto line = static_cast<int32_t>(quotient);
	line -= line > quotient;
	return {line, line == quotient};
}

// The largest coordinate within the numbered cells. Exact.
double ReachOf(float cellSize)
{
	return static_cast<double>(k_maxCellIndex) * cellSize;
}

Result<> CheckWalk(b2Vec2 from, b2Vec2 to, float cellSize)
{
	const Result<> size = CheckCellSize(cellSize);
	const double reach = ReachOf(cellSize);
	return size ? Checker().Within("from", from, reach).Within("to", to, reach).Outcome() : size;
}

// The first and the last column (or row) of a walk, and whether the whole walk lies on a grid line.
struct Course
{
	int32_t first, last, twin;
};

Course CourseOf(float from, float to, float cellSize, CornerRule rule)
{
	const GridPlace start = PlaceOf(from, cellSize);
	const GridPlace end = PlaceOf(to, cellSize);
	Course course{start.line, end.line, 0};
	if (rule == CornerRule::Conservative)
	{
		// A path that starts or ends on a line also touches the closed cell below it. That is before the first line of
		// an ascending path, after the last line of a descending one.
		course.first -= from < to && start.isOn;
		course.last -= from > to && end.isOn;
		course.twin = from == to && start.isOn;
	}
	return course;
}

// |line * size - from| * |other|, for a grid line ahead of the start.
Exact Ahead(int32_t line, float size, float from, int step, const Exact& other)
{
	const Exact distance = Exact(static_cast<double>(line)) * Exact(size) - Exact(from);
	return (step > 0 ? distance : -distance) * (other.Sign() < 0 ? -other : other);
}

// True if x is a multiple of the unit, small enough that products of two such numbers are exact in double.
bool IsWhole(float x, double unit)
{
	const double count = x / unit;
	return std::abs(count) <= 0x1p22 && count == static_cast<double>(static_cast<int32_t>(count));
}

} // namespace

Result<> CheckCellSize(float cellSize)
{
	return Checker()
	    .Positive("cellSize", cellSize)
	    .AtLeast("cellSize", cellSize, std::numeric_limits<float>::min())
	    .Outcome();
}

Result<Cell> CellAt(b2Vec2 point, float cellSize)
{
	const Result<> size = CheckCellSize(cellSize);
	const Result<> sound = size ? Checker().Within("point", point, ReachOf(cellSize)).Outcome() : size;
	if (!sound)
	{
		return sound.GetError();
	}
	return Cell{PlaceOf(point.x, cellSize).line, PlaceOf(point.y, cellSize).line};
}

namespace detail
{

GridWalk::GridWalk(b2Vec2 from, b2Vec2 to, float cellSize, CornerRule rule)
    : m_error(CheckWalk(from, to, cellSize).GetError()), m_rule(rule), m_from(from), m_to(to), m_cellSize(cellSize)
{
	if (m_error.reason != ErrorReason::None)
	{
		return;
	}
	const Course x = CourseOf(from.x, to.x, cellSize, rule);
	const Course y = CourseOf(from.y, to.y, cellSize, rule);
	m_cell = {x.first, y.first};
	m_twin = {x.twin, y.twin};
	CountLines({x.last, y.last});
	if (m_left.x > 0 && m_left.y > 0)
	{
		SetLead(from, to, cellSize);
	}
}

// Between the centres of two tiles, dx and dy apart, the path crosses the line of column k + 1/2 at
//   tx = (2 k + 1) / (2 dx)
GridWalk::GridWalk(Cell from, Cell to, CornerRule rule) : m_rule(rule), m_cell(from)
{
	CountLines(to);
	m_leadX = 2.0 * m_left.y;
	m_leadY = 2.0 * m_left.x;
	m_lead = 0.5 * (m_leadX - m_leadY);
}

void GridWalk::CountLines(Cell last)
{
	const int64_t dx = static_cast<int64_t>(last.x) - m_cell.x;
	const int64_t dy = static_cast<int64_t>(last.y) - m_cell.y;
	const int64_t lines = std::abs(dx) + std::abs(dy);
	if (lines >= k_maxCellsPerWalk)
	{
		m_error = {ErrorReason::TooMany, "cells", -1, static_cast<double>(lines + 1), k_maxCellsPerWalk};
		return;
	}
	m_step = {StepOf(dx), StepOf(dy)};
	m_left = {static_cast<int32_t>(std::abs(dx)), static_cast<int32_t>(std::abs(dy))};
}

// Bounds the rounding errors of m_lead:
// * The two terms of its first value are rounded by 2^-53 of their factors, which are at most |from| + size.
// * In each step the sum and its increment are rounded by 2^-51 of size * (|dx| + |dy|), which |m_lead| never exceeds.
// The bound is twice the sum of these. If the coordinates are whole numbers of 1/1024 of a cell, as in most tile maps,
// nothing is rounded.
void GridWalk::SetLead(b2Vec2 from, b2Vec2 to, double size)
{
	const double unit = size / 1024.0;
	const bool whole = IsWhole(from.x, unit) && IsWhole(from.y, unit) && IsWhole(to.x, unit) && IsWhole(to.y, unit);
	const double scale = whole ? unit : 1.0;
	const double cell = whole ? 1024.0 : size;
	const double fromX = from.x / scale;
	const double fromY = from.y / scale;
	const double dx = std::abs(to.x / scale - fromX);
	const double dy = std::abs(to.y / scale - fromY);
	const double lineX = cell * (m_cell.x + (m_step.x > 0 ? 1.0 : 0.0));
	const double lineY = cell * (m_cell.y + (m_step.y > 0 ? 1.0 : 0.0));
	m_lead = std::abs(lineX - fromX) * dy - std::abs(lineY - fromY) * dx;
	m_leadX = cell * dy;
	m_leadY = cell * dx;
	if (whole == false)
	{
		const double reach = std::abs(fromX) + std::abs(fromY) + cell * (4.0 + m_left.x + m_left.y);
		m_doubt = 0x1p-50 * reach * (dx + dy);
	}
}

int GridWalk::OrderInDoubt() const
{
	if (m_doubt == 0.0)
	{
		return 0;
	}
	const Exact dx = Exact(m_to.x) - Exact(m_from.x);
	const Exact dy = Exact(m_to.y) - Exact(m_from.y);
	const int32_t lineX = m_cell.x + (m_step.x > 0 ? 1 : 0);
	const int32_t lineY = m_cell.y + (m_step.y > 0 ? 1 : 0);
	return (Ahead(lineX, m_cellSize, m_from.x, m_step.x, dy) - Ahead(lineY, m_cellSize, m_from.y, m_step.y, dx)).Sign();
}

} // namespace detail

} // namespace ricochet
