// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/job.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ricochet::leaks
{

struct RunOptions
{
	int64_t rays = 10'000'000;
	uint64_t seed = 1;
	int32_t threads = 1;
	int64_t dropOneIn = 0; ///< see Job
};

struct FamilyResult
{
	const Family* family = nullptr;
	Tallies tallies{};
	std::string firstLeak; ///< a text that reproduces it; empty if there is no leak

	[[nodiscard]] Tally Total() const;
};

/// The results of all families, in the order of Families(). They depend only on the options rays, seed and dropOneIn.
using RunResult = std::vector<FamilyResult>;

struct Progress
{
	int64_t rays = 0;
	int64_t leaks = 0; ///< with answers over a Snapshot that differ from the live ones
	double seconds = 0.0;
};

/// Runs jobs on several threads until all rays are cast. Calls `tell` with the progress a few times per second.
[[nodiscard]] RunResult Run(const RunOptions& options, const std::function<void(const Progress&)>& tell = {});

} // namespace ricochet::leaks
