// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"
#include "geometry/outline_tree.h"

#include <ricochet/geometry/outline.h>

#include <algorithm>

namespace ricochet
{

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
