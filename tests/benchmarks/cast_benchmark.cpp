// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_query.h>

#include "benchmarks/common.h"
#include "support/progress.h"
#include "support/scenes.h"

#include <box2d/b2_world_callbacks.h>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

// Casts on the live broadphase: b2World::RayCast with the usual callbacks against ricochet's queries.
// Both use the same stock shapes and the same rays. Before anything is timed, both must have hit the same fixtures at
// the same fractions.
//
// Both sides are timed in turns, pass by pass, so that other load on the machine affects both.
// The last table has the median of the passes, and the median of the quotients of neighbouring passes.

namespace ricochet::test
{

namespace
{

constexpr int32_t k_rayCount = 10000;
constexpr int32_t k_passes = 25;
constexpr uint64_t k_seed = 2026;

struct AnyHit : b2RayCastCallback
{
	bool hit = false;

	float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float) override
	{
		hit = true;
		return 0.0f;
	}
};

struct Setting
{
	int32_t fixtures = 0;
	int32_t length = 0; // in metres
	bool any = false;
};

struct Row
{
	Setting setting;
	double hitShare = 0.0;
	int32_t differences = 0;
	double box2d = 0.0; // ns per ray
	double ricochet = 0.0;
	double ratio = 0.0;
};

std::vector<Row>& Rows()
{
	static std::vector<Row> rows;
	return rows;
}

const Scene& SceneOf(int32_t fixtures)
{
	static std::map<int32_t, Scene> scenes;
	auto found = scenes.find(fixtures);
	if (found == scenes.end())
	{
		found = scenes.emplace(fixtures, MakeScatteredScene(fixtures, k_seed)).first;
	}
	return found->second;
}

// Makes rays that start outside all shapes. If a ray starts in a shape, Box2D misses this shape, but ricochet hits it.
std::vector<Ray> RaysFromOutside(const Scene& scene, float length)
{
	std::vector<Ray> rays;
	for (const Ray& ray : ScatteredRays(scene, 2 * k_rayCount, length, k_seed))
	{
		if (rays.size() < k_rayCount && CastRayAny(*scene.world, Ray{ray.origin, {0.0f, 0.0f}}) == false)
		{
			rays.push_back(ray);
		}
	}
	return rays;
}

uint64_t Hash(uint64_t hash, const b2Fixture* fixture)
{
	return (hash ^ (fixture != nullptr ? IndexOf(fixture) + 1 : 0)) * 1099511628211u;
}

[[noreturn]] void Refuse(const Setting& setting, const char* why, double value)
{
	std::fprintf(stderr, "%d fixtures, %d m: %s (%g). Nothing was timed.\n", setting.fixtures, setting.length, why,
	             value);
	std::exit(EXIT_FAILURE);
}

// The comparison of both sides. Where a ray touches a corner or a rim, Box2D's rounding may differ from the exact
// answer. Such differences are counted and may be one in a thousand. All other answers must be equal.
struct Verdict
{
	int32_t hits = 0;
	int32_t differences = 0;
};

Verdict Compare(const Setting& setting, const Scene& scene, const std::vector<Ray>& rays)
{
	Verdict verdict;
	uint64_t hash = 0;
	uint64_t box2dHash = 0;
	for (const Ray& ray : rays)
	{
		ClosestHit box2d;
		AnyHit box2dAny;
		scene.world->RayCast(&box2d, ray.origin, ray.origin + ray.translation);
		scene.world->RayCast(&box2dAny, ray.origin, ray.origin + ray.translation);
		const auto ours = CastRayClosest(*scene.world, ray);
		b2Fixture* fixture = ours.has_value() ? ours->fixture : nullptr;
		if (CastRayAny(*scene.world, ray) != ours.has_value() || box2dAny.hit != (box2d.fixture != nullptr))
		{
			Refuse(setting, "closest and any disagree", 0.0);
		}
		verdict.hits += fixture != nullptr;
		if (fixture != box2d.fixture)
		{
			++verdict.differences;
			continue;
		}
		hash = Hash(hash, fixture);
		box2dHash = Hash(box2dHash, box2d.fixture);
		// The fractions are compared relative to the ray's length, because Box2D loses digits of a fraction near 0.
		if (fixture != nullptr && std::abs(ours->enter.fraction - box2d.fraction) > 1e-4f)
		{
			Refuse(setting, "the fractions differ", static_cast<double>(ours->enter.fraction - box2d.fraction));
		}
	}
	if (hash != box2dHash || verdict.differences > static_cast<int32_t>(rays.size()) / 1000)
	{
		Refuse(setting, "the hits differ", verdict.differences);
	}
	return verdict;
}

// Runs one pass over all rays. Returns processor time in ns per ray, so that other programs do not count.
template <class Cast>
double TimePass(const std::vector<Ray>& rays, const Cast& cast)
{
	const std::clock_t start = std::clock();
	for (const Ray& ray : rays)
	{
		cast(ray);
	}
	const double seconds = static_cast<double>(std::clock() - start) / static_cast<double>(CLOCKS_PER_SEC);
	return 1e9 * seconds / static_cast<double>(rays.size());
}

double PassOfBox2D(const b2World& world, const std::vector<Ray>& rays, bool any)
{
	if (any)
	{
		return TimePass(rays,
		                [&](const Ray& ray)
		                {
			                AnyHit callback;
			                world.RayCast(&callback, ray.origin, ray.origin + ray.translation);
			                benchmark::DoNotOptimize(callback.hit);
		                });
	}
	return TimePass(rays,
	                [&](const Ray& ray)
	                {
		                ClosestHit callback;
		                world.RayCast(&callback, ray.origin, ray.origin + ray.translation);
		                benchmark::DoNotOptimize(callback.fixture);
		                benchmark::DoNotOptimize(callback.normal);
	                });
}

double PassOfRicochet(const b2World& world, const std::vector<Ray>& rays, bool any)
{
	if (any)
	{
		return TimePass(rays, [&](const Ray& ray) { benchmark::DoNotOptimize(CastRayAny(world, ray)); });
	}
	return TimePass(rays, [&](const Ray& ray) { benchmark::DoNotOptimize(CastRayClosest(world, ray)); });
}

void Run(benchmark::State& state, const Setting& setting)
{
	const Scene& scene = SceneOf(setting.fixtures);
	const std::vector<Ray> rays = RaysFromOutside(scene, static_cast<float>(setting.length));
	const Verdict verdict = Compare(setting, scene, rays);

	std::vector<double> box2d, ricochet, ratio;
	for (auto _ : state)
	{
		const bool box2dFirst = box2d.size() % 2 == 0;
		double passes[2] = {0.0, 0.0};
		for (const bool isBox2D : {box2dFirst, box2dFirst == false})
		{
			passes[isBox2D] = isBox2D ? PassOfBox2D(*scene.world, rays, setting.any)
			                          : PassOfRicochet(*scene.world, rays, setting.any);
		}
		ricochet.push_back(passes[false]);
		box2d.push_back(passes[true]);
		ratio.push_back(passes[true] / passes[false]);
		state.SetIterationTime((passes[false] + passes[true]) * 1e-9 * static_cast<double>(rays.size()));
	}

	Row row{setting,
	        static_cast<double>(verdict.hits) / static_cast<double>(rays.size()),
	        verdict.differences,
	        Median(box2d),
	        Median(ricochet),
	        Median(ratio)};
	state.counters["box2d_ns"] = row.box2d;
	state.counters["ricochet_ns"] = row.ricochet;
	state.counters["ratio"] = row.ratio;
	Rows().push_back(row);
}

void PrintTable()
{
	std::printf("\n%-8s %9s %7s %6s %12s | %10s %10s %7s\n", "query", "fixtures", "length", "hits", "differences",
	            "Box2D", "ricochet", "ratio");
	for (const Row& row : Rows())
	{
		std::printf("%-8s %9d %5d m %5.1f%% %12d | %7.1f ns %7.1f ns %6.2fx\n", row.setting.any ? "any" : "closest",
		            row.setting.fixtures, row.setting.length, 100.0 * row.hitShare, row.differences, row.box2d,
		            row.ricochet, row.ratio);
	}
	std::printf("ns per ray: median of %d passes over %d rays; ratio: median of Box2D / ricochet, pass by pass.\n"
	            "differences: rays whose closest fixture Box2D's rounding decides otherwise; no ray starts inside.\n",
	            k_passes, k_rayCount);
}

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	using namespace ricochet::test;

	benchmark::Initialize(&argc, argv);
	if (benchmark::ReportUnrecognizedArguments(argc, argv))
	{
		return EXIT_FAILURE;
	}
	WarnUnlessRelease();
	ProgressLine progress(18, "settings");
	for (const bool any : {false, true})
	{
		for (const int32_t fixtures : {100, 1000, 10000})
		{
			for (const int32_t length : {2, 10, 50})
			{
				const std::string name = std::string(any ? "CastRayAny" : "CastRayClosest") + "/" +
				                         std::to_string(fixtures) + "/" + std::to_string(length) + "m";
				const Setting setting{fixtures, length, any};
				benchmark::RegisterBenchmark(name.c_str(),
				                             [setting, &progress](benchmark::State& state)
				                             {
					                             Run(state, setting);
					                             progress.Step();
				                             })
				    ->Iterations(k_passes)
				    ->UseManualTime()
				    ->Unit(benchmark::kMillisecond);
			}
		}
	}
	benchmark::RunSpecifiedBenchmarks();
	benchmark::Shutdown();
	if (Rows().empty() == false)
	{
		PrintTable();
	}
	return EXIT_SUCCESS;
}
