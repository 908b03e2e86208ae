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

/// The edge of what stands still that the line enters by (turn -1) or leaves by (turn 1) at such a crossing: the one
/// that touches, or of the two beside a vertex that is met on its round the one that faces the way more; -1: none.
[[nodiscard]] int32_t StillEdgeAt(const LocalRay& ray, const SumHull& sum, const LocalCrossing& crossing, int turn);

/// How far the start is from the hull, negative inside, and the unit direction in which it comes free of it or goes
/// away from it first. In double arithmetic, not exact.
struct WayOut
{
	double distance;
	Vec<double> normal;
};
[[nodiscard]] WayOut WayOutOf(const LocalRay& ray, const SumHull& sum);

} // namespace ricochet
