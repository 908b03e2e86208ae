// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>
#include <ricochet/geometry/outline.h>

#include <box2d/b2_math.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

/// The exact sign of cross(b - a, c - a): 1 if c is to the left of a -> b.
[[nodiscard]] int TurnOf(b2Vec2 a, b2Vec2 b, b2Vec2 c);

/// A ring without its last vertex if that repeats the first one, as files often close rings.
template <class Vertex>
[[nodiscard]] std::span<const Vertex> WithoutRepeat(std::span<const Vertex> ring)
{
	return ring.size() > 1 && ring.front() == ring.back() ? ring.first(ring.size() - 1) : ring;
}

class RingEdges;

struct EdgePair
{
	int32_t first, second; ///< first < second
};

/// Finds two edges of a polygon that have a point in common, apart from the vertex that neighbours share. Nothing if
/// there are none. Exact. May throw std::bad_alloc. Requires: at least 3 finite vertices, different from their
/// neighbours.
[[nodiscard]] std::optional<EdgePair> FindMeetingEdges(std::span<const b2Vec2> vertices);

/// True if two edges have a point in common, apart from the vertex that neighbours share. Exact. Requires: vertices
/// that differ from their neighbours.
[[nodiscard]] bool DoMeet(const RingEdges& edges, int32_t a, int32_t b);

/// True if two edges cross: each passes through the inside of the other. Exact.
[[nodiscard]] bool DoCross(const RingEdges& edges, int32_t a, int32_t b);

/// True if all vertices of a ring are on one line. Exact. Requires: at least 3 finite vertices, of which the first two
/// differ.
[[nodiscard]] bool HasNoArea(std::span<const b2Vec2> ring);

[[nodiscard]] inline std::span<const b2Vec2> OfRing(std::span<const b2Vec2> vertices, const OutlineRing& ring)
{
	return vertices.subspan(static_cast<size_t>(ring.first), static_cast<size_t>(ring.count));
}

/// 1 if a simple ring is counter-clockwise, -1 if it is clockwise. Exact.
[[nodiscard]] int OrientationOf(std::span<const b2Vec2> ring);

/// The order of a sweep by a line that is almost vertical, its top tilted to the left.
[[nodiscard]] inline bool IsBefore(b2Vec2 a, b2Vec2 b)
{
	return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/// The edges of rings for a sweep: each runs from its left end, which the sweep reaches first, to its right end.
class RingEdges
{
public:
	/// The edges of one ring.
	explicit RingEdges(std::span<const b2Vec2> vertices) : m_vertices(vertices) {}

	/// The edges of several rings. May throw std::bad_alloc.
	RingEdges(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings)
	    : m_vertices(vertices), m_rings(rings), m_ringOf(vertices.size(), -1)
	{
		for (size_t i = 0; i < rings.size(); ++i)
		{
			std::fill_n(m_ringOf.begin() + rings[i].first, rings[i].count, static_cast<int32_t>(i));
		}
	}

	[[nodiscard]] int32_t Count() const { return static_cast<int32_t>(m_vertices.size()); }
	[[nodiscard]] b2Vec2 At(int32_t vertex) const { return m_vertices[static_cast<size_t>(vertex)]; }
	/// -1: the vertex only repeats the first one of its ring.
	[[nodiscard]] int32_t RingAt(int32_t vertex) const
	{
		return m_ringOf.empty() ? 0 : m_ringOf[static_cast<size_t>(vertex)];
	}

	[[nodiscard]] int32_t After(int32_t i) const { return i + 1 == End(i) ? First(i) : i + 1; }
	[[nodiscard]] int32_t Before(int32_t i) const { return (i == First(i) ? End(i) : i) - 1; }

	[[nodiscard]] int32_t Left(int32_t edge) const { return RunsRight(edge) ? edge : After(edge); }
	[[nodiscard]] int32_t Right(int32_t edge) const { return RunsRight(edge) ? After(edge) : edge; }
	[[nodiscard]] bool RunsRight(int32_t edge) const { return IsBefore(At(edge), At(After(edge))); }

private:
	[[nodiscard]] const OutlineRing& RingOf(int32_t i) const
	{
		return m_rings[static_cast<size_t>(m_ringOf[static_cast<size_t>(i)])];
	}
	[[nodiscard]] int32_t First(int32_t i) const { return m_rings.empty() ? 0 : RingOf(i).first; }
	[[nodiscard]] int32_t End(int32_t i) const { return m_rings.empty() ? Count() : RingOf(i).first + RingOf(i).count; }

	std::span<const b2Vec2> m_vertices;
	std::span<const OutlineRing> m_rings;
	std::vector<int32_t> m_ringOf; // see RingAt; empty: there is one ring
};

/// Orders edges that cross the same sweep line from the lowest to the highest, exactly. Compares them where the later
/// one begins. If one begins on the other, neither is below.
struct BelowInSweep
{
	const RingEdges* edges;

	bool operator()(int32_t a, int32_t b) const
	{
		const int32_t leftA = edges->Left(a);
		const int32_t leftB = edges->Left(b);
		const b2Vec2 rightA = edges->At(edges->Right(a));
		const b2Vec2 rightB = edges->At(edges->Right(b));
		if (edges->At(leftA) == edges->At(leftB))
		{
			return TurnOf(edges->At(leftA), rightA, rightB) > 0;
		}
		return IsBefore(edges->At(leftA), edges->At(leftB)) ? TurnOf(edges->At(leftA), rightA, edges->At(leftB)) > 0
		                                                    : TurnOf(edges->At(leftB), rightB, edges->At(leftA)) < 0;
	}
};

/// The vertices in the order of the sweep, those in one place by number. May throw std::bad_alloc.
[[nodiscard]] std::vector<int32_t> InSweepOrder(const RingEdges& edges);

/// A ring and the edge directly below the vertex at which the sweep reaches it first.
struct RingBelow
{
	int32_t ring;
	int32_t edge; ///< -1: no edge is below
};

/// FindMeetingEdges for all edges of several rings. If it finds none, `below` lists each ring, in the order in which
/// the sweep reaches them.
[[nodiscard]] std::optional<EdgePair> FindMeetingEdges(const RingEdges& edges, std::vector<RingBelow>& below);

} // namespace ricochet
