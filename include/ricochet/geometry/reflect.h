// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <box2d/b2_math.h>

#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Returns the velocity after a mirror reflection at a surface: v - 2 (v . n) n.
///
/// - Requires: a unit normal; its sign does not matter. With a zero normal the velocity stays as it is.
/// - Finite input gives a finite velocity: a coordinate beyond the largest float becomes the largest float.
[[nodiscard]] b2Vec2 Reflect(b2Vec2 velocity, b2Vec2 normal);

/// Returns the direction of light behind a surface by Snell's law, as a vector of the velocity's length.
///
/// - ratio: the index of refraction before the surface divided by the index behind it (> 0). From air into glass:
///   1 / 1.5.
/// - None beyond the critical angle, and exactly at it: there is total reflection, and `Reflect` gives the direction.
/// - The normal's length and sign do not matter. With a zero normal the velocity stays as it is.
[[nodiscard]] std::optional<b2Vec2> Refract(b2Vec2 velocity, b2Vec2 normal, float ratio);

} // namespace ricochet

RICOCHET_EXPORT_END
