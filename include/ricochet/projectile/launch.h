// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <array>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// These functions compute directions and velocities with which a bullet passes through a point, if nothing is in its
// path. The bullet flies as BulletDef says.
//
// - `gravity` (m/s^2) is the world's gravity times gravityScale. It may have any direction, and may be 0. Drag is in
//   1/s.
// - The functions compute in doubles, and give the same bits on every machine.
// - Errors of all functions: NotFinite for any number, TooSmall for a drag below 0.

/// Returns the two directions in which a bullet of a given speed (m/s) reaches a point. They are angles from the x axis
/// in [-pi, pi] (rad). The first is the low arc, with the shorter flight; the second is the high arc. The bullet passes
/// the point at a distance of at most 1.3e-7 of the path that it would fly in the same time without gravity. This error
/// comes from the rounding of the angle to a float.
///
///   at the least speed that is enough    both are within 1e-3 rad of one another
///   without gravity                      both are the straight line
///   from == to, with gravity             both are against gravity, so the bullet comes back
///   from == to, without gravity          both are 0, since the bullet is already there
///
/// - Errors: NotPositive for the speed; TooSmall for a speed that does not reach the point. The limit of that error is
///   the least speed that reaches it (LeastLaunchSpeed). That speed and all higher speeds have a result.
/// - Cost: about a microsecond. With drag some tens of microseconds, because bisection finds the times of flight to the
///   last bit of a double.
Result<std::array<float, 2>> SolveLaunch(b2Vec2 from, b2Vec2 to, float speed, b2Vec2 gravity, float drag = 0.0f);

/// Returns the least speed (m/s) with which a bullet reaches a point. 0: any speed above 0 is enough, or the bullet is
/// already there.
///
/// - With drag and without gravity the flight at the least speed would take forever. The result is then the next larger
///   float.
/// - Error: TooLarge for a speed that is beyond the range of float.
Result<float> LeastLaunchSpeed(b2Vec2 from, b2Vec2 to, b2Vec2 gravity, float drag = 0.0f);

/// Returns the velocity (m/s) with which a bullet is at a point after a duration (s). Such a velocity always exists.
/// Errors: NotPositive for the duration; TooLarge if a coordinate of the velocity is beyond the range of float.
Result<b2Vec2> LaunchVelocity(b2Vec2 from, b2Vec2 to, float duration, b2Vec2 gravity, float drag = 0.0f);

/// A target that moves with a constant acceleration, in the frame of the world.
struct MovingTarget
{
	b2Vec2 position{0.0f, 0.0f};     ///< when the bullet is fired (m)
	b2Vec2 velocity{0.0f, 0.0f};     ///< when the bullet is fired (m/s)
	b2Vec2 acceleration{0.0f, 0.0f}; ///< m/s^2; gravity if the target falls freely. Box2D adds gravity before it moves
	                                 ///< a body, so for a falling body add 0.5f * dt * gravity to the velocity
};

/// How a bullet hits a moving target.
struct Intercept
{
	float time = 0.0f;           ///< time of flight from the shot to the hit (s)
	b2Vec2 velocity{0.0f, 0.0f}; ///< fire the bullet with this velocity (m/s); its length is the speed, up to rounding
	b2Vec2 point{0.0f, 0.0f};    ///< the common position of bullet and target at that time (m)
};

/// Computes the velocity with which a bullet of a given speed (m/s) hits a moving target as early as possible.
/// `lifetime`: the bullet's lifetime (s), as BulletDef::lifetime.
///
///   two or more possible hits     the earliest one, so the low arc for a target at rest
///   from == target.position       at once: the time is 0, and the velocity points along x
///   at the end of the lifetime    counts
///
/// - At `time`, the distances of bullet and target from `point` are at most 1e-7 of the lengths on which the result
///   depends. These lengths are the coordinates, both paths, and the height by which the bullet falls.
/// - Errors: NotPositive for a speed or a lifetime that is not above 0. The lifetime may be infinite. TooLarge if the
///   point of the hit is beyond the range of float.
/// - Errors if there is no hit: TooSmall for the lifetime if the bullet would hit later; the limit of the error is the
///   time of that hit. Otherwise TooSmall for the speed: the target leaves or is out of range. The limit is then the
///   least speed that hits the target within the lifetime. All higher speeds hit it, too.
/// - Hits later than 1e6 s are not found. If two hits are possible at times that differ by less than 1e-9 of the time,
///   both may be missed.
/// - Cost: some tens of microseconds. An error for the speed takes about thirty times as long.
///
/// The time of the hit is the first zero of a function of the time. The search skips intervals in which the function is
/// proven to have no zero, by its first two derivatives and a bound of the third.
Result<Intercept> SolveIntercept(b2Vec2 from, const MovingTarget& target, float speed, b2Vec2 gravity,
                                 float drag = 0.0f, float lifetime = 5.0f);

} // namespace ricochet

RICOCHET_EXPORT_END
