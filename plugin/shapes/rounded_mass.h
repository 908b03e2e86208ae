// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_polygon_shape.h>

namespace ricochet
{

/// By how much a polygon is rounded (m). Up to b2_polygonRadius, its radius is no more than Box2D's skin: 0.
[[nodiscard]] inline float RoundOf(const b2PolygonShape& polygon)
{
	return polygon.m_radius > b2_polygonRadius ? polygon.m_radius : 0.0f;
}

/// The mass data of all within RoundOf of a convex counter-clockwise polygon of 2 or more vertices, 2 being a capsule:
/// of the polygon, a rectangle on each edge and a sector at each vertex.
[[nodiscard]] b2MassData RoundedMass(const b2PolygonShape& polygon, float density);

} // namespace ricochet
