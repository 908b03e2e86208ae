// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_shape.h>

namespace ricochet
{

/// What ricochet's shapes answer to b2Shape::RayCast.
[[nodiscard]] bool CastStock(const b2Shape& shape, int32 child, b2RayCastOutput* output, const b2RayCastInput& input,
                             const b2Transform& transform, bool frontOnly = false);

/// And to TestPoint.
[[nodiscard]] bool ContainsPoint(const b2Shape& shape, const b2Transform& transform, const b2Vec2& point);

} // namespace ricochet
