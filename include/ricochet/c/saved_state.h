// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/plugin.h>
#include <ricochet/c/projectile.h>

RICOCHET_C_BEGIN

// All that flies as bytes, for saved games, and to go back and step again: ricochet::Plugin::Save and Restore
// (projectile/plugin.h), which say what is in them. Bodies are not: the game puts them back (ricochet_put_back_body);
// then all that flies goes the same way, to the bit, as far as the bodies do.

/// How bytes name bodies.
enum
{
	/// By ricochet_body. Of a world that was made here: what is gone since is no longer known, also in another program
	/// that has made and destroyed bodies in the same order. Of a b2World of the game: only as long as nothing is
	/// destroyed.
	RICOCHET_BY_NAME,
	RICOCHET_BY_USER_DATA, ///< by their user data: no two bodies alike, or RICOCHET_TOO_MANY
	RICOCHET_BY_PLACE      ///< the oldest is the first: in any world with the same bodies
};

/// Between two steps. How many bytes there are; they are written if `capacity` has room for all of them. Refused with
/// RICOCHET_TOO_LARGE: they are more than an int32_t counts.
RICOCHET_API int32_t ricochet_save(const ricochet_plugin* plugin, int32_t names, void* bytes, int32_t capacity);

/// The kind of def whose callbacks are asked for.
enum
{
	RICOCHET_OF_BULLET,
	RICOCHET_OF_GRENADE,
	RICOCHET_OF_EXPLOSION, ///< the blast of a grenade, or an explosion that was waiting
	RICOCHET_OF_FRAGMENTS  ///< the fragments of an explosion
};

/// A def that had callbacks when it was saved.
typedef struct ricochet_restored_def
{
	int32_t of;               ///< RICOCHET_OF_BULLET, ...
	ricochet_bullet bullet;   ///< none: the def is not that of a flying bullet
	ricochet_grenade grenade; ///< none: the def is not that of a grenade
	uint64_t user_data;       ///< of the def
	bool accept;              ///< its filter had a predicate
	bool steering;            ///< it had a steering rule
} ricochet_restored_def;

/// The callbacks of a def, with their contexts.
typedef struct ricochet_callbacks
{
	ricochet_predicate accept;
	void* accept_context;
	ricochet_steering steering;
	void* steering_context;
} ricochet_callbacks;

/// Sets the callbacks of a restored def, since bytes hold none. If one stays null, the def flies without it. It runs
/// inside of ricochet_restore. There every change of the world is refused, and it must not call the plugin.
typedef void (*ricochet_put_back)(const ricochet_restored_def* def, ricochet_callbacks* callbacks, void* context);

/// How to go on from saved bytes.
typedef struct ricochet_restore_def
{
	uint32_t size;
	int32_t names;              ///< as when it was saved
	ricochet_put_back put_back; ///< null: refused where it is needed
	void* context;              ///< for put_back
} ricochet_restore_def;

RICOCHET_API ricochet_restore_def ricochet_restore_def_default(void);

/// Goes on from what was saved. Ids are those of then, and those that were given since are given again. What was to be
/// destroyed then is again, and what was not is not. The events of the last step are gone. Def null: the default. Bytes
/// may come from anywhere; refused, and nothing has changed: RICOCHET_NOT_SAVED, RICOCHET_OTHER_VERSION;
/// RICOCHET_TOO_FEW bodies, by place.
RICOCHET_API bool ricochet_restore(ricochet_plugin* plugin, const void* bytes, int32_t count,
                                   const ricochet_restore_def* def);

RICOCHET_C_END
