// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/box_nodes.h"
#include "geometry/edge.h"
#include "geometry/polygon_check.h"

#include <ricochet/geometry/outline.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// Consecutive edges of one ring.
struct EdgeRun
{
	int32_t place;       ///< place of the first edge (see OutlineData)
	int32_t count;       ///< number of edges
	int32_t ring;        ///< the number of an edge is its place minus this
	int32_t orientation; ///< 1 if the solid is to the left of the edges, -1 if it is to the right
};

/// A packed tree over the edges of an outline. Runs follow the order of the rings, and nodes that of the runs. So the
/// edges of a node are close together, unless a ring jumps about. Rings are sorted along a Z-curve through their
/// centres.
struct OutlineTree
{
	static constexpr int32_t k_runEdges = 8;

	std::vector<EdgeRun> runs;
	std::vector<BoxNode> nodes; ///< the root is the last one

	/// May throw std::bad_alloc.
	OutlineTree() = default;
	OutlineTree(std::span<const OutlineRing> rings, std::span<const b2Vec2> closed);
};

/// The vertices of ring r start at index first + r. The first vertex of the ring is repeated at its end. If the game
/// has already repeated it there, that copy is unused.
[[nodiscard]] std::vector<b2Vec2> ClosedRings(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings);

/// The data of an outline. The place of an edge is the index in `closed` of its first vertex; its second vertex follows
/// there.
struct OutlineData
{
	std::vector<b2Vec2> vertices; ///< as given
	std::vector<OutlineRing> rings;
	std::vector<b2Vec2> closed; ///< see ClosedRings
	OutlineTree tree;
	b2AABB bounds;
	float clearance = 0.0f; ///< edges without a common vertex come no nearer to each other (m); a lower bound

	// These lists are set only for rings that touched, and else empty.
	std::vector<int32_t> givenVertices; ///< see Outline::GivenVertex
	std::vector<int32_t> givenEdges;    ///< see Outline::GivenEdge
	std::vector<int32_t> copies;        ///< for each vertex the next one in the same place; around these in a circle

	[[nodiscard]] Edge EdgeAt(int32_t place) const { return {VertexAt(place), VertexAt(place + 1)}; }
	[[nodiscard]] b2Vec2 VertexAt(int32_t place) const { return closed[static_cast<size_t>(place)]; }

	[[nodiscard]] int32_t RingOfEdge(int32_t edge) const
	{
		const auto after = std::upper_bound(rings.begin(), rings.end(), edge,
		                                    [](int32_t e, const OutlineRing& ring) { return e < ring.first; });
		return static_cast<int32_t>(after - rings.begin()) - 1;
	}

	/// The place of the edge before another one in its ring, or after it.
	[[nodiscard]] int32_t PlaceBefore(int32_t place, int32_t ring) const
	{
		const OutlineRing& own = rings[static_cast<size_t>(ring)];
		return place == own.first + ring ? place + own.count - 1 : place - 1;
	}
	[[nodiscard]] int32_t PlaceAfter(int32_t place, int32_t ring) const
	{
		const OutlineRing& own = rings[static_cast<size_t>(ring)];
		return place + 1 == own.first + ring + own.count ? own.first + ring : place + 1;
	}
};

/// Calls visit(a, b) for the pairs of edges whose boxes overlap, a < b, in the order of a, until visit returns true.
/// May throw std::bad_alloc.
template <class Visit>
void ForEachNearPair(const RingEdges& edges, const OutlineTree& tree, Visit&& visit)
{
	std::vector<int32_t> near;
	for (int32_t edge = 0; edge < edges.Count(); ++edge)
	{
		if (edges.RingAt(edge) < 0)
		{
			continue;
		}
		const std::array ends{edges.At(edge), edges.At(edges.After(edge))};
		const b2AABB box = BoxOf(ends);
		near.clear();
		WalkBoxes(
		    tree.nodes, [&](const BoxNode& node) { return MeetBox(node, box); },
		    [&](int32_t item)
		    {
			    const EdgeRun& run = tree.runs[static_cast<size_t>(item)];
			    for (int32_t other = run.place - run.ring; other < run.place - run.ring + run.count; ++other)
			    {
				    if (other > edge)
				    {
					    near.push_back(other);
				    }
			    }
		    });
		std::sort(near.begin(), near.end());
		for (const int32_t other : near)
		{
			if (visit(edge, other))
			{
				return;
			}
		}
	}
}

} // namespace ricochet
