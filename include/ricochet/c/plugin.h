// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/events.h>
#include <ricochet/c/history.h>
#include <ricochet/c/projectile.h>

RICOCHET_C_BEGIN

/// The decision of a rule. The rule receives it with the decision of the plugin, and may change the fields.
typedef struct ricochet_decision
{
	int32_t response;            ///< RICOCHET_STOP, ...; an invalid number counts as RICOCHET_STOP
	bool has_velocity;           ///< velocity_after replaces the velocity of the response
	ricochet_vec velocity_after; ///< m/s
	float damage;                ///< any number of the game; returned in the event
} ricochet_decision;

/// Decides what a projectile does at an impact: as ricochet::ImpactRule (projectile/plugin_def.h). The rule is called
/// inside a step. It may cast, fire, throw, explode, cancel, and queue bodies to be destroyed. Other changes are
/// refused.
typedef void (*ricochet_rule)(const ricochet_impact* impact, ricochet_decision* decision, void* context);

/// Gives the surface of a fixture without ricochet_set_surface: as ricochet::PluginDef::surfaceOf. The function writes
/// the surface and returns true, or returns false if it has no surface for the fixture. It must not change the world,
/// and must not call the plugin.
typedef bool (*ricochet_surface_of)(ricochet_fixture fixture, ricochet_surface* surface, void* context);

/// As ricochet::PluginDef.
typedef struct ricochet_plugin_def
{
	uint32_t size;
	ricochet_rule rule; ///< null: only the rules of projectile/plugin.h
	void* context;      ///< passed to the rule and to surface_of
	ricochet_surface surface;
	int32_t max_contacts_per_step;
	float chord_error; ///< m
	int32_t max_bullets;
	int32_t max_grenades;
	ricochet_surface_of surface_of; ///< null: `surface` counts
	bool keeps_grenade_paths;
} ricochet_plugin_def;

RICOCHET_API ricochet_plugin_def ricochet_plugin_def_default(void);

/// Creates a plugin for bullets and grenades in a world: as ricochet::Plugin. projectile/plugin.h says how they fly. If
/// def is null, the default is taken. Only one thread at a time may use a plugin. Destroy it by
/// ricochet_destroy_plugin, which ignores null.
RICOCHET_API ricochet_plugin* ricochet_create_plugin(ricochet_world* world, const ricochet_plugin_def* def);
RICOCHET_API void ricochet_destroy_plugin(ricochet_plugin* plugin);

/// Steps the world and all projectiles by dt (s). Returns false in these cases:
///
/// - RICOCHET_OUT_OF_MEMORY, RICOCHET_TOO_MANY, RICOCHET_CALLBACK_THREW: the step is done, but a part of it was left
///   out.
/// - With any other reason nothing was done.
RICOCHET_API bool ricochet_step(ricochet_plugin* plugin, float dt, int32_t velocity_iterations,
                                int32_t position_iterations);

/// For a game that steps its b2World itself, or has several plugins in a world. Call ricochet_begin_step before the
/// step of the world, and ricochet_end_step after it.
RICOCHET_API bool ricochet_begin_step(ricochet_plugin* plugin);
RICOCHET_API bool ricochet_end_step(ricochet_plugin* plugin, float dt);

/// Fires a bullet or throws a grenade, which flies from the next step on. If the call is refused, the id has generation
/// 0.
RICOCHET_API ricochet_bullet ricochet_fire(ricochet_plugin* plugin, const ricochet_bullet_def* def);
RICOCHET_API ricochet_grenade ricochet_throw(ricochet_plugin* plugin, const ricochet_grenade_def* def);

/// Fires a bullet at a past time of a history (c/history.h), for lag compensation. Within the call, the bullet flies
/// from that time to now. Its events are added to those of the last step, with times below 0: as Plugin::Fire with a
/// ricochet::History (projectile/plugin.h).
RICOCHET_API ricochet_bullet ricochet_fire_at(ricochet_plugin* plugin, const ricochet_bullet_def* def,
                                              const ricochet_history* history, double time);

/// Sets off an explosion. Between steps it takes place at once, inside a step at the end of that step.
RICOCHET_API bool ricochet_explode(ricochet_plugin* plugin, const ricochet_explosion_def* def);

/// Write the projectiles in flight from index `first` on, as for events. The functions for positions write only
/// positions, which is enough to draw many projectiles.
RICOCHET_API int32_t ricochet_get_bullets(const ricochet_plugin* plugin, int32_t first, ricochet_bullet_state* states,
                                          int32_t capacity);
RICOCHET_API int32_t ricochet_get_grenades(const ricochet_plugin* plugin, int32_t first, ricochet_grenade_state* states,
                                           int32_t capacity);
RICOCHET_API int32_t ricochet_bullet_positions(const ricochet_plugin* plugin, int32_t first, ricochet_vec* positions,
                                               int32_t capacity);
RICOCHET_API int32_t ricochet_grenade_positions(const ricochet_plugin* plugin, int32_t first, ricochet_vec* positions,
                                                int32_t capacity);

/// Writes the state of one projectile. Returns 1, or 0 if it does not fly.
RICOCHET_API int32_t ricochet_find_bullet(const ricochet_plugin* plugin, ricochet_bullet id,
                                          ricochet_bullet_state* state);
RICOCHET_API int32_t ricochet_find_grenade(const ricochet_plugin* plugin, ricochet_grenade id,
                                           ricochet_grenade_state* state);

