// MIT License, Copyright (c) 2026 the ricochet authors

// The shooting range: reads a level, fires a few hundred bullets and grenades at it, prints their hits and draws them.
// To learn ricochet, first read range.cpp (firing and events) and build.cpp (shapes that cannot abort). Each
// *_feature.cpp then shows one feature in its own small world, and measures it.

#include "body_shots.h"
#include "common/options.h"
#include "picture.h"
#include "report.h"

#include <fmt/format.h>

#include <cstdio>

#ifndef SHOOTING_RANGE_LEVEL
#define SHOOTING_RANGE_LEVEL "examples/levels/range.tmj"
#endif

namespace
{

constexpr const char* k_usage = "usage: shooting_range [options]\n"
                                "  --level file   Tiled map (JSON) to play      (" SHOOTING_RANGE_LEVEL ")\n"
                                "  --svg file     where to draw the run         (shooting_range.svg)\n"
                                "  --seed n       of the shots' scatter         (1)\n"
                                "  --seconds s    how long to run, 0 < s <= 600 (8)\n"
                                "  --help\n";

struct Options
{
	std::string level = SHOOTING_RANGE_LEVEL;
	std::string svg = "shooting_range.svg";
	uint32_t seed = 1;
	float seconds = 8.0f;
};

/// Takes one argument. Returns false if its name or value is wrong.
bool TakeOption(Options& options, std::string_view name, const char* value)
{
	if (name == "--level")
	{
		options.level = value;
		return true;
	}
	if (name == "--svg")
	{
		options.svg = value;
		return true;
	}
	if (name == "--seed")
	{
		return common::Parse(value, options.seed);
	}
	return name == "--seconds" && common::Parse(value, options.seconds) && options.seconds > 0.0f &&
	       options.seconds <= 600.0f;
}

int Fail(std::string_view reason)
{
	fmt::print(stderr, "{}\n", reason);
	return 1;
}

int Run(const Options& options)
{
	std::string error;
	const std::optional<range::LevelDef> level = range::LoadLevel(options.level, &error);
	if (level.has_value() == false)
	{
		return Fail(error);
	}
	std::optional<range::Stage> stage = range::BuildStage(*level, &error);
	std::optional<range::Stage> freshStage = range::BuildStage(*level, &error);
	if (stage.has_value() == false || freshStage.has_value() == false)
	{
		return Fail(error);
	}

	const std::vector<range::Shot> shots = range::PlanShots(*level, options.seed, options.seconds);
	const std::optional<range::Record> record = range::RunRange(*level, *stage, shots, options.seconds, &error);
	if (record.has_value() == false)
	{
		return Fail(error);
	}
	const std::vector<range::Touch> touches = range::FireAsBodies(*level, *freshStage, shots, options.seconds);
	const range::Comparison comparison = range::Compare(*record, shots, touches);

	const std::vector<range::Feature> features = range::AllFeatures();
	if (range::DrawPicture(*level, shots, *record, comparison, features).Save(options.svg) == false)
	{
		return Fail(fmt::format("{}: cannot be written", options.svg));
	}
	range::PrintTargets(*level, shots, *record);
	range::PrintShots(*level, shots, *record);
	fmt::print("\nPicture: {}\n", options.svg);
	range::PrintComparison(comparison);
	return range::PrintFeatures(features) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
	Options options;
	const std::optional<int> status =
	    common::ReadOptions(argc, argv, k_usage,
	                        [&](std::string_view name, const char* value) { return TakeOption(options, name, value); });
	return status ? *status : Run(options);
}
