// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

#include <ricochet/sight/sight_polygon.h>

#include <optional>

namespace ricochet
{

/// What casts a soft shadow: a corner or the side of a circle, with the lines from the edges of the source that touch
/// it. In the world, relative to nothing.
struct SoftCorner
{
	Vec<double> apex{};        ///< where the lines meet, in front of what they touch
	Vec<double> towardLit{};   ///< unit
	Vec<double> towardDark{};  ///< unit
	b2Vec2 center{0.0f, 0.0f}; ///< of the circle, or the corner
	float radius = 0.0f;       ///< of the circle; 0: a corner
};

/// The corner behind side i of a polygon as a disc lights it. Nothing if the side is not the border of a shadow of a
/// wall or a circle, or if the disc reaches the corner. Requires: size > 0.
[[nodiscard]] std::optional<SoftCorner> SoftCornerOf(std::span<const SightVertex> polygon, size_t i, b2Vec2 center,
                                                     double size);

/// The same for parallel light that comes from a source half an angle wide about a direction.
[[nodiscard]] std::optional<SoftCorner> SoftCornerOf(std::span<const SightVertex> polygon, size_t i,
                                                     const Vec<double>& unitDirection, double spread);

} // namespace ricochet
