// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/snapshot.h>

RICOCHET_C_BEGIN

// What a world looked like in its last steps: ricochet::History (index/history.h), which says what it keeps, and what
// is between two records. A snapshot goes back there, and is asked what a shot met as the shooter saw it. No body is
// moved for it.

typedef struct ricochet_history ricochet_history;

/// As ricochet::HistoryDef.
typedef struct ricochet_history_def
{
	uint32_t size;
	int32_t records;     ///< > 0: how many are kept
	float jump_distance; ///< m: what goes farther between two records has jumped
	float jump_angle;    ///< rad: likewise
} ricochet_history_def;

RICOCHET_API ricochet_history_def ricochet_history_def_default(void);

/// Of a world, without any record. Def null: the default. A world that was made here lives on as long; one of the game
/// must. Destroyed by ricochet_destroy_history; null: nothing happens.
RICOCHET_API ricochet_history* ricochet_create_history(const ricochet_world* world, const ricochet_history_def* def);
RICOCHET_API void ricochet_destroy_history(ricochet_history* history);

/// Keeps the world as it stands as that of a time, in seconds or steps of yours: after a step. What was recorded for
/// this time or later is forgotten, so that a game which has gone back goes on.
RICOCHET_API bool ricochet_record(ricochet_history* history, double time);

/// How many records are kept, and of which times the oldest and the newest are. Both may be null; not written if there
/// is none.
RICOCHET_API int32_t ricochet_get_records(const ricochet_history* history, double* oldest, double* newest);

/// To be called with ricochet_shift_origin.
RICOCHET_API bool ricochet_shift_history(ricochet_history* history, ricochet_vec new_origin);

/// Takes the world as it was at a time from the oldest record to the newest; until the next update all that is asked of
/// the snapshot is answered from there, with the names of then. `update` may be null. Snapshots may go back in one
/// history on many threads at once, each its own, while nobody records. RICOCHET_OTHER_WORLD: history and snapshot are
/// not of one ricochet_world.
RICOCHET_API bool ricochet_update_snapshot_to(ricochet_world* snapshot, const ricochet_history* history, double time,
                                              ricochet_snapshot_update* update);

RICOCHET_C_END
