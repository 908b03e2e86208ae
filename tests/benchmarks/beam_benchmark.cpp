// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/query/batch.h>

#include "benchmarks/common.h"
#include "support/brute_force.h"
#include "support/progress.h"
#include "support/scenes.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

// Times beams that bounce off everything: over the world, over a Snapshot one by one, and as a batch. Before anything
// is timed, the legs of all three must be the same. The three are timed in turns. The table has the medians of the
// times, and the medians of the quotients within a pass.

namespace ricochet::test
{

namespace
{

constexpr int32_t k_passes = 7;
constexpr int32_t k_bounces = 20000; // the largest number for all beams together
constexpr uint64_t k_seed = 2031;

struct Beams
{
	std::vector<BeamRay> rays;
	BeamDef def;
};

Beams MakeBeams(const Scene& scene, int32_t bounces)
{
	SceneRandom random(k_seed);
	Beams beams;
	beams.def.length = 1000.0f;
	beams.def.maxBounces = bounces;
	beams.def.filter.startInside = false;
	for (int32_t i = 0; i < k_bounces / bounces; ++i)
	{
		beams.rays.push_back({random.InBox(0.8f * scene.halfWidth), random.Direction()});
	}
	return beams;
}

using Legs = std::vector<std::vector<BeamLeg>>;

template <class Target>
void CastSingly(const Beams& beams, Legs& legs, const Target& castOne)
{
	for (size_t i = 0; i < beams.rays.size(); ++i)
	{
		castOne(beams.rays[i], legs[i]);
	}
}

bool AreSame(std::span<const BeamLeg> a, std::span<const BeamLeg> b)
{
	return std::equal(a.begin(), a.end(), b.begin(), b.end(),
	                  [](const BeamLeg& x, const BeamLeg& y) { return IsSame(x, y) && x.response == y.response; });
}

class Runner
{
public:
	Runner(const Scene& scene, int32_t bounces)
	    : m_world(*scene.world), m_snapshot(m_world), m_beams(MakeBeams(scene, bounces)), m_live(m_beams.rays.size()),
	      m_single(m_beams.rays.size())
	{
	}

	void Run(int32_t fixtures)
	{
		for (size_t which = 0; which < 3; ++which)
		{
			Cast(which);
		}
		size_t legs = 0;
		for (size_t i = 0; i < m_beams.rays.size(); ++i)
		{
			legs += m_live[i].size();
			if (AreSame(m_live[i], m_single[i]) == false || AreSame(m_live[i], m_batch.Of(i)) == false)
			{
				std::fprintf(stderr, "The legs of a beam differ. Nothing was timed.\n");
				std::exit(EXIT_FAILURE);
			}
		}
		std::array<std::vector<double>, 3> times;
		std::array<std::vector<double>, 3> ratios;
		for (size_t pass = 0; pass < k_passes; ++pass)
		{
			for (size_t i = 0; i < 3; ++i)
			{
				const size_t which = (i + pass) % 3;
				const std::clock_t start = std::clock();
				Cast(which);
				times[which].push_back(1e9 * static_cast<double>(std::clock() - start) /
				                       static_cast<double>(CLOCKS_PER_SEC) / static_cast<double>(legs));
			}
			for (size_t which = 0; which < 3; ++which)
			{
				ratios[which].push_back(times[0].back() / times[which].back());
			}
		}
		std::printf("%8d %8d %10.1f %12.0f %12.0f %12.0f %10.1f %10.1f\n", fixtures, m_beams.def.maxBounces,
		            static_cast<double>(legs) / static_cast<double>(m_beams.rays.size()), Median(times[0]),
		            Median(times[1]), Median(times[2]), Median(ratios[1]), Median(ratios[2]));
		std::fflush(stdout);
	}

private:
	void Cast(size_t which)
	{
		const BeamDef& def = m_beams.def;
		if (which == 0)
		{
			CastSingly(m_beams, m_live,
			           [&](const BeamRay& ray, std::vector<BeamLeg>& legs)
			           { CastBeam(m_world, ray.origin, ray.direction, def, legs); });
		}
		else if (which == 1)
		{
			CastSingly(m_beams, m_single,
			           [&](const BeamRay& ray, std::vector<BeamLeg>& legs)
			           { CastBeam(m_snapshot, ray.origin, ray.direction, def, legs); });
		}
		else
		{
			(void)CastBeams(m_snapshot, m_beams.rays, def, m_batch);
		}
	}

	const b2World& m_world;
	Snapshot m_snapshot;
	Beams m_beams;
	Legs m_live;
	Legs m_single;
	BeamLegs m_batch;
};

} // namespace

} // namespace ricochet::test

int main()
{
	using namespace ricochet::test;
	WarnUnlessRelease();
	std::printf("%8s %8s %10s %12s %12s %12s %10s %10s\n", "fixtures", "bounces", "legs/beam", "world ns/leg",
	            "Snapshot", "batch", "x Snapshot", "x batch");
	ProgressLine progress(9, "settings");
	for (const int32_t fixtures : {1000, 10000, 100000})
	{
		const Scene scene = MakeScatteredScene(fixtures, k_seed);
		for (const int32_t bounces : {1, 10, 100})
		{
			Runner(scene, bounces).Run(fixtures);
			progress.Step();
		}
	}
	return EXIT_SUCCESS;
}
