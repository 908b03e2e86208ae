// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/peers/caster.h"

#include <string>
#include <vector>

namespace ricochet::test
{

/// One setting in which all systems are timed.
struct Case
{
	std::string scene = "polygons";
	int32_t shapes = 10000;
	float field = 400.0f; ///< the width of a field of 10,000 shapes (m)
	Query query = Query::Closest;
	std::string order = "random"; ///< the order of the rays: random, sorted or fan
	float length = 10.0f;         ///< m
	int32_t batch = 200000;
	/// the percentage of bodies that move before each batch; -1: nothing moves and no update is made
	int32_t moved = -1;
	int32_t threads = 1;
};

struct RaceOptions
{
	std::vector<Case> cases; ///< sorted so that cases with the same scene are neighbours
	double seconds = 0.8;    ///< the time for the passes of a case
	int32_t passes = 15;     ///< the largest number; 5 if the passes take longer
	int32_t sample = 20000;  ///< the number of rays for systems that take one ray at a time
	/// the number of rays over the scene, and of aimed rays, whose answers are compared with the peers'
	int32_t explained = 1500;
	bool strict = false; ///< true: the program fails if an answer has no explanation
	std::string csv;
};

/// Reads the options. For a wrong option or for help, prints a text and ends the program.
[[nodiscard]] RaceOptions ReadOptions(int argc, char** argv);

[[nodiscard]] const char* NameOf(Query query);

} // namespace ricochet::test
