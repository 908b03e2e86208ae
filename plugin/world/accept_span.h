// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/shape_kernel.h"

#include <ricochet/world/query_filter.h>

#include <box2d/b2_fixture.h>

namespace ricochet
{

/// The rules of a filter about categories and groups.
[[nodiscard]] bool AcceptsCategory(const QueryFilter& filter, const b2Filter& other);

/// The rules of a filter that depend on how the ray meets the shape: startInside and sides.
[[nodiscard]] bool AcceptsSpan(const QueryFilter& filter, const ShapeSpan& span);

} // namespace ricochet
