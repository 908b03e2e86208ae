// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/shape_kernel.h"

#include <ricochet/world/query_filter.h>

namespace ricochet
{

/// The rules of a filter that depend on how the ray meets the shape: startInside and sides.
[[nodiscard]] bool AcceptsSpan(const QueryFilter& filter, const ShapeSpan& span);

} // namespace ricochet
