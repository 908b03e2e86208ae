// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/report.h"
#include "support/progress.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

// Casts rays at places where casts easily miss a surface, and counts the leaks (see job.h).

namespace
{

using namespace ricochet::leaks;

constexpr int k_leaky = 1;
constexpr int k_badArguments = 2;
constexpr int k_badAim = 3;

// Box2D must miss some of this many rays. Otherwise the rays are no longer aimed at vertices.
constexpr int64_t k_raysThatBox2dLoses = 1'000'000;

constexpr const char* k_usage = "usage: watertight [--rays N] [--seed S] [--threads T]\n"
                                "  --rays N     how many rays to cast, 1 to 1000000000000; default 10000000\n"
                                "  --seed S     0 to 18446744073709551615; default 1\n"
                                "  --threads T  1 to 1024; default: one for each of the machine's\n";

template <class Number>
bool Parse(std::string_view text, Number low, Number high, Number& value)
{
	Number number{};
	const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
	const bool isGood = error == std::errc() && end == text.data() + text.size() && low <= number && number <= high;
	value = isGood ? number : value;
	return isGood;
}

bool Set(RunOptions& options, std::string_view name, std::string_view value)
{
	if (name == "--rays")
	{
		return Parse<int64_t>(value, 1, 1'000'000'000'000, options.rays);
	}
	if (name == "--seed")
	{
		return Parse<uint64_t>(value, 0, UINT64_MAX, options.seed);
	}
	return name == "--threads" && Parse<int32_t>(value, 1, 1024, options.threads);
}

bool IsOption(std::string_view name)
{
	return name == "--rays" || name == "--seed" || name == "--threads";
}

bool Read(int count, char** arguments, RunOptions& options)
{
	for (int i = 1; i < count; i += 2)
	{
		if (IsOption(arguments[i]) == false)
		{
			std::fprintf(stderr, "watertight: unknown argument '%s'\n%s", arguments[i], k_usage);
			return false;
		}
		if (i + 1 == count)
		{
			std::fprintf(stderr, "watertight: %s needs a number\n%s", arguments[i], k_usage);
			return false;
		}
		if (Set(options, arguments[i], arguments[i + 1]) == false)
		{
			std::fprintf(stderr, "watertight: %s cannot be '%s'\n%s", arguments[i], arguments[i + 1], k_usage);
			return false;
		}
	}
	return true;
}

int Judge(const RunOptions& options, const RunResult& result)
{
	int status = 0;
	for (const FamilyResult& family : result)
	{
		if (family.Total().Faults() > 0)
		{
			std::fprintf(stderr, "first leak of '%s':\n  %s\n", family.family->name, family.firstLeak.c_str());
			status = k_leaky;
		}
	}
	if (status == 0 && options.rays >= k_raysThatBox2dLoses && result[0].Total().box2dLeaks == 0)
	{
		std::fprintf(stderr, "watertight: not one of the rays at vertices got past Box2D's casts: the aim is off\n");
		status = k_badAim;
	}
	return status;
}

} // namespace

int main(int count, char** arguments)
{
	if (count == 2 && std::string_view(arguments[1]) == "--help")
	{
		std::printf("%s", k_usage);
		return 0;
	}
	RunOptions options;
	options.threads = static_cast<int32_t>(std::clamp(std::thread::hardware_concurrency(), 1u, 1024u));
	if (Read(count, arguments, options) == false)
	{
		return k_badArguments;
	}
	std::optional<ricochet::test::ProgressLine> line;
	line.emplace(1.0e-3 * static_cast<double>(options.rays), "thousand rays");
	const RunResult result =
	    Run(options, [&](const Progress& progress)
	        { line->Tell(1.0e-3 * static_cast<double>(progress.rays), std::to_string(progress.leaks) + " leaks"); });
	line.reset();
	std::printf("%s", TablesOf(result).c_str());
	return Judge(options, result);
}
