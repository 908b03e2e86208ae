// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/body_race.h"
#include "benchmarks/common.h"
#include "support/progress.h"

#include <cstdio>
#include <cstdlib>

// Flies the same shots as Box2D bodies (b2BodyDef::bullet) and as bullets of the plugin. It reports the time of a step,
// and how the bodies' flights end. In a first run, a plugin judges each step of each body. Then bodies and bullets are
// timed separately. The same shots must end as in the judged run.

namespace ricochet::test
{

namespace
{

constexpr int32_t k_passes = 3;

void Run(const BodyRace& race)
{
	const BodyVerdict verdict = Judge(race);
	if (1000 * verdict.disputed > verdict.entries)
	{
		std::fprintf(stderr, "%zu entries are disputed. Nothing is told.\n", verdict.disputed);
		std::exit(EXIT_FAILURE);
	}
	std::vector<double> bodies;
	std::vector<double> bullets;
	std::vector<double> ratios;
	for (int32_t pass = 0; pass < k_passes; ++pass)
	{
		const RaceTimes slow = TimeBodies(race);
		const RaceTimes fast = TimeBullets(race);
		if (slow.hits != verdict.hits || fast.firstHits != verdict.firstHits)
		{
			std::fprintf(stderr, "%zu and %zu hits where %zu and %zu were judged. Nothing is told.\n", slow.hits,
			             fast.firstHits, verdict.hits, verdict.firstHits);
			std::exit(EXIT_FAILURE);
		}
		bodies.push_back(Median(slow.seconds));
		bullets.push_back(Median(fast.seconds));
		ratios.push_back(bodies.back() / bullets.back());
	}
	std::printf("%8g %6.0f %8d %10.3f %10.3f %7.1f %8zu %8zu %8zu %8zu %8zu %8zu\n", static_cast<double>(race.radius),
	            static_cast<double>(race.speed), race.count, 1e3 * Median(bodies), 1e3 * Median(bullets),
	            Median(ratios), verdict.entries, verdict.through, verdict.noticedLater, verdict.same, verdict.late,
	            verdict.disputed);
	std::fflush(stdout);
}

} // namespace

} // namespace ricochet::test

int main()
{
	ricochet::test::WarnUnlessRelease();
	std::printf("%8s %6s %8s %10s %10s %7s %8s %8s %8s %8s %8s %8s\n", "radius m", "m/s", "bullets", "bodies ms",
	            "plugin ms", "times", "entries", "through", "later", "same", "late", "disputed");
	ricochet::test::ProgressLine progress(7, "settings");
	for (const float radius : {0.05f, 0.005f})
	{
		for (const float speed : {50.0f, 100.0f, 300.0f})
		{
			ricochet::test::Run({.speed = speed, .count = 2000, .radius = radius});
			progress.Step();
		}
	}
	ricochet::test::Run({.speed = 100.0f, .count = 200, .radius = 0.05f});
	return EXIT_SUCCESS;
}
