// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>

RICOCHET_C_BEGIN

/// The id of a bullet or a grenade of one plugin. It is never used twice. Generation 0: none.
typedef struct ricochet_bullet
{
	uint32_t index;
	uint32_t generation;
	uint32_t plugin;
} ricochet_bullet;

/// As ricochet_bullet.
typedef struct ricochet_grenade
{
	uint32_t index;
	uint32_t generation;
	uint32_t plugin;
} ricochet_grenade;

/// A bullet between two steps: as ricochet::BulletState.
typedef struct ricochet_bullet_state
{
	ricochet_bullet id;
	ricochet_vec position;
	ricochet_vec velocity; ///< m/s
	float age;             ///< s; below 0: the bullet has not left its muzzle
	int32_t bounces;
	int32_t pierces;
	float radius; ///< m
	uint64_t user_data;
} ricochet_bullet_state;

/// A grenade between two steps: as ricochet::GrenadeState.
typedef struct ricochet_grenade_state
{
	ricochet_grenade id;
	ricochet_vec position;
	ricochet_vec velocity;  ///< m/s
	float angle;            ///< rad
	float angular_velocity; ///< rad/s
	float radius;           ///< m
	float age;              ///< s
	bool resting;
	bool stuck;
	uint64_t user_data;
} ricochet_grenade_state;

/// Sets the acceleration (m/s^2) of a bullet for a step. The function is called once in each step. If it sets nothing,
/// the acceleration is (0, 0).
typedef void (*ricochet_steering)(const ricochet_bullet_state* bullet, ricochet_vec* acceleration, void* context);

/// How a bullet flies: as ricochet::BulletDef. projectile/bullet.h states the ranges of the fields. Data to which a def
/// points are read only during the call. The callbacks may be called as long as the bullet flies.
typedef struct ricochet_bullet_def
{
	uint32_t size;
	ricochet_vec position;
	ricochet_vec velocity; ///< m/s
	float mass;            ///< kg, > 0
	float gravity_scale;
	float drag;        ///< 1/s
	float lifetime;    ///< s, > 0, may be infinite
	float restitution; ///< 0 to 1
	float friction;
	int32_t max_bounces;
	int32_t max_pierces;
	uint64_t user_data;            ///< must fit into a pointer
	const ricochet_filter* filter; ///< null: the default
	float max_range;               ///< m, > 0, may be infinite
	ricochet_vec acceleration;     ///< m/s^2, added to gravity
	ricochet_vec wind;             ///< m/s
	float drag_quadratic;          ///< 1/m
	float thrust;                  ///< m/s^2
	ricochet_body homing_body;     ///< the target; 0: homing_point
	ricochet_vec homing_point;
	float homing_turn_rate; ///< rad/s; 0: no homing
	float radius;           ///< m; 0: a point
	ricochet_steering steering;
	void* context; ///< passed to steering
	bool keeps_path;
	bool hits_grenades;
	float delay;              ///< s from the start of the next step until the bullet leaves the muzzle
	const ricochet_vec* from; ///< point of the shooter, from which it flies to its position in no time; null: none
} ricochet_bullet_def;

RICOCHET_API ricochet_bullet_def ricochet_bullet_def_default(void);

struct ricochet_blast_hit;

/// The decision of a blast rule: as ricochet::BlastDecision.
typedef struct ricochet_blast_decision
{
	bool destroyed;
	float passed; ///< the share of the blast that continues through a destroyed body
} ricochet_blast_decision;

/// Decides whether a blast destroys a body: as ricochet::BlastRule. The rule changes the decision, whose fields are
/// false and 0 at first. user_data of the hit is 0. The rule must be pure, and must not change the world.
typedef void (*ricochet_blast_rule)(const struct ricochet_blast_hit* hit, ricochet_blast_decision* decision,
                                    void* context);

