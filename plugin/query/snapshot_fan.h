// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/snapshot_state.h"

#include <ricochet/query/ray_fan.h>

namespace ricochet
{

/// CastRayFan over a snapshot: rays that lie close to each other share the work. Requires: the fan is valid and has as
/// many rays as there are hits.
void CastSnapshotFan(const Snapshot::State& state, const RayFan& fan, std::span<RayHit> hits,
                     const QueryFilter& filter);

} // namespace ricochet
