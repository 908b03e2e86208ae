// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/spatial_hash.h>

#include "benchmarks/common.h"
#include "support/brute_force.h"
#include "support/progress.h"
#include "support/scenes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// Grid or tree: the closest hit of short and long rays by b2World::RayCast, by ricochet on the live broadphase, and by
// a SpatialHash at several cell sizes. Before anything is timed, the hash must have given the live world's hit bit for
// bit, and Box2D the same fixture but for one ray in a hundred that it decides otherwise by rounding.
//
// All are timed in turns, pass by pass, so that what else the machine does meets all of them; ratios are medians of the
// quotients within a pass. Prints a table, and with --csv a file for grid_or_tree.gnuplot.

namespace ricochet::test
{

namespace
{

constexpr uint64_t k_seed = 2027;
constexpr float k_cellSizes[] = {0.5f, 1.0f, 2.0f, 4.0f, 8.0f};

int32_t g_rays = 5000;
int32_t g_passes = 15;

struct Ends
{
	b2Vec2 a, b;
};

struct Setting
{
	std::string name;
	Scene scene;
	std::vector<Ends> segments; // of the scene, one for each fixture; empty for boxes
};

// Boxes of 0.4 to 1.2 m, turned, one to so many square metres.
Setting MakeBoxes(const char* name, int32_t count, float area)
{
	SceneRandom random(k_seed);
	Setting setting{name, {}, {}};
	setting.scene.halfWidth = 0.5f * std::sqrt(area * static_cast<float>(count));
	for (int32_t i = 0; i < count; ++i)
	{
		const b2PolygonShape box = BoxOf(random.Uniform(0.2f, 0.6f), random.Uniform(0.2f, 0.6f));
		b2Body* body = setting.scene.AddBody(random.InBox(setting.scene.halfWidth), random.Uniform(-3.14f, 3.14f));
		setting.scene.Add(body, box);
	}
	return setting;
}

Setting MakeCrowd(int32_t count)
{
	return MakeBoxes("boxes", count, 6.0f);
}

Setting MakeDesert(int32_t count)
{
	return MakeBoxes("desert", count, 2500.0f);
}

// Segments of 0.5 to 2 m, one to the square metre.
Setting MakeSegments(int32_t count)
{
	SceneRandom random(k_seed);
	Setting setting{"segments", {}, {}};
	setting.scene.halfWidth = 0.5f * std::sqrt(static_cast<float>(count));
	for (int32_t i = 0; i < count; ++i)
	{
		const b2Vec2 a = random.InBox(setting.scene.halfWidth);
		const b2Vec2 b = a + random.Uniform(0.5f, 2.0f) * random.Direction();
		setting.scene.AddEdge(a, b);
		setting.segments.push_back({a, b});
	}
	return setting;
}

// Box2D hits nothing that a ray starts inside, ricochet does: such rays are left out.
std::vector<Ray> RaysFromOutside(const Scene& scene, float length)
{
	std::vector<Ray> rays;
	for (const Ray& ray : ScatteredRays(scene, 2 * g_rays, length, k_seed + 1))
	{
		if (rays.size() < static_cast<size_t>(g_rays) && CastRayAny(*scene.world, {ray.origin, {0.0f, 0.0f}}) == false)
		{
			rays.push_back(ray);
		}
	}
	return rays;
}

struct Caster
{
	std::string name;
	float cellSize = 0.0f;
	std::function<double(const std::vector<Ray>&)> pass; // ns for a ray
	std::vector<double> times;
};

template <class T>
void Keep(const T& value)
{
	asm volatile("" : : "r"(&value) : "memory");
}

double Now()
{
	return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

template <class Cast>
double TimePass(const std::vector<Ray>& rays, const Cast& cast)
{
	const double start = Now();
	for (const Ray& ray : rays)
	{
		cast(ray);
	}
	return 1e9 * (Now() - start) / static_cast<double>(rays.size());
}

double MedianRatio(const std::vector<double>& a, const std::vector<double>& b)
{
	std::vector<double> ratios;
	for (size_t i = 0; i < a.size(); ++i)
	{
		ratios.push_back(a[i] / b[i]);
	}
	return Median(ratios);
}

[[noreturn]] void Refuse(const Setting& setting, float length, const std::string& what)
{
	std::fprintf(stderr, "%s, %zu, %g m: %s. Nothing was timed.\n", setting.name.c_str(), setting.scene.fixtures.size(),
	             static_cast<double>(length), what.c_str());
	std::exit(EXIT_FAILURE);
}

// All must agree. Returns the share of rays that hit.
double Compare(const Setting& setting, float length, const std::vector<Ray>& rays,
               const std::vector<std::unique_ptr<SpatialHash>>& ofFixtures,
               const std::vector<std::unique_ptr<SpatialHash>>& ofSegments)
{
	int32_t hits = 0;
	int32_t differences = 0;
	for (const Ray& ray : rays)
	{
		const auto live = CastRayClosest(*setting.scene.world, ray);
		ClosestHit box2d;
		setting.scene.world->RayCast(&box2d, ray.origin, ray.origin + ray.translation);
		hits += live.has_value();
		differences += box2d.fixture != (live ? live->fixture : nullptr);
		for (const auto& hash : ofFixtures)
		{
			const auto hit = CastRayClosest(*hash, ray);
			if (hit.has_value() != live.has_value() || (hit && IsSame(*hit, *live) == false))
			{
				Refuse(setting, length, "hash and live world disagree");
			}
		}
		for (const auto& hash : ofSegments)
		{
			const auto hit = CastRayClosest(*hash, ray);
			if (hit.has_value() != live.has_value() ||
			    (hit && (hit->tag != IndexOf(live->fixture) || hit->enter.fraction != live->enter.fraction)))
			{
				Refuse(setting, length, "hash of segments and live world disagree");
			}
		}
	}
	if (differences > static_cast<int32_t>(rays.size()) / 100)
	{
		Refuse(setting, length, std::to_string(differences) + " of Box2D's answers differ");
	}
	return static_cast<double>(hits) / static_cast<double>(rays.size());
}

std::vector<std::unique_ptr<SpatialHash>> HashesOf(const Setting& setting, bool plain)
{
	std::vector<std::unique_ptr<SpatialHash>> hashes;
	for (const float size : k_cellSizes)
	{
		if (plain && setting.segments.empty())
		{
			break;
		}
		hashes.push_back(std::make_unique<SpatialHash>(size));
		if (plain == false)
		{
			hashes.back()->Update(setting.scene.world.get());
			continue;
		}
		for (const Ends& ends : setting.segments)
		{
			hashes.back()->AddSegment(ends.a, ends.b, static_cast<uintptr_t>(&ends - setting.segments.data()));
		}
	}
	return hashes;
}

void PrintRow(std::FILE* csv, const Setting& setting, float length, double hitShare, const Caster& caster,
              const std::vector<Caster>& all)
{
	const double box2d = MedianRatio(all[0].times, caster.times);
	const double live = MedianRatio(all[1].times, caster.times);
	std::printf("%-9s %7zu %5g m %5.1f%% | %-14s %4g | %9.1f ns %7.2fx %7.2fx\n", setting.name.c_str(),
	            setting.scene.fixtures.size(), static_cast<double>(length), 100.0 * hitShare, caster.name.c_str(),
	            static_cast<double>(caster.cellSize), Median(caster.times), box2d, live);
	if (csv != nullptr)
	{
		std::fprintf(csv, "%s,%zu,%g,%.3f,%s,%g,%.1f,%.3f,%.3f\n", setting.name.c_str(), setting.scene.fixtures.size(),
		             static_cast<double>(length), hitShare, caster.name.c_str(), static_cast<double>(caster.cellSize),
		             Median(caster.times), box2d, live);
	}
}

void RunLength(const Setting& setting, float length, const std::vector<std::unique_ptr<SpatialHash>>& ofFixtures,
               const std::vector<std::unique_ptr<SpatialHash>>& ofSegments, std::FILE* csv)
{
	const b2World& world = *setting.scene.world;
	const std::vector<Ray> rays = RaysFromOutside(setting.scene, length);
	const double hitShare = Compare(setting, length, rays, ofFixtures, ofSegments);

	std::vector<Caster> casters(2);
	casters[0].name = "box2d";
	casters[0].pass = [&world](const std::vector<Ray>& list)
	{
		return TimePass(list,
		                [&](const Ray& ray)
		                {
			                ClosestHit callback;
			                world.RayCast(&callback, ray.origin, ray.origin + ray.translation);
			                Keep(callback);
		                });
	};
	casters[1].name = "live";
	casters[1].pass = [&world](const std::vector<Ray>& list)
	{
		return TimePass(list, [&](const Ray& ray) { Keep(CastRayClosest(world, ray)); });
	};
	for (const auto* hashes : {&ofFixtures, &ofSegments})
	{
		for (const auto& hash : *hashes)
		{
			casters.push_back({hashes == &ofFixtures ? "hash" : "hash_segments",
			                   hash->CellSize(),
			                   [&hash](const std::vector<Ray>& list)
			                   { return TimePass(list, [&](const Ray& ray) { Keep(CastRayClosest(*hash, ray)); }); },
			                   {}});
		}
	}
	for (int32_t pass = 0; pass <= g_passes; ++pass)
	{
		for (size_t i = 0; i < casters.size(); ++i)
		{
			Caster& caster = casters[(i + static_cast<size_t>(pass)) % casters.size()];
			const double time = caster.pass(rays);
			if (pass > 0) // the first warms up
			{
				caster.times.push_back(time);
			}
		}
	}
	for (const Caster& caster : casters)
	{
		PrintRow(csv, setting, length, hitShare, caster, casters);
	}
}

// What it costs to keep a hash beside the world.
void TimeUpdates(Setting& setting)
{
	b2World& world = *setting.scene.world;
	std::printf("%-9s %7zu  Update, ms:", setting.name.c_str(), setting.scene.fixtures.size());
	for (const float size : k_cellSizes)
	{
		std::vector<double> fresh, moved, kept;
		for (int32_t pass = 0; pass < 5; ++pass)
		{
			SpatialHash hash(size);
			const auto time = [&](std::vector<double>& times)
			{
				const double start = Now();
				hash.Update(&world);
				times.push_back(1e3 * (Now() - start));
			};
			time(fresh);
			size_t i = 0;
			for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
			{
				if (++i % 10 == 0)
				{
					const float way = pass % 2 == 0 ? 0.1f : -0.1f;
					body->SetTransform(body->GetPosition() + b2Vec2{way, way}, body->GetAngle());
				}
			}
			time(moved);
			time(kept);
		}
		std::printf("  [cells of %g m: new %.2f, a tenth moved by 0.14 m %.2f, none moved %.2f]",
		            static_cast<double>(size), Median(fresh), Median(moved), Median(kept));
	}
	std::printf("\n");
}

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	using namespace ricochet::test;

	std::FILE* csv = nullptr;
	int32_t most = 100000;
	bool good = true;
	for (int i = 1; i < argc && good; i += 2)
	{
		const char* value = i + 1 < argc ? argv[i + 1] : "";
		if (std::strcmp(argv[i], "--csv") == 0)
		{
			csv = std::fopen(value, "w");
			good = csv != nullptr;
		}
		else if (std::strcmp(argv[i], "--passes") == 0)
		{
			g_passes = std::max(1, std::atoi(value));
		}
		else if (std::strcmp(argv[i], "--rays") == 0)
		{
			g_rays = std::max(1, std::atoi(value));
		}
		else if (std::strcmp(argv[i], "--most") == 0)
		{
			most = std::atoi(value);
		}
		else
		{
			good = false;
		}
	}
	if (good == false)
	{
		std::fprintf(stderr, "usage: %s [--csv file] [--passes n] [--rays n] [--most fixtures]\n", argv[0]);
		return EXIT_FAILURE;
	}
	WarnUnlessRelease();
	if (csv != nullptr)
	{
		std::fprintf(csv, "scene,count,length,hits,caster,cell,ns,box2d_ratio,live_ratio\n");
	}
	std::printf("%-9s %7s %7s %6s | %-14s %4s | %12s %8s %8s\n", "scene", "count", "length", "hits", "caster", "cell",
	            "median", "of Box2D", "of live");
	const int counts = 1 + (most >= 10000 ? 1 : 0) + (most >= 100000 ? 1 : 0);
	ProgressLine progress(12.0 * counts, "settings");
	for (const auto& make : {MakeCrowd, MakeSegments, MakeDesert})
	{
		for (int32_t count : {1000, 10000, 100000})
		{
			if (count > most)
			{
				continue;
			}
			Setting setting = make(count);
			const auto ofFixtures = HashesOf(setting, false);
			const auto ofSegments = HashesOf(setting, true);
			for (const float length : {0.5f, 2.0f, 10.0f, 50.0f})
			{
				RunLength(setting, length, ofFixtures, ofSegments, csv);
				progress.Step();
			}
			TimeUpdates(setting);
		}
	}
	if (csv != nullptr)
	{
		std::fclose(csv);
	}
	return EXIT_SUCCESS;
}
