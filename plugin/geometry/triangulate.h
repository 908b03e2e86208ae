// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/ring_edges.h"

#include <array>
#include <vector>

namespace ricochet
{

/// Vertices, counter-clockwise.
using Triangle = std::array<int32_t, 3>;

/// Cuts what rings enclose into triangles, each of an area > 0, by lines between vertices that pass through no vertex.
/// There are n + 2 h - 2 c of them for n vertices, h holes and c outer rings. O(n log n), exact. May throw bad_alloc.
/// Requires: rings that do not meet, told which are holes and which are reversed.
[[nodiscard]] std::vector<Triangle> Triangulate(const RingEdges& edges, std::span<const OutlineRing> rings);

} // namespace ricochet
