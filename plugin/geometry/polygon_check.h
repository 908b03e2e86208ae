// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <span>

namespace ricochet
{

/// What is wrong with a ring but that its edges meet: neighbours in one place, or no area. Exact.
/// Requires: at least 3 finite vertices.
[[nodiscard]] Result<> CheckCorners(std::span<const b2Vec2> ring);

/// 1 if a simple ring is counter-clockwise, -1 if it is clockwise. Exact.
[[nodiscard]] int OrientationOf(std::span<const b2Vec2> ring);

} // namespace ricochet
