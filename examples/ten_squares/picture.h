// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "scene.h"

#include "common/svg.h"

namespace squares
{

/// Six angles of the ray side by side, with a legend.
[[nodiscard]] common::SvgCanvas DrawSheet(const Scene& scene);

/// One turn of the ray, for a browser to play.
[[nodiscard]] common::SvgCanvas DrawAnimation(const Scene& scene);

} // namespace squares
