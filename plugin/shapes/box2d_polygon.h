// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>
#include <ricochet/shapes/clip_shapes.h>

#include <span>

namespace ricochet
{

/// Of a polygon, as b2PolygonShape::Set and ComputeMass sum it in floats.
[[nodiscard]] float AreaOf(std::span<const b2Vec2> vertices);

/// A polygon of convex counter-clockwise vertices, up to b2_maxPolygonVertices. By Box2D's arithmetic for the normals
/// and the centroid, so that a polygon on which Set does not abort comes out with the same bits.
[[nodiscard]] ClipPolygonShape PolygonOf(std::span<const b2Vec2> vertices);

/// What is left to check when the vertices are there: that they are apart, and that Box2D's own arithmetic finds them
/// convex and with an area.
[[nodiscard]] Result<ClipPolygonShape> CheckPolygon(const char* parameter, const ClipPolygonShape& shape);

} // namespace ricochet
