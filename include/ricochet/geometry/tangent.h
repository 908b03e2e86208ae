// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <box2d/b2_math.h>

#include <array>
#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The points in which the two tangents from a point touch a circle: first the one on the left as seen from the point
/// on its way to the center, then the one on the right.
///   outside   two points; a radius of 0 is a circle too, which both touch in its center
///   on        `from` twice: the tangent there touches the circle in it
///   inside    none
/// Outside, on and inside are decided exactly. Each coordinate is within 1 ulp of the exact one; one beyond the range
/// of float is the largest float. A negative radius, NaN or infinity anywhere: none.
[[nodiscard]] std::optional<std::array<b2Vec2, 2>> TangentPoints(b2Vec2 from, b2Vec2 center, float radius);

} // namespace ricochet

RICOCHET_EXPORT_END
