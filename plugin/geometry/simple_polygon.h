// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <cstdint>
#include <optional>
#include <span>

namespace ricochet
{

/// The exact sign of cross(b - a, c - a): 1 if c is to the left of a -> b.
[[nodiscard]] int TurnOf(b2Vec2 a, b2Vec2 b, b2Vec2 c);

struct EdgePair
{
	int32_t first, second; ///< first < second
};

/// Two edges of a polygon that have a point in common other than where one ends and the next begins; nothing if it has
/// none. Exact. May throw std::bad_alloc.
/// Requires: at least 3 finite vertices, neighbours in different places.
[[nodiscard]] std::optional<EdgePair> FindMeetingEdges(std::span<const b2Vec2> vertices);

} // namespace ricochet
