// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <box2d/b2_math.h>

#include <array>
#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Returns the points in which the two tangents from a point touch a circle. Looking from the point to the center, the
/// first is on the left and the second on the right.
///
///   from is outside    two points; if the radius is 0, both are the center
///   from is on it      `from` twice
///   from is inside     none
///
/// - Outside, on and inside are decided exactly.
/// - Each coordinate is within 1 ulp of the exact one. Beyond the range of float it is the largest float.
/// - A negative radius, NaN or infinity anywhere: none.
[[nodiscard]] std::optional<std::array<b2Vec2, 2>> TangentPoints(b2Vec2 from, b2Vec2 center, float radius);

} // namespace ricochet

RICOCHET_EXPORT_END
