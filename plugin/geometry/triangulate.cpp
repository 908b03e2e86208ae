// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/triangulate.h"

#include <set>

namespace ricochet
{

namespace
{

// Where the sweep line is in the solid, between a lower edge and an upper one, what is to its left is cut into
// triangles up to a front: a chain of vertices from the left end of the lower edge to that of the upper one. From its
// rightmost vertex, the latest, it goes left on either hand, and never bends so that another triangle could be cut off:
// seen from the right it is hollow on either hand. So the next vertex sees all of the chain on the hand of the edge
// that it ends, above that edge, and as much of the other hand as its turns tell.
//
// A vertex that lies on the line through two neighbours of the chain cuts nothing off. That leaves no triangle without
// area: where an edge ends at v, its left end, the chain strictly above it and v turn strictly to the left.
class TriangleSweep
{
public:
	TriangleSweep(const RingEdges& edges, std::span<const OutlineRing> rings)
	    : m_edges(edges), m_rings(rings), m_lower(BelowInSweep{&edges}),
	      m_places(static_cast<size_t>(edges.Count()), m_lower.end()), m_frontOf(static_cast<size_t>(edges.Count()), -1)
	{
	}

	std::vector<Triangle> Run();

private:
	struct Link
	{
		int32_t vertex, below, above; // links; -1: none
	};
	struct Front
	{
		int32_t lowest, latest, highest; // links
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

	void Pass(int32_t vertex);
	void Start(int32_t vertex, int32_t lower, int32_t upper);
	void Split(int32_t vertex, int32_t lower, int32_t upper);
	void End(int32_t vertex, int32_t lower);
	void Merge(int32_t vertex, int32_t lower, int32_t upper);

	const RingEdges& m_edges;
	std::span<const OutlineRing> m_rings;
	LowerEdges m_lower;                         // with the solid above them, from the lowest to the highest
	std::vector<LowerEdges::iterator> m_places; // of the edges in it
	std::vector<int32_t> m_frontOf;             // of the edges that the sweep line crosses
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

// Of two neighbours of the chain and a vertex to their right. False if they turn the other way or not at all.
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

// The solid begins at a vertex.
void TriangleSweep::Start(int32_t vertex, int32_t lower, int32_t upper)
{
	const int32_t link = AddLink(vertex);
	AddFront({link, link, link, upper}, lower);
	AddLower(lower);
}

// A gap begins at a vertex in the solid: below it ends at an upper edge, above it goes on from a lower one. The latest
// vertex of the front sees it, and is in both parts.
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

// The solid ends at a vertex, which sees all of the front.
void TriangleSweep::End(int32_t vertex, int32_t lower)
{
	for (int32_t link = FrontAt(FrontOf(lower)).lowest; LinkAt(link).above >= 0; link = LinkAt(link).above)
	{
		CutOff(link, vertex, LinkAt(link).above);
	}
	RemoveLower(lower);
}

// A gap ends at a vertex, between the upper edge of what is below it and the lower edge of what is above it.
void TriangleSweep::Merge(int32_t vertex, int32_t lower, int32_t upper)
{
	const int32_t index = FrontOf(upper);
	Front& below = FrontAt(index);
	Front& above = FrontAt(FrontOf(lower));
	AddAbove(below, vertex);
	AddBelow(above, vertex);
	// The vertex is at the end of the one and at the beginning of the other.
	const int32_t next = LinkAt(above.lowest).above;
	LinkAt(below.highest).above = next;
	LinkAt(next).below = below.highest;
	below.highest = above.highest;
	below.upperEdge = above.upperEdge;
	FrontOf(below.upperEdge) = index;
	RemoveLower(lower);
}

void TriangleSweep::Pass(int32_t vertex)
{
	const bool isReversed = m_rings[static_cast<size_t>(m_edges.RingAt(vertex))].isReversed;
	// The edges to and from the vertex where the solid is to their left: those that run to the right are lower ones.
	const int32_t to = isReversed ? vertex : m_edges.Before(vertex);
	const int32_t from = isReversed ? m_edges.Before(vertex) : vertex;
	const bool hasEnded = m_edges.Right(to) == vertex;
	const bool begins = m_edges.Left(from) == vertex;
	if (hasEnded && begins)
	{
		const int32_t front = FrontOf(to);
		AddBelow(FrontAt(front), vertex);
		RemoveLower(to);
		AddLower(from);
		FrontOf(from) = front;
	}
	else if (hasEnded == false && begins == false)
	{
		const int32_t front = FrontOf(from);
		AddAbove(FrontAt(front), vertex);
		FrontOf(to) = front;
		FrontAt(front).upperEdge = to;
	}
	else if (begins)
	{
		const bool isBetween = BelowInSweep{&m_edges}(from, to);
		isBetween ? Start(vertex, from, to) : Split(vertex, from, to);
	}
	else
	{
		FrontOf(to) == FrontOf(from) ? End(vertex, to) : Merge(vertex, to, from);
	}
}

std::vector<Triangle> TriangleSweep::Run()
{
	for (const int32_t vertex : InSweepOrder(m_edges))
	{
		Pass(vertex);
	}
	return std::move(m_triangles);
}

} // namespace

std::vector<Triangle> Triangulate(const RingEdges& edges, std::span<const OutlineRing> rings)
{
	return TriangleSweep(edges, rings).Run();
}

} // namespace ricochet
