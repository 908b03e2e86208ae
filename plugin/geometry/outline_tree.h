// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/box_nodes.h"

#include <ricochet/geometry/outline.h>

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

} // namespace ricochet
