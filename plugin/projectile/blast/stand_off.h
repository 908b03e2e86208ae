// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <box2d/b2_math.h>

namespace ricochet
{

/// Where a point goes that lies on solids which the filter accepts, or no deeper in them than `depth` (m): by the
/// shortest way to b2_linearSlop before their surface, one after the other. Where it already is, if it lies on none, is
/// deeper in one, or there is no such place.
[[nodiscard]] b2Vec2 StandOff(Space space, b2Vec2 point, const QueryFilter& filter, double depth);

} // namespace ricochet
