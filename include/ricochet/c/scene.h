// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/world.h>

RICOCHET_C_BEGIN

// A scene is a world without an engine: the game fills it from its own engine. These functions exist only in the
// library ricochet_scene, which also has all other functions of ricochet_c.h.
//
// - ricochet_wrap_world and ricochet_b2_world are refused (RICOCHET_HAS_NO_B2_WORLD).
// - ricochet_step_world and ricochet_step move bodies by their velocities. Nothing collides, and gravity acts on
//   projectiles only. A game with an engine does not call them.
//
// A step of such a game:
//
//     ricochet_begin_step(plugin);
//     ...                                           // the engine steps
//     ricochet_scene_move(world, moves, count);     // once, also with count 0
//     ricochet_end_step(plugin, dt);
//     ricochet_scene_take_changes(world, ...);      // impulses for the engine
//     ricochet_scene_take_destroyed(world, ...);

/// The pose and the velocities of a body after a step of the engine.
typedef struct ricochet_scene_motion
{
	ricochet_body body;
	ricochet_vec position; ///< position of the body's origin (m)
	float sine;            ///< sine of the body's angle, not normalized. If sine and cosine are both 0, they are
	                       ///< computed from `angle`
	float cosine;
	float angle; ///< rad, without jumps at full turns. NAN: the previous angle plus the shorter turn to sine and cosine
	ricochet_vec velocity;  ///< velocity of the centre of mass (m/s)
	float angular_velocity; ///< rad/s
} ricochet_scene_motion;

/// Moves bodies to the poses after the engine's step. Bullets and grenades of that step hit the bodies on their paths.
/// Bodies that are not listed are at rest. Do not list a body that the game has teleported: use ricochet_set_body_pose
/// for it.
///
/// - If a body does not exist or a number is not finite, nothing moves; the error's index is that of the motion.
/// - Time: 0.1 to 0.2 us a body.
RICOCHET_API bool ricochet_scene_move(ricochet_world* world, const ricochet_scene_motion* motions, int32_t count);

/// Sets the mass of a dynamic body. It replaces the mass from the densities of its fixtures.
///
/// - mass: kg, >= 0. 0: impulses do not change the velocity.
/// - inertia: about the centre of mass (kg m^2), >= 0. 0: the body does not turn.
/// - center: the centre of mass in the body's frame.
/// - Call it before you add thousands of fixtures to a dynamic body. Otherwise each added fixture costs a sum over all
///   fixtures.
RICOCHET_API bool ricochet_scene_set_mass(ricochet_world* world, ricochet_body body, float mass, float inertia,
                                          ricochet_vec center);

/// Sets the type of a body (RICOCHET_STATIC, ...).
RICOCHET_API bool ricochet_scene_set_type(ricochet_world* world, ricochet_body body, int32_t type);

/// Enables or disables a body. Nothing hits a disabled body.
RICOCHET_API bool ricochet_scene_set_enabled(ricochet_world* world, ricochet_body body, bool enabled);

/// Sets the friction, restitution, filter, sensor flag and user data of a fixture. The density is ignored.
RICOCHET_API bool ricochet_scene_set_fixture(ricochet_world* world, ricochet_fixture fixture,
                                             const ricochet_fixture_def* def);

/// Adds a solid from points that are not changed. The solid is everything within `radius` (m) of the point, the
/// segment, or the convex counter-clockwise polygon.
///
/// - count: 1 to 8. radius: >= 0, and above 0 for one or two points.
/// - The other functions that add shapes, such as ricochet_add_polygon, take the convex hull and join close points.
/// - Refused: a polygon that is not convex or not counter-clockwise (RICOCHET_NOT_A_SOLID, "points"), and the faults
///   of geometry/polygon_check.h.
RICOCHET_API ricochet_fixture ricochet_scene_add_solid(ricochet_world* world, ricochet_body body,
                                                       const ricochet_fixture_def* def, const ricochet_vec* points,
                                                       int32_t count, float radius);

/// The changes of a body that the engine does not yet know. Projectiles, blasts, ricochet_apply_impulse and
/// ricochet_set_body_pose make such changes.
typedef struct ricochet_scene_change
{
	ricochet_body body;
	uint64_t user_data;
	ricochet_vec impulse;  ///< sum of the impulses at the centre of mass (N s)
	float angular_impulse; ///< sum of the angular impulses about the centre of mass (N m s)
	bool is_put;           ///< the body was put at the pose below, for instance because a grenade held it back
	ricochet_pose pose;    ///< the present pose
	float sine;
	float cosine;
} ricochet_scene_change;

/// Takes the changes of all bodies since the last call, in the order in which they began. A change that was taken is
/// not reported again. If `capacity` is too small, the other changes remain for the next call. Returns the number of
/// changes before the call.
RICOCHET_API int32_t ricochet_scene_take_changes(ricochet_world* world, ricochet_scene_change* changes,
                                                 int32_t capacity);

/// A body that was destroyed at the end of a step, by a blast or ricochet_queue_destroy. Its id is no longer valid.
typedef struct ricochet_scene_destroyed
{
	ricochet_body body;
	uint64_t user_data;
} ricochet_scene_destroyed;

/// Takes the bodies that were destroyed since the last call. `capacity` and the return value are as in
/// ricochet_scene_take_changes.
RICOCHET_API int32_t ricochet_scene_take_destroyed(ricochet_world* world, ricochet_scene_destroyed* bodies,
                                                   int32_t capacity);

RICOCHET_C_END
