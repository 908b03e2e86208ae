// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_collision.h>
#include <box2d/b2_shape.h>

#include <cstdint>

namespace ricochet
{

/// True if a child of a shape under a pose has a point in common with a box of the world. Both are closed: what touches
/// overlaps. Exact, of the box pulled into the shape's frame by real-number arithmetic, as casts are.
/// A child out of range, an unknown shape type, a bad box, a pose or a vertex that is not finite: false.
[[nodiscard]] bool OverlapsBox(const b2Shape& shape, int32_t child, const b2Transform& pose, const b2AABB& box);

} // namespace ricochet
