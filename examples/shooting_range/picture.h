// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "body_shots.h"
#include "common/svg.h"
#include "feature.h"

namespace range
{

using namespace common;

/// Draws the whole run on one page: the level with every path, close-ups of impacts, the features in their own worlds,
/// and a legend.
[[nodiscard]] SvgCanvas DrawPicture(const LevelDef& level, std::span<const Shot> shots, const Record& record,
                                    const Comparison& comparison, std::span<const Feature> features);

} // namespace range
