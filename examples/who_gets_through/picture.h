// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/svg.h"

namespace why
{

/// The same shots by one ray a step, and by ricochet, side by side, as they fly.
[[nodiscard]] common::SvgCanvas DrawBoth();

/// The same as a picture that does not move, of 1280 x 640 px, for pages that show a link to the project.
[[nodiscard]] common::SvgCanvas DrawCard();

} // namespace why
