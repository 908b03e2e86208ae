// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/box_nodes.h"
#include "geometry/edge.h"

#include <ricochet/geometry/outline.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// Neighbouring edges of one ring.
struct EdgeRun
{
	int32_t place;       ///< of the first edge (outline_data.h)
	int32_t count;       ///< of edges
	int32_t ring;        ///< a place less this is the number of its edge
	int32_t orientation; ///< 1 if the solid is to the left of the edges, -1 if it is to the right
};

/// A packed tree over the edges of an outline. Runs follow the rings, and nodes the runs, so that what is in a node is
/// near by, as long as rings do not jump about; rings follow each other along a Z-curve through their middles.
struct OutlineTree
{
	static constexpr int32_t k_runEdges = 8;

	std::vector<EdgeRun> runs;
	std::vector<BoxNode> nodes; ///< the root is the last one

	/// May throw std::bad_alloc.
	OutlineTree() = default;
	OutlineTree(std::span<const OutlineRing> rings, std::span<const b2Vec2> closed);
};

/// What an outline is made of. An edge has a place in `closed`, where it runs from one vertex to the one that follows.
struct OutlineData
{
	std::vector<b2Vec2> vertices; ///< as given
	std::vector<OutlineRing> rings;
	std::vector<b2Vec2> closed; ///< ring by ring, each with its first vertex again at its end
	OutlineTree tree;
	b2AABB bounds;

	[[nodiscard]] Edge EdgeAt(int32_t place) const { return {VertexAt(place), VertexAt(place + 1)}; }
	[[nodiscard]] b2Vec2 VertexAt(int32_t place) const { return closed[static_cast<size_t>(place)]; }

	/// The number of the ring of an edge.
	[[nodiscard]] int32_t RingOfEdge(int32_t edge) const
	{
		const auto after = std::upper_bound(rings.begin(), rings.end(), edge,
		                                    [](int32_t e, const OutlineRing& ring) { return e < ring.first; });
		return static_cast<int32_t>(after - rings.begin()) - 1;
	}
};

} // namespace ricochet
