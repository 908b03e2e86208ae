// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/svg.h"
#include "scene.h"

#include <span>

namespace hard
{

/// Draws one page with a panel for each scene.
[[nodiscard]] common::SvgCanvas DrawSheet(std::span<const Scene> scenes);

} // namespace hard
