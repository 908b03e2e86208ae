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

/// Visits the cells of a square grid (cell size in m) that the segment touches, in the order in which it does.
/// visit(Cell) returns nothing, or a bool: false stops the walk, as in b2QueryCallback. At a corner the cell across the
/// vertical line comes first.
/// Exact: the owner of an end, and which line is crossed first, are decided for the floats as given, -0 being 0. So
/// from -> to and to -> from visit the same cells, by Thin and Supercover in exactly the opposite order. A point is
/// visited as a segment that ends where it starts. Allocates nothing.
/// An error visits nothing: NotFinite, TooLarge (a coordinate beyond +-k_maxCellIndex cells), for a cell size
/// NotPositive or TooSmall (denormal), TooMany (cells, above k_maxCellsPerWalk).
/// Source: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", Eurographics 1987.
template <class Visit>
Result<Walk> WalkSupercover(b2Vec2 from, b2Vec2 to, float cellSize, Visit&& visit,
                            CornerRule rule = CornerRule::Supercover);

/// The same between the middles of two tiles, in integers. There is no grid line through a middle, so Supercover and
/// Conservative are one. The only error is TooMany.
/// Source: Dedu, "Bresenham-based supercover line algorithm" (2001), for Supercover.
template <class Visit>
Result<Walk> WalkSupercoverTiles(int32_t x0, int32_t y0, int32_t x1, int32_t y1, Visit&& visit,
                                 CornerRule rule = CornerRule::Supercover);

} // namespace ricochet

RICOCHET_EXPORT_END

#include <ricochet/geometry/detail/grid_walk.h>
