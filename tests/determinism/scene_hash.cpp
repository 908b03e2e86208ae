// MIT License, Copyright (c) 2026 the ricochet authors

#include "determinism/arithmetic_hash.h"
#include "determinism/flight_hash.h"
#include "determinism/hash.h"
#include "determinism/scene.h"
#include "determinism/sight_hash.h"
#include "determinism/snapshot_hash.h"
#include "support/progress.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

// Plays a scene and casts in it from many threads between the steps. Prints one hash of all hits, events and states of
// all steps, and of the saved bytes. The hash must be the same on every compiler, instruction set and number of
// threads.

namespace ricochet::test
{

namespace
{

constexpr size_t k_raysPerStep = 240;
constexpr int32_t k_stepsBetweenLooks = 5;

struct Options
{
	ArenaDef arena;
	int32_t steps = 600;
	int32_t threads = 1;
	bool restores = false;     ///< true: in mid-run, restores what it has just saved
	const char* log = nullptr; ///< the file for the hash after every step, which shows where two runs part
};

struct Counts
{
	size_t impacts = 0;
	size_t expired = 0;
	size_t castHits = 0;
};

QueryFilter FilterOf(size_t ray)
{
	QueryFilter filter;
	filter.maskBits = ray % 4 == 0 ? 0x0003 : 0xFFFF;
	filter.sensors = ray % 3 == 0;
	filter.startInside = ray % 5 != 0;
	filter.sides = ray % 7 == 0 ? Sides::Front : Sides::Both;
	return filter;
}

/// Adds the saved bytes to the hash at half and at three quarters of the run. If `restores` is set, also restores them:
/// a wrong restore changes the later bytes. Returns false if a call fails.
bool AddSaved(Arena& arena, const Options& options, int32_t step, Hash& hash)
{
	if (step != options.steps / 2 && step != options.steps / 4 * 3)
	{
		return true;
	}
	std::vector<std::byte> bytes;
	const bool isSaved = arena.Save(bytes);
	for (const std::byte byte : bytes)
	{
		hash.Add(uint64_t{std::to_integer<uint8_t>(byte)});
	}
	return isSaved && (options.restores == false || arena.Restore(bytes));
}

/// Casts every `share`-th ray from `first` on, with all three queries. Each ray has its own hash and count.
void CastShare(const b2World& world, const std::vector<Ray>& rays, size_t first, size_t share,
               std::vector<uint64_t>& hashes, std::vector<size_t>& counts)
{
	std::vector<RayHit> hits;
	for (size_t i = first; i < rays.size(); i += share)
	{
		const QueryFilter filter = FilterOf(i);
		Hash hash;
		const std::optional<RayHit> closest = CastRayClosest(world, rays[i], filter);
		hash.Add(closest.has_value());
		if (closest.has_value())
		{
			hash.Add(*closest);
		}
		hash.Add(CastRayAny(world, rays[i], filter));
		CastRayAll(world, rays[i], hits, filter);
		for (const RayHit& hit : hits)
		{
			hash.Add(hit);
		}
		hashes[i] = hash.Get();
		counts[i] = hits.size();
	}
}

void AddCasts(Arena& arena, size_t threads, Hash& hash, Counts& total)
{
	std::vector<Ray> rays(k_raysPerStep);
	arena.DrawRays(rays);
	std::vector<uint64_t> hashes(rays.size());
	std::vector<size_t> counts(rays.size());
	ThreadPool pool(static_cast<int32_t>(threads));
	pool(static_cast<int32_t>(threads),
	     [&](int32_t i) { CastShare(arena.World(), rays, static_cast<size_t>(i), threads, hashes, counts); });
	for (size_t i = 0; i < rays.size(); ++i)
	{
		hash.Add(hashes[i]);
		total.castHits += counts[i];
	}
}

int Run(const Options& options)
{
	const auto begin = std::chrono::steady_clock::now();
	Hash hash;
	hash.Add(ArithmeticHash());
	FILE* log = options.log != nullptr ? std::fopen(options.log, "w") : nullptr;
	const auto note = [&](int32_t step)
	{
		if (log != nullptr)
		{
			std::fprintf(log, "%d %016llx\n", step, static_cast<unsigned long long>(hash.Get()));
		}
	};
	note(-1);

	Arena arena(options.arena);
	SnapshotHash snapshot(arena.World());
	Counts counts;
	ProgressLine progress(options.steps, "steps");
	for (int32_t step = 0; step < options.steps; ++step)
	{
		arena.Step();
		counts.impacts += arena.Projectiles().Impacts().size();
		counts.expired += arena.Projectiles().Expired().size();
		AddEvents(arena.Projectiles(), hash);
		AddStates(arena.Projectiles(), arena.World(), hash);
		AddCasts(arena, static_cast<size_t>(options.threads), hash, counts);
		if (step % k_stepsBetweenLooks == 0)
		{
			AddSight(arena.World(), step, static_cast<size_t>(options.threads), hash);
		}
		progress.Step();
		if (arena.AreForeseen() == false || AddSaved(arena, options, step, hash) == false)
		{
			std::fprintf(stderr, "step %d: a bullet was not where it was foreseen, or nothing was saved\n", step);
			return EXIT_FAILURE;
		}
		if (snapshot.Add(step, hash) == false)
		{
			std::fprintf(stderr, "step %d: a batch of rays depends on the threads that cast it\n", step);
			return EXIT_FAILURE;
		}
		note(step);
	}
	if (log != nullptr)
	{
		std::fclose(log);
	}

	const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
	std::fprintf(stderr, "%d steps, %zu bullets, %zu grenades, %zu impacts, %zu expired, %zu cast hits, %.1f s\n",
	             options.steps, arena.Projectiles().Bullets().size(), arena.Projectiles().Grenades().size(),
	             counts.impacts, counts.expired, counts.castHits, took.count());
	std::printf("%016llx\n", static_cast<unsigned long long>(hash.Get()));
	return EXIT_SUCCESS;
}

bool Parse(std::string_view name, const char* value, Options& options)
{
	if (name == "--threads")
	{
		options.threads = std::atoi(value);
		return options.threads > 0;
	}
	if (name == "--steps")
	{
		options.steps = std::atoi(value);
		return options.steps > 0;
	}
	if (name == "--bullets")
	{
		options.arena.bullets = std::atoi(value);
		return options.arena.bullets > 0;
	}
	if (name == "--restore")
	{
		options.restores = value == std::string_view("yes");
		return true;
	}
	if (name == "--log")
	{
		options.log = value;
		return true;
	}
	constexpr std::string_view k_nudges[] = {"none", "bullet", "grenade", "ray", "body"};
	for (size_t i = 0; name == "--nudge" && i < std::size(k_nudges); ++i)
	{
		if (value == k_nudges[i])
		{
			options.arena.nudge = static_cast<Nudge>(i);
			return true;
		}
	}
	return false;
}

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	ricochet::test::Options options;
	for (int i = 1; i < argc; i += 2)
	{
		if (i + 1 == argc || ricochet::test::Parse(argv[i], argv[i + 1], options) == false)
		{
			std::fprintf(stderr,
			             "%s [--threads n] [--steps n] [--bullets n] [--restore yes] [--log file]"
			             " [--nudge bullet|grenade|ray|body]\n",
			             argv[0]);
			return EXIT_FAILURE;
		}
	}
	return ricochet::test::Run(options);
}
