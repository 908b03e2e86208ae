// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/plugin.h>
#include <ricochet/c/projectile.h>

RICOCHET_C_BEGIN

// All projectiles as bytes, for saved games, and to go back and step again (rollback): ricochet::Plugin::Save and
// Restore (projectile/plugin.h), which say what the bytes contain. They contain no bodies: the game puts these back
// (ricochet_put_back_body). Then all projectiles fly the same paths, to the bit, as far as the bodies do.

/// How the bytes identify bodies.
enum
{
	/// The bytes hold the ids of bodies (ricochet_body).
	///
	/// - In a world created by ricochet, bodies that are gone since are recognized as gone. It also works in another
	///   program that has created and destroyed bodies in the same order.
	/// - In a b2World of the game, it works only as long as nothing is destroyed.
	RICOCHET_BY_NAME,
	RICOCHET_BY_USER_DATA, ///< the user data of bodies; RICOCHET_TOO_MANY if two bodies have the same
	RICOCHET_BY_PLACE      ///< the number of older bodies; works in any world with the same bodies
};

/// Saves the state of a plugin, between two steps. Returns the number of bytes; they are written if `capacity` is
/// enough for all of them. Refused with RICOCHET_TOO_LARGE: they are more than an int32_t can count.
RICOCHET_API int32_t ricochet_save(const ricochet_plugin* plugin, int32_t names, void* bytes, int32_t capacity);

/// A checksum of everything that flies or waits to explode: as ricochet::Plugin::Checksum. 0 if it is refused.
RICOCHET_API uint64_t ricochet_checksum(const ricochet_plugin* plugin);

/// The kind of def whose callbacks are to be put back.
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
	uint64_t user_data;       ///< user data of the def
	bool accept;              ///< the filter of the def had a predicate
	bool steering;            ///< the def had a steering rule
	bool blast;               ///< the def had a blast rule
} ricochet_restored_def;

/// The callbacks of a def, with their contexts.
typedef struct ricochet_callbacks
{
	ricochet_predicate accept;
	void* accept_context;
	ricochet_steering steering;
	void* steering_context;
	ricochet_blast_rule blast;
	void* blast_context;
} ricochet_callbacks;

/// Sets the callbacks of a restored def, since bytes hold none. If a callback stays null, the plugin continues without
/// it. ricochet_restore calls this function. During the call every change of the world is refused, and the function
/// must not call the plugin.
typedef void (*ricochet_put_back)(const ricochet_restored_def* def, ricochet_callbacks* callbacks, void* context);

/// How to continue from saved bytes.
typedef struct ricochet_restore_def
{
	uint32_t size;
	int32_t names;              ///< the same as when it was saved
	ricochet_put_back put_back; ///< null: refused if it is needed
	void* context;              ///< passed to put_back
} ricochet_restore_def;

RICOCHET_API ricochet_restore_def ricochet_restore_def_default(void);

/// Continues from a saved state. If def is null, the default is taken.
///
/// - Ids are those of the saved state. Ids that were given since are given again.
/// - Bodies that were queued to be destroyed then are queued again; others are not.
/// - The events of the last step are gone.
/// - The bytes may come from anywhere. Refused, with nothing changed: RICOCHET_NOT_SAVED, RICOCHET_OTHER_VERSION; by
///   place, RICOCHET_TOO_FEW bodies.
RICOCHET_API bool ricochet_restore(ricochet_plugin* plugin, const void* bytes, int32_t count,
                                   const ricochet_restore_def* def);

RICOCHET_C_END
