// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "body_shots.h"
#include "feature.h"

namespace range
{

// Tables on standard output.

/// What was hit: one row for each name, with the first bullet's (or else grenade's) impact in full.
void PrintTargets(const LevelDef& level, std::span<const Shot> shots, const Record& record);

/// The first impact of each target and response that occurred, in order of time.
void PrintShots(const LevelDef& level, std::span<const Shot> shots, const Record& record);

void PrintComparison(const Comparison& comparison);

/// A line for each with what was measured. True if all are as they say.
bool PrintFeatures(std::span<const Feature> features);

} // namespace range
