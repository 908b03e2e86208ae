// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/hull_walk.h"

namespace ricochet
{

// This file is about discs that touch one-way chains. All edges that share a vertex with the touched edge decide
// whether the disc is in front of the chain. Hulls of queries have the same rule (IsDeniedBy in query/hull_walk.h).

/// A disc that touches a one-sided edge, in the frame of the edge's child.
struct EdgeTouch
{
	b2Fixture* fixture;
	int32_t child;
	Vec<double> center{}; ///< the centre of the disc
	Vec<double> normal{}; ///< towards the disc, of any length
	Facing facing;        ///< the side of the edge on which the disc is
};

/// True if an edge that shares the touched vertex shows that the disc is behind the chain.
[[nodiscard]] bool IsBehindCorner(const EdgeTouch& touch, float radius, const QueryFilter& filter);

/// True if IsBehindCorner is true, or if the disc lies across an edge that shares a vertex with the touched edge. In
/// the second case the disc is half through the chain.
[[nodiscard]] bool IsDenied(const EdgeTouch& touch, float radius, const QueryFilter& filter);

} // namespace ricochet
