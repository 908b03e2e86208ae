// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/snapshot.h>

RICOCHET_C_BEGIN

// A history keeps the past poses and shapes of a world, like ricochet::History. The header index/history.h lists the
// data that a history keeps, and states the interpolation between two records. A snapshot can be set to a past time and
// then answers queries of that time. So a server can cast a shot as the shooter saw the world. No body is moved.

typedef struct ricochet_history ricochet_history;

/// As ricochet::HistoryDef.
typedef struct ricochet_history_def
{
	uint32_t size;
	int32_t records;     ///< > 0: the number of records that are kept
	float jump_distance; ///< m: a body that moves farther between two records has jumped
	float jump_angle;    ///< rad: a body that turns farther between two records has jumped
} ricochet_history_def;

RICOCHET_API ricochet_history_def ricochet_history_def_default(void);

/// Creates a history of a world, without any record. If def is null, the default is taken. A history keeps a world made
/// by ricochet alive. A b2World of the game must outlive it. Destroy it by ricochet_destroy_history, which ignores
/// null.
RICOCHET_API ricochet_history* ricochet_create_history(const ricochet_world* world, const ricochet_history_def* def);
RICOCHET_API void ricochet_destroy_history(ricochet_history* history);

/// Records the world as it is now, for a time in seconds or in steps of your own. Call it after a step. Records of this
/// time or later are dropped first, so that a game can continue after it has gone back in time.
RICOCHET_API bool ricochet_record(ricochet_history* history, double time);

/// Returns the number of records, and writes the times of the oldest and the newest. Both pointers may be null. Nothing
/// is written if there is no record.
RICOCHET_API int32_t ricochet_get_records(const ricochet_history* history, double* oldest, double* newest);

/// Shifts the origin of all records. Call it together with ricochet_shift_origin.
RICOCHET_API bool ricochet_shift_history(ricochet_history* history, ricochet_vec new_origin);

/// Writes the pose of a body at a past time, as casts at that time hit it (index/history.h). Returns 1 if it has
/// written a pose, 0 if the body was not in the world then, and -1 if refused.
///
/// - A body that had no fixture at that time counts as not in the world.
/// - The angle is in [-pi, pi] (rad). It is rounded to a float, with an error of up to 1.2e-7 rad.
RICOCHET_API int32_t ricochet_pose_of(const ricochet_history* history, ricochet_body body, double time,
                                      ricochet_pose* pose);

/// Sets a snapshot to the world at a time between the oldest record and the newest. Until the next update, all queries
/// of the snapshot are answered for that time, with the ids of that time.
///
/// - `update` may be null.
/// - Several threads may do this at once with one history, each with its own snapshot, while nobody records.
/// - Refused with RICOCHET_OTHER_WORLD if history and snapshot are not of the same ricochet_world.
RICOCHET_API bool ricochet_update_snapshot_to(ricochet_world* snapshot, const ricochet_history* history, double time,
                                              ricochet_snapshot_update* update);

RICOCHET_C_END
