// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/svg.h"

namespace range
{

using namespace common;

/// Explains every mark of the picture, in three rows from a point of the page (px).
void DrawLegend(SvgCanvas& canvas, float left, float top);

} // namespace range
