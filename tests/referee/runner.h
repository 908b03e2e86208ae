// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "referee/scene_list.h"

#include <array>
#include <string>

namespace ricochet::referee
{

/// Sums over many runs of one scene.
struct Tally
{
	int64_t runs = 0;
	int64_t grenades = 0;
	int64_t bullets = 0;
	int64_t steps = 0;
	std::array<int64_t, k_lawCount> faults{}; ///< projectiles that broke the law
	std::array<Real, k_lawCount> worst{};
	Extremes extremes;
	int64_t discs = 0;
	int64_t discsAway = 0; ///< discs of Box2D that passed through a body
	double seconds = 0.0;
	std::vector<std::string> first; ///< the first faults, one line each

	[[nodiscard]] int64_t Faults() const;
	void Add(const Ledger& books, const std::string& where);
	void Merge(const Tally& other);
};

struct RunDef
{
	int32_t runs = 0; ///< 0: the scene's own number
	int32_t first = 0;
	uint64_t seed = 1;
	int32_t threads = 1;
	bool discs = true;
	float length = 1.0f;  ///< 13: a busy room of 20,000 steps
	double seconds = 0.0; ///< > 0: no run begins after this time
};

/// Runs a scene many times. Run i of a seed is always the same, whatever the number of runs.
[[nodiscard]] Tally Play(const SceneDef& scene, const RunDef& def);

/// Runs the scenes in turn, one run of each, until the time is over.
[[nodiscard]] Tally Soak(std::span<const SceneDef> scenes, const RunDef& def);

} // namespace ricochet::referee
