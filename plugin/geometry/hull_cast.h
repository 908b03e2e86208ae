// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/round.h"
#include "geometry/sum_hull.h"

#include <ricochet/geometry/hull_cast.h>

namespace ricochet
{

/// ClipRoundedLocal of a sum. Requires: one or more vertices of either, no negative radius.
[[nodiscard]] std::optional<LocalSpan> ClipSumLocal(const LocalRay& ray, const SumHull& sum, Growth radius);

/// CastHull; entries beyond the cutoff, a fraction, may be left out.
[[nodiscard]] std::optional<HullSpan> CastHullUpTo(double cutoff, const Hull& moving, const b2Transform& movingPose,
                                                   b2Vec2 translation, const Hull& still, const b2Transform& stillPose,
                                                   float maxFraction);

/// What touches at a crossing that ClipSumLocal gives.
struct TouchingFeatures
{
	HullFeature still, moving;
};
[[nodiscard]] TouchingFeatures FeaturesAt(const SumHull& sum, const LocalCrossing& crossing);

/// The edge of what stands still that a crossing tells of; -1: none.
[[nodiscard]] int32_t StillEdgeAt(const SumHull& sum, const LocalCrossing& crossing);

} // namespace ricochet
