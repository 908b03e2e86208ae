// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/events.h>
#include <ricochet/c/projectile.h>

RICOCHET_C_BEGIN

/// What a rule decides. Given with what the plugin would do; change what is to be otherwise.
typedef struct ricochet_decision
{
	int32_t response;            ///< RICOCHET_STOP, ...; another number: RICOCHET_STOP
	bool has_velocity;           ///< take the one below in place of what the response gives
	ricochet_vec velocity_after; ///< m/s
	float damage;                ///< the game's; comes back in the event
} ricochet_decision;

/// Decides what a projectile does at an impact: as ricochet::ImpactRule (projectile/plugin_def.h). Called inside of a
/// step: it may cast, fire, throw, explode, cancel and queue bodies to be destroyed; other changes are refused.
typedef void (*ricochet_rule)(const ricochet_impact* impact, ricochet_decision* decision, void* context);

/// As ricochet::PluginDef.
typedef struct ricochet_plugin_def
{
	uint32_t size;
	ricochet_rule rule; ///< null: the rules of projectile/plugin.h alone
	void* context;      ///< for the rule
	ricochet_surface surface;
	int32_t max_contacts_per_step;
	float chord_error; ///< m
	int32_t max_bullets;
	int32_t max_grenades;
} ricochet_plugin_def;

RICOCHET_API ricochet_plugin_def ricochet_plugin_def_default(void);

/// Bullets and grenades in a world: ricochet::Plugin (projectile/plugin.h), which says how they fly. Def null: the
/// default. One thread at a time. Destroyed by ricochet_destroy_plugin; null: nothing happens.
RICOCHET_API ricochet_plugin* ricochet_create_plugin(ricochet_world* world, const ricochet_plugin_def* def);
RICOCHET_API void ricochet_destroy_plugin(ricochet_plugin* plugin);

/// A step of the world and of all that flies (s). False with RICOCHET_OUT_OF_MEMORY or RICOCHET_TOO_MANY: the step is
/// done, but not all of it; with RICOCHET_CALLBACK_THREW likewise. With any other reason nothing was done.
RICOCHET_API bool ricochet_step(ricochet_plugin* plugin, float dt, int32_t velocity_iterations,
                                int32_t position_iterations);

/// For a game that steps its b2World itself, or has several plugins in a world: before that step and after it.
RICOCHET_API bool ricochet_begin_step(ricochet_plugin* plugin);
RICOCHET_API bool ricochet_end_step(ricochet_plugin* plugin, float dt);

/// Fire and throw, from the next step on. Generation 0: refused.
RICOCHET_API ricochet_bullet ricochet_fire(ricochet_plugin* plugin, const ricochet_bullet_def* def);
RICOCHET_API ricochet_grenade ricochet_throw(ricochet_plugin* plugin, const ricochet_grenade_def* def);

/// At once, or inside of a step at its end.
RICOCHET_API bool ricochet_explode(ricochet_plugin* plugin, const ricochet_explosion_def* def);

/// What flies: those from `first` on, as events. In bulk for drawing: positions alone.
RICOCHET_API int32_t ricochet_get_bullets(const ricochet_plugin* plugin, int32_t first, ricochet_bullet_state* states,
                                          int32_t capacity);
RICOCHET_API int32_t ricochet_get_grenades(const ricochet_plugin* plugin, int32_t first, ricochet_grenade_state* states,
                                           int32_t capacity);
RICOCHET_API int32_t ricochet_bullet_positions(const ricochet_plugin* plugin, int32_t first, ricochet_vec* positions,
                                               int32_t capacity);
RICOCHET_API int32_t ricochet_grenade_positions(const ricochet_plugin* plugin, int32_t first, ricochet_vec* positions,
                                                int32_t capacity);

/// One of them: 1, or 0 if it does not fly.
RICOCHET_API int32_t ricochet_find_bullet(const ricochet_plugin* plugin, ricochet_bullet id,
                                          ricochet_bullet_state* state);
RICOCHET_API int32_t ricochet_find_grenade(const ricochet_plugin* plugin, ricochet_grenade id,
                                           ricochet_grenade_state* state);

/// Another place and velocity for what flies. RICOCHET_NO_SUCH_ENTRY: it does not.
RICOCHET_API bool ricochet_steer_bullet(ricochet_plugin* plugin, ricochet_bullet id, ricochet_vec position,
                                        ricochet_vec velocity);
RICOCHET_API bool ricochet_steer_grenade(ricochet_plugin* plugin, ricochet_grenade id, ricochet_vec position,
                                         ricochet_vec velocity);

/// Out of the air, without an event. What does not fly: nothing happens.
RICOCHET_API bool ricochet_cancel_bullet(ricochet_plugin* plugin, ricochet_bullet id);
RICOCHET_API bool ricochet_cancel_grenade(ricochet_plugin* plugin, ricochet_grenade id);
RICOCHET_API bool ricochet_clear(ricochet_plugin* plugin);
RICOCHET_API bool ricochet_reserve(ricochet_plugin* plugin, int32_t bullets, int32_t grenades);

/// Destroys the body when the next step begins; allowed inside of a step, too. Its name and those of its fixtures are
/// refused from now on.
RICOCHET_API bool ricochet_queue_destroy(ricochet_plugin* plugin, ricochet_body body);

/// For a b2World of the game, whose own code is about to destroy the body or fixture: as ricochet::Plugin::Forget. What
/// is destroyed by this interface is forgotten anyway.
RICOCHET_API bool ricochet_forget_body(ricochet_plugin* plugin, ricochet_body body);
RICOCHET_API bool ricochet_forget_fixture(ricochet_plugin* plugin, ricochet_fixture fixture);

RICOCHET_API bool ricochet_set_surface(ricochet_plugin* plugin, ricochet_fixture fixture,
                                       const ricochet_surface* surface);
RICOCHET_API bool ricochet_get_surface(const ricochet_plugin* plugin, ricochet_fixture fixture,
                                       ricochet_surface* surface);

/// Moves the origin of the world and of all that this plugin holds. What other plugins of the world hold stays behind.
RICOCHET_API bool ricochet_shift_origin(ricochet_plugin* plugin, ricochet_vec new_origin);

// Paths (projectile/flight_path.h) -----------------------------------------------------------------------------------

/// A point of a path, straight to the next: as ricochet::PathPoint.
typedef struct ricochet_path_point
{
	ricochet_vec position;
	float time; ///< s after the start of the step, or of the preview
	bool is_impact;
	bool ends_step; ///< of a preview: where it is between two steps
} ricochet_path_point;

/// The path of a bullet in the last step, whose def keeps_path.
RICOCHET_API int32_t ricochet_bullet_path(const ricochet_plugin* plugin, ricochet_bullet id,
                                          ricochet_path_point* points, int32_t capacity);

/// The path that a bullet would fly if it were fired now. `impacts` may be null; else what it would meet, and
/// *impact_count is how many it would meet in all, up to impact_capacity of which are written.
RICOCHET_API int32_t ricochet_preview_bullet(const ricochet_plugin* plugin, const ricochet_bullet_def* def,
                                             float duration, float dt, ricochet_path_point* points, int32_t capacity,
                                             ricochet_impact* impacts, int32_t impact_capacity, int32_t* impact_count);

RICOCHET_C_END
