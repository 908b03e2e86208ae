// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "benchmarks/bullet_field.h"
#include "benchmarks/common.h"
#include "benchmarks/race/clock.h"
#include "support/progress.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// An everyday game: no bullet or a few, among 100 to 10,000 boxes.
// The benchmark compares BeginStep and EndStep with a loop written by hand, which calls b2World::RayCast once for each
// bullet and step.
// Both read the same world after each of its steps, and take turns in which goes first.
// The exit status is 1 if a bound is not met:
//
//   nothing flies   at most 0.01 of b2World::Step
//   bullets         at most the loop by hand plus a tenth of b2World::Step
//
//   ricochet_everyday_benchmark [m/s]     300 by default

namespace ricochet::test
{

namespace
{

constexpr int32_t k_warmUp = 5;
constexpr int32_t k_steps = 61;
constexpr float k_areaPerBox = 64.0f; // m^2

struct Field
{
	Field(int32_t fixtures, bool moves) : halfWidth(0.5f * std::sqrt(k_areaPerBox * static_cast<float>(fixtures)))
	{
		scene.halfWidth = halfWidth;
		for (int32_t i = 0; i < fixtures; ++i)
		{
			const bool isMoving = moves && i % 10 == 0;
			const b2Vec2 position = random.InBox(halfWidth);
			const float angle = random.Uniform(-3.14f, 3.14f);
			b2Body* body = scene.AddBody(position, angle, isMoving ? b2_kinematicBody : b2_staticBody);
			const float width = random.Uniform(0.2f, 1.2f);
			const float height = random.Uniform(0.2f, 1.2f);
			b2PolygonShape box;
			box.SetAsBox(width, height);
			scene.Add(body, box);
			if (isMoving)
			{
				body->SetLinearVelocity(2.0f * random.Direction());
				body->SetAngularVelocity(random.Uniform(-3.0f, 3.0f));
			}
		}
	}

	float halfWidth;
	SceneRandom random{11};
	Scene scene;
};

struct Shot
{
	b2Vec2 position;
	b2Vec2 velocity;
};

/// The bullets of the loop by hand. A bullet that hits something or leaves the field starts again elsewhere.
class ByHand
{
public:
	ByHand(Field& field, int32_t count, float speed) : m_field(field), m_speed(speed)
	{
		for (int32_t i = 0; i < count; ++i)
		{
			m_shots.push_back(NewShot());
		}
	}

	[[nodiscard]] const std::vector<Shot>& Shots() const { return m_shots; }

	Shot NewShot()
	{
		const b2Vec2 position = m_field.random.InBox(m_field.halfWidth);
		return {position, m_speed * m_field.random.Direction()};
	}

	void Step()
	{
		m_ended.clear();
		for (Shot& shot : m_shots)
		{
			const b2Vec2 to = shot.position + BulletField::k_dt * shot.velocity;
			ClosestHit hit;
			m_field.scene.world->RayCast(&hit, shot.position, to);
			shot.position = to;
			if (hit.fixture != nullptr || std::abs(to.x) > m_field.halfWidth || std::abs(to.y) > m_field.halfWidth)
			{
				m_ended.push_back(&shot);
			}
		}
	}

