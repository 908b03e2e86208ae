// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/plugin.h>
#include <ricochet/c/projectile.h>

RICOCHET_C_BEGIN

// These functions save all projectiles as bytes, for saved games and for rollback: as ricochet::Plugin::Save and
// Restore. projectile/plugin.h says what the bytes contain. They contain no bodies, so the game must restore these
// itself (ricochet_put_back_body). If all bodies then move as before, all projectiles fly the same paths to the bit.

/// How the bytes identify bodies.
enum
{
	/// The bytes contain the ids of bodies (ricochet_body).
	///
	/// - In a world created by ricochet, bodies that were destroyed since the save are recognized as destroyed. The ids
	///   are also valid in another program that has created and destroyed bodies in the same order.
	/// - In a b2World of the game, the ids are valid only as long as nothing is destroyed.
	RICOCHET_BY_NAME,
	RICOCHET_BY_USER_DATA, ///< the user data of bodies; RICOCHET_TOO_MANY if two bodies have the same
	RICOCHET_BY_PLACE      ///< the number of older bodies; works in any world with the same bodies
};

/// Saves the state of a plugin, between two steps. Returns the number of bytes. The bytes are written only if
/// `capacity` is enough for all of them. Refused with RICOCHET_TOO_LARGE if an int32_t cannot count them.
RICOCHET_API int32_t ricochet_save(const ricochet_plugin* plugin, int32_t names, void* bytes, int32_t capacity);

/// Returns a checksum of everything that flies or waits to explode: as ricochet::Plugin::Checksum. 0: refused.
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

/// Sets the callbacks of a restored def, because the saved bytes contain none. If a callback stays null, the plugin
/// continues without it. ricochet_restore calls this function. It must not call the plugin, and every change of the
/// world is refused during the call.
typedef void (*ricochet_put_back)(const ricochet_restored_def* def, ricochet_callbacks* callbacks, void* context);

/// How to continue from saved bytes.
typedef struct ricochet_restore_def
{
	uint32_t size;
	int32_t names;              ///< the same value as in ricochet_save
	ricochet_put_back put_back; ///< null: ricochet_restore is refused if this function is needed
	void* context;              ///< passed to put_back
} ricochet_restore_def;

RICOCHET_API ricochet_restore_def ricochet_restore_def_default(void);

/// Continues from a saved state. If def is null, the default is taken.
///
/// - Ids are those of the saved state. Ids that were given since the save will be given again.
/// - Only bodies that were queued to be destroyed at the time of saving are queued after this call.
/// - The events of the last step are removed.
/// - The bytes may come from any source, because they are checked. Refused, with nothing changed: RICOCHET_NOT_SAVED;
///   RICOCHET_OTHER_VERSION; RICOCHET_TOO_FEW if bodies are identified by place and there are too few.
RICOCHET_API bool ricochet_restore(ricochet_plugin* plugin, const void* bytes, int32_t count,
                                   const ricochet_restore_def* def);

RICOCHET_C_END
