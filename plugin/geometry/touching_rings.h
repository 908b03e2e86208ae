// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/polygon_check.h"

#include <box2d/b2_collision.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

/// Rings of a solid that have at most single vertices in common. The solid is to the left of every edge.
struct SeparateRings
{
	std::vector<b2Vec2> vertices;
	std::vector<OutlineRing> rings;
	std::vector<int32_t> givenVertices; ///< for each vertex, a given one in the same place
	std::vector<int32_t> givenEdges;    ///< for each edge, the given one that it is a part of
	std::vector<RingBelow> below;       ///< as FindMeetingEdges returns it
};

/// Finds two edges that cross: each passes through the inside of the other. May throw std::bad_alloc.
[[nodiscard]] std::optional<EdgePair> FindCrossingEdges(std::span<const b2Vec2> vertices,
                                                        std::span<const OutlineRing> rings);

/// Makes rings that touch into separate ones of the same solid, by the even-odd rule.
///
/// - An edge is cut at each vertex that lies on it. If two edges lie on one another, both are dropped there, so that
///   adjacent solids become one. Nothing is rounded.
/// - A ring that comes back to a vertex is cut there into two.
/// - Without rings, nothing of the solid is left. May throw std::bad_alloc.
///
/// Requires: rings that are sound by themselves (AddFaultsOfRing), and no two edges that cross.
[[nodiscard]] SeparateRings Separate(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings);

} // namespace ricochet
