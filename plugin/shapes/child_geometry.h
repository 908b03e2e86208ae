// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_shape.h>

#include <array>
#include <span>

namespace ricochet
{

/// What a child of a shape is: the convex hull of some vertices grown by a radius, or an edge. In the shape's frame;
/// valid as long as the shape.
struct ChildGeometry
{
	std::span<const b2Vec2> vertices;
	float radius = 0.0f;
	bool isEdge = false;
	bool oneSided = false;
	std::array<b2Vec2, 2> ends; ///< of an edge; its vertices may not lie side by side
};

/// False for a child out of range or an unknown shape type.
[[nodiscard]] bool DescribeChild(const b2Shape& shape, int32_t child, ChildGeometry& geometry);

} // namespace ricochet
