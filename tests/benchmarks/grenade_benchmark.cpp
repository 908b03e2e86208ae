// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "benchmarks/common.h"
#include "benchmarks/race/clock.h"
#include "support/progress.h"
#include "support/scenes.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Many grenades fly over uneven ground. The benchmark times the plugin's part of a step while they bounce, and when all
// lie still.
// Before it prints a time, it checks that all grenades exist, are above the ground, and rest at the end.
// Then it compares a few grenades with bullet bodies of Box2D.

namespace ricochet::test
{

namespace
{

constexpr float k_dt = 1.0f / 60.0f;
constexpr float k_spacing = 0.5f; // metres of ground for each grenade
constexpr int32_t k_window = 30;  // the number of steps for a line of the table
constexpr int32_t k_mostSteps = 3600;
constexpr uint64_t k_seed = 11;

// Returns a floor with steps of several heights, and a wall at either end.
Scene MakeGround(float halfWidth)
{
	SceneRandom random(k_seed);
	Scene scene;
	scene.halfWidth = halfWidth;
	scene.Add(scene.AddBody({0.0f, -1.0f}), BoxOf(halfWidth + 2.0f, 1.0f));
	for (float x = -halfWidth; x < halfWidth; x += 4.0f)
	{
		const float height = random.Uniform(0.1f, 1.0f);
		scene.Add(scene.AddBody({x, 0.0f}), BoxOf(random.Uniform(0.3f, 1.0f), height));
	}
	for (const float side : {-1.0f, 1.0f})
	{
		scene.Add(scene.AddBody({side * (halfWidth + 1.0f), 10.0f}), BoxOf(1.0f, 20.0f));
	}
	return scene;
}

GrenadeDef NextThrow(SceneRandom& random, const Scene& scene)
{
	GrenadeDef def;
	def.position = {random.Uniform(-scene.halfWidth, scene.halfWidth), random.Uniform(2.0f, 6.0f)};
	def.velocity = random.InBox(8.0f);
	def.fuse = 1e6f;
	return def;
}

struct Window
{
	std::vector<double> seconds;
	size_t impacts = 0;
	int64_t legs = 0;
};

void StepOnce(Plugin& plugin, b2World& world, Window& window)
{
	const double start = ProcessorTime();
	plugin.BeginStep();
	const double begun = ProcessorTime();
	world.Step(k_dt, 8, 3);
	const double stepped = ProcessorTime();
	plugin.EndStep(k_dt);
	const double ended = ProcessorTime();
	const double clock = ProcessorTime() - ended; // both differences include one look at the clock
	window.seconds.push_back(begun - start + ended - stepped - 2.0 * clock);
	window.impacts += plugin.Impacts().size();
	window.legs += plugin.Stats().legs;
}

bool AreAllThere(const Plugin& plugin, int32_t count)
{
	const auto states = plugin.Grenades();
	return states.size() == static_cast<size_t>(count) &&
	       std::all_of(states.begin(), states.end(), [](const GrenadeState& state) { return state.position.y > 0.0f; });
}

size_t RestingOf(const Plugin& plugin)
{
	const auto states = plugin.Grenades();
	return static_cast<size_t>(
	    std::count_if(states.begin(), states.end(), [](const GrenadeState& state) { return state.resting; }));
}

void Run(int32_t count)
{
	Scene scene = MakeGround(0.5f * k_spacing * static_cast<float>(count));
	SceneRandom random(k_seed + 1);
	Plugin plugin(*scene.world);
	for (int32_t i = 0; i < count; ++i)
	{
		plugin.Throw(NextThrow(random, scene));
	}
	size_t resting = 0;
	for (int32_t step = 0; step < k_mostSteps; step += k_window)
	{
		const bool rests = resting == static_cast<size_t>(count);
		Window window;
		for (int32_t i = 0; i < k_window; ++i)
		{
			StepOnce(plugin, *scene.world, window);
		}
		resting = RestingOf(plugin);
		if (AreAllThere(plugin, count) == false || (rests && resting < static_cast<size_t>(count)))
		{
			std::fprintf(stderr, "Grenades are gone, in the ground, or awake again.\n");
			std::exit(EXIT_FAILURE);
		}
		const double perStep = Median(window.seconds);
		std::printf("%9d %8.1f %8.1f %10.2f %10.2f %10.3f %12.1f\n", count,
		            static_cast<double>(step + k_window) * static_cast<double>(k_dt),
		            100.0 * static_cast<double>(resting) / count,
		            static_cast<double>(window.impacts) / k_window / count,
		            static_cast<double>(window.legs) / k_window / count, 1e3 * perStep, 1e9 * perStep / count);
		if (rests)
		{
			return;
		}
	}
	std::fprintf(stderr, "%zu of %d have come to rest.\n", resting, count);
	std::exit(EXIT_FAILURE);
}

// Adds a bullet body of Box2D in place of a grenade. Like grenades, these bodies pass through each other.
b2Body* AddBulletBody(b2World& world, const GrenadeDef& def)
{
	b2BodyDef body;
	body.type = b2_dynamicBody;
	body.bullet = true;
	body.position = def.position;
	body.linearVelocity = def.velocity;
	b2CircleShape circle;
	circle.m_radius = def.radius;
	b2FixtureDef fixture;
	fixture.shape = &circle;
	fixture.density = def.mass / (b2_pi * def.radius * def.radius);
	fixture.friction = def.friction;
	fixture.restitution = def.restitution;
	fixture.filter.groupIndex = -1;
	b2Body* added = world.CreateBody(&body);
	added->CreateFixture(&fixture);
	return added;
}

// Compares a few grenades with the same number of bullet bodies of Box2D. Prints times of a step, minus the time of the
// step of the world alone. The first time is for 1.5 seconds in which all fly and bounce. The second time is for the
// last second of a minute, when nearly all rest.
void RunBesideBodies(int32_t fixtures, int32_t count)
{
	constexpr int32_t k_flying = 90;
	constexpr int32_t k_steps = 3600;
	Scene alone = MakeGround(2.0f * static_cast<float>(fixtures));
	Scene thrown = MakeGround(2.0f * static_cast<float>(fixtures));
	Scene withBodies = MakeGround(2.0f * static_cast<float>(fixtures));
	Plugin plugin(*thrown.world);
	SceneRandom random(k_seed + 2);
	std::vector<b2Body*> bodies;
	for (int32_t i = 0; i < count; ++i)
	{
		const GrenadeDef def = NextThrow(random, alone);
		plugin.Throw(def);
		bodies.push_back(AddBulletBody(*withBodies.world, def));
	}
	std::vector<double> grenadeSeconds;
	std::vector<double> bodySeconds;
	const auto tell = [&](const char* phase)
	{
		std::printf("%9d %9d %9s %10.2f %10.2f\n", fixtures, count, phase, 1e6 * Median(grenadeSeconds),
		            1e6 * Median(bodySeconds));
	};
	for (int32_t step = 0; step < k_steps; ++step)
	{
		const double begin = ProcessorTime();
		plugin.Step(k_dt, 8, 3);
		const double start = ProcessorTime();
		alone.world->Step(k_dt, 8, 3);
		const double middle = ProcessorTime();
		withBodies.world->Step(k_dt, 8, 3);
		grenadeSeconds.push_back(start - begin - (middle - start));
		bodySeconds.push_back(ProcessorTime() - middle - (middle - start));
		if (step + 1 == k_flying || step + 61 == k_steps)
		{
			if (step + 1 == k_flying)
			{
				tell("flying");
			}
			grenadeSeconds.clear();
			bodySeconds.clear();
		}
	}
	tell("resting");
	const auto awake = std::count_if(bodies.begin(), bodies.end(), [](const b2Body* body) { return body->IsAwake(); });
	if (AreAllThere(plugin, count) == false)
	{
		std::fprintf(stderr, "Grenades are gone, or in the ground.\n");
		std::exit(EXIT_FAILURE);
	}
	std::printf("%29s %zu of the grenades and %td of the bodies still move\n", "",
	            static_cast<size_t>(count) - RestingOf(plugin), awake);
}

} // namespace

} // namespace ricochet::test

int main()
{
	ricochet::test::WarnUnlessRelease();
	std::printf("%9s %8s %8s %10s %10s %10s %12s\n", "grenades", "until s", "% rest", "impacts", "legs", "ms/step",
	            "ns/grenade");
	ricochet::test::ProgressLine progress(6, "settings");
	for (const int32_t count : {1000, 10000})
	{
		ricochet::test::Run(count);
		progress.Step();
	}
	std::printf("\n%9s %9s %9s %10s %10s   us/step\n", "fixtures", "grenades", "", "grenades", "bodies");
	for (const int32_t fixtures : {100, 1000})
	{
		for (const int32_t count : {10, 100})
		{
			ricochet::test::RunBesideBodies(fixtures, count);
			progress.Step();
		}
	}
	return EXIT_SUCCESS;
}
