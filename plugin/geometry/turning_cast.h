// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/elementary.h"
#include "geometry/pose.h"

#include <ricochet/geometry/turning_cast.h>

namespace ricochet
{

inline constexpr double k_turningNoise = 0x1p-40; ///< of the coordinates: what doubles lose

/// What a hull that turns reaches from its center, which goes straight on.
struct TurningReach
{
	double farthest;     ///< of a vertex, without the radius
	double tolerance;    ///< the one that is taken, but for what the coordinates of the other hull add
	double noise;        ///< of doubles, likewise
	Vec<double> inStart; ///< of a vertex in x and in y, where it starts
};

/// True if all numbers of a cast are what CastTurningHull states, but for what it is cast against.
[[nodiscard]] bool IsTurning(const Hull& moving, const TurningMotion& motion, float tolerance);

/// Requires: IsTurning.
[[nodiscard]] TurningReach ReachOf(const Hull& moving, const TurningMotion& motion, float tolerance);

/// Where the center starts.
[[nodiscard]] Vec<double> CenterOf(const TurningMotion& motion);

/// From the center to a point of the frame, where the motion starts.
[[nodiscard]] inline Vec<double> ArmOf(const TurningMotion& motion, b2Vec2 point)
{
	return Turned(motion.pose.q, Lift<double>(point) - Lift<double>(motion.localCenter));
}

[[nodiscard]] inline Vec<double> TurnedBy(const SinCos& turn, const Vec<double>& v)
{
	return {turn.cos * v.x - turn.sin * v.y, turn.sin * v.x + turn.cos * v.y};
}

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
