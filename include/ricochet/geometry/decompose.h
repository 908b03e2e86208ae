// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/geometry/outline.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Convex polygons that together are an outline. They have its vertices and no others, so nothing is rounded: their
/// union is the outline to the point, and what two of them share is at most an edge of both or a vertex.
struct ConvexPieces
{
	std::vector<int32_t> vertices; ///< of one piece after the other: vertices of the outline
	std::vector<int32_t> edges;  ///< as many: the outline's edge that each vertex and the next one of its piece are the
	                             ///< ends of, whichever of them it begins at; -1: inside, shared with another piece
	std::vector<int32_t> starts; ///< where each piece begins in these, and behind the last where it ends

	/// Of the pieces.
	[[nodiscard]] int32_t Count() const { return starts.empty() ? 0 : static_cast<int32_t>(starts.size()) - 1; }

	// Requires: 0 <= piece < Count().
	[[nodiscard]] std::span<const int32_t> VerticesOf(int32_t piece) const { return Part(vertices, piece); }
	[[nodiscard]] std::span<const int32_t> EdgesOf(int32_t piece) const { return Part(edges, piece); }

private:
	[[nodiscard]] std::span<const int32_t> Part(const std::vector<int32_t>& all, int32_t piece) const
	{
		const size_t i = static_cast<size_t>(piece);
		return std::span(all).subspan(static_cast<size_t>(starts[i]), static_cast<size_t>(starts[i + 1] - starts[i]));
	}
};

/// Cuts an outline into convex pieces of 3 to mostVertices vertices, counter-clockwise, each of an area > 0. Every edge
/// of the outline is an edge of exactly one piece, every inner edge of exactly two; a vertex of the outline on the rim
/// of a piece is a vertex of it, so a piece may have flat ones. At most four times as many pieces as the fewest that
/// are possible with such cuts, where mostVertices does not cut them short. The same pieces for the same outline
/// everywhere. Which of them Box2D takes is another question: there are thin ones where the outline has thin parts.
/// Exact for the given floats. O(n log n). Outcome: the pieces, or TooSmall ("mostVertices", below 3) or OutOfMemory.
/// Never throws.
/// Source: Hertel and Mehlhorn, "Fast triangulation of simple polygons", FCT 1983, for the triangles by one sweep,
/// holes included, and for taking the longest inner edges out again as long as the pieces stay convex; Lawson,
/// "Software for C1 surface interpolation", Mathematical Software III (1977), for Delaunay's triangles in between.
[[nodiscard]] Result<ConvexPieces> Decompose(const Outline& outline, int32_t mostVertices = 8) noexcept;

} // namespace ricochet

RICOCHET_EXPORT_END
