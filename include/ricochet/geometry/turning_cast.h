// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/hull_cast.h>

#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// How near is a touch of what turns, unless another number is given (m).
inline constexpr float k_turningTolerance = 1.0e-4f;

/// A motion that turns: a center goes straight on, and all else turns about it at a steady rate, as b2Sweep goes from
/// c0, a0 to c1, a1. At fraction f the point x of the frame is at
///   pose * localCenter + f * translation + R(f * angle) * (pose.q * (x - localCenter)).
struct TurningMotion
{
	b2Transform pose{b2Vec2{0.0f, 0.0f}, b2Rot(0.0f)}; ///< where it starts
	b2Vec2 localCenter{0.0f, 0.0f};                    ///< about which it turns, in the frame of what moves
	b2Vec2 translation{0.0f, 0.0f};                    ///< of that center, in fraction 1
	float angle = 0.0f;       ///< in fraction 1 (rad), counter-clockwise if positive; several turns are allowed
	float maxFraction = 1.0f; ///< >= 0; may exceed 1
};

/// The pose at a fraction, each number rounded to float.
[[nodiscard]] b2Transform PoseAt(const TurningMotion& motion, float fraction);

/// Where a hull that turns first touches another one. In the frame in which the poses are.
struct TurningTouch
{
	float fraction = 0.0f;      ///< in [0, maxFraction], rounded towards 0
	b2Vec2 contact{0.0f, 0.0f}; ///< on the surface of what stands still; (0, 0) if it starts inside
	b2Vec2 normal{0.0f, 0.0f};  ///< unit, out of what stands still; (0, 0) if it starts inside
	HullFeature still;          ///< what touches; two edges if they lie within the tolerance of each other
	HullFeature moving;
	bool startsInside = false; ///< the two overlap or touch where it starts: exact. fraction 0
	float depth = 0.0f;        ///< if it starts inside: as of HullSpan
	b2Vec2 wayOut{0.0f, 0.0f};
	bool isCertain = true; ///< false: it is free up to this fraction, and what comes then was not found out, see below
};

/// Casts one hull that turns and goes straight on at once against one that stands still. Let the distance of the two
/// be a function of the fraction, and T the tolerance (m, >= 0):
///
///   hit    at `fraction` the distance is at most T, and before it the two did not touch
///   miss   the two do not touch up to maxFraction. What comes nearer than T without a touch may be a hit or a miss
///   start  of what starts nearer than T, only what comes nearer still is a hit: to half of that distance, the rounding
///          of the fraction and 2^-40 of the coordinates apart.
///          What overlaps or touches where it starts is a hit at 0, startsInside, even if it would part at once
///
/// T is never taken to be less than 2^-21 of the way of the farthest vertex (of its arm, for more than 2^21 rad), as
/// fractions are floats, nor than 2^-40 of the coordinates. With angle 0 the answer is that of CastHull: exact,
/// whatever the tolerance. Also a motion that comes as near as T without an end has an end: after 4096 steps the search
/// gives up, and tells a hit that is not certain at the fraction up to which the way is known to be free. It takes a
/// way that stays within a few T of the other hull for several turns. Never aborts; a number that is not finite, a
/// negative radius, tolerance or maxFraction, a pose that is not a rotation, no vertices: a miss. Memory for the
/// vertices is kept for each thread, and grows to the most. Source: conservative advancement: Mirtich, "Impulse-based
/// dynamic simulation of rigid body systems", 1996, 2.3; along the nearest direction, as Zhang et al., "Continuous
/// collision detection for articulated models", 2007, 4.
[[nodiscard]] std::optional<TurningTouch> CastTurningHull(const Hull& moving, const TurningMotion& motion,
                                                          const Hull& still, const b2Transform& stillPose,
                                                          float tolerance = k_turningTolerance);

} // namespace ricochet

RICOCHET_EXPORT_END
