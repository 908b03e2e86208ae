// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>

RICOCHET_C_BEGIN

// A snapshot is a copy of a world that answers the same queries many times as fast: ricochet::Snapshot
// (index/snapshot.h). Its handle is a ricochet_world*. ricochet_measure_blast and every function of c/cast.h, c/sight.h
// and c/region.h accept a snapshot. Every function that needs the world itself refuses it with RICOCHET_IS_A_SNAPSHOT.
//
// - A query reads only the copy. So it may run while the world steps on another thread, and after bodies were
//   destroyed.
// - Hits have the ids and the user data of the time of the copy. A world created by ricochet refuses the ids of bodies
//   and fixtures that were destroyed since.

/// Creates a snapshot of the world as it is now. Destroy it by ricochet_destroy_world. A snapshot keeps a world made by
/// ricochet alive. A b2World of the game must outlive it.
RICOCHET_API ricochet_world* ricochet_create_snapshot(const ricochet_world* world);

/// The result of an update, counted in children of fixtures: as ricochet::SnapshotUpdate.
typedef struct ricochet_snapshot_update
{
	int32_t added;
	int32_t changed; ///< moved, or with another shape
	int32_t removed;
	int32_t kept;
	int32_t ignored; ///< children that no cast can hit
} ricochet_snapshot_update;

/// Copies the world as it is now. Call it after a step or any other change. During the call nobody may query the
/// snapshot or change the world.
///
/// - `update` may be null.
/// - After RICOCHET_OUT_OF_MEMORY, either the snapshot has not changed, or all casts miss until an update succeeds.
RICOCHET_API bool ricochet_update_snapshot(ricochet_world* snapshot, ricochet_snapshot_update* update);

RICOCHET_C_END
