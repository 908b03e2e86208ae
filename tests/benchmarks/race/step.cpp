// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/race/step.h"

#include "benchmarks/common.h"
#include "benchmarks/race/clock.h"

#include <ricochet/index/snapshot.h>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace ricochet::test
{

namespace
{

constexpr int32_t k_shapes = 10000;
constexpr float k_field = 400.0f;

double MillisecondsOf(const auto& work)
{
	const double start = ProcessorTime();
	work();
	return 1e3 * (ProcessorTime() - start);
}

} // namespace

void PrintUpdateBesideStep(int passes)
{
	const RaceScene scene = MakeRaceScene("polygons", k_shapes, k_field);
	RaceWorld world(scene);
	SceneRandom random(2030);
	for (size_t i = 0; i < world.bodies.size(); i += 10)
	{
		world.bodies[i]->SetType(b2_dynamicBody);
		world.bodies[i]->SetLinearVelocity(random.Uniform(1.0f, 6.0f) * random.Direction());
		world.bodies[i]->SetAngularVelocity(random.Uniform(-2.0f, 2.0f));
		world.bodies[i]->SetSleepingAllowed(false);
	}
	std::vector<double> first;
	std::vector<double> steps;
	std::vector<double> updates;
	std::vector<double> ratios;
	Snapshot snapshot(world.world);
	size_t bytes = 0;
	for (int32_t pass = 0; pass < passes; ++pass)
	{
		steps.push_back(MillisecondsOf([&] { world.world.Step(1.0f / 60.0f, 8, 3); }));
		updates.push_back(MillisecondsOf([&] { snapshot.Update(); }));
		ratios.push_back(steps.back() / updates.back());
		std::optional<Snapshot> again;
		first.push_back(MillisecondsOf([&] { again.emplace(world.world); }));
		bytes = again->ByteCount();
	}
	std::printf("\n%d polygons, one in ten flies and collides: medians of %d steps\n"
	            "  b2World::Step %.3f ms, Snapshot::Update %.3f ms, %.1f times as fast; first Snapshot %.3f ms, %.0f "
	            "bytes a shape\n",
	            k_shapes, passes, Median(steps), Median(updates), Median(ratios), Median(first),
	            static_cast<double>(bytes) / k_shapes);
}

} // namespace ricochet::test
