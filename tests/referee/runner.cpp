// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/runner.h"

#include "support/progress.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace ricochet::referee
{

namespace
{

constexpr size_t k_keptFaults = 40;
constexpr size_t k_keptOfOneRun = 3;

// Returns the seed of one run. It hashes the name of the scene by FNV-1a.
uint64_t SeedOf(std::string_view name, uint64_t seed, int32_t run)
{
	uint64_t hash = 0xCBF29CE484222325u;
	for (const char letter : name)
	{
		hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3u;
	}
	return hash ^ (seed * 0x9E3779B97F4A7C15u) ^ (static_cast<uint64_t>(run) << 20);
}

Tally PlayOne(const SceneDef& scene, const RunDef& def, int32_t run)
{
	Tally tally;
	tally.runs = 1;
	const uint64_t seed = SeedOf(scene.name, def.seed, run);
	Stage stage(seed, Thrown::Grenades, def.length);
	scene.play(stage);
	tally.Add(stage.Books(), std::string(scene.name) + " run " + std::to_string(run));
	if (def.discs && scene.discs)
	{
		Stage discs(seed, Thrown::Discs, def.length);
		scene.play(discs);
		tally.discs = static_cast<int64_t>(discs.Books().records.size());
		tally.discsAway = discs.Books().CountOf(Law::Side);
	}
	return tally;
}

} // namespace

int64_t Tally::Faults() const
{
	int64_t sum = 0;
	for (const int64_t count : faults)
	{
		sum += count;
	}
	return sum;
}

void Tally::Add(const Ledger& books, const std::string& where)
{
	steps += books.step;
	for (const auto& [key, record] : books.records)
	{
		(key.isGrenade ? grenades : bullets) += 1;
	}
	for (int32_t i = 0; i < k_lawCount; ++i)
	{
		faults[static_cast<size_t>(i)] += books.CountOf(static_cast<Law>(i));
	}
	std::array<size_t, k_lawCount> kept{};
	for (const Fault& fault : books.faults)
	{
		const auto law = static_cast<size_t>(fault.law);
		worst[law] = std::max(worst[law], std::abs(fault.number));
		if (kept[law]++ < k_keptOfOneRun)
		{
			first.push_back(where + " step " + std::to_string(fault.step) +
			                (fault.key.isGrenade ? " grenade " : " bullet ") + std::to_string(fault.key.index) + ": " +
			                std::string(NameOf(fault.law)) + ": " + fault.what);
		}
	}
	extremes = books.extremes;
}

void Tally::Merge(const Tally& other)
{
	runs += other.runs;
	grenades += other.grenades;
	bullets += other.bullets;
	steps += other.steps;
	for (size_t i = 0; i < faults.size(); ++i)
	{
		faults[i] += other.faults[i];
		worst[i] = std::max(worst[i], other.worst[i]);
	}
	extremes.yields += other.extremes.yields;
	extremes.yieldDepth = std::max(extremes.yieldDepth, other.extremes.yieldDepth);
	extremes.yieldTime = std::max(extremes.yieldTime, other.extremes.yieldTime);
	extremes.crushed += other.extremes.crushed;
	extremes.impacts += other.extremes.impacts;
	extremes.judged += other.extremes.judged;
	discs += other.discs;
	discsAway += other.discsAway;
	first.insert(first.end(), other.first.begin(), other.first.end());
	first.resize(std::min(first.size(), k_keptFaults));
}

namespace
{

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start)
{
	return std::chrono::duration<double>(Clock::now() - start).count();
}

// Plays the runs in order; run i plays the scene with index i modulo the number of scenes. A run begins only if
// `more(i)` is true. `tell(sum)` receives the sum of the runs so far.
template <class More, class Tell>
Tally PlayAll(std::span<const SceneDef> scenes, const RunDef& def, More more, Tell tell)
{
	const Clock::time_point start = Clock::now();
	Tally sum;
	std::mutex mutex;
	std::atomic<int32_t> next = 0;
	const auto work = [&]
	{
		for (int32_t i = next++; more(i); i = next++)
		{
			const auto [round, scene] = std::div(i, static_cast<int32_t>(scenes.size()));
			const Tally tally = PlayOne(scenes[static_cast<size_t>(scene)], def, def.first + round);
			const std::scoped_lock lock(mutex);
			sum.Merge(tally);
			tell(sum);
		}
	};
	std::vector<std::jthread> threads;
	for (int32_t i = 1; i < def.threads; ++i)
	{
		threads.emplace_back(work);
	}
	work();
	threads.clear();
	sum.seconds = SecondsSince(start);
	return sum;
}

} // namespace

Tally Play(const SceneDef& scene, const RunDef& def)
{
	const int32_t count = def.runs > 0 ? def.runs : scene.runs;
	test::ProgressLine line(count, "runs of " + std::string(scene.name));
	return PlayAll(
	    {&scene, 1}, def, [count](int32_t i) { return i < count; },
	    [&](const Tally& sum) { line.Tell(static_cast<double>(sum.runs)); });
}

Tally Soak(std::span<const SceneDef> scenes, const RunDef& def)
{
	const Clock::time_point start = Clock::now();
	test::ProgressLine line(def.seconds, "seconds");
	const auto tell = [&](const Tally& sum)
	{
		const double seconds = SecondsSince(start);
		const int64_t perMinute = std::llround(60.0 * static_cast<double>(sum.runs) / seconds);
		line.Tell(seconds, std::to_string(sum.runs) + " runs, " + std::to_string(perMinute) + "/min");
	};
	return PlayAll(
	    scenes, def, [&](int32_t) { return SecondsSince(start) < def.seconds; }, tell);
}

} // namespace ricochet::referee
