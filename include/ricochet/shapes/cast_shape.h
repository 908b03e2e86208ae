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
///
/// - It is exact: q^T (p - x) without rounding converts the ray's end points into the shape's frame. There they are
///   cast against the shape's own vertices.
/// - Polygons are cast at their true edges, without Box2D's 0.01 m skin. If m_radius exceeds the skin, they are cast at
///   that radius.
/// - Edges and children of chains are cast from both sides. Then `edge` is the child's index.
/// - It misses if the child is out of range, or if the shape's type is not one of Box2D's. It also misses if the
///   transform is not finite or not a rotation.
[[nodiscard]] std::optional<RaySpan> CastRayAtShape(const b2Shape& shape, int32_t child, const b2Transform& transform,
                                                    const Ray& ray);

} // namespace ricochet

RICOCHET_EXPORT_END
