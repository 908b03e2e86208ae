// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/polygon_check.h"

#include <ricochet/geometry/outline.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// Cuts vertices into rings, without the vertex that only repeats the first one of its ring. Does not find which ring
/// is in which. May throw std::bad_alloc. Outcome: the rings, of 3 or more vertices each, or TooFew, TooMany, TooSmall
/// or TooLarge as Outline::Make.
[[nodiscard]] Result<std::vector<OutlineRing>> SplitRings(std::span<const b2Vec2> vertices,
                                                          std::span<const int32_t> starts);

/// Adds the faults of one ring by itself, apart from intersecting edges: NotFinite and TooClose for each vertex, and
/// NoArea. Returns true if it adds none. May throw std::bad_alloc.
bool AddFaultsOfRing(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings, size_t ring,
                     OutlineFaults& faults, int32_t most);

/// The error for two edges that have a point in common.
[[nodiscard]] Error FaultOfEdges(const RingEdges& edges, std::span<const OutlineRing> rings, EdgePair pair);

} // namespace ricochet
