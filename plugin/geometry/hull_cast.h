// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull_meet.h"
#include "geometry/round.h"
#include "geometry/sum_hull.h"

#include <ricochet/geometry/hull_cast.h>

namespace ricochet
{

/// ClipRoundedLocal of a sum. Requires: one or more vertices of either, no negative radius.
[[nodiscard]] std::optional<LocalSpan> ClipSumLocal(const LocalRay& ray, const SumHull& sum, Growth radius);

/// CastHull by the exact kernel alone.
[[nodiscard]] std::optional<HullSpan> CastHullExactly(const MovingHull& moving, const Hull& still,
                                                      const b2Transform& stillPose);

/// What touches at a crossing that ClipSumLocal gives.
[[nodiscard]] TouchingFeatures FeaturesAt(const SumHull& sum, const LocalCrossing& crossing);

/// The edge of what stands still that the line enters by (turn -1) or leaves by (turn 1) at such a crossing: the one
/// that touches, or of the two beside a vertex that is met on its round the one that faces the way more; -1: none.
[[nodiscard]] int32_t StillEdgeAt(const LocalRay& ray, const SumHull& sum, const LocalCrossing& crossing, int turn);

[[nodiscard]] WayOut WayOutOf(const LocalRay& ray, const SumHull& sum);

} // namespace ricochet