/// A blast: as ricochet::ExplosionDef (projectile/explosion.h).
typedef struct ricochet_explosion_def
{
	uint32_t size;
	ricochet_vec position;
	float radius;             ///< m: up to this distance the blast has its full effect
	float falloff;            ///< m: from radius + falloff on the blast has no effect
	float impulse_per_length; ///< N s/m; negative: an implosion
	float damage;
	uint64_t user_data; ///< must fit into a pointer
	const ricochet_filter* filter;
	int32_t fragment_count;                     ///< 0 to 65536
	float fragment_angle;                       ///< direction of the first fragment (rad)
	float fragment_speed;                       ///< m/s
	const ricochet_bullet_def* fragment_bullet; ///< its position, velocity and from are not read; null: the default
	ricochet_blast_rule rule;                   ///< null: the blast destroys nothing
	void* context;                              ///< passed to the rule
} ricochet_explosion_def;

RICOCHET_API ricochet_explosion_def ricochet_explosion_def_default(void);

/// How a grenade flies: as ricochet::GrenadeDef (projectile/grenade.h).
typedef struct ricochet_grenade_def
{
	uint32_t size;
	ricochet_vec position; ///< position of its centre
	ricochet_vec velocity; ///< m/s
	float angular_velocity;
	float radius; ///< m, > 0
	float mass;   ///< kg, > 0
	float gravity_scale;
	float restitution; ///< 0 to 1
	float friction;
	float rolling_resistance;
	float restitution_threshold; ///< m/s: contacts with a slower approach do not bounce
	float fuse;                  ///< s, > 0, may be infinite
	float impact_fuse;           ///< s after its first impact; infinite: impacts do not end it
	bool sticky;
	uint64_t user_data; ///< must fit into a pointer
	const ricochet_filter* filter;
	const ricochet_explosion_def* blast; ///< the blast at the end of the fuse; null: none. Its position is not read
	const ricochet_vec* from; ///< point of the thrower, from which it flies to its position in no time; null: none
} ricochet_grenade_def;

RICOCHET_API ricochet_grenade_def ricochet_grenade_def_default(void);

/// The properties of a fixture for projectiles: as ricochet::Surface (projectile/events.h).
typedef struct ricochet_surface
{
	float resistance;     ///< J/m, may be infinite
	float ricochet_angle; ///< rad
	float restitution;    ///< 0 to 1
	float friction;
	float tangent_speed; ///< m/s
} ricochet_surface;

// These functions aim as if nothing were in the path (projectile/launch.h). Gravity is in m/s^2, drag in 1/s.

/// Writes the two angles (rad) at which a bullet of a given speed reaches a point, that of the low arc first.
RICOCHET_API bool ricochet_solve_launch(ricochet_vec from, ricochet_vec to, float speed, ricochet_vec gravity,
                                        float drag, float angles[2]);

/// Writes the velocity (m/s) with which a bullet is at a point after a duration (s).
RICOCHET_API bool ricochet_launch_velocity(ricochet_vec from, ricochet_vec to, float duration, ricochet_vec gravity,
                                           float drag, ricochet_vec* velocity);

/// A target that moves with a constant acceleration: as ricochet::MovingTarget.
typedef struct ricochet_moving_target
{
	ricochet_vec position;     ///< when the bullet is fired
	ricochet_vec velocity;     ///< m/s
	ricochet_vec acceleration; ///< m/s^2
} ricochet_moving_target;

/// How a bullet hits a moving target: as ricochet::Intercept.
typedef struct ricochet_intercept
{
	float time;            ///< time of flight (s)
	ricochet_vec velocity; ///< fire the bullet with this velocity (m/s)
	ricochet_vec point;    ///< where the bullet hits the target
} ricochet_intercept;

/// Finds the velocity with which a bullet of a given speed hits a moving target within the bullet's lifetime (s), as
/// early as possible. If it is refused with RICOCHET_TOO_SMALL for the lifetime, the limit is the time at which the
/// bullet would hit. If it is refused with RICOCHET_TOO_SMALL for the speed, the limit is the least speed that hits the
/// target.
RICOCHET_API bool ricochet_solve_intercept(ricochet_vec from, const ricochet_moving_target* target, float speed,
                                           ricochet_vec gravity, float drag, float lifetime,
                                           ricochet_intercept* intercept);

RICOCHET_C_END
