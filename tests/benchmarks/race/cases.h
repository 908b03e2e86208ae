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
	float field = 400.0f; ///< width of the field of 10,000 shapes (m)
	Query query = Query::Closest;
	std::string order = "random"; ///< of the rays: random, sorted, fan
	float length = 10.0f;         ///< m
	int32_t batch = 200000;
	int32_t moved = -1; ///< percent of the bodies before each batch; -1: nothing moves, and no update is made
	int32_t threads = 1;
};

struct RaceOptions
{
	std::vector<Case> cases;  ///< sorted so that equal scenes follow one another
	double seconds = 0.8;     ///< for the passes of a case
	int32_t passes = 15;      ///< at most; 5 if they take longer
	int32_t sample = 20000;   ///< rays that systems cast which take one at a time
	int32_t explained = 1500; ///< rays over the scene that peers' answers are compared for, and as many aimed ones
	bool strict = false;      ///< fail if an answer remains unexplained
	std::string csv;
};

/// Ends the program with what it says about a wrong option, or with the help.
[[nodiscard]] RaceOptions ReadOptions(int argc, char** argv);

[[nodiscard]] const char* NameOf(Query query);

} // namespace ricochet::test