/// Sets the position and the velocity of a projectile. Refused with RICOCHET_NO_SUCH_ENTRY if it does not fly.
RICOCHET_API bool ricochet_steer_bullet(ricochet_plugin* plugin, ricochet_bullet id, ricochet_vec position,
                                        ricochet_vec velocity);
RICOCHET_API bool ricochet_steer_grenade(ricochet_plugin* plugin, ricochet_grenade id, ricochet_vec position,
                                         ricochet_vec velocity);

/// Removes a projectile without an event. If it does not fly, nothing happens. ricochet_clear removes all projectiles.
/// ricochet_reserve is as ricochet::Plugin::Reserve.
RICOCHET_API bool ricochet_cancel_bullet(ricochet_plugin* plugin, ricochet_bullet id);
RICOCHET_API bool ricochet_cancel_grenade(ricochet_plugin* plugin, ricochet_grenade id);
RICOCHET_API bool ricochet_clear(ricochet_plugin* plugin);
RICOCHET_API bool ricochet_reserve(ricochet_plugin* plugin, int32_t bullets, int32_t grenades);

/// Destroys the body when the next step begins. Allowed inside a step, too. From now on the ids of the body and of its
/// fixtures are refused.
RICOCHET_API bool ricochet_queue_destroy(ricochet_plugin* plugin, ricochet_body body);

/// Drops everything that the plugin knows about a body or a fixture, as ricochet::Plugin::Forget. In a b2World of the
/// game, call it before the game's own code destroys the body or fixture. Functions of this interface that destroy a
/// body or fixture do this themselves.
RICOCHET_API bool ricochet_forget_body(ricochet_plugin* plugin, ricochet_body body);
RICOCHET_API bool ricochet_forget_fixture(ricochet_plugin* plugin, ricochet_fixture fixture);

RICOCHET_API bool ricochet_set_surface(ricochet_plugin* plugin, ricochet_fixture fixture,
                                       const ricochet_surface* surface);
RICOCHET_API bool ricochet_get_surface(const ricochet_plugin* plugin, ricochet_fixture fixture,
                                       ricochet_surface* surface);

/// Shifts the origin of the world and of everything in this plugin. Other plugins of the world are not shifted.
RICOCHET_API bool ricochet_shift_origin(ricochet_plugin* plugin, ricochet_vec new_origin);

// Paths (projectile/flight_path.h) -----------------------------------------------------------------------------------

/// A point of a path, with a straight line to the next: as ricochet::PathPoint.
typedef struct ricochet_path_point
{
	ricochet_vec position;
	float time; ///< s after the start of the step, or of the preview
	bool is_impact;
	bool ends_step; ///< only in previews: the projectile is here between two steps
} ricochet_path_point;

/// Writes the path of a bullet in the last step. The bullet's def must have keeps_path.
RICOCHET_API int32_t ricochet_bullet_path(const ricochet_plugin* plugin, ricochet_bullet id,
                                          ricochet_path_point* points, int32_t capacity);

/// A bullet at a time of the last step: as ricochet::BulletPlace.
typedef struct ricochet_bullet_place
{
	ricochet_bullet id;
	uint64_t user_data;
	ricochet_vec position;
	ricochet_vec velocity; ///< m/s
	bool has_ended;        ///< it ended later in the step
} ricochet_bullet_place;

/// A grenade at a time of the last step: as ricochet::GrenadePlace.
typedef struct ricochet_grenade_place
{
	ricochet_grenade id;
	uint64_t user_data;
	ricochet_vec position;
	float angle; ///< rad
	float radius;
	bool has_ended; ///< it ended later in the step
} ricochet_grenade_place;

/// Write the projectiles that were in flight at a share of the last step, for a picture between two steps. As
/// ricochet::Plugin::BulletsAt and ricochet::Plugin::GrenadesAt. Paths of grenades need keeps_grenade_paths.
RICOCHET_API int32_t ricochet_bullets_at(const ricochet_plugin* plugin, float alpha, ricochet_bullet_place* places,
                                         int32_t capacity);
RICOCHET_API int32_t ricochet_grenades_at(const ricochet_plugin* plugin, float alpha, ricochet_grenade_place* places,
                                          int32_t capacity);

/// Writes the path that a bullet would fly if it were fired now. If `impacts` is not null, writes up to impact_capacity
/// impacts, and sets *impact_count to the number of all impacts. If exact_until is not null, it receives
/// ricochet::FlightPreview::exactUntil (s).
RICOCHET_API int32_t ricochet_preview_bullet(const ricochet_plugin* plugin, const ricochet_bullet_def* def,
                                             float duration, float dt, ricochet_path_point* points, int32_t capacity,
                                             ricochet_impact* impacts, int32_t impact_capacity, int32_t* impact_count,
                                             float* exact_until);

/// As ricochet_preview_bullet, for a grenade that would be thrown now: as ricochet::Plugin::PreviewThrow. If `end` is
/// not null, it receives the end of the grenade. If the grenade does not end within `duration`, end->time is infinite.
RICOCHET_API int32_t ricochet_preview_grenade(const ricochet_plugin* plugin, const ricochet_grenade_def* def,
                                              float duration, float dt, ricochet_path_point* points, int32_t capacity,
                                              ricochet_impact* impacts, int32_t impact_capacity, int32_t* impact_count,
                                              float* exact_until, ricochet_expired* end);

RICOCHET_C_END
