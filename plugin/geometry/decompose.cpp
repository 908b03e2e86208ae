// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/decompose.h>

#include "geometry/checker.h"
#include "geometry/local_ray.h"
#include "geometry/outline_data.h"
#include "geometry/plane.h"
#include "geometry/polygon_check.h"
#include "geometry/with_memory.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace ricochet
{

namespace
{

// Indices of vertices, counter-clockwise.
using Triangle = std::array<int32_t, 3>;

// The corners of a solid: for each vertex the edge that ends there (`to`), the edge that starts there (`from`), and the
// next vertex. The solid is to the left of both edges. Where rings touch, several vertices have the same place. Each is
// the corner of a different part of the solid.
struct SolidCorners
{
	std::vector<int32_t> to, from, next;

	SolidCorners(const RingEdges& edges, const OutlineData& outline);
};

SolidCorners::SolidCorners(const RingEdges& edges, const OutlineData& outline)
    : to(outline.vertices.size(), -1), from(to), next(to)
{
	std::vector<int32_t> heads(to);
	for (const OutlineRing& ring : outline.rings)
	{
		for (int32_t vertex = ring.first; vertex < ring.first + ring.count; ++vertex)
		{
			const int32_t before = edges.Before(vertex);
			to[static_cast<size_t>(vertex)] = ring.isReversed ? vertex : before;
			from[static_cast<size_t>(vertex)] = ring.isReversed ? before : vertex;
		}
	}
	const std::vector<int32_t> given(to);
	for (size_t i = 0; i < outline.copies.size(); ++i)
	{
		// Chooses the edge that ends in this place and is the first one counter-clockwise from the edge that starts
		// here.
		const auto vertex = static_cast<int32_t>(i);
		const b2Vec2 place = edges.At(vertex);
		const b2Vec2 end = edges.At(edges.After(from[i]));
		const auto sideOf = [&](b2Vec2 v)
		{
			return 1 - TurnOf(place, end, v);
		};
		for (int32_t copy = outline.copies[i]; copy != vertex; copy = outline.copies[static_cast<size_t>(copy)])
		{
			const int32_t other = given[static_cast<size_t>(copy)];
			const int sides[] = {sideOf(edges.At(other)), sideOf(edges.At(to[i]))};
			if (sides[0] < sides[1] || (sides[0] == sides[1] && TurnOf(place, edges.At(other), edges.At(to[i])) > 0))
			{
				to[i] = other;
			}
		}
	}
	for (size_t i = 0; i < to.size(); ++i)
	{
		if (to[i] >= 0)
		{
			heads[static_cast<size_t>(to[i])] = static_cast<int32_t>(i);
		}
	}
	for (size_t i = 0; i < from.size(); ++i)
	{
		next[i] = from[i] >= 0 ? heads[static_cast<size_t>(from[i])] : -1;
	}
}

// The edges of the solid cut the sweep line into intervals. Between a lower edge and the upper edge above it, the line
// is in the solid. To the left of the line, triangles fill the solid up to a front. A front is a chain of
// vertices from the left end of the lower edge to the left end of the upper one. Its rightmost vertex is the one added
// last. From there the front runs to the left on either side, below and above. Seen from the right it is concave on
// either side, so that no more triangles can be cut off.
//
// The next vertex ends an edge. On the side of that edge the vertex sees the whole chain. On the other side the vertex
// sees as far as the turns of the chain allow.
//
// A vertex on the line through two neighbours of the chain cuts off no triangle. Still, no triangle without area
// remains. If an edge ends at v, then its left end, the chain strictly above that end, and v turn strictly to the left.
class TriangleSweep
{
public:
	TriangleSweep(const RingEdges& edges, const SolidCorners& corners)
	    : m_edges(edges), m_corners(corners), m_lower(BelowInSweep{&edges}),
	      m_places(static_cast<size_t>(edges.Count()), m_lower.end()), m_frontOf(static_cast<size_t>(edges.Count()), -1)
	{
	}

	// Cuts the solid into triangles of positive area by lines between vertices that pass through no other vertex. For n
	// vertices, h holes and c outer rings there are n + 2 h - 2 c of them. O(n log n), exact. May throw bad_alloc.
	// Requires: rings that do not intersect, and known which are holes and which are reversed.
	std::vector<Triangle> Run();

private:
	struct Link
	{
		int32_t vertex, below, above; // below, above: indices of links; -1: none
	};
	struct Front
	{
		int32_t lowest, latest, highest; // indices of links
		int32_t upperEdge;
	};
	using LowerEdges = std::set<int32_t, BelowInSweep>;

	[[nodiscard]] Link& LinkAt(int32_t link) { return m_links[static_cast<size_t>(link)]; }
	[[nodiscard]] Front& FrontAt(int32_t front) { return m_fronts[static_cast<size_t>(front)]; }
	[[nodiscard]] int32_t& FrontOf(int32_t edge) { return m_frontOf[static_cast<size_t>(edge)]; }

	int32_t AddLink(int32_t vertex);
	int32_t AddFront(const Front& front, int32_t lowerEdge);
	void AddLower(int32_t edge);
	void RemoveLower(int32_t edge) { m_lower.erase(m_places[static_cast<size_t>(edge)]); }
	bool CutOff(int32_t below, int32_t vertex, int32_t above);
	void AddBelow(Front& front, int32_t vertex);
	void AddAbove(Front& front, int32_t vertex);

	enum class Kind
	{
		End,   // or the end of a gap
		Lower, // passes from one lower edge to the next
		Upper,
		Split,
		Start
	};
	[[nodiscard]] Kind KindOf(int32_t vertex) const;
	void Pass(int32_t vertex);
	void Start(int32_t vertex, int32_t lower, int32_t upper);
	void Split(int32_t vertex, int32_t lower, int32_t upper);
	void End(int32_t vertex, int32_t lower);
	void Merge(int32_t vertex, int32_t lower, int32_t upper);

	const RingEdges& m_edges;
	const SolidCorners& m_corners;
	LowerEdges m_lower; // the lower edges that cross the sweep line, from the lowest to the highest
	std::vector<LowerEdges::iterator> m_places; // for each edge its position in m_lower
	std::vector<int32_t> m_frontOf;             // for each edge that crosses the sweep line its front
	std::vector<Link> m_links;
	std::vector<Front> m_fronts;
	std::vector<Triangle> m_triangles;
};

int32_t TriangleSweep::AddLink(int32_t vertex)
{
	m_links.push_back({vertex, -1, -1});
	return static_cast<int32_t>(m_links.size()) - 1;
}

int32_t TriangleSweep::AddFront(const Front& front, int32_t lowerEdge)
{
	m_fronts.push_back(front);
	const int32_t index = static_cast<int32_t>(m_fronts.size()) - 1;
	FrontOf(lowerEdge) = index;
	FrontOf(front.upperEdge) = index;
	return index;
}

void TriangleSweep::AddLower(int32_t edge)
{
	m_places[static_cast<size_t>(edge)] = m_lower.insert(edge).first;
}

// Cuts off the triangle of two neighbours of the chain and a vertex to their right. False if they turn the other way or
// not at all.
bool TriangleSweep::CutOff(int32_t below, int32_t vertex, int32_t above)
{
	const Triangle triangle{LinkAt(below).vertex, vertex, LinkAt(above).vertex};
	if (TurnOf(m_edges.At(triangle[0]), m_edges.At(triangle[1]), m_edges.At(triangle[2])) <= 0)
	{
		return false;
	}
	m_triangles.push_back(triangle);
	return true;
}

void TriangleSweep::AddBelow(Front& front, int32_t vertex)
{
	while (LinkAt(front.lowest).above >= 0 && CutOff(front.lowest, vertex, LinkAt(front.lowest).above))
	{
		front.lowest = LinkAt(front.lowest).above;
	}
	const int32_t link = AddLink(vertex);
	LinkAt(link).above = front.lowest;
	LinkAt(front.lowest).below = link;
	front.lowest = link;
	front.latest = link;
}

void TriangleSweep::AddAbove(Front& front, int32_t vertex)
{
	while (LinkAt(front.highest).below >= 0 && CutOff(LinkAt(front.highest).below, vertex, front.highest))
	{
		front.highest = LinkAt(front.highest).below;
	}
	const int32_t link = AddLink(vertex);
	LinkAt(link).below = front.highest;
	LinkAt(front.highest).above = link;
	front.highest = link;
	front.latest = link;
}

// A part of the solid begins at a vertex.
void TriangleSweep::Start(int32_t vertex, int32_t lower, int32_t upper)
{
	const int32_t link = AddLink(vertex);
	AddFront({link, link, link, upper}, lower);
	AddLower(lower);
}

// A gap begins at a vertex within the solid. The solid below it now ends at an upper edge, the solid above it starts at
// a lower edge. The latest vertex of the front sees the new vertex and belongs to both parts.
void TriangleSweep::Split(int32_t vertex, int32_t lower, int32_t upper)
{
	AddLower(lower);
	const int32_t below = FrontOf(*std::prev(m_places[static_cast<size_t>(lower)]));
	const Front whole = FrontAt(below);
	const int32_t copy = AddLink(LinkAt(whole.latest).vertex);
	const int32_t next = LinkAt(whole.latest).above;
	LinkAt(copy).above = next;
	if (next >= 0)
	{
		LinkAt(next).below = copy;
	}
	LinkAt(whole.latest).above = -1;

	const int32_t above = AddFront({copy, copy, next >= 0 ? whole.highest : copy, whole.upperEdge}, lower);
	FrontOf(upper) = below;
	FrontAt(below) = {whole.lowest, whole.latest, whole.latest, upper};
	AddAbove(FrontAt(below), vertex);
	AddBelow(FrontAt(above), vertex);
}

// A part of the solid ends at a vertex, which sees the whole front.
void TriangleSweep::End(int32_t vertex, int32_t lower)
{
	for (int32_t link = FrontAt(FrontOf(lower)).lowest; LinkAt(link).above >= 0; link = LinkAt(link).above)
	{
		CutOff(link, vertex, LinkAt(link).above);
	}
	RemoveLower(lower);
}

// A gap ends at a vertex, between the upper edge of the solid below it and the lower edge of the solid above it.
void TriangleSweep::Merge(int32_t vertex, int32_t lower, int32_t upper)
{
	const int32_t index = FrontOf(upper);
	Front& below = FrontAt(index);
	Front& above = FrontAt(FrontOf(lower));
	AddAbove(below, vertex);
	AddBelow(above, vertex);
	// The vertex is at the end of the lower chain and at the beginning of the upper one.
	const int32_t next = LinkAt(above.lowest).above;
	LinkAt(below.highest).above = next;
	LinkAt(next).below = below.highest;
	below.highest = above.highest;
	below.upperEdge = above.upperEdge;
	FrontOf(below.upperEdge) = index;
	RemoveLower(lower);
}

// The sweep passes vertices in one place in the order of their kinds. So edges that end there are removed before others
// are added.
TriangleSweep::Kind TriangleSweep::KindOf(int32_t vertex) const
{
	const int32_t to = m_corners.to[static_cast<size_t>(vertex)];
	const int32_t from = m_corners.from[static_cast<size_t>(vertex)];
	const b2Vec2 place = m_edges.At(vertex);
	const bool hasEnded = m_edges.At(m_edges.Right(to)) == place;
	const bool begins = m_edges.At(m_edges.Left(from)) == place;
	if (hasEnded == begins)
	{
		return begins ? Kind::Lower : Kind::Upper;
	}
	return hasEnded ? Kind::End : (BelowInSweep{&m_edges}(from, to) ? Kind::Start : Kind::Split);
}

// The edges to and from the vertex are directed so that the solid is to their left. If one runs to the right, it is a
// lower edge.
void TriangleSweep::Pass(int32_t vertex)
{
	const int32_t to = m_corners.to[static_cast<size_t>(vertex)];
	const int32_t from = m_corners.from[static_cast<size_t>(vertex)];
	switch (KindOf(vertex))
	{
	case Kind::Lower:
	{
		const int32_t front = FrontOf(to);
		AddBelow(FrontAt(front), vertex);
		RemoveLower(to);
		AddLower(from);
		FrontOf(from) = front;
		break;
	}
	case Kind::Upper:
	{
		const int32_t front = FrontOf(from);
		AddAbove(FrontAt(front), vertex);
		FrontOf(to) = front;
		FrontAt(front).upperEdge = to;
		break;
	}
	case Kind::Start:
		Start(vertex, from, to);
		break;
	case Kind::Split:
		Split(vertex, from, to);
		break;
	case Kind::End:
		FrontOf(to) == FrontOf(from) ? End(vertex, to) : Merge(vertex, to, from);
		break;
	}
}

std::vector<Triangle> TriangleSweep::Run()
{
	std::vector<int32_t> order = InSweepOrder(m_edges);
	for (size_t begin = 0, end = 0; begin < order.size(); begin = end)
	{
		while (end < order.size() && m_edges.At(order[end]) == m_edges.At(order[begin]))
		{
			++end;
		}
		std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end),
		          [&](int32_t a, int32_t b) { return std::pair(KindOf(a), a) < std::pair(KindOf(b), b); });
	}
	for (const int32_t vertex : order)
	{
		Pass(vertex);
	}
	return std::move(m_triangles);
}

