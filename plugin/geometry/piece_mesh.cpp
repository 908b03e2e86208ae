// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/piece_mesh.h"

#include "geometry/local_ray.h"
#include "geometry/plane.h"
#include "geometry/simple_polygon.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ricochet
{

namespace
{

// Turns for each inner edge of a triangulation. Measured on what outline_scenes.h has: at most 2.
constexpr size_t k_mostTurns = 16;

} // namespace

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
			m_halves.push_back({a, first + (i + 1) % 3, first + (i + 2) % 3, -1, RimOf(a, b), first / 3});
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
	int32_t piece = At(half).piece;
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

// The first halves of all edges that are not on the rim.
std::vector<int32_t> PieceMesh::InnerEdges() const
{
	std::vector<int32_t> inner;
	for (int32_t i = 0; i < static_cast<int32_t>(m_halves.size()); ++i)
	{
		if (i < At(i).twin)
		{
			inner.push_back(i);
		}
	}
	return inner;
}

// Of an edge between two triangles: true if the far corner of the one is within the circle through the corners of the
// other. The two are then convex together.
bool PieceMesh::IsThin(int32_t half) const
{
	const b2Vec2 d = m_edges.At(At(At(At(half).twin).previous).vertex);
	const auto row = [&]<class T>(T, int32_t corner)
	{
		const Vec<T> v = Lift<T>(m_edges.At(At(corner).vertex)) - Lift<T>(d);
		return SpaceVec<T>{v.x, v.y, Dot(v, v)};
	};
	const double determinant =
	    Certain([&]<class T>(T tag)
	            { return Dot(row(tag, half), Cross(row(tag, At(half).next), row(tag, At(half).previous))); });
	return determinant > 0.0;
}

// With the triangles a b c and b a d at the edge from a to b: it then leads from d to c, between d c a and c d b.
void PieceMesh::Turn(int32_t half)
{
	const int32_t twin = At(half).twin;
	const auto join = [&](int32_t first, int32_t second, int32_t third)
	{
		const int32_t around[] = {first, second, third};
		for (size_t i = 0; i < 3; ++i)
		{
			At(around[i]).next = around[(i + 1) % 3];
			At(around[i]).previous = around[(i + 2) % 3];
			At(around[i]).piece = At(first).piece;
		}
	};
	const int32_t fromB = At(half).next;
	const int32_t fromC = At(half).previous;
	const int32_t fromA = At(twin).next;
	const int32_t fromD = At(twin).previous;
	At(half).vertex = At(fromD).vertex;
	At(twin).vertex = At(fromC).vertex;
	join(half, fromC, fromA);
	join(twin, fromD, fromB);
}

void PieceMesh::Flip()
{
	std::vector<int32_t> waiting = InnerEdges();
	size_t left = k_mostTurns * waiting.size();
	while (waiting.empty() == false && left > 0)
	{
		const int32_t half = waiting.back();
		waiting.pop_back();
		if (IsThin(half) == false)
		{
			continue;
		}
		--left;
		Turn(half);
		const int32_t twin = At(half).twin;
		for (const int32_t side : {At(half).next, At(half).previous, At(twin).next, At(twin).previous})
		{
			if (At(side).twin >= 0)
			{
				waiting.push_back(side);
			}
		}
	}
}

void PieceMesh::Merge(int32_t mostVertices)
{
	std::vector<std::pair<double, int32_t>> inner;
	for (const int32_t half : InnerEdges())
	{
		inner.emplace_back(-SquareOf(half), half);
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

} // namespace ricochet