	void Renew()
	{
		for (Shot* shot : m_ended)
		{
			*shot = NewShot();
		}
	}

private:
	Field& m_field;
	float m_speed;
	std::vector<Shot> m_shots;
	std::vector<Shot*> m_ended;
};

struct Times
{
	double world, byHand, plugin; // median times in seconds
	size_t hits;
	uint64_t hash;
};

Times Measure(int32_t fixtures, bool moves, int32_t bullets, float speed)
{
	Field field(fixtures, moves);
	b2World& world = *field.scene.world;
	ByHand byHand(field, bullets, speed);
	Plugin plugin(world, {.surface = {.resistance = 0.0f}});
	const auto fire = [&](const Shot& shot)
	{
		plugin.Fire({.position = shot.position, .velocity = shot.velocity, .gravityScale = 0.0f, .lifetime = 1.0f});
	};
	for (const Shot& shot : byHand.Shots())
	{
		fire(shot);
	}
	std::vector<double> worldTimes, handTimes, pluginTimes;
	Times times{};
	EventHash hash;
	const auto timeOf = [](auto&& call)
	{
		const double before = WallTime();
		call();
		return WallTime() - before;
	};
	for (int32_t step = 0; step < k_warmUp + k_steps; ++step)
	{
		double ours = timeOf([&] { plugin.BeginStep(); });
		const double worlds = timeOf([&] { world.Step(BulletField::k_dt, 8, 3); });
		double theirs = step % 2 == 0 ? timeOf([&] { byHand.Step(); }) : 0.0;
		ours += timeOf([&] { plugin.EndStep(BulletField::k_dt); });
		theirs += step % 2 != 0 ? timeOf([&] { byHand.Step(); }) : 0.0;
		if (step >= k_warmUp)
		{
			worldTimes.push_back(worlds);
			handTimes.push_back(theirs);
			pluginTimes.push_back(ours);
			times.hits += plugin.Impacts().size();
		}
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			hash.Add(impact.enter.point);
		}
		byHand.Renew();
		while (plugin.Bullets().size() < static_cast<size_t>(bullets))
		{
			fire(byHand.NewShot());
		}
	}
	times.world = Median(worldTimes);
	times.byHand = Median(handTimes);
	times.plugin = Median(pluginTimes);
	times.hash = hash.Value();
	return times;
}

// Returns the time that reading the clock twice takes (s). It is subtracted, because BeginStep and EndStep are timed
// separately.
double ClockTime()
{
	std::vector<double> times;
	for (int32_t i = 0; i < 1001; ++i)
	{
		const double before = WallTime();
		times.push_back(WallTime() - before);
	}
	return 2.0 * Median(times);
}

// A cell of the table. With few bullets a step takes only microseconds.
// The processor may then still be slow after idling, or another program may run. So the medians over several runs are
// taken.
struct Cell
{
	double world, byHand, plugin; // median times in seconds
	double share;                 // the fraction of the allowed time
	uint64_t hash;
};

Cell Repeat(int32_t fixtures, bool moves, int32_t bullets, float speed, double clock)
{
	const int32_t runs = fixtures <= 1000 && bullets <= 100 ? 9 : 1;
	std::vector<double> worlds, hands, plugins, shares;
	Cell cell{};
	for (int32_t run = 0; run < runs; ++run)
	{
		const Times times = Measure(fixtures, moves, bullets, speed);
		const double ours = std::max(times.plugin - clock, 0.0);
		const double allowed = bullets == 0 ? 0.01 * times.world : times.byHand + 0.1 * times.world;
		worlds.push_back(times.world);
		hands.push_back(times.byHand);
		plugins.push_back(ours);
		shares.push_back(ours / allowed);
		cell.hash = times.hash; // the hash is the same in each run
	}
	cell.world = Median(worlds);
	cell.byHand = Median(hands);
	cell.plugin = Median(plugins);
	cell.share = Median(shares);
	return cell;
}

bool Run(int32_t fixtures, bool moves, float speed)
{
	const double clock = ClockTime();
	const Cell idle = Repeat(fixtures, moves, 0, speed, clock);
	bool isMet = idle.share <= 1.0;
	std::printf("%8d %7s %9.2f %8.3f%s", fixtures, moves ? "10 %" : "0", 1e6 * idle.world, 1e6 * idle.plugin,
	            isMet ? " " : "*");
	uint64_t hash = 0;
	for (const int32_t bullets : {10, 100, 1000, 10000})
	{
		const Cell cell = Repeat(fixtures, moves, bullets, speed, clock);
		isMet = isMet && cell.share <= 1.0;
		hash = 31 * hash + cell.hash;
		std::printf(" %9.1f / %8.1f%s", 1e6 * cell.byHand, 1e6 * cell.plugin, cell.share <= 1.0 ? " " : "*");
		std::fflush(stdout);
	}
	std::printf(" %016llx\n", static_cast<unsigned long long>(hash));
	std::fflush(stdout);
	return isMet;
}

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	using namespace ricochet::test;
	WarnUnlessRelease();
	const float speed = argc > 1 ? std::strtof(argv[1], nullptr) : 300.0f;
	if (!(speed > 0.0f) || !std::isfinite(speed))
	{
		std::fprintf(stderr, "%s is no speed: it must be finite and above 0 (m/s)\n", argv[1]);
		return 2;
	}
	std::printf("%g m/s; us a step, medians; *: beyond its bound\n", static_cast<double>(speed));
	std::printf("%8s %7s %9s %9s", "fixtures", "moving", "world", "nothing");
	for (const char* bullets : {"10", "100", "1,000", "10,000"})
	{
		std::printf(" %8s by hand / us ", bullets);
	}
	std::printf(" %16s\n", "hash");
	ProgressLine progress(6, "worlds");
	bool areMet = true;
	for (const int32_t fixtures : {100, 1000, 10000})
	{
		for (const bool moves : {false, true})
		{
			areMet = Run(fixtures, moves, speed) && areMet;
			progress.Step();
		}
	}
	return areMet ? EXIT_SUCCESS : EXIT_FAILURE;
}
