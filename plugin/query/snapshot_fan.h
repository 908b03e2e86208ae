// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/snapshot_state.h"

#include <ricochet/query/ray_fan.h>

namespace ricochet
{

/// CastRayFan in a snapshot: rays that lie close together share the work. Requires: the fan is valid, and its number of
/// rays is the number of hits.
void CastSnapshotFan(const Snapshot::State& state, const RayFan& fan, std::span<RayHit> hits,
                     const QueryFilter& filter);

} // namespace ricochet
