// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/ray.h>

#include <box2d/b2_shape.h>

#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Casts a ray in the world frame at one child of a shape under a transform, by the contract of RaySpan.
/// Exact: the ray's end points are pulled into the shape's frame by real arithmetic, q^T (p - x), against the shape's
/// own vertices. Polygons are cast at their true edges, without Box2D's 0.01 m skin, or at an m_radius that exceeds it;
/// edges and chain children from both sides, with `edge` the child's index. A child out of range, a shape type that is
/// not Box2D's, or a transform that is not finite or not a rotation: miss.
[[nodiscard]] std::optional<RaySpan> CastRayAtShape(const b2Shape& shape, int32_t child, const b2Transform& transform,
                                                    const Ray& ray);

} // namespace ricochet

RICOCHET_EXPORT_END
