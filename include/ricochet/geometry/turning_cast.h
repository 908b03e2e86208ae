// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/hull_cast.h>

#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The default tolerance of casts that turn: the distance that counts as a touch (m).
inline constexpr float k_turningTolerance = 1.0e-4f;

/// A motion that turns. A center moves in a straight line, and everything else turns about it at a steady rate. b2Sweep
/// moves from c0, a0 to c1, a1 in the same way. At fraction f the point x of the moving frame is at
///   pose * localCenter + f * translation + R(f * angle) * (pose.q * (x - localCenter)).
struct TurningMotion
{
	b2Transform pose{b2Vec2{0.0f, 0.0f}, b2Rot(0.0f)}; ///< the pose at fraction 0
	b2Vec2 localCenter{0.0f, 0.0f};                    ///< the center, in the moving frame
	b2Vec2 translation{0.0f, 0.0f};                    ///< translation of the center, up to fraction 1
	float angle = 0.0f;       ///< rotation up to fraction 1 (rad), counter-clockwise if positive; may be several turns
	float maxFraction = 1.0f; ///< >= 0; may exceed 1
};

/// Returns the pose at a fraction, each number rounded to float.
[[nodiscard]] b2Transform PoseAt(const TurningMotion& motion, float fraction);

/// The first touch of a hull that turns and a static hull, in the frame of the poses.
struct TurningTouch
{
	float fraction = 0.0f;      ///< in [0, maxFraction], rounded towards 0
	b2Vec2 contact{0.0f, 0.0f}; ///< a float point at the surface of the static hull, never inside it; (0, 0) if it
	                            ///< starts inside
	b2Vec2 normal{0.0f, 0.0f};  ///< unit, out of the static hull; (0, 0) if it starts inside
	HullFeature still;  ///< the part of the static hull that touches; both are edges if these are within the tolerance
	HullFeature moving; ///< the part of the moving hull that touches
	bool startsInside = false; ///< the two overlap or touch at the start, decided exactly; then fraction is 0
	float depth = 0.0f;        ///< if it starts inside, see HullSpan
	b2Vec2 wayOut{0.0f, 0.0f}; ///< if it starts inside, see HullSpan
	bool isCertain = true;     ///< false: the search gave up here, see CastTurningHull; up to here the path is free
};

/// Casts a hull that moves and turns at once against a static one. T is the tolerance (m, >= 0).
///
/// - Hit: at `fraction` the distance of the two is at most T, and before it they did not touch.
/// - Miss: the two do not touch up to maxFraction. If they come nearer than T without a touch, it may be a hit or a
///   miss.
/// - If the two overlap or touch at the start, it is a hit at fraction 0 with startsInside, even if they would part at
///   once.
/// - If the two are apart at the start, but nearer than T, they hit where their distance has shrunk to half of its
///   first value. The fraction's rounding and 2^-40 of the coordinates may add to that half.
/// - A T below a minimum is raised to that minimum, because fractions are floats and coordinates are rounded. The
///   minimum is the larger of two numbers. The first is 2^-40 of a bound of both hulls' coordinates. The second is
///   2^-21 of the path of the vertex that is farthest from the center. The rotation contributes at most that vertex's
///   distance from the center to the second number.
/// - With angle 0 the result is that of CastHull: exact, whatever the tolerance.
/// - After 4096 steps the search gives up. Then it reports a hit with isCertain false, at the fraction up to which the
///   path is proven to be free. Only a path that stays within a few T of the other hull for several turns takes so many
///   steps.
/// - It never aborts. These miss: a number that is not finite, a negative radius, tolerance or maxFraction, a pose that
///   is not a rotation, no vertices.
/// - Each thread keeps memory for the vertices. It grows to the largest number so far.
///
/// Source: conservative advancement: Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, 2.3. Here
/// it advances along the nearest direction, as Zhang et al., "Continuous collision detection for articulated models",
/// 2007, 4.
[[nodiscard]] std::optional<TurningTouch> CastTurningHull(const Hull& moving, const TurningMotion& motion,
                                                          const Hull& still, const b2Transform& stillPose,
                                                          float tolerance = k_turningTolerance);

} // namespace ricochet

RICOCHET_EXPORT_END
