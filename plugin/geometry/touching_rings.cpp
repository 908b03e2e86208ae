// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/touching_rings.h"

#include "geometry/outline_data.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

namespace ricochet
{

namespace
{

// A part of an edge, from its left end to its right end, in the order of a sweep.
struct Part
{
	int32_t low, high; // numbers of places
	int32_t given;     // number of the edge
	bool solidAbove = false;
	int32_t below = -1; // the part directly below, where this one begins
	int32_t order = 0;  // its number among all parts, from left to right, and from below in one place

	[[nodiscard]] int32_t Tail() const { return solidAbove ? low : high; }
	[[nodiscard]] int32_t Head() const { return solidAbove ? high : low; }
};

class RingSeparator
{
public:
	RingSeparator(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings);

	void Cut();      // cuts edges where they touch others, and drops parts that lie on one another
	void Sweep();    // finds the side of each part that is solid
	void Join();     // finds the part that follows each part
	void Trace();    // follows the parts around the rings
	void SetBelow(); // sets SeparateRings::below

	[[nodiscard]] SeparateRings Take() { return std::move(m_out); }

private:
	// The order of BelowInSweep.
	struct IsBelow
	{
		const RingSeparator* all;
		bool operator()(int32_t a, int32_t b) const;
	};

	[[nodiscard]] Part& PartAt(int32_t part) { return m_parts[static_cast<size_t>(part)]; }
	[[nodiscard]] const Part& PartAt(int32_t part) const { return m_parts[static_cast<size_t>(part)]; }
	[[nodiscard]] b2Vec2 PlaceAt(int32_t place) const { return m_edges.At(m_places[static_cast<size_t>(place)]); }
	[[nodiscard]] std::vector<int32_t> PlacesOn(int32_t edge) const;
	void AddRing(std::span<const int32_t> parts);

	RingEdges m_edges;
	OutlineTree m_tree;
	std::vector<int32_t> m_places;  // one vertex for each place, in the order of the sweep
	std::vector<int32_t> m_placeOf; // for each vertex its place
	std::vector<Part> m_parts;
	std::vector<int32_t> m_next;   // for each part the part that follows it
	std::vector<int32_t> m_edgeOf; // for each part its edge in m_out
	SeparateRings m_out;
};

RingSeparator::RingSeparator(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings)
    : m_edges(vertices, rings), m_tree(rings, ClosedRings(vertices, rings)), m_placeOf(vertices.size(), -1)
{
	for (const int32_t vertex : InSweepOrder(m_edges))
	{
		if (m_places.empty() || m_edges.At(m_places.back()) != m_edges.At(vertex))
		{
			m_places.push_back(vertex);
		}
		m_placeOf[static_cast<size_t>(vertex)] = static_cast<int32_t>(m_places.size()) - 1;
	}
}

// The places on an edge, both ends included, from left to right.
std::vector<int32_t> RingSeparator::PlacesOn(int32_t edge) const
{
	const std::array ends{m_edges.At(m_edges.Left(edge)), m_edges.At(m_edges.Right(edge))};
	const b2AABB box = BoxOf(ends);
	std::vector<int32_t> places;
	WalkBoxes(
	    m_tree.nodes, [&](const BoxNode& node) { return MeetBox(node, box); },
	    [&](int32_t item)
	    {
		    const EdgeRun& run = m_tree.runs[static_cast<size_t>(item)];
		    for (int32_t vertex = run.place - run.ring; vertex < run.place - run.ring + run.count; ++vertex)
		    {
			    const b2Vec2 v = m_edges.At(vertex);
			    const bool isBetween = IsBefore(v, ends[0]) == false && IsBefore(ends[1], v) == false;
			    if (isBetween && TurnOf(ends[0], ends[1], v) == 0)
			    {
				    places.push_back(m_placeOf[static_cast<size_t>(vertex)]);
			    }
		    }
	    });
	std::sort(places.begin(), places.end());
	places.erase(std::unique(places.begin(), places.end()), places.end());
	return places;
}

void RingSeparator::Cut()
{
	std::vector<Part> parts;
	for (int32_t edge = 0; edge < m_edges.Count(); ++edge)
	{
		if (m_edges.RingAt(edge) < 0)
		{
			continue;
		}
		const std::vector<int32_t> places = PlacesOn(edge);
		for (size_t i = 0; i + 1 < places.size(); ++i)
		{
			parts.push_back({places[i], places[i + 1], edge});
		}
	}
	const auto key = [](const Part& part)
	{
		return std::tuple(part.low, part.high, part.given);
	};
	std::sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) { return key(a) < key(b); });
	// By the even-odd rule, two parts that coincide cancel.
	for (const Part& part : parts)
	{
		const bool isAgain =
		    m_parts.empty() == false && m_parts.back().low == part.low && m_parts.back().high == part.high;
		isAgain ? m_parts.pop_back() : m_parts.push_back(part);
	}
}

