// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "scene.h"

#include "common/svg.h"

namespace squares
{

/// Draws six angles of the ray side by side, with a legend.
[[nodiscard]] common::SvgCanvas DrawSheet(const Scene& scene);

/// Draws one turn of the ray as an animation.
[[nodiscard]] common::SvgCanvas DrawAnimation(const Scene& scene);

} // namespace squares
