// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <cstdint>

RICOCHET_EXPORT_BEGIN

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

/// The cells that a walk visits where a segment passes a corner, lies on a grid line or ends on one. Each rule visits
/// at least the cells of the rule above it.
enum class CornerRule : uint8_t
{
	/// The owners of both ends, and every cell whose interior the segment enters. If the segment runs along a grid
	/// line: the owners of its points. The walk passes corners diagonally: consecutive cells share a side or a corner
	/// (8-connected).
	Thin,
	/// As Thin, but a diagonal step also visits both cells beside it. So the cells are connected by their sides
	/// (4-connected). Use it for sight lines between tiles, which must not slip between two walls that touch at a
	/// corner.
	Supercover,
	/// Every cell whose closed square meets the closed segment: both sides of a grid line, all four cells of a corner.
	/// Source: Andres, Nehlig, Francon, "Supercover of straight lines, planes and triangles", DGCI 1997, for a segment.
	Conservative
};

/// The result of a walk.
struct Walk
{
	bool stopped = false; ///< the visitor stopped it
	int64_t visited = 0;  ///< number of cells visited
};

inline constexpr int32_t k_maxCellIndex = 1 << 30;
inline constexpr int64_t k_maxCellsPerWalk = int64_t{1} << 26;

/// Checks whether squares of this side (m) make a grid: it must be finite, above 0 and not denormal. Refused:
/// NotFinite, NotPositive, TooSmall (denormal).
[[nodiscard]] Result<> CheckCellSize(float cellSize);

/// Returns the cell that owns a point, exactly for the given floats. Refused as WalkSupercover.
[[nodiscard]] Result<Cell> CellAt(b2Vec2 point, float cellSize);

/// Visits the cells of a square grid (cell size in m) that a segment touches, in the order in which it touches them.
/// Allocates nothing.
///
/// - visit(Cell) returns nothing, or a bool: false stops the walk, as in b2QueryCallback.
/// - At a corner the walk visits the cell across the vertical grid line first.
/// - It is exact for the given floats: which cell owns an end, and which grid line is crossed first, is decided without
///   rounding. -0 is 0. So from -> to and to -> from visit the same cells, with Thin and Supercover in exactly the
///   opposite order.
/// - If both ends are one point, the walk visits the cells of that point.
/// - Refused, and nothing is visited: NotFinite; TooLarge (a coordinate beyond +-k_maxCellIndex cells); NotPositive or
///   TooSmall (denormal), for the cell size; TooMany (more than k_maxCellsPerWalk cells).
///
/// Source: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", Eurographics 1987.
template <class Visit>
Result<Walk> WalkSupercover(b2Vec2 from, b2Vec2 to, float cellSize, Visit&& visit,
                            CornerRule rule = CornerRule::Supercover);

/// Visits the cells that the segment between the middles of two tiles touches. It computes with integers only. No grid
/// line passes through the middle of a tile, so Supercover and Conservative visit the same cells. The only error is
/// TooMany.
/// Source: Dedu, "Bresenham-based supercover line algorithm" (2001), for Supercover.
template <class Visit>
Result<Walk> WalkSupercoverTiles(int32_t x0, int32_t y0, int32_t x1, int32_t y1, Visit&& visit,
                                 CornerRule rule = CornerRule::Supercover);

} // namespace ricochet

RICOCHET_EXPORT_END

#include <ricochet/geometry/detail/grid_walk.h>
