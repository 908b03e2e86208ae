// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/svg.h"

namespace why
{

/// Draws the same shots by one ray a step and by ricochet, side by side, as an animation.
[[nodiscard]] common::SvgCanvas DrawBoth();

/// Draws the same as a still picture of 1280 x 640 px, for previews of links to the project.
[[nodiscard]] common::SvgCanvas DrawCard();

} // namespace why
