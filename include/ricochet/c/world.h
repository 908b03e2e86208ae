// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>

RICOCHET_C_BEGIN

// Numbers of bodies are within 1e9 of their unit (m, rad, m/s, rad/s, N s), gravity too: beyond, Box2D may abort.

/// A world of Box2D for who has none. Gravity in m/s^2. Destroyed by ricochet_destroy_world.
RICOCHET_API ricochet_world* ricochet_create_world(ricochet_vec gravity);

/// A handle on a b2World of the game (its address), which must outlive the handle and every plugin of it. One for
/// a world: two do not know of each other's steps. What the game's own code does with the world goes on as before.
RICOCHET_API ricochet_world* ricochet_wrap_world(void* b2_world);

/// The b2World* behind it, for C++. In a world that was made here, bodies and fixtures are made and destroyed by this
/// interface alone, and their user data is its own.
RICOCHET_API void* ricochet_b2_world(const ricochet_world* world);

/// Null: nothing happens. A world that was made here lives on until its last plugin is destroyed, so that garbage
/// collectors may finish both in any order.
RICOCHET_API void ricochet_destroy_world(ricochet_world* world);

/// A step of a world without plugins, of up to 2^20 s; with one, ricochet_step steps both. Iterations of Box2D's: 8 and
/// 3 are usual.
RICOCHET_API bool ricochet_step_world(ricochet_world* world, float dt, int32_t velocity_iterations,
                                      int32_t position_iterations);

// Bodies -----------------------------------------------------------------------------------------------------------

enum
{
	RICOCHET_STATIC,
	RICOCHET_KINEMATIC,
	RICOCHET_DYNAMIC
};

/// How a body begins: as b2BodyDef.
typedef struct ricochet_body_def
{
	uint32_t size;
	int32_t type; ///< RICOCHET_STATIC, ...
	ricochet_pose pose;
	ricochet_vec velocity;  ///< m/s; a static body has none, whatever stands here
	float angular_velocity; ///< rad/s; likewise
	float linear_damping;   ///< 1/s, >= 0
	float angular_damping;  ///< 1/s, >= 0
	float gravity_scale;
	bool fixed_rotation;
	bool bullet;        ///< Box2D's flag: swept against other dynamic bodies
	uint64_t user_data; ///< comes back in states and hits. Of a b2World of the game: no more than a pointer holds
} ricochet_body_def;

RICOCHET_API ricochet_body_def ricochet_body_def_default(void);

/// Refused, as all below: while the world is locked, and inside of a plugin's step.
RICOCHET_API ricochet_body ricochet_create_body(ricochet_world* world, const ricochet_body_def* def);
RICOCHET_API bool ricochet_destroy_body(ricochet_world* world, ricochet_body body);

/// As b2Body::SetTransform: a jump.
RICOCHET_API bool ricochet_set_body_pose(ricochet_world* world, ricochet_body body, ricochet_pose pose);
RICOCHET_API bool ricochet_set_body_velocity(ricochet_world* world, ricochet_body body, ricochet_vec velocity,
                                             float angular_velocity);

/// N s at a point of the world. Wakes it; of what is not dynamic nothing changes.
RICOCHET_API bool ricochet_apply_impulse(ricochet_world* world, ricochet_body body, ricochet_vec impulse,
                                         ricochet_vec point);

/// A body as it stands.
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

/// Puts a body back to where ricochet_get_body told that it was: pose, velocities, and whether it was awake; nothing
/// else of the state is read. Its next step has the same bits if its centre of mass is its origin and it touches
/// nothing: Box2D keeps to itself how contacts pressed, and how long a body has been slow.
RICOCHET_API bool ricochet_put_back_body(ricochet_world* world, const ricochet_body_state* state);

/// Of all bodies, in the world's order, the last made first: those from `first` on.
RICOCHET_API int32_t ricochet_get_bodies(const ricochet_world* world, int32_t first, ricochet_body_state* states,
                                         int32_t capacity);

// Fixtures ---------------------------------------------------------------------------------------------------------

/// What a fixture is beside its shape: as b2FixtureDef.
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
	uint64_t user_data; ///< as that of a body
} ricochet_fixture_def;

RICOCHET_API ricochet_fixture_def ricochet_fixture_def_default(void);

// Shapes in the body's frame, as shapes/shape_factory.h makes them, which says what each refuses. Def null: the
// default.

/// Half extents, > 0.
RICOCHET_API ricochet_fixture ricochet_add_box(ricochet_world* world, ricochet_body body,
                                               const ricochet_fixture_def* def, float hx, float hy, ricochet_pose pose);
RICOCHET_API ricochet_fixture ricochet_add_circle(ricochet_world* world, ricochet_body body,
                                                  const ricochet_fixture_def* def, ricochet_vec center, float radius);

/// All within radius (m, above 0.01) of the segment from a to b.
RICOCHET_API ricochet_fixture ricochet_add_capsule(ricochet_world* world, ricochet_body body,
                                                   const ricochet_fixture_def* def, ricochet_vec a, ricochet_vec b,
                                                   float radius);

/// The convex hull of the points, of 3 to 8 vertices. Radius 0, or above 0.01 m: rounded.
RICOCHET_API ricochet_fixture ricochet_add_polygon(ricochet_world* world, ricochet_body body,
                                                   const ricochet_fixture_def* def, const ricochet_vec* points,
                                                   int32_t count, float radius);

/// Met from both sides.
RICOCHET_API ricochet_fixture ricochet_add_segment(ricochet_world* world, ricochet_body body,
                                                   const ricochet_fixture_def* def, ricochet_vec a, ricochet_vec b);

/// Collides from the right of its direction; closed if it is a loop, counter-clockwise then from outside.
RICOCHET_API ricochet_fixture ricochet_add_chain(ricochet_world* world, ricochet_body body,
                                                 const ricochet_fixture_def* def, const ricochet_vec* points,
                                                 int32_t count, bool is_loop);

RICOCHET_API bool ricochet_destroy_fixture(ricochet_world* world, ricochet_fixture fixture);

/// Whose it is; 0: refused.
RICOCHET_API ricochet_body ricochet_body_of(const ricochet_world* world, ricochet_fixture fixture);

RICOCHET_C_END
