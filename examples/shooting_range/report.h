// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "body_shots.h"
#include "feature.h"

namespace range
{

// Print tables on standard output.

/// Prints the targets that were hit: one row for each name, with the details of the first bullet's (or else grenade's)
/// impact.
void PrintTargets(const LevelDef& level, std::span<const Shot> shots, const Record& record);

/// Prints the first impact of each pair of target and response, in order of time.
void PrintShots(const LevelDef& level, std::span<const Shot> shots, const Record& record);

void PrintComparison(const Comparison& comparison);

/// Prints a line with the measured numbers of each feature. Returns true if all claims hold.
bool PrintFeatures(std::span<const Feature> features);

} // namespace range