bool RingSeparator::IsBelow::operator()(int32_t a, int32_t b) const
{
	const Part& one = all->PartAt(a);
	const Part& other = all->PartAt(b);
	const auto turn = [&](const Part& part, int32_t place)
	{
		return TurnOf(all->PlaceAt(part.low), all->PlaceAt(part.high), all->PlaceAt(place));
	};
	if (one.low == other.low)
	{
		return turn(one, other.high) > 0;
	}
	return one.low < other.low ? turn(one, other.low) > 0 : turn(other, one.low) < 0;
}

// Below the lowest part nothing is solid, and each part has the solid on one side.
void RingSeparator::Sweep()
{
	using Crossed = std::set<int32_t, IsBelow>;
	Crossed crossed(IsBelow{this});
	std::vector<Crossed::iterator> spots(m_parts.size(), crossed.end());
	std::vector<int32_t> ending(m_parts.size());
	for (size_t i = 0; i < ending.size(); ++i)
	{
		ending[i] = static_cast<int32_t>(i);
	}
	std::sort(ending.begin(), ending.end(),
	          [&](int32_t a, int32_t b) { return std::pair(PartAt(a).high, a) < std::pair(PartAt(b).high, b); });
	size_t ended = 0;
	int32_t order = 0;
	for (size_t begin = 0; begin < m_parts.size();)
	{
		const int32_t place = m_parts[begin].low;
		for (; ended < ending.size() && PartAt(ending[ended]).high <= place; ++ended)
		{
			crossed.erase(spots[static_cast<size_t>(ending[ended])]);
		}
		auto lowest = crossed.end();
		for (; begin < m_parts.size() && m_parts[begin].low == place; ++begin)
		{
			const auto spot = crossed.insert(static_cast<int32_t>(begin)).first;
			spots[begin] = spot;
			lowest = lowest == crossed.end() || crossed.key_comp()(*spot, *lowest) ? spot : lowest;
		}
		for (auto spot = lowest; spot != crossed.end() && PartAt(*spot).low == place; ++spot)
		{
			Part& part = PartAt(*spot);
			part.below = spot == crossed.begin() ? -1 : *std::prev(spot);
			part.solidAbove = part.below < 0 || PartAt(part.below).solidAbove == false;
			part.order = order++;
		}
	}
}

// Joins the parts that end at a place to those that start there. Around the place, ends and starts alternate. Each part
// that ends there is followed by the next start counter-clockwise. So solids that touch at this place stay in one ring,
// until Trace cuts it.
void RingSeparator::Join()
{
	struct Spoke
	{
		int32_t place;
		bool toTheRight;
		int32_t part;
	};
	std::vector<Spoke> spokes;
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		const auto part = static_cast<int32_t>(i);
		spokes.push_back({m_parts[i].low, true, part});
		spokes.push_back({m_parts[i].high, false, part});
	}
	// Counter-clockwise from straight down: first to the right, then to the left.
	std::sort(spokes.begin(), spokes.end(),
	          [&](const Spoke& a, const Spoke& b)
	          {
		          if (a.place != b.place || a.toTheRight != b.toTheRight)
		          {
			          return std::pair(a.place, a.toTheRight == false) < std::pair(b.place, b.toTheRight == false);
		          }
		          const auto end = [&](const Spoke& spoke)
		          {
			          return PlaceAt(spoke.toTheRight ? PartAt(spoke.part).high : PartAt(spoke.part).low);
		          };
		          return TurnOf(PlaceAt(a.place), end(a), end(b)) > 0;
	          });
	m_next.resize(m_parts.size());
	for (size_t begin = 0; begin < spokes.size();)
	{
		size_t end = begin;
		while (end < spokes.size() && spokes[end].place == spokes[begin].place)
		{
			++end;
		}
		for (size_t i = begin; i < end; ++i)
		{
			const int32_t part = spokes[i].part;
			if (PartAt(part).Head() == spokes[i].place)
			{
				m_next[static_cast<size_t>(part)] = spokes[i + 1 < end ? i + 1 : begin].part;
			}
		}
		begin = end;
	}
}

