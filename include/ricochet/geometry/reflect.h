// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <box2d/b2_math.h>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Returns the velocity after a mirror reflection at a surface: v - 2 (v . n) n.
///
/// - Requires: a unit normal; its sign does not matter. With a zero normal the velocity stays as it is.
/// - Finite input gives a finite velocity: a coordinate beyond the largest float becomes the largest float.
[[nodiscard]] b2Vec2 Reflect(b2Vec2 velocity, b2Vec2 normal);

} // namespace ricochet

RICOCHET_EXPORT_END
