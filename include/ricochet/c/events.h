// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/cast.h>
#include <ricochet/c/projectile.h>

RICOCHET_C_BEGIN

// The events of the last step, in the order of time. Each function writes up to `capacity` events from index `first`
// on, and returns the number of all events of its kind. The lists are valid until the next step begins.
//
// - If this interface has destroyed a body or fixture since the event, its id is 0.
// - In a b2World of the game, call ricochet_forget_body before you destroy a body of an event.

/// As ricochet::ImpactEvent (projectile/events.h).
typedef struct ricochet_impact
{
	ricochet_ray_hit hit;
	ricochet_bullet bullet;   ///< none if a grenade hit a fixture
	ricochet_grenade grenade; ///< none if a bullet hit a fixture
	uint64_t user_data;       ///< user_data of the projectile's def
	float time;               ///< s after the start of the step
	float age;                ///< s since the projectile was fired or thrown
	float distance;           ///< m: length of its path since then
	float thickness;          ///< m from enter to exit
	float depth;              ///< m: depth at which a bullet got stuck
	ricochet_vec velocity_before;
	ricochet_vec velocity_after;
	ricochet_vec impulse; ///< N s, given to a dynamic body
	int32_t response;     ///< RICOCHET_STOP, ...
	float mass;           ///< kg, mass of the projectile
	float steepness;      ///< 0 along the surface, 1 head-on
	float energy_lost;    ///< J
	float damage;         ///< damage that the rule set
	ricochet_vec local_point;
	ricochet_vec local_normal;
	ricochet_vec position; ///< the projectile's centre
	int32_t decided;       ///< as ricochet::ImpactEvent::decided
} ricochet_impact;

RICOCHET_API int32_t ricochet_impacts(const ricochet_plugin* plugin, int32_t first, ricochet_impact* events,
                                      int32_t capacity);

/// An impulse that a grenade gives a body without an impact: as ricochet::PressEvent.
typedef struct ricochet_press
{
	ricochet_grenade grenade;
	uint64_t user_data; ///< user_data of the grenade's def
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	int32_t child;
	float time;
	ricochet_vec point;
	ricochet_vec normal;
	ricochet_vec impulse; ///< N s, given to the body
	int32_t in_next_step; ///< 1: the body receives the impulse when the next step begins, not in this one
} ricochet_press;

RICOCHET_API int32_t ricochet_presses(const ricochet_plugin* plugin, int32_t first, ricochet_press* events,
                                      int32_t capacity);

/// Why a projectile ended: as ricochet::ExpiredEvent::Reason.
enum
{
	RICOCHET_STOPPED,
	RICOCHET_LIFETIME,
	RICOCHET_FUSE,
	RICOCHET_CONTACT_LIMIT,
	RICOCHET_CRUSHED,
	RICOCHET_LOST,
	RICOCHET_RANGE
};

/// The end of a projectile: as ricochet::ExpiredEvent.
typedef struct ricochet_expired
{
	ricochet_bullet bullet;
	ricochet_grenade grenade;
	uint64_t user_data;
	int32_t reason; ///< RICOCHET_STOPPED, ...
	float time;
	float age;      ///< s since it was fired or thrown
	float distance; ///< m: length of its path since then
	ricochet_vec position;
	ricochet_vec velocity;
} ricochet_expired;

RICOCHET_API int32_t ricochet_expired_events(const ricochet_plugin* plugin, int32_t first, ricochet_expired* events,
                                             int32_t capacity);

/// An explosion: as ricochet::ExplosionEvent. Its hits and fragments are [first, first + count) of the lists below.
typedef struct ricochet_explosion
{
	ricochet_vec position;
	float radius;
	float falloff;
	ricochet_grenade grenade; ///< the grenade that exploded; none: ricochet_explode
	uint64_t user_data;
	float time;
	int32_t first_hit;
	int32_t hit_count;
	int32_t first_fragment;
	int32_t fragment_count;
} ricochet_explosion;

RICOCHET_API int32_t ricochet_explosions(const ricochet_plugin* plugin, int32_t first, ricochet_explosion* events,
                                         int32_t capacity);

/// The effect of a blast on a body or a grenade: as ricochet::BlastEvent.
typedef struct ricochet_blast_hit
{
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	ricochet_grenade grenade; ///< the grenade that is hit; none if a body is hit
	int32_t child;
	ricochet_vec point;
	float distance;    ///< m
	float seen_length; ///< m
	float share;       ///< 0 to 1: the share of the thing that is in sight
	float damage;
	ricochet_vec impulse;  ///< N s
	float moment;          ///< N m s, about the explosion
	float angular_impulse; ///< N m s, given to the body; 0 from ricochet_measure_blast
	uint64_t user_data;    ///< user_data of the explosion; from ricochet_measure_blast, that of the def
	bool destroyed;        ///< the rule has destroyed the body, which is queued after ricochet_explode or a step
} ricochet_blast_hit;

RICOCHET_API int32_t ricochet_blast_hits(const ricochet_plugin* plugin, int32_t first, ricochet_blast_hit* events,
                                         int32_t capacity);
RICOCHET_API int32_t ricochet_fragments(const ricochet_plugin* plugin, int32_t first, ricochet_bullet* bullets,
                                        int32_t capacity);

/// Writes the hits that ricochet_explode would have with this def now: as ricochet::Plugin::PreviewBlast. It changes
/// nothing. Fragments are not read.
RICOCHET_API int32_t ricochet_preview_blast(const ricochet_plugin* plugin, const ricochet_explosion_def* def,
                                            ricochet_blast_hit* hits, int32_t capacity);

/// Writes the effects that a blast would have in a world or a snapshot, the nearest first. It changes nothing.
/// Fragments are not read. It ignores a plugin's grenades and queued bodies; use ricochet_preview_blast for these.
RICOCHET_API int32_t ricochet_measure_blast(const ricochet_world* world, const ricochet_explosion_def* def,
                                            ricochet_blast_hit* hits, int32_t capacity);

RICOCHET_C_END
