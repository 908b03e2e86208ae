// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "svg.h"

namespace range
{

/// What every mark of the picture means, in two rows from a point of the page (px).
void DrawLegend(SvgCanvas& canvas, float left, float top);

} // namespace range
