// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/elementary.h"
#include "geometry/pose.h"

#include <ricochet/geometry/turning_cast.h>

namespace ricochet
{

inline constexpr double k_turningNoise = 0x1p-40; ///< rounding error of doubles, as a share of the coordinates

/// The extent of a rotating hull about its center, which moves straight.
struct TurningReach
{
	double farthest;     ///< distance of the farthest vertex from the center, without the radius
	double tolerance;    ///< tolerance in use, unless the other hull's coordinates require more
	double noise;        ///< rounding error of doubles, without the other hull's coordinates
	Vec<double> inStart; ///< largest |x| and |y| of a vertex from the center, at the start
};

/// True if all parameters meet the contract of CastTurningHull, apart from the other hull.
[[nodiscard]] bool IsTurning(const Hull& moving, const TurningMotion& motion, float tolerance);

/// Requires: IsTurning.
[[nodiscard]] TurningReach ReachOf(const Hull& moving, const TurningMotion& motion, float tolerance);

/// The world position of the center at the start of the motion.
[[nodiscard]] Vec<double> CenterOf(const TurningMotion& motion);

/// The offset from the center to a point of the moving hull, at the start of the motion.
[[nodiscard]] inline Vec<double> ArmOf(const TurningMotion& motion, b2Vec2 point)
{
	return Turned(motion.pose.q, Lift<double>(point) - Lift<double>(motion.localCenter));
}

[[nodiscard]] inline Vec<double> TurnedBy(const SinCos& turn, const Vec<double>& v)
{
	return {turn.cos * v.x - turn.sin * v.y, turn.sin * v.x + turn.cos * v.y};
}

/// Limit of the steps of one search; after that the touch is reported as not certain.
inline constexpr int32_t k_mostTurningSteps = 4096;

struct TurningSearchResult
{
	std::optional<TurningTouch> touch;
	int32_t steps = 0;
};

/// CastTurningHull, except that touches beyond the cutoff, a fraction, may be left out.
[[nodiscard]] TurningSearchResult CastTurningUpTo(double cutoff, const Hull& moving, const TurningMotion& motion,
                                                  const Hull& still, const b2Transform& stillPose, float tolerance);

} // namespace ricochet
