// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "benchmarks/common.h"
#include "benchmarks/race/clock.h"
#include "support/scenes.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// Many bullets of 300 m/s among 10,000 fixtures, 1,000 of which move and turn: what a step of the plugin takes without
// the world's own. What expires is fired again elsewhere.

namespace ricochet::test
{

namespace
{

constexpr int32_t k_fixtures = 10000;
constexpr int32_t k_moving = 1000;
constexpr float k_dt = 1.0f / 60.0f;
constexpr float k_speed = 300.0f;
constexpr int32_t k_warmUp = 4;
constexpr int32_t k_steps = 15;
constexpr uint64_t k_seed = 7;

struct Field
{
	explicit Field(float width) : halfWidth(0.5f * width), random(k_seed)
	{
		scene.halfWidth = halfWidth;
		for (int32_t i = 0; i < k_fixtures; ++i)
		{
			const bool moves = i % (k_fixtures / k_moving) == 0;
			b2Body* body = scene.AddBody(random.InBox(halfWidth), random.Uniform(-3.14f, 3.14f),
			                             moves ? b2_kinematicBody : b2_staticBody);
			scene.Add(body, RandomPolygon(random, 0.75f));
			if (moves)
			{
				body->SetLinearVelocity(10.0f * random.Direction());
				body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
			}
		}
	}

	BulletDef Bullet()
	{
		BulletDef bullet;
		bullet.position = random.InBox(halfWidth);
		bullet.velocity = k_speed * random.Direction();
		bullet.lifetime = random.Uniform(0.5f, 2.0f);
		bullet.filter.startInside = false;
		return bullet;
	}

	float halfWidth;
	SceneRandom random;
	Scene scene;
};

// FNV-1a of what happened.
class Hash
{
public:
	template <class T>
	void Add(const T& value)
	{
		unsigned char bytes[sizeof(T)];
		std::memcpy(bytes, &value, sizeof(T));
		for (const unsigned char byte : bytes)
		{
			m_value = (m_value ^ byte) * 0x100000001b3ull;
		}
	}

	[[nodiscard]] uint64_t Value() const { return m_value; }

private:
	uint64_t m_value = 0xcbf29ce484222325ull;
};

void Run(float width, int32_t count)
{
	Field field(width);
	b2World& world = *field.scene.world;
	Plugin plugin(world, {.surface = {.resistance = 0.0f}});
	const size_t before = HeapBytes();
	for (int32_t i = 0; i < count; ++i)
	{
		plugin.Fire(field.Bullet());
	}
	std::vector<double> seconds;
	size_t hits = 0;
	size_t ends = 0;
	int64_t casts = 0;
	Hash hash;
	for (int32_t step = 0; step < k_warmUp + k_steps; ++step)
	{
		const double start = ProcessorTime();
		plugin.BeginStep();
		const double begun = ProcessorTime();
		world.Step(k_dt, 8, 3);
		const double stepped = ProcessorTime();
		plugin.EndStep(k_dt);
		const double done = ProcessorTime();
		if (step >= k_warmUp)
		{
			seconds.push_back(begun - start + done - stepped);
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
	std::printf("%8.0f %9d %8.2f %8.2f %8.2f %10.3f %10.1f %8zu  %016llx\n", static_cast<double>(width), count,
	            100.0 * static_cast<double>(hits) / flights, 100.0 * static_cast<double>(ends) / flights,
	            100.0 * static_cast<double>(casts) / flights, 1e3 * perStep, 1e9 * perStep / count,
	            bytes / static_cast<size_t>(count), static_cast<unsigned long long>(hash.Value()));
	std::fflush(stdout);
}

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	using namespace ricochet::test;
#ifndef NDEBUG
	std::printf("NDEBUG is not defined: these are not the times of a release build.\n");
#endif
	std::printf("%8s %9s %8s %8s %8s %10s %10s %8s\n", "field m", "bullets", "% hit", "% end", "% cast", "ms/step",
	            "ns/bullet", "B/bullet");
	if (argc == 3) // bullets, and the width of the field
	{
		Run(static_cast<float>(std::atof(argv[2])), std::atoi(argv[1]));
		return EXIT_SUCCESS;
	}
	for (const float width : {1600.0f, 400.0f})
	{
		for (const int32_t count : {1000, 10000, 100000, 1000000})
		{
			Run(width, count);
		}
	}
	return EXIT_SUCCESS;
}