// A mesh of half-edges, first of triangles, later of pieces. Each half-edge leads from a vertex to the next vertex
// around its piece. May throw std::bad_alloc.
class PieceMesh
{
public:
	PieceMesh(const RingEdges& edges, const SolidCorners& corners, std::span<const Triangle> triangles);

	// Flips inner edges within their two triangles until the triangulation is constrained Delaunay. That avoids thin
	// triangles. Gives up after k_mostTurns flips for each inner edge, which hardly any outline needs.
	// Source: Lawson, "Software for C1 surface interpolation", Mathematical Software III (1977).
	void Flip();

	// Removes inner edges, the longest first, if the two pieces are convex together and have few enough vertices.
	void Merge(int32_t mostVertices);

	[[nodiscard]] ConvexPieces Pieces() const;

private:
	struct HalfEdge
	{
		int32_t vertex;
		int32_t next, previous;
		int32_t twin; // the other half of an inner edge; -1: an edge of the outline
		int32_t rim;  // index of the outline's edge; -1: an inner edge
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
	const SolidCorners& m_corners;
	std::vector<HalfEdge> m_halves;
	std::vector<int32_t> m_parents; // union-find forest of merged pieces
	std::vector<int32_t> m_counts;  // number of vertices of each piece
};

// Limit of the flips for each inner edge. Measured on the scenes of outline_scenes.h: at most 2.
constexpr size_t k_mostTurns = 16;

PieceMesh::PieceMesh(const RingEdges& edges, const SolidCorners& corners, std::span<const Triangle> triangles)
    : m_edges(edges), m_corners(corners), m_parents(triangles.size()), m_counts(triangles.size(), 3)
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
	return m_corners.next[static_cast<size_t>(a)] == b ? m_corners.from[static_cast<size_t>(a)] : -1;
}

