// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_geometry.h"

#include <box2d/b2_block_allocator.h>
#include <box2d/b2_shape.h>

namespace ricochet
{

/// The geometry attached to a shape; null: none.
[[nodiscard]] const CastGeometryData* AttachedTo(const b2Shape& shape);

/// Copies a shape and attaches a geometry to the copy. The memory comes from an allocator. Box2D will free the copy as
/// a shape of the original type.
[[nodiscard]] Result<b2Shape*> Attached(const b2Shape& shape, const CastGeometryData& geometry,
                                        b2BlockAllocator& allocator);

/// Copies a shape without its attached geometry. Requires: a geometry is attached.
[[nodiscard]] b2Shape* Detached(const b2Shape& shape, b2BlockAllocator& allocator);

/// Returns a polygon or a circle to Box2D's allocator.
void Discard(b2Shape& shape, b2BlockAllocator& allocator);

} // namespace ricochet
