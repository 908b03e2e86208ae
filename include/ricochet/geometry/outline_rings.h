// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/geometry/outline.h>

#include <box2d/b2_collision.h>

#include <cstdint>
#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Rings as Outline::Make takes them.
struct OutlineRings
{
	std::vector<b2Vec2> vertices;    ///< those of one ring after the other
	std::vector<int32_t> ringStarts; ///< the first vertex of each ring
};

/// Returns the rings of the union of boxes, such as the tiles of a level: outer rings counter-clockwise, holes
/// clockwise.
///
/// - Boxes may overlap, touch and lie in one another. The coordinates of the rings are those of the boxes, so nothing
///   is rounded. Each vertex is a corner of the union: no vertex lies within a straight side.
/// - Boxes touch only if their floats are equal there. Compute the side that two tiles share in one way, such as
///   size * (x + 1). If one tile computes it as left + size, a gap of one float may remain.
/// - Where two parts of the union only share a corner, a ring may pass through that corner twice. Outline::Make accepts
///   such rings.
/// - If the same boxes are given in another order, the rings are the same, but may begin at other vertices.
/// - It takes O((n + k) log n) for n boxes whose union has k vertices, and never throws. Outcome: the rings, or
///
/// - TooFew, "boxes": there is none.
/// - NotFinite, "boxes": box `index`.
/// - NotPositive, "boxes": the width or the height of box `index`; value is that number.
/// - OutOfMemory.
///
/// Source: Lipski and Preparata, "Finding the contour of a union of iso-oriented rectangles", J. Algorithms 1 (1980).
[[nodiscard]] Result<OutlineRings> UniteBoxes(std::span<const b2AABB> boxes) noexcept;

/// Returns the rings of an outline without the vertices at which they do not turn, such as the corners of tiles along a
/// straight side. The solid is exactly the same. Fewer edges make casts cheaper. Takes O(n). Outcome: the rings, or
/// OutOfMemory.
[[nodiscard]] Result<OutlineRings> WithoutFlatVertices(const Outline& outline) noexcept;

/// The rings that WeldRings returns, and how many changes of each kind it made.
struct WeldedRings
{
	OutlineRings rings;  ///< without vertices if nothing of the solid is left
	int32_t moved = 0;   ///< number of vertices that were moved onto an earlier vertex, and do not merely repeat it
	int32_t cut = 0;     ///< number of vertices that were put into an edge beside them
	int32_t removed = 0; ///< number of given vertices that the rings no longer have: repetitions and tips of spikes
	int32_t dropped = 0; ///< number of given rings without an area
};

/// Repairs the rings of a level editor whose vertices do not quite meet. Vertices within `distance` (m) of each other
/// become one vertex.
///
/// - A vertex is moved onto the nearest earlier vertex within the distance that was not moved itself. Other vertices
///   stay.
/// - A vertex that stays and is within the distance of an edge becomes a vertex of that edge, which then bends. This
///   mends tiles whose corners meet the middle of a side.
/// - A vertex that repeats its neighbour is removed. So is the tip of a spike, where a ring turns back along its line.
/// - A ring without an area is dropped.
/// - A vertex moves by at most the distance, and a point of an edge by at most twice the distance. Nothing is rounded.
/// - Rings that cross by more than the distance still cross: call FindOutlineFaults to list the edges. ricochet does
///   not cut edges where they cross, as Clipper does.
/// - Takes O(n log n) if few vertices are within the distance of each other. Never throws. Outcome: the rings, or
///
/// - NotFinite, "vertices": vertex `index`.
/// - NotFinite or NotPositive, "distance".
/// - An error about "ringStarts" or the number of vertices, as Outline::Make.
/// - OutOfMemory.
[[nodiscard]] Result<WeldedRings> WeldRings(std::span<const b2Vec2> vertices, std::span<const int32_t> ringStarts,
                                            float distance) noexcept;

} // namespace ricochet

RICOCHET_EXPORT_END