void RingSeparator::AddRing(std::span<const int32_t> parts)
{
	const auto first = static_cast<int32_t>(m_out.vertices.size());
	for (const int32_t part : parts)
	{
		const int32_t place = PartAt(part).Tail();
		m_edgeOf[static_cast<size_t>(part)] = static_cast<int32_t>(m_out.vertices.size());
		m_out.vertices.push_back(PlaceAt(place));
		m_out.givenVertices.push_back(m_places[static_cast<size_t>(place)]);
		m_out.givenEdges.push_back(PartAt(part).given);
	}
	m_out.rings.push_back({first, static_cast<int32_t>(parts.size())});
}

// Follows the parts. If the path returns to a place, the parts passed since its last visit are a ring.
void RingSeparator::Trace()
{
	m_edgeOf.assign(m_parts.size(), -1);
	std::vector<bool> isPassed(m_parts.size());
	std::vector<int32_t> path;
	std::vector<int32_t> depths(m_places.size(), -1); // for each place its index in the path; -1: not in the path
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		for (auto part = static_cast<int32_t>(i); isPassed[static_cast<size_t>(part)] == false;
		     part = m_next[static_cast<size_t>(part)])
		{
			isPassed[static_cast<size_t>(part)] = true;
			depths[static_cast<size_t>(PartAt(part).Tail())] = static_cast<int32_t>(path.size());
			path.push_back(part);
			const int32_t depth = depths[static_cast<size_t>(PartAt(part).Head())];
			if (depth < 0)
			{
				continue;
			}
			const std::span<const int32_t> ring = std::span(path).subspan(static_cast<size_t>(depth));
			AddRing(ring);
			for (const int32_t passed : ring)
			{
				depths[static_cast<size_t>(PartAt(passed).Tail())] = -1;
			}
			path.resize(static_cast<size_t>(depth));
		}
	}
}

// A ring begins with two parts at its leftmost place. No other part of it lies below them there.
void RingSeparator::SetBelow()
{
	std::vector<std::pair<int32_t, RingBelow>> inOrder;
	std::vector<int32_t> firstParts(m_out.rings.size(), -1);
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		const int32_t edge = m_edgeOf[i];
		const auto after = std::upper_bound(m_out.rings.begin(), m_out.rings.end(), edge,
		                                    [](int32_t e, const OutlineRing& ring) { return e < ring.first; });
		int32_t& first = firstParts[static_cast<size_t>(after - m_out.rings.begin()) - 1];
		first = first < 0 || m_parts[i].order < PartAt(first).order ? static_cast<int32_t>(i) : first;
	}
	for (size_t ring = 0; ring < firstParts.size(); ++ring)
	{
		const Part& first = PartAt(firstParts[ring]);
		const int32_t below = first.below < 0 ? -1 : m_edgeOf[static_cast<size_t>(first.below)];
		inOrder.push_back({first.order, {static_cast<int32_t>(ring), below}});
	}
	std::sort(inOrder.begin(), inOrder.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
	for (const auto& [order, below] : inOrder)
	{
		m_out.below.push_back(below);
	}
}

} // namespace

std::optional<EdgePair> FindCrossingEdges(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings)
{
	const RingEdges edges(vertices, rings);
	std::optional<EdgePair> found;
	ForEachNearPair(edges, OutlineTree(rings, ClosedRings(vertices, rings)),
	                [&](int32_t a, int32_t b)
	                {
		                found = DoCross(edges, a, b) ? std::optional(EdgePair{a, b}) : std::nullopt;
		                return found.has_value();
	                });
	return found;
}

SeparateRings Separate(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings)
{
	RingSeparator separator(vertices, rings);
	separator.Cut();
	separator.Sweep();
	separator.Join();
	separator.Trace();
	separator.SetBelow();
	return separator.Take();
}

} // namespace ricochet
