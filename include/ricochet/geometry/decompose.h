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
/// union is exactly the outline. Two pieces share at most an edge of both or a vertex.
struct ConvexPieces
{
	/// The vertices of one piece after the other, as indices of the outline's vertices.
	std::vector<int32_t> vertices;

	/// One entry for each entry of `vertices`: the edge of the outline between that vertex and the next one of its
	/// piece, in either direction. -1: an inner edge, which another piece shares.
	std::vector<int32_t> edges;

	/// Piece i begins at starts[i] in both lists and ends before starts[i + 1]. So `starts` has one entry more than
	/// there are pieces.
	std::vector<int32_t> starts;

	/// Returns the number of pieces.
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

/// Cuts an outline into convex pieces of 3 to mostVertices vertices, counter-clockwise, each with an area > 0. It is
/// exact for the given floats, takes O(n log n) and never throws.
///
/// - Every edge of the outline is an edge of exactly one piece. Every inner edge is an edge of exactly two.
/// - A vertex of the outline on the border of a piece is a vertex of that piece. So a piece may have flat vertices.
/// - If mostVertices limits no piece, there are at most two inner edges for each concave vertex. Every division into
///   convex pieces without new vertices has at least one for each two concave vertices. So without holes there are at
///   most four times as many pieces as in the best division. With holes there are at most ten times as many, because e
///   inner edges and h holes make e + 1 - h pieces.
/// - The same outline gives the same pieces on every machine.
/// - Box2D may refuse a piece: where the outline has thin parts, pieces are thin.
/// - Outcome: the pieces, TooSmall ("mostVertices", below 3), or OutOfMemory.
///
/// Sources: Hertel and Mehlhorn, "Fast triangulation of simple polygons", FCT 1983; Lawson, "Software for C1 surface
/// interpolation", Mathematical Software III (1977). As in the first, one sweep makes triangles, also around holes. As
/// in the second, these become Delaunay triangles. At the end, as in the first, the longest inner edges are removed as
/// long as the pieces stay convex.
[[nodiscard]] Result<ConvexPieces> Decompose(const Outline& outline, int32_t mostVertices = 8) noexcept;

} // namespace ricochet

RICOCHET_EXPORT_END
