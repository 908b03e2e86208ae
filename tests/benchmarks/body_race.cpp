// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/body_flight.h"
#include "benchmarks/race/clock.h"

namespace ricochet::test
{

RaceTimes TimeBodies(const BodyRace& race)
{
	Targets targets;
	Bodies bodies(race, targets);
	RaceTimes times;
	for (int32_t step = 0; step < k_warmUp + k_steps; ++step)
	{
		targets.Move(step);
		bodies.FillUp([](size_t, const BulletDef&) {});
		const double start = ProcessorTime();
		targets.scene.world->Step(k_stepTime, 8, 3);
		const double done = ProcessorTime();
		if (step >= k_warmUp)
		{
			times.seconds.push_back(done - start);
		}
		bodies.Sweep([&](const Flight& flight) { times.hits += flight.touched != nullptr ? 1 : 0; });
	}
	return times;
}

RaceTimes TimeBullets(const BodyRace& race)
{
	Targets targets;
	const Shots shots(race, targets);
	Plugin plugin(*targets.scene.world);
	RaceTimes times;
	size_t next = 0;
	for (int32_t step = 0; step < k_warmUp + k_steps; ++step)
	{
		targets.Move(step);
		for (; plugin.Bullets().size() < static_cast<size_t>(race.count); ++next)
		{
			BulletDef def = shots[next];
			def.userData = next;
			plugin.Fire(def);
		}
		const double start = ProcessorTime();
		plugin.Step(k_stepTime, 8, 3);
		const double done = ProcessorTime();
		if (step >= k_warmUp)
		{
			times.seconds.push_back(done - start);
		}
		times.hits += plugin.Impacts().size();
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			times.firstHits += impact.userData < static_cast<size_t>(race.count) ? 1 : 0;
		}
	}
	return times;
}

} // namespace ricochet::test
