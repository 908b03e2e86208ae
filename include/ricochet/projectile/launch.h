// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <array>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Directions and velocities with which a bullet passes through a point, if nothing is in its way. The bullet flies as
// BulletDef says.
//
// - Gravity (m/s^2) is that of the world times gravityScale, in any direction or none. Drag is in 1/s.
// - Computed in doubles from the given floats, with the same bits on every machine.
// - All functions refuse numbers that are NotFinite, and a drag below 0 (TooSmall).

/// The two directions in which a bullet of a given speed reaches a point. The first is the low one, with the shorter
/// flight; the second is the high one. Angles from the x axis, in [-pi, pi] (rad). The bullet passes the point within
/// 1.3e-7 of the path that it would fly in the same time without gravity. This is the error of rounding an angle to a
/// float.
///
///   at the least speed that is enough    both are within 1e-3 rad of one another
///   without gravity                      both are the straight line
///   from == to, with gravity             both are against gravity, so the bullet comes back
///   from == to, without gravity          both are 0, since the bullet is already there
///
/// - Refused: NotPositive for the speed; TooSmall for a speed that does not reach the point, with the least speed that
///   does (LeastLaunchSpeed). That speed and all higher speeds have an answer.
/// - Cost: about a microsecond. With drag some tens, because the times of flight are found by bisection, to the last
///   bit of a double.
Result<std::array<float, 2>> SolveLaunch(b2Vec2 from, b2Vec2 to, float speed, b2Vec2 gravity, float drag = 0.0f);

/// The least speed with which a bullet reaches a point. 0: any speed above 0 is enough, or the bullet is already there.
///
/// - With drag and without gravity the flight at the least speed would take forever. The result is then the next float.
/// - Refused: TooLarge for a speed that is beyond the range of float.
Result<float> LeastLaunchSpeed(b2Vec2 from, b2Vec2 to, b2Vec2 gravity, float drag = 0.0f);

/// The velocity with which a bullet is at a point after a duration (s). There is always one. Refused: NotPositive for
/// the duration; TooLarge if a coordinate of the velocity is beyond the range of float.
Result<b2Vec2> LaunchVelocity(b2Vec2 from, b2Vec2 to, float duration, b2Vec2 gravity, float drag = 0.0f);

} // namespace ricochet

RICOCHET_EXPORT_END
