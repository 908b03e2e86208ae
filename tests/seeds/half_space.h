// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <cstddef>
#include <span>

namespace ricochet::test::documents
{

/// Returns the article's normal of an edge of a counter-clockwise polygon. It points into the positive half space, out
/// of the polygon.
inline b2Vec2 NormalOf(std::span<const b2Vec2> vertices, size_t i)
{
	const b2Vec2 edge = vertices[(i + 1) % vertices.size()] - vertices[i];
	return {edge.y, -edge.x};
}

} // namespace ricochet::test::documents
