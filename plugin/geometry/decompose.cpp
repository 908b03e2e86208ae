// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/decompose.h>

#include "geometry/checker.h"
#include "geometry/outline_data.h"
#include "geometry/triangulate.h"
#include "geometry/with_memory.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ricochet
{

namespace
{

// Triangles, and then pieces, as half-edges: each leads from a vertex to that of the next one around its piece.
class PieceMesh
{
public:
	PieceMesh(const RingEdges& edges, std::span<const Triangle> triangles);

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
	};

	[[nodiscard]] HalfEdge& At(int32_t i) { return m_halves[static_cast<size_t>(i)]; }
	[[nodiscard]] const HalfEdge& At(int32_t i) const { return m_halves[static_cast<size_t>(i)]; }
	[[nodiscard]] int32_t EndOf(int32_t i) const { return At(At(i).next).vertex; }
	[[nodiscard]] int32_t RimOf(int32_t a, int32_t b) const;
	[[nodiscard]] double SquareOf(int32_t i) const;
	void Pair();

	int32_t PieceOf(int32_t half);
	[[nodiscard]] bool IsConvexWithout(int32_t half) const;
	void TakeOut(int32_t half, int32_t twin);

	const RingEdges& m_edges;
	std::vector<HalfEdge> m_halves;
	std::vector<int32_t> m_parents; // of pieces, by their first triangles: a forest of those that have become one
	std::vector<int32_t> m_counts;  // of a piece's vertices
};

PieceMesh::PieceMesh(const RingEdges& edges, std::span<const Triangle> triangles)
    : m_edges(edges), m_parents(triangles.size()), m_counts(triangles.size(), 3)
{
	std::iota(m_parents.begin(), m_parents.end(), 0);
	m_halves.reserve(3 * triangles.size());
	for (const Triangle& triangle : triangles)
	{
		const int32_t first = static_cast<int32_t>(m_halves.size());
		for (int32_t i = 0; i < 3; ++i)
		{
			const int32_t a = triangle[static_cast<size_t>(i)];
			const int32_t b = triangle[static_cast<size_t>((i + 1) % 3)];
			m_halves.push_back({a, first + (i + 1) % 3, first + (i + 2) % 3, -1, RimOf(a, b)});
		}
	}
	Pair();
}

int32_t PieceMesh::RimOf(int32_t a, int32_t b) const
{
	return m_edges.After(a) == b ? a : (m_edges.After(b) == a ? b : -1);
}

double PieceMesh::SquareOf(int32_t i) const
{
	const b2Vec2 a = m_edges.At(At(i).vertex);
	const b2Vec2 b = m_edges.At(EndOf(i));
	const double x = static_cast<double>(b.x) - a.x;
	const double y = static_cast<double>(b.y) - a.y;
	return x * x + y * y;
}

// The two halves of an inner edge have the same ends.
void PieceMesh::Pair()
{
	std::vector<int32_t> inner;
	for (int32_t i = 0; i < static_cast<int32_t>(m_halves.size()); ++i)
	{
		if (At(i).rim < 0)
		{
			inner.push_back(i);
		}
	}
	const auto ends = [&](int32_t i)
	{
		return std::minmax({At(i).vertex, EndOf(i)});
	};
	std::sort(inner.begin(), inner.end(), [&](int32_t i, int32_t k) { return ends(i) < ends(k); });
	for (size_t i = 0; i + 1 < inner.size(); i += 2)
	{
		At(inner[i]).twin = inner[i + 1];
		At(inner[i + 1]).twin = inner[i];
	}
}

int32_t PieceMesh::PieceOf(int32_t half)
{
	int32_t piece = half / 3;
	while (m_parents[static_cast<size_t>(piece)] != piece)
	{
		int32_t& parent = m_parents[static_cast<size_t>(piece)];
		parent = m_parents[static_cast<size_t>(parent)];
		piece = parent;
	}
	return piece;
}

// The corners at both ends of an inner edge, if it is taken out. Two pieces at a vertex of the rim do not fill its
// whole surroundings, so that a corner that is not turned to the right has at most 180 degrees.
bool PieceMesh::IsConvexWithout(int32_t half) const
{
	const int32_t twin = At(half).twin;
	const auto isConvex = [&](int32_t to, int32_t from)
	{
		return TurnOf(m_edges.At(At(to).vertex), m_edges.At(At(from).vertex), m_edges.At(EndOf(from))) >= 0;
	};
	return isConvex(At(half).previous, At(twin).next) && isConvex(At(twin).previous, At(half).next);
}

void PieceMesh::TakeOut(int32_t half, int32_t twin)
{
	const auto join = [&](int32_t to, int32_t from)
	{
		At(to).next = from;
		At(from).previous = to;
	};
	join(At(half).previous, At(twin).next);
	join(At(twin).previous, At(half).next);
	At(half).vertex = -1;
	At(twin).vertex = -1;
}

void PieceMesh::Merge(int32_t mostVertices)
{
	std::vector<std::pair<double, int32_t>> inner;
	for (int32_t i = 0; i < static_cast<int32_t>(m_halves.size()); ++i)
	{
		if (i < At(i).twin)
		{
			inner.emplace_back(-SquareOf(i), i);
		}
	}
	std::sort(inner.begin(), inner.end());
	for (const auto& [length, half] : inner)
	{
		const int32_t twin = At(half).twin;
		const int32_t piece = PieceOf(half);
		const int32_t other = PieceOf(twin);
		int32_t& count = m_counts[static_cast<size_t>(piece)];
		const int32_t together = count + m_counts[static_cast<size_t>(other)] - 2;
		if (together <= mostVertices && IsConvexWithout(half))
		{
			TakeOut(half, twin);
			count = together;
			m_parents[static_cast<size_t>(other)] = piece;
		}
	}
}

ConvexPieces PieceMesh::Pieces() const
{
	ConvexPieces pieces;
	std::vector<bool> isTold(m_halves.size());
	for (int32_t i = 0; i < static_cast<int32_t>(m_halves.size()); ++i)
	{
		if (At(i).vertex < 0 || isTold[static_cast<size_t>(i)])
		{
			continue;
		}
		pieces.starts.push_back(static_cast<int32_t>(pieces.vertices.size()));
		for (int32_t half = i; isTold[static_cast<size_t>(half)] == false; half = At(half).next)
		{
			isTold[static_cast<size_t>(half)] = true;
			pieces.vertices.push_back(At(half).vertex);
			pieces.edges.push_back(At(half).rim);
		}
	}
	pieces.starts.push_back(static_cast<int32_t>(pieces.vertices.size()));
	return pieces;
}

Result<ConvexPieces> Cut(const OutlineData& outline, int32_t mostVertices)
{
	Checker checker;
	if (checker.AtLeast("mostVertices", mostVertices, 3.0).IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	std::vector<int32_t> ringOf;
	ringOf.reserve(outline.vertices.size());
	for (size_t i = 0; i < outline.rings.size(); ++i)
	{
		ringOf.insert(ringOf.end(), static_cast<size_t>(outline.rings[i].count), static_cast<int32_t>(i));
	}
	const RingEdges edges(outline.vertices, outline.rings, ringOf);
	PieceMesh mesh(edges, Triangulate(edges, outline.rings));
	mesh.Merge(mostVertices);
	return mesh.Pieces();
}

} // namespace

Result<ConvexPieces> Decompose(const Outline& outline, int32_t mostVertices) noexcept
{
	return WithMemory([&] { return Cut(outline.Data(), mostVertices); });
}

} // namespace ricochet
