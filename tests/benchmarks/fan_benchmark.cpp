// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_fan.h>

#include "benchmarks/common.h"
#include "support/brute_force.h"
#include "support/progress.h"
#include "support/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

// A fan of rays in one call against the same rays cast one by one, by ricochet and by b2World::RayCast with the usual
// callback. Before a time is taken, the fan's hits must be those of the single casts to the bit, and the fixtures those
// of Box2D but for one ray in a thousand, which touches a corner. The rays of the single casts are made beforehand.
//
// The three are timed in turns, pass by pass, so that what else the machine does meets all. The table has the median of
// the passes, and the medians of the quotients of neighbouring passes.

namespace ricochet::test
{

namespace
{

constexpr int32_t k_passes = 15;
constexpr int32_t k_raysOfAPass = 20000;
constexpr uint64_t k_seed = 2026;

struct Setting
{
	int32_t fixtures, degrees, radius, count;
};

// Box2D hits nothing that a ray starts inside, ricochet does: no fan does so.
std::vector<RayFan> FansOf(const Scene& scene, const Setting& setting)
{
	SceneRandom random(k_seed);
	std::vector<RayFan> fans;
	while (static_cast<int32_t>(fans.size()) < std::max(10, k_raysOfAPass / setting.count))
	{
		const RayFan fan{random.InBox(0.8f * scene.halfWidth), random.Uniform(-3.14f, 3.14f),
		                 static_cast<float>(setting.degrees) * 0.0174532925f, static_cast<float>(setting.radius),
		                 setting.count};
		if (CastRayAny(*scene.world, Ray{fan.origin, {0.0f, 0.0f}}) == false)
		{
			fans.push_back(fan);
		}
	}
	return fans;
}

std::vector<Ray> RaysOf(const std::vector<RayFan>& fans)
{
	std::vector<Ray> rays;
	for (const RayFan& fan : fans)
	{
		for (int32_t i = 0; i < fan.count; ++i)
		{
			rays.push_back(FanRay(fan, i));
		}
	}
	return rays;
}

void CastFans(const b2World& world, const std::vector<RayFan>& fans, std::vector<RayHit>& hits)
{
	size_t first = 0;
	for (const RayFan& fan : fans)
	{
		const auto count = static_cast<size_t>(fan.count);
		if (!CastRayFan(world, fan, std::span(hits).subspan(first, count)))
		{
			std::abort();
		}
		first += count;
	}
}

void CastSingly(const b2World& world, const std::vector<Ray>& rays, std::vector<RayHit>& hits)
{
	for (size_t i = 0; i < rays.size(); ++i)
	{
		const std::optional<RayHit> hit = CastRayClosest(world, rays[i]);
		hits[i] = hit.has_value() ? *hit : RayHit{};
	}
}

void CastWithBox2D(const b2World& world, const std::vector<Ray>& rays, std::vector<ClosestHit>& hits)
{
	for (size_t i = 0; i < rays.size(); ++i)
	{
		hits[i] = ClosestHit{};
		world.RayCast(&hits[i], rays[i].origin, rays[i].origin + rays[i].translation);
	}
}

// The share of rays that hit.
double Compare(const b2World& world, const std::vector<RayFan>& fans, const std::vector<Ray>& rays)
{
	std::vector<RayHit> ours(rays.size());
	std::vector<RayHit> singly(rays.size());
	std::vector<ClosestHit> box2d(rays.size());
	CastFans(world, fans, ours);
	CastSingly(world, rays, singly);
	CastWithBox2D(world, rays, box2d);
	size_t hits = 0;
	size_t differences = 0;
	for (size_t i = 0; i < rays.size(); ++i)
	{
		if (IsSame(ours[i], singly[i]) == false)
		{
			std::fprintf(stderr, "A fan and a single cast differ. Nothing was timed.\n");
			std::exit(EXIT_FAILURE);
		}
		hits += ours[i].fixture != nullptr;
		differences += ours[i].fixture != box2d[i].fixture;
	}
	if (differences > rays.size() / 1000)
	{
		std::fprintf(stderr, "Box2D hits other fixtures in %zu of %zu. Nothing was timed.\n", differences, rays.size());
		std::exit(EXIT_FAILURE);
	}
	return static_cast<double>(hits) / static_cast<double>(rays.size());
}

// Processor time: what other programs take does not count.
template <class Cast>
double TimePass(size_t rays, const Cast& cast)
{
	const std::clock_t start = std::clock();
	cast();
	return 1e9 * static_cast<double>(std::clock() - start) / static_cast<double>(CLOCKS_PER_SEC) /
	       static_cast<double>(rays);
}

void Run(const Scene& scene, const Setting& setting)
{
	const b2World& world = *scene.world;
	const std::vector<RayFan> fans = FansOf(scene, setting);
	const std::vector<Ray> rays = RaysOf(fans);
	const double hitShare = Compare(world, fans, rays);

	std::vector<RayHit> hits(rays.size());
	std::vector<ClosestHit> box2dHits(rays.size());
	std::vector<double> fan, single, box2d, overSingle, overBox2D;
	for (int32_t pass = 0; pass < k_passes; ++pass)
	{
		std::array<double, 3> times{};
		for (size_t i = 0; i < 3; ++i)
		{
			const size_t which = (i + static_cast<size_t>(pass)) % 3;
			times[which] = TimePass(rays.size(),
			                        [&]
			                        {
				                        which == 0   ? CastFans(world, fans, hits)
				                        : which == 1 ? CastSingly(world, rays, hits)
				                                     : CastWithBox2D(world, rays, box2dHits);
			                        });
		}
		fan.push_back(times[0]);
		single.push_back(times[1]);
		box2d.push_back(times[2]);
		overSingle.push_back(times[1] / times[0]);
		overBox2D.push_back(times[2] / times[0]);
	}
	std::printf("%8d %5d %5d m %6d %5.1f%% | %7.1f %7.1f %7.1f | %6.2fx %6.2fx\n", setting.fixtures, setting.degrees,
	            setting.radius, setting.count, 100.0 * hitShare, Median(fan), Median(single), Median(box2d),
	            Median(overSingle), Median(overBox2D));
	std::fflush(stdout);
}

} // namespace

} // namespace ricochet::test

int main()
{
	using namespace ricochet::test;
	WarnUnlessRelease();
	std::printf("%8s %5s %7s %6s %6s | %7s %7s %7s | fan is faster than\n%8s %5s %7s %6s %6s | %7s %7s %7s | %7s %7s\n",
	            "", "", "", "", "", "", "ns/ray", "", "fixtures", "angle", "radius", "rays", "hits", "fan", "single",
	            "Box2D", "single", "Box2D");
	ProgressLine progress(72, "settings");
	for (const int32_t fixtures : {1000, 10000})
	{
		const Scene scene = MakeScatteredScene(fixtures, k_seed);
		for (const int32_t degrees : {30, 90, 360})
		{
			for (const int32_t radius : {5, 20, 50})
			{
				for (const int32_t count : {16, 64, 360, 1024})
				{
					Run(scene, {fixtures, degrees, radius, count});
					progress.Step();
				}
			}
		}
	}
	return EXIT_SUCCESS;
}
