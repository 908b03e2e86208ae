// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

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

} // namespace ricochet
