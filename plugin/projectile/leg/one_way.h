// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/hull_walk.h"

namespace ricochet
{

// Discs that touch one-way chains. Whether the disc is in front of the chain depends on all edges that share a vertex
// with the touched edge. Hulls of queries have the same rule (IsDeniedBy in query/hull_walk.h).

/// A disc that touches a one-sided edge, in the frame of the edge's child.
struct EdgeTouch
{
	b2Fixture* fixture;
	int32_t child;
	Vec<double> center{}; ///< of the disc
	Vec<double> normal{}; ///< of any length, towards the disc
	Facing facing;        ///< the side of the edge on which the disc is
};

/// True if an edge that shares the touched vertex shows that the disc is behind the chain.
[[nodiscard]] bool IsBehindCorner(const EdgeTouch& touch, float radius, const QueryFilter& filter);

/// True if IsBehindCorner is true. Also true if the disc, with this radius, lies across an edge that shares a vertex
/// with the touched one. The disc is then half through the chain.
[[nodiscard]] bool IsDenied(const EdgeTouch& touch, float radius, const QueryFilter& filter);

} // namespace ricochet
