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
	std::string firstLeak; ///< a reproducer; empty if there is none

	[[nodiscard]] Tally Total() const;
};

/// In the order of Families(). Depends on rays, seed and dropOneIn alone.
using RunResult = std::vector<FamilyResult>;

struct Progress
{
	int64_t rays = 0;
	int64_t leaks = 0; ///< and answers over a Snapshot that are not the live ones
	double seconds = 0.0;
};

/// Casts the rays, in jobs over the threads, and tells a few times per second how far it is.
[[nodiscard]] RunResult Run(const RunOptions& options, const std::function<void(const Progress&)>& tell = {});

} // namespace ricochet::leaks
