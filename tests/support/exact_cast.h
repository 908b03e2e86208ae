// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/oracle.h"

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

namespace ricochet::test
{

/// Returns the exact result of a cast at one child of a shape. The ray is in the shape's frame.
inline ExactSpans ExactCast(const b2Shape& shape, int32_t child, const PulledRay& ray)
{
	switch (shape.GetType())
	{
	case b2Shape::e_circle:
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		return ExactClipCircle(ray, circle.m_p, circle.m_radius);
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		const std::span vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
		return polygon.m_radius > b2_polygonRadius ? ExactClipRounded(ray, vertices, polygon.m_radius)
		                                           : ExactClipConvex(ray, vertices);
	}
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		return ExactCrossSegment(ray, edge.m_vertex1, edge.m_vertex2);
	}
	default:
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		return ExactCrossSegment(ray, chain.m_vertices[child], chain.m_vertices[child + 1]);
	}
	}
}

} // namespace ricochet::test
