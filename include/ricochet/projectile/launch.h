// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <array>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Where to aim so that a bullet comes through a point, as if nothing stood in its way. It flies as BulletDef says:
// under a gravity (m/s^2), that of the world times gravityScale, in any direction or none, and a drag (1/s). In
// doubles, from the floats that are given; the same bits on every machine. Refused by all: NotFinite; TooSmall for a
// drag below 0.

/// The two directions in which a bullet of a speed reaches a point: first the low one, on the shorter flight, then the
/// high one. Angles from the x axis, in [-pi, pi] (rad). The bullet passes the point within 1.3e-7 of the way that it
/// would fly in the same time without gravity: by that much floats round an angle.
///
///   at the least speed that will do    both are within 1e-3 rad of one another
///   without gravity                    both are the straight line
///   from == to                         both are against gravity, where it comes back; without gravity 0: it is there
///
/// Refused: NotPositive for the speed; TooSmall for a speed that does not reach the point, with the least that does.
/// That is LeastLaunchSpeed, and with it and any higher one there is an answer. Takes about a microsecond; with drag
/// some tens, as the times of flight are then found by halving, to the last bit of a double.
Result<std::array<float, 2>> SolveLaunch(b2Vec2 from, b2Vec2 to, float speed, b2Vec2 gravity, float drag = 0.0f);

/// The least speed with which a bullet reaches a point. 0: any speed above 0 will do, or it is there. With drag and
/// without gravity it takes forever at the very least; this is the next float. Refused: TooLarge for a speed that is
/// beyond the range of float.
Result<float> LeastLaunchSpeed(b2Vec2 from, b2Vec2 to, b2Vec2 gravity, float drag = 0.0f);

/// The velocity with which a bullet is at a point after a duration (s): there is always one. Refused: NotPositive for
/// the duration; TooLarge for a velocity of which a coordinate is beyond the range of float.
Result<b2Vec2> LaunchVelocity(b2Vec2 from, b2Vec2 to, float duration, b2Vec2 gravity, float drag = 0.0f);

} // namespace ricochet

RICOCHET_EXPORT_END
