// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/runner.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>

// Plays moving scenes under the referee, and prints one row for each scene: the number of projectiles that broke each
// law. The exit status is 1 if any broke a law. With --seconds, it plays new runs of all scenes in turn until the time
// is over, and then prints one row for each law.
//
//   referee [--scene NAME|all] [--runs N] [--first I] [--seed S] [--threads T] [--discs 0|1]
//           [--length X] [--faults N] [--seconds N]

namespace
{

using namespace ricochet::referee;

struct Arguments
{
	std::string_view scene = "all";
	RunDef run;
	int32_t faults = 3; ///< how many faults of a scene are printed
};

template <class Number>
bool Read(const char* text, Number least, Number& number)
{
	const char* end = text + std::strlen(text);
	const auto [stop, error] = std::from_chars(text, end, number);
	return error == std::errc{} && stop == end && number >= least;
}

bool ReadOne(std::string_view name, const char* text, Arguments& arguments)
{
	int32_t discs = 1;
	if (name == "--scene")
	{
		arguments.scene = text;
		return true;
	}
	if (name == "--discs")
	{
		const bool read = Read(text, 0, discs);
		arguments.run.discs = discs != 0;
		return read;
	}
	return (name == "--runs" && Read(text, 1, arguments.run.runs)) ||
	       (name == "--first" && Read(text, 0, arguments.run.first)) ||
	       (name == "--seed" && Read(text, uint64_t{0}, arguments.run.seed)) ||
	       (name == "--length" && Read(text, 0.1f, arguments.run.length)) ||
	       (name == "--threads" && Read(text, 1, arguments.run.threads)) ||
	       (name == "--seconds" && Read(text, 1.0, arguments.run.seconds)) ||
	       (name == "--faults" && Read(text, 0, arguments.faults));
}

std::optional<Arguments> ReadArguments(int count, char** texts)
{
	Arguments arguments;
	for (int i = 1; i < count; i += 2)
	{
		if (i + 1 >= count || ReadOne(texts[i], texts[i + 1], arguments) == false)
		{
			std::fprintf(stderr, "referee: %s cannot be '%s'\n", texts[i], i + 1 < count ? texts[i + 1] : "");
			return std::nullopt;
		}
	}
	return arguments;
}

void PrintHead()
{
	std::printf("| scene | runs | grenades | bullets | steps |");
	for (int32_t i = 0; i < k_lawCount; ++i)
	{
		std::printf(" %s |", NameOf(static_cast<Law>(i)).data());
	}
	std::printf(" crushed | yields, deepest | Box2D's discs away | s |\n|---|--:|--:|--:|--:|");
	for (int32_t i = 0; i < k_lawCount; ++i)
	{
		std::printf("--:|");
	}
	std::printf("--:|--:|--:|--:|\n");
}

void PrintRow(const SceneDef& scene, const Tally& tally)
{
	std::printf("| %s | %lld | %lld | %lld | %lld |", scene.name.data(), static_cast<long long>(tally.runs),
	            static_cast<long long>(tally.grenades), static_cast<long long>(tally.bullets),
	            static_cast<long long>(tally.steps));
	for (size_t i = 0; i < tally.faults.size(); ++i)
	{
		if (tally.faults[i] == 0)
		{
			std::printf(" 0 |");
		}
		else
		{
			std::printf(" %lld (%.2Lg) |", static_cast<long long>(tally.faults[i]), tally.worst[i]);
		}
	}
	std::printf(" %lld | %lld, %.2Lg | ", static_cast<long long>(tally.extremes.crushed),
	            static_cast<long long>(tally.extremes.yields), tally.extremes.yieldDepth);
	if (tally.discs > 0)
	{
		std::printf("%lld of %lld", static_cast<long long>(tally.discsAway), static_cast<long long>(tally.discs));
	}
	std::printf(" | %.1f |\n", tally.seconds);
	std::fflush(stdout);
}

void PrintFaults(const Tally& tally, int32_t most)
{
	for (int32_t i = 0; i < most && i < static_cast<int32_t>(tally.first.size()); ++i)
	{
		std::fprintf(stderr, "%s\n", tally.first[static_cast<size_t>(i)].c_str());
	}
}

// Plays the scenes and prints the rows. Returns the number of projectiles that broke a law.
int64_t PrintSoak(std::span<const SceneDef> scenes, const Arguments& arguments)
{
	const Tally tally = Soak(scenes, arguments.run);
	std::printf("%lld runs, %lld steps, %lld grenades, %lld bullets, %.0f s\n", static_cast<long long>(tally.runs),
	            static_cast<long long>(tally.steps), static_cast<long long>(tally.grenades),
	            static_cast<long long>(tally.bullets), tally.seconds);
	for (size_t i = 0; i < tally.faults.size(); ++i)
	{
		std::printf("%-9s %8lld at fault, worst %.3Lg\n", NameOf(static_cast<Law>(i)).data(),
		            static_cast<long long>(tally.faults[i]), tally.worst[i]);
	}
	PrintFaults(tally, arguments.faults);
	return tally.Faults();
}

// Plays the scenes and prints the rows. Returns the number of projectiles that broke a law.
int64_t PrintScenes(std::span<const SceneDef> scenes, const Arguments& arguments)
{
	PrintHead();
	int64_t faults = 0;
	for (const SceneDef& scene : scenes)
	{
		const Tally tally = Play(scene, arguments.run);
		PrintRow(scene, tally);
		PrintFaults(tally, arguments.faults);
		faults += tally.Faults();
	}
	return faults;
}

// Returns the scene with this name, all scenes for "all", or none.
std::span<const SceneDef> ScenesOf(std::string_view name)
{
	const std::span<const SceneDef> all = AllScenes();
	const auto found = std::find_if(all.begin(), all.end(), [&](const SceneDef& scene) { return scene.name == name; });
	return name == "all" ? all : std::span(found, found == all.end() ? 0u : 1u);
}

} // namespace

int main(int count, char** texts)
{
	std::optional<Arguments> arguments = ReadArguments(count, texts);
	if (arguments.has_value() == false)
	{
		return 2;
	}
	const std::span<const SceneDef> scenes = ScenesOf(arguments->scene);
	if (scenes.empty())
	{
		std::fprintf(stderr, "referee: --scene cannot be '%s'\n", arguments->scene.data());
		return 2;
	}
	if (arguments->run.seconds > 0.0)
	{
		arguments->run.discs = false;
		return PrintSoak(scenes, *arguments) == 0 ? 0 : 1;
	}
	return PrintScenes(scenes, *arguments) == 0 ? 0 : 1;
}
