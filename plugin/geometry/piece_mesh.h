// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/triangulate.h"

#include <ricochet/geometry/decompose.h>

#include <span>
#include <vector>

namespace ricochet
{

/// Triangles, and then pieces, as half-edges: each leads from a vertex to that of the next one around its piece.
/// May throw std::bad_alloc.
class PieceMesh
{
public:
	PieceMesh(const RingEdges& edges, std::span<const Triangle> triangles);

	/// Turns inner edges within their two triangles until the triangles are those of Delaunay, as far as the rim lets
	/// them: the least thin ones. Gives up after a few turns for each edge, which hardly any outline needs.
	/// Source: Lawson, "Software for C1 surface interpolation", Mathematical Software III (1977).
	void Flip();

	/// Takes inner edges out, the longest first, where what they part is convex together and has few enough vertices.
	void Merge(int32_t mostVertices);

	[[nodiscard]] ConvexPieces Pieces() const;

private:
	struct HalfEdge
	{
		int32_t vertex;
		int32_t next, previous;
		int32_t twin; // of an inner edge; -1 on the rim
		int32_t rim;  // the outline's edge; -1 inside
		int32_t piece;
	};

	[[nodiscard]] HalfEdge& At(int32_t i) { return m_halves[static_cast<size_t>(i)]; }
	[[nodiscard]] const HalfEdge& At(int32_t i) const { return m_halves[static_cast<size_t>(i)]; }
	[[nodiscard]] int32_t EndOf(int32_t i) const { return At(At(i).next).vertex; }
	[[nodiscard]] int32_t RimOf(int32_t a, int32_t b) const;
	[[nodiscard]] double SquareOf(int32_t i) const;
	[[nodiscard]] std::vector<int32_t> InnerEdges() const;
	void Pair();
	[[nodiscard]] bool IsThin(int32_t half) const;
	void Turn(int32_t half);

	int32_t PieceOf(int32_t half);
	[[nodiscard]] bool IsConvexWithout(int32_t half) const;
	void TakeOut(int32_t half, int32_t twin);

	const RingEdges& m_edges;
	std::vector<HalfEdge> m_halves;
	std::vector<int32_t> m_parents; // of pieces, a forest of those that have become one
	std::vector<int32_t> m_counts;  // of a piece's vertices
};

} // namespace ricochet
