// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/world.h>

RICOCHET_C_BEGIN

// A scene is a world without an engine: the game fills it from its own engine. These functions are in the library
// ricochet_scene only, which also has all others of ricochet_c.h.
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
	ricochet_vec position; ///< of the body's origin
	float sine;            ///< of the body's angle; taken as it is. If both are 0, they are computed from `angle`
	float cosine;
	float angle; ///< rad, without jumps at full turns. NAN: the angle before, plus the shorter turn to sine and cosine
	ricochet_vec velocity;  ///< of the centre of mass (m/s)
	float angular_velocity; ///< rad/s
} ricochet_scene_motion;

/// Moves bodies to where the engine's step has moved them. Bullets and grenades of that step hit what the bodies sweep.
/// Bodies that are not listed are at rest. Do not list a body that the game has teleported: use ricochet_set_body_pose
/// for it.
///
/// - If a body does not exist or a number is not finite, nothing moves; the error's index is that of the motion.
/// - Time: 0.1 to 0.2 us a body.
RICOCHET_API bool ricochet_scene_move(ricochet_world* world, const ricochet_scene_motion* motions, int32_t count);

/// Sets the mass of a dynamic body, in place of the one from the densities of its fixtures.
///
/// - mass: kg, >= 0. 0: impulses do not change the velocity.
/// - inertia: about the centre of mass (kg m^2), >= 0. 0: the body does not turn.
/// - center: the centre of mass in the body's frame.
/// - Call it before you add thousands of fixtures to a dynamic body: otherwise each of them costs a sum over all.
RICOCHET_API bool ricochet_scene_set_mass(ricochet_world* world, ricochet_body body, float mass, float inertia,
                                          ricochet_vec center);

/// Sets the type of a body (RICOCHET_STATIC, ...).
RICOCHET_API bool ricochet_scene_set_type(ricochet_world* world, ricochet_body body, int32_t type);

/// A disabled body is hit by nothing.
RICOCHET_API bool ricochet_scene_set_enabled(ricochet_world* world, ricochet_body body, bool enabled);

/// Sets the friction, restitution, filter, sensor flag and user data of a fixture. The density is ignored.
RICOCHET_API bool ricochet_scene_set_fixture(ricochet_world* world, ricochet_fixture fixture,
                                             const ricochet_fixture_def* def);

/// Adds a solid with the points as they are: all points within `radius` of the point, the segment, or the convex
/// counter-clockwise polygon.
///
/// - count: 1 to 8. Radius: >= 0; above 0 for up to two points.
/// - The other functions that add shapes, such as ricochet_add_polygon, take the convex hull and join close points.
/// - Refused: a polygon that is not convex or not counter-clockwise (RICOCHET_NOT_A_SOLID, "points"), and the faults
///   of geometry/polygon_check.h.
RICOCHET_API ricochet_fixture ricochet_scene_add_solid(ricochet_world* world, ricochet_body body,
                                                       const ricochet_fixture_def* def, const ricochet_vec* points,
                                                       int32_t count, float radius);

/// The changes of a body that the engine does not know yet: those by projectiles, blasts, ricochet_apply_impulse and
/// ricochet_set_body_pose.
typedef struct ricochet_scene_change
{
	ricochet_body body;
	uint64_t user_data;
	ricochet_vec impulse;  ///< sum of the impulses at the centre of mass (N s)
	float angular_impulse; ///< sum of the angular impulses about the centre of mass (N m s)
	bool is_put;           ///< the body was put to the pose below, as by a grenade that held it back
	ricochet_pose pose;    ///< the present pose
	float sine;
	float cosine;
} ricochet_scene_change;

/// Takes the changes of all bodies since the last call, in the order in which they began. A change that is taken is not
/// reported again. With too little room the rest stays. Returns the number of changes that there were.
RICOCHET_API int32_t ricochet_scene_take_changes(ricochet_world* world, ricochet_scene_change* changes,
                                                 int32_t capacity);

/// A body that blasts or ricochet_queue_destroy have destroyed at the end of a step. Its id is no longer valid.
typedef struct ricochet_scene_destroyed
{
	ricochet_body body;
	uint64_t user_data;
} ricochet_scene_destroyed;

/// Takes the bodies that were destroyed since the last call. Room and return value are as in
/// ricochet_scene_take_changes.
RICOCHET_API int32_t ricochet_scene_take_destroyed(ricochet_world* world, ricochet_scene_destroyed* bodies,
                                                   int32_t capacity);

RICOCHET_C_END