double PieceMesh::SquareOf(int32_t i) const
{
	const b2Vec2 a = m_edges.At(At(i).vertex);
	const b2Vec2 b = m_edges.At(EndOf(i));
	const double x = static_cast<double>(b.x) - a.x;
	const double y = static_cast<double>(b.y) - a.y;
	return x * x + y * y;
}

// Pairs the two halves of each inner edge: they have the same ends.
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

// Tests whether the corners at both ends of an inner edge are convex without that edge. Two pieces at a vertex of the
// outline never surround it completely. Therefore a corner that does not turn to the right has at most 180 degrees.
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

// Returns one half-edge of each inner edge: the one with the lower index.
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

// True if the far corner of one of the edge's two triangles is within the circle through the corners of the other.
// The two triangles are then convex together.
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

// Flips the edge from a to b, between the triangles a b c and b a d. Afterwards it leads from d to c, between d c a and
// c d b.
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

Result<ConvexPieces> Cut(const OutlineData& outline, int32_t mostVertices)
{
	Checker checker;
	if (checker.AtLeast("mostVertices", mostVertices, 3.0).IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	const RingEdges edges(outline.vertices, outline.rings);
	const SolidCorners corners(edges, outline);
	PieceMesh mesh(edges, corners, TriangleSweep(edges, corners).Run());
	mesh.Flip();
	mesh.Merge(mostVertices);
	return mesh.Pieces();
}

} // namespace

Result<ConvexPieces> Decompose(const Outline& outline, int32_t mostVertices) noexcept
{
	return WithMemory([&] { return Cut(outline.Data(), mostVertices); });
}

} // namespace ricochet
