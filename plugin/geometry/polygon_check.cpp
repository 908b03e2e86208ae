// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/polygon_check.h"

#include "geometry/checker.h"
#include "geometry/local_ray.h"
#include "geometry/with_memory.h"

#include <ricochet/geometry/polygon_check.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace ricochet
{

namespace
{

// Up to this number of vertices all pairs of edges are compared, which needs no memory. Measured: if bounds separate
// most pairs, the sweep is faster from 50 vertices on. Below 50 it takes at most 1 microsecond more, and its time does
// not depend on the bounds.
constexpr size_t k_comparedVertices = 16;

// True if a point on the line through a and b lies between them.
bool IsBetween(b2Vec2 point, b2Vec2 a, b2Vec2 b)
{
	return std::min(a.x, b.x) <= point.x && point.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= point.y &&
	       point.y <= std::max(a.y, b.y);
}

bool DoSegmentsMeet(b2Vec2 a, b2Vec2 b, b2Vec2 c, b2Vec2 d)
{
	if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
	    std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y))
	{
		return false;
	}
	const int sideC = TurnOf(a, b, c);
	const int sideD = TurnOf(a, b, d);
	if (sideC * sideD > 0)
	{
		return false;
	}
	const int sideA = TurnOf(c, d, a);
	const int sideB = TurnOf(c, d, b);
	const bool crosses = sideC * sideD < 0 && sideA * sideB < 0;
	return crosses || (sideC == 0 && IsBetween(c, a, b)) || (sideD == 0 && IsBetween(d, a, b)) ||
	       (sideA == 0 && IsBetween(a, c, d)) || (sideB == 0 && IsBetween(b, c, d));
}

} // namespace

bool DoMeet(const RingEdges& edges, int32_t a, int32_t b)
{
	if (edges.After(a) != b && edges.After(b) != a)
	{
		return DoSegmentsMeet(edges.At(a), edges.At(edges.After(a)), edges.At(b), edges.At(edges.After(b)));
	}
	// Neighbours share a vertex. They have more points in common if the second edge runs back along the first one.
	const int32_t shared = edges.After(a) == b ? b : a;
	const b2Vec2 vertex = edges.At(shared);
	const b2Vec2 previous = edges.At(edges.Before(shared));
	const b2Vec2 next = edges.At(edges.After(shared));
	return IsBefore(previous, vertex) == IsBefore(next, vertex) && TurnOf(previous, vertex, next) == 0;
}

bool DoCross(const RingEdges& edges, int32_t a, int32_t b)
{
	const b2Vec2 from = edges.At(a);
	const b2Vec2 to = edges.At(edges.After(a));
	const b2Vec2 otherFrom = edges.At(b);
	const b2Vec2 otherTo = edges.At(edges.After(b));
	return TurnOf(from, to, otherFrom) * TurnOf(from, to, otherTo) < 0 &&
	       TurnOf(otherFrom, otherTo, from) * TurnOf(otherFrom, otherTo, to) < 0;
}

namespace
{

EdgePair InOrder(int32_t a, int32_t b)
{
	return {std::min(a, b), std::max(a, b)};
}

std::optional<EdgePair> CompareAll(const RingEdges& edges)
{
	for (int32_t i = 0; i < edges.Count(); ++i)
	{
		for (int32_t k = i + 1; k < edges.Count(); ++k)
		{
			if (DoMeet(edges, i, k))
			{
				return EdgePair{i, k};
			}
		}
	}
	return std::nullopt;
}

// Just before the sweep line reaches the first common point of two edges, the two are neighbours in the order along the
// line. So edges are compared when they become neighbours. The order uses exact signs.
class Sweep
{
public:
	explicit Sweep(const RingEdges& edges)
	    : m_edges(edges), m_crossed(BelowInSweep{&edges}), m_places(static_cast<size_t>(edges.Count()), m_crossed.end())
	{
	}

	[[nodiscard]] std::optional<EdgePair> Run(std::vector<RingBelow>* below);

private:
	using Crossed = std::set<int32_t, BelowInSweep>;

	void Compare(int32_t a, int32_t b);
	void Add(int32_t edge);
	void Remove(int32_t edge);
	void Pass(int32_t vertex);
	[[nodiscard]] int32_t EdgeBelow(int32_t vertex) const;

