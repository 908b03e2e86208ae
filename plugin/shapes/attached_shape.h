// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_geometry.h"

#include <box2d/b2_block_allocator.h>
#include <box2d/b2_shape.h>

namespace ricochet
{

/// The geometry that stands for a shape; null: none.
[[nodiscard]] const CastGeometryData* AttachedTo(const b2Shape& shape);

/// A copy of a shape for which a geometry stands, in memory of an allocator, where Box2D will free it as the shape that
/// it is to it.
[[nodiscard]] Result<b2Shape*> Attached(const b2Shape& shape, const CastGeometryData& geometry,
                                        b2BlockAllocator& allocator);

/// The same of a shape for which one stands, without it. Requires: one stands for it.
[[nodiscard]] b2Shape* Detached(const b2Shape& shape, b2BlockAllocator& allocator);

/// Gives back a shape that is a polygon or a circle to Box2D.
void Discard(b2Shape& shape, b2BlockAllocator& allocator);

} // namespace ricochet
