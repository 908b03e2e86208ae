// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>

RICOCHET_C_BEGIN

// Numbers about bodies, and gravity, must lie in [-1e9, 1e9] of their unit (m, rad, m/s, rad/s, N s, m/s^2). With
// larger numbers Box2D may abort.

/// Creates a Box2D world, for programs that have none. Gravity in m/s^2. Destroy it by ricochet_destroy_world.
RICOCHET_API ricochet_world* ricochet_create_world(ricochet_vec gravity);

/// Creates a handle for a b2World of the game, from its address. The world must outlive the handle and every plugin of
/// it. Create only one handle for a world, because two handles would not know of each other's steps. The game's own
/// code may use the world as before.
RICOCHET_API ricochet_world* ricochet_wrap_world(void* b2_world);

/// The b2World* of a handle, for C++. In a world created by ricochet, only this interface may create and destroy bodies
/// and fixtures. The user data of these bodies and fixtures in Box2D belong to this interface.
RICOCHET_API void* ricochet_b2_world(const ricochet_world* world);

/// Destroys a world; null does nothing. A world created by ricochet stays alive until its last plugin is destroyed, so
/// that garbage collectors may finish both in any order.
RICOCHET_API void ricochet_destroy_world(ricochet_world* world);

/// Steps a world without plugins by dt (s, up to 2^20). If the world has a plugin, call ricochet_step instead, which
/// steps both. Usual numbers of Box2D's iterations are 8 and 3; a negative number counts as 0.
RICOCHET_API bool ricochet_step_world(ricochet_world* world, float dt, int32_t velocity_iterations,
                                      int32_t position_iterations);

// Bodies -----------------------------------------------------------------------------------------------------------

enum
{
	RICOCHET_STATIC,
	RICOCHET_KINEMATIC,
	RICOCHET_DYNAMIC
};

/// The initial state of a body: as b2BodyDef.
typedef struct ricochet_body_def
{
	uint32_t size;
	int32_t type; ///< RICOCHET_STATIC, ...
	ricochet_pose pose;
	ricochet_vec velocity;  ///< m/s; ignored for a static body
	float angular_velocity; ///< rad/s; ignored for a static body
	float linear_damping;   ///< 1/s, >= 0
	float angular_damping;  ///< 1/s, >= 0
	float gravity_scale;
	bool fixed_rotation;
	bool bullet;        ///< Box2D's flag: swept against other dynamic bodies
	uint64_t user_data; ///< returned in states and hits. In a b2World of the game, a pointer must be able to hold it
} ricochet_body_def;

RICOCHET_API ricochet_body_def ricochet_body_def_default(void);

/// Creates a body. `def`: null for the default. This function, and all functions below that change the world, are
/// refused while the world is locked, and inside a plugin's step.
RICOCHET_API ricochet_body ricochet_create_body(ricochet_world* world, const ricochet_body_def* def);
RICOCHET_API bool ricochet_destroy_body(ricochet_world* world, ricochet_body body);

/// Moves a body to another pose in a jump, as b2Body::SetTransform.
RICOCHET_API bool ricochet_set_body_pose(ricochet_world* world, ricochet_body body, ricochet_pose pose);
RICOCHET_API bool ricochet_set_body_velocity(ricochet_world* world, ricochet_body body, ricochet_vec velocity,
                                             float angular_velocity);

/// Applies an impulse (N s) at a point in the world's frame, and wakes the body. A body that is not dynamic does not
/// change.
RICOCHET_API bool ricochet_apply_impulse(ricochet_world* world, ricochet_body body, ricochet_vec impulse,
                                         ricochet_vec point);

/// The present state of a body.
typedef struct ricochet_body_state
{
	ricochet_body body;
	uint64_t user_data;
	ricochet_pose pose;
	ricochet_vec velocity;
	float angular_velocity; ///< rad/s
	float mass;             ///< kg
	int32_t type;
	bool awake;
} ricochet_body_state;

RICOCHET_API bool ricochet_get_body(const ricochet_world* world, ricochet_body body, ricochet_body_state* state);

/// Restores a state that ricochet_get_body has returned: pose, velocities, and whether the body was awake. Nothing else
/// of the state is read. If the body's centre of mass is its origin, and it touches nothing, its next step has the same
/// bits as before. Otherwise it may differ, because Box2D does not reveal the impulses of contacts, nor how long a body
/// has been slow.
RICOCHET_API bool ricochet_put_back_body(ricochet_world* world, const ricochet_body_state* state);

/// Writes the states of bodies from index `first` on, in the world's order: the newest body comes first.
RICOCHET_API int32_t ricochet_get_bodies(const ricochet_world* world, int32_t first, ricochet_body_state* states,
                                         int32_t capacity);

// Fixtures ---------------------------------------------------------------------------------------------------------

/// The properties of a fixture except its shape: as b2FixtureDef.
typedef struct ricochet_fixture_def
{
	uint32_t size;
	float density;     ///< kg/m^2, >= 0; by default 1
	float friction;    ///< >= 0
	float restitution; ///< 0 to 1
	uint16_t category_bits;
	uint16_t mask_bits;
	int16_t group_index;
	bool sensor;
	uint64_t user_data; ///< as ricochet_body_def::user_data
} ricochet_fixture_def;

RICOCHET_API ricochet_fixture_def ricochet_fixture_def_default(void);

// The functions below add shapes in the body's frame. shapes/shape_factory.h makes the shapes, and states the errors of
// each. If def is null, the default is taken.

/// Adds a box with half extents hx and hy (m, > 0).
RICOCHET_API ricochet_fixture ricochet_add_box(ricochet_world* world, ricochet_body body,
                                               const ricochet_fixture_def* def, float hx, float hy, ricochet_pose pose);
RICOCHET_API ricochet_fixture ricochet_add_circle(ricochet_world* world, ricochet_body body,
                                                  const ricochet_fixture_def* def, ricochet_vec center, float radius);

/// Adds a capsule: all points within `radius` (m, above 0.01) of the segment from a to b.
RICOCHET_API ricochet_fixture ricochet_add_capsule(ricochet_world* world, ricochet_body body,
                                                   const ricochet_fixture_def* def, ricochet_vec a, ricochet_vec b,
                                                   float radius);

/// Adds the convex hull of the points, of 3 to 8 vertices. Radius: 0, or above 0.01 m for a rounded polygon.
RICOCHET_API ricochet_fixture ricochet_add_polygon(ricochet_world* world, ricochet_body body,
                                                   const ricochet_fixture_def* def, const ricochet_vec* points,
                                                   int32_t count, float radius);

/// Adds a segment, which is hit from both sides.
RICOCHET_API ricochet_fixture ricochet_add_segment(ricochet_world* world, ricochet_body body,
                                                   const ricochet_fixture_def* def, ricochet_vec a, ricochet_vec b);

/// Adds a chain. It collides only with shapes on the right of its direction. A loop is closed; a counter-clockwise loop
/// collides only with shapes outside.
RICOCHET_API ricochet_fixture ricochet_add_chain(ricochet_world* world, ricochet_body body,
                                                 const ricochet_fixture_def* def, const ricochet_vec* points,
                                                 int32_t count, bool is_loop);

RICOCHET_API bool ricochet_destroy_fixture(ricochet_world* world, ricochet_fixture fixture);

/// Returns the body of a fixture; 0: refused.
RICOCHET_API ricochet_body ricochet_body_of(const ricochet_world* world, ricochet_fixture fixture);

RICOCHET_C_END
