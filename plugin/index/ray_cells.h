// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "index/cell_cover.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

/// The cells along a ray, as far as it runs through a range of cells: Amanatides and Woo, "A Fast Voxel Traversal
/// Algorithm for Ray Tracing", Eurographics 1987, with every grid line's fraction computed anew, so that nothing adds
/// up. In double: it strays from the true ray by a few 2^-53 of the numbers involved, less than 2^-17 cells for
/// origins within 2^31 cells, for which covers reach further. Lines of one corner are crossed one after the other.
class RayCells
{
public:
	/// Requires: a valid ray, whose translation floats need not be able to tell.
	RayCells(b2Vec2 origin, Vec<double> translation, double maxFraction, double cellSize, Cell lower, Cell upper);

	/// False: the ray does not run through the range.
	[[nodiscard]] bool HasCells() const { return m_start <= m_end; }

	/// About how many cells there are; infinite where they cannot be told.
	[[nodiscard]] double Count() const { return m_count; }

	[[nodiscard]] Cell At() const { return m_cell; }

	/// The fraction up to which the ray is in the cell.
	[[nodiscard]] double Exit() const { return std::min(m_nextX, m_nextY); }

	/// The side (CellSide) of the cell over which the ray came; 0 at the start.
	[[nodiscard]] uint32_t CameOver() const { return m_cameOver; }

	/// False at the end.
	bool Next()
	{
		if (Exit() > m_end)
		{
			return false;
		}
		if (m_nextX <= m_nextY)
		{
			m_cell.x += m_step.x;
			m_cameOver = m_step.x > 0 ? k_leftSide : k_rightSide;
			m_nextX = (static_cast<double>(m_cell.x + m_ahead.x) * m_cellSize - m_originX) * m_inverseX;
			return m_cell.x >= m_lower.x && m_cell.x <= m_upper.x;
		}
		m_cell.y += m_step.y;
		m_cameOver = m_step.y > 0 ? k_lowerSide : k_upperSide;
		m_nextY = (static_cast<double>(m_cell.y + m_ahead.y) * m_cellSize - m_originY) * m_inverseY;
		return m_cell.y >= m_lower.y && m_cell.y <= m_upper.y;
	}

private:
	static constexpr double k_never = std::numeric_limits<double>::infinity();

	// Cuts [m_start, m_end] to where a coordinate is in the range.
	void Cut(double origin, double translation, double inverse, double lower, double upper)
	{
		if (translation == 0.0)
		{
			m_end = origin >= lower && origin <= upper ? m_end : -1.0;
			return;
		}
		const double a = (lower - origin) * inverse;
		const double b = (upper - origin) * inverse;
		m_start = std::max(m_start, std::min(a, b));
		m_end = std::min(m_end, std::max(a, b));
	}

	static int32_t FloorWithin(double x, int32_t lower, int32_t upper)
	{
		const auto whole = static_cast<int32_t>(std::clamp<double>(x, lower, upper));
		return std::max(whole - (whole > x), lower);
	}

	Cell m_lower, m_upper, m_cell, m_step, m_ahead;
	uint32_t m_cameOver = 0;
	double m_cellSize, m_originX, m_originY, m_inverseX, m_inverseY;
	double m_start = 0.0, m_end;
	double m_nextX = k_never, m_nextY = k_never;
	double m_count = 0.0;
};

inline RayCells::RayCells(b2Vec2 origin, Vec<double> translation, double maxFraction, double cellSize, Cell lower,
                          Cell upper)
    : m_cellSize(cellSize), m_originX(origin.x), m_originY(origin.y), m_inverseX(1.0 / translation.x),
      m_inverseY(1.0 / translation.y), m_end(maxFraction)
{
	if (lower.x > upper.x)
	{
		m_end = -1.0;
		return;
	}
	if (std::max(std::abs(m_originX), std::abs(m_originY)) > 0x1p31 * cellSize)
	{
		m_count = k_never; // so far away a fraction does not say whether the range is met
		return;
	}
	// A cell more all round: nothing is lost at the rim by rounding.
	m_lower = {lower.x - 1, lower.y - 1};
	m_upper = {upper.x + 1, upper.y + 1};
	Cut(m_originX, translation.x, m_inverseX, m_lower.x * cellSize, (m_upper.x + 1.0) * cellSize);
	Cut(m_originY, translation.y, m_inverseY, m_lower.y * cellSize, (m_upper.y + 1.0) * cellSize);
	if (HasCells() == false)
	{
		return;
	}

	const double dx = translation.x;
	const double dy = translation.y;
	m_count = (m_end - m_start) * (std::abs(dx) + std::abs(dy)) / cellSize;
	m_cell.x = FloorWithin((m_originX + m_start * dx) / cellSize, m_lower.x, m_upper.x);
	m_cell.y = FloorWithin((m_originY + m_start * dy) / cellSize, m_lower.y, m_upper.y);
	m_step = {dx > 0.0 ? 1 : -1, dy > 0.0 ? 1 : -1};
	m_ahead = {dx > 0.0 ? 1 : 0, dy > 0.0 ? 1 : 0};
	if (dx != 0.0)
	{
		m_nextX = ((m_cell.x + m_ahead.x) * cellSize - m_originX) * m_inverseX;
	}
	if (dy != 0.0)
	{
		m_nextY = ((m_cell.y + m_ahead.y) * cellSize - m_originY) * m_inverseY;
	}
}

} // namespace ricochet
