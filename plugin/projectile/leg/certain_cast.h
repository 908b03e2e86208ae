// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/cut_clip.h"
#include "index/snapshot_state.h"
#include "projectile/leg/leg.h"

namespace ricochet
{

/// Casts a point on a leg at a polygon that stands still, of which it is known how the line of the leg cuts it: as
/// CastStill, to the bit, where doubles are certain of it. A hit does not name its fixture.
[[nodiscard]] CutResult CastCertainly(const GridEntry& entry, CertainCut cut, const Leg& leg, LegHit& hit);

} // namespace ricochet
