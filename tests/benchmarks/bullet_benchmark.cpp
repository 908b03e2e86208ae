// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>
#include <ricochet/query/executor.h>

#include "benchmarks/bullet_field.h"
#include "benchmarks/common.h"
#include "benchmarks/race/clock.h"
#include "support/progress.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

// Many bullets of 300 m/s fly among 10,000 fixtures, of which 1,000 move and turn.
// The benchmark times the plugin's part of a step. A bullet that expires is fired again elsewhere.

namespace ricochet::test
{

namespace
{

constexpr int32_t k_warmUp = 4;
constexpr int32_t k_steps = 15;

// Measures processor time over all threads, and wall time.
struct Stopwatch
{
	template <class Call>
	void Run(const Call& call)
	{
		const double before = ProcessorTime();
		const double wallBefore = WallTime();
		call();
		wall += WallTime() - wallBefore;
		processor += ProcessorTime() - before;
	}

	double processor = 0.0;
	double wall = 0.0;
};

void Run(float width, int32_t count, int32_t threads)
{
	BulletField field(width);
	b2World& world = *field.scene.world;
	ThreadPool pool(threads);
	Plugin plugin(world, {.surface = {.resistance = 0.0f}, .executor = pool.AsExecutor()});
	const size_t before = HeapBytes();
	for (int32_t i = 0; i < count; ++i)
	{
		plugin.Fire(field.Bullet());
	}
	std::vector<double> seconds;
	std::vector<double> wallSeconds;
	size_t hits = 0;
	size_t ends = 0;
	int64_t casts = 0;
	EventHash hash;
	for (int32_t step = 0; step < k_warmUp + k_steps; ++step)
	{
		Stopwatch watch;
		watch.Run([&] { plugin.BeginStep(); });
		world.Step(BulletField::k_dt, 8, 3);
		watch.Run([&] { plugin.EndStep(BulletField::k_dt); });
		if (step >= k_warmUp)
		{
			seconds.push_back(watch.processor);
			wallSeconds.push_back(watch.wall);
			hits += plugin.Impacts().size();
			ends += plugin.Expired().size();
			casts += plugin.Stats().legs;
		}
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			hash.Add(impact.bullet.index);
			hash.Add(impact.enter.point);
			hash.Add(impact.exit.point);
		}
		const size_t expired = plugin.Expired().size();
		for (size_t i = 0; i < expired; ++i)
		{
			plugin.Fire(field.Bullet());
		}
	}
	const size_t bytes = HeapBytes() - before;
	const double perStep = Median(seconds);
	const double flights = static_cast<double>(k_steps) * count;
	std::printf("%8.0f %9d %7d %8.2f %8.2f %8.2f %10.3f %10.1f %10.3f %8zu  %016llx\n", static_cast<double>(width),
	            count, threads, 100.0 * static_cast<double>(hits) / flights,
	            100.0 * static_cast<double>(ends) / flights, 100.0 * static_cast<double>(casts) / flights,
	            1e3 * perStep, 1e9 * perStep / count, 1e3 * Median(wallSeconds), bytes / static_cast<size_t>(count),
	            static_cast<unsigned long long>(hash.Value()));
	std::fflush(stdout);
}

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	using namespace ricochet::test;
	WarnUnlessRelease();
	std::printf("%8s %9s %7s %8s %8s %8s %10s %10s %10s %8s\n", "field m", "bullets", "threads", "% hit", "% end",
	            "% cast", "ms/step", "ns/bullet", "wall ms", "B/bullet");
	if (argc >= 3) // the arguments are the number of bullets, the width of the field, and the number of threads
	{
		Run(static_cast<float>(std::atof(argv[2])), std::atoi(argv[1]), argc > 3 ? std::atoi(argv[3]) : 1);
		return EXIT_SUCCESS;
	}
	ProgressLine progress(16, "settings");
	for (const float width : {1600.0f, 400.0f})
	{
		for (const int32_t count : {1000, 10000, 100000, 1000000})
		{
			Run(width, count, 1);
			progress.Step();
			Run(width, count, 2);
			progress.Step();
		}
	}
	return EXIT_SUCCESS;
}
