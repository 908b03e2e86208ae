// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "scene.h"

#include "shooting_range/svg.h"

namespace squares
{

/// Six angles of the ray side by side, with a legend.
[[nodiscard]] range::SvgCanvas DrawSheet(const Scene& scene);

/// One turn of the ray, for a browser to play.
[[nodiscard]] range::SvgCanvas DrawAnimation(const Scene& scene);

} // namespace squares