	const RingEdges& m_edges;
	Crossed m_crossed;                       // from the lowest edge to the highest
	std::vector<Crossed::iterator> m_places; // place of each edge in m_crossed
	std::optional<EdgePair> m_meeting;
};

void Sweep::Compare(int32_t a, int32_t b)
{
	if (m_meeting.has_value() == false && DoMeet(m_edges, a, b))
	{
		m_meeting = InOrder(a, b);
	}
}

void Sweep::Add(int32_t edge)
{
	const auto [place, isNew] = m_crossed.insert(edge);
	if (isNew == false)
	{
		m_meeting = InOrder(edge, *place);
		return;
	}
	m_places[static_cast<size_t>(edge)] = place;
	if (place != m_crossed.begin())
	{
		Compare(*std::prev(place), edge);
	}
	if (std::next(place) != m_crossed.end())
	{
		Compare(edge, *std::next(place));
	}
}

void Sweep::Remove(int32_t edge)
{
	const auto place = m_places[static_cast<size_t>(edge)];
	const auto next = m_crossed.erase(place);
	if (next != m_crossed.begin() && next != m_crossed.end())
	{
		Compare(*std::prev(next), *next);
	}
}

void Sweep::Pass(int32_t vertex)
{
	const int32_t beside[] = {m_edges.Before(vertex), vertex};
	for (const int32_t edge : beside)
	{
		if (m_edges.Right(edge) == vertex)
		{
			Remove(edge);
		}
	}
	for (const int32_t edge : beside)
	{
		if (m_edges.Left(edge) == vertex && m_meeting.has_value() == false)
		{
			Add(edge);
		}
	}
}

// The edge below both edges that begin at a vertex.
int32_t Sweep::EdgeBelow(int32_t vertex) const
{
	const auto before = m_places[static_cast<size_t>(m_edges.Before(vertex))];
	const auto after = m_places[static_cast<size_t>(vertex)];
	const auto lower = std::next(before) == after ? before : after;
	return lower == m_crossed.begin() ? -1 : *std::prev(lower);
}

std::optional<EdgePair> Sweep::Run(std::vector<RingBelow>* below)
{
	const std::vector<int32_t> order = InSweepOrder(m_edges);
	for (size_t i = 1; i < order.size(); ++i)
	{
		if (m_edges.At(order[i - 1]) == m_edges.At(order[i]))
		{
			return InOrder(order[i - 1], order[i]);
		}
	}

	std::vector<bool> isMet(below != nullptr ? order.size() : 0);
	for (const int32_t vertex : order)
	{
		Pass(vertex);
		if (m_meeting.has_value())
		{
			return m_meeting;
		}
		const size_t ring = static_cast<size_t>(m_edges.RingAt(vertex));
		if (below != nullptr && isMet[ring] == false)
		{
			isMet[ring] = true;
			below->push_back({static_cast<int32_t>(ring), EdgeBelow(vertex)});
		}
	}
	return std::nullopt;
}

} // namespace

int TurnOf(b2Vec2 a, b2Vec2 b, b2Vec2 c)
{
	return SignOf(Certain([&]<class T>(T) { return Cross(Lift<T>(b) - Lift<T>(a), Lift<T>(c) - Lift<T>(a)); }));
}

std::optional<EdgePair> FindMeetingEdges(std::span<const b2Vec2> vertices)
{
	const RingEdges edges(vertices);
	return vertices.size() <= k_comparedVertices ? CompareAll(edges) : Sweep(edges).Run(nullptr);
}

std::vector<int32_t> InSweepOrder(const RingEdges& edges)
{
	std::vector<int32_t> order;
	order.reserve(static_cast<size_t>(edges.Count()));
	for (int32_t i = 0; i < edges.Count(); ++i)
	{
		if (edges.RingAt(i) >= 0)
		{
			order.push_back(i);
		}
	}
	std::sort(order.begin(), order.end(),
	          [&](int32_t a, int32_t b)
	          { return edges.At(a) == edges.At(b) ? a < b : IsBefore(edges.At(a), edges.At(b)); });
	return order;
}

std::optional<EdgePair> FindMeetingEdges(const RingEdges& edges, std::vector<RingBelow>& below)
{
	below.clear();
	return Sweep(edges).Run(&below);
}

namespace
{

Result<> FindFault(std::span<const b2Vec2> vertices)
{
	const size_t count = vertices.size();
	for (size_t i = 0; i < count; ++i)
	{
		const size_t next = (i + 1) % count;
		if (vertices[i] == vertices[next])
		{
			return Error{ErrorReason::TooClose, "vertices", static_cast<int32_t>(next)};
		}
	}
	if (HasNoArea(vertices))
	{
		return Error{ErrorReason::NoArea, "vertices"};
	}
	if (const std::optional<EdgePair> pair = FindMeetingEdges(vertices))
	{
		return Error{ErrorReason::EdgesMeet, "vertices", pair->first, static_cast<double>(pair->second)};
	}
	return {};
}

Result<> Check(std::span<const b2Vec2> vertices)
{
	Checker checker;
	checker.Count("vertices", vertices.size(), 3).Within("vertices", vertices, std::numeric_limits<float>::max());
	return checker.IsSound() ? FindFault(vertices) : checker.Outcome();
}

} // namespace

bool HasNoArea(std::span<const b2Vec2> ring)
{
	return std::all_of(ring.begin(), ring.end(), [&](b2Vec2 v) { return TurnOf(ring[0], ring[1], v) == 0; });
}

// The first vertex in the order of the sweep is a convex corner. So the turn there has the orientation of the ring.
int OrientationOf(std::span<const b2Vec2> ring)
{
	const auto lowest = std::min_element(ring.begin(), ring.end(), IsBefore);
	const size_t i = static_cast<size_t>(lowest - ring.begin());
	const size_t count = ring.size();
	return TurnOf(ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]);
}

Result<PolygonKind> CheckPolygon(std::span<const b2Vec2> given) noexcept
{
	const std::span<const b2Vec2> vertices = WithoutRepeat(given);
	if (const Result<> sound = WithMemory([&] { return Check(vertices); }); !sound)
	{
		return sound.GetError();
	}

	// A simple polygon is convex if no corner turns the other way.
	const int orientation = OrientationOf(vertices);
	bool convex = true;
	const size_t count = vertices.size();
	for (size_t i = 0; i < count && convex; ++i)
	{
		convex = TurnOf(vertices[i], vertices[(i + 1) % count], vertices[(i + 2) % count]) != -orientation;
	}
	return PolygonKind{convex, orientation > 0};
}

} // namespace ricochet
