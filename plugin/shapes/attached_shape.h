// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_geometry.h"

#include <box2d/b2_shape.h>

namespace ricochet
{

/// The geometry that stands for a shape; null: none.
[[nodiscard]] const CastGeometryData* AttachedTo(const b2Shape& shape);

/// Makes a shape, where it is, one that a geometry stands for. Requires: nothing stands for it.
[[nodiscard]] Result<> Attach(b2Shape& shape, const CastGeometryData& geometry);

/// Makes a shape, where it is, what it was before. Of one for which nothing stands: no change.
void Detach(b2Shape& shape);

} // namespace ricochet
