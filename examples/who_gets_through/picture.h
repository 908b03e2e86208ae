// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/svg.h"

namespace why
{

/// The same shots by one ray a step, and by ricochet, side by side, as they fly.
[[nodiscard]] common::SvgCanvas DrawBoth();

} // namespace why
