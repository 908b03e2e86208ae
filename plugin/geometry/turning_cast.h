// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vec.h"

#include <ricochet/geometry/turning_cast.h>

namespace ricochet
{

/// How many steps a search takes before it gives up.
inline constexpr int32_t k_mostTurningSteps = 4096;

struct TurningSearchResult
{
	std::optional<TurningTouch> touch;
	int32_t steps = 0;
};

/// CastTurningHull; touches beyond the cutoff, a fraction, may be left out.
[[nodiscard]] TurningSearchResult CastTurningUpTo(double cutoff, const Hull& moving, const TurningMotion& motion,
                                                  const Hull& still, const b2Transform& stillPose, float tolerance);

/// What a hull that turns reaches from its center, which goes straight on.
struct TurningReach
{
	double farthest;     ///< of a vertex, without the radius
	double tolerance;    ///< the one that is taken, but for what the coordinates of the other hull add
	double noise;        ///< of doubles, likewise
	Vec<double> inStart; ///< of a vertex in x and in y, where it starts
};

/// True if it can be cast.
[[nodiscard]] bool IsTurning(const Hull& moving, const TurningMotion& motion, float tolerance);

/// Requires: IsTurning.
[[nodiscard]] TurningReach ReachOf(const Hull& moving, const TurningMotion& motion, float tolerance);

/// Where the center starts.
[[nodiscard]] Vec<double> CenterOf(const TurningMotion& motion);

} // namespace ricochet
