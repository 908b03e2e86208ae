// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/point_frame.h"

namespace ricochet
{

/// The polygon of what is in sight in a world. Replaces the content of `out`. Keeps buffers for each thread.
void LookAround(Space space, const PointFrame& frame, const SightTurn& turn, const QueryFilter& filter,
                std::vector<SightVertex>& out);

} // namespace ricochet
