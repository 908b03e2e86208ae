// MIT License, Copyright (c) 2026 the ricochet authors

#include "determinism/flight_hash.h"
#include "projectile/firing_range.h"
#include "support/failing_memory.h"
#include "support/random.h"

#include <ricochet/query/executor.h>

#include <stdexcept>
#include <thread>

// Tests steps with so many bullets that the plugin casts them in parallel before it flies them one by one. The number
// of threads must not change the results.

namespace ricochet::test::many_bullets_test
{

namespace
{

constexpr int32_t k_bullets = 5000;

void Backwards(int32_t count, TaskRef task)
{
	while (count > 0)
	{
		task(--count);
	}
}

void AThreadEach(int32_t count, TaskRef task)
{
	std::vector<std::thread> threads;
	for (int32_t i = 0; i < count; ++i)
	{
		threads.emplace_back([task, i] { task(i); });
	}
	for (std::thread& thread : threads)
	{
		thread.join();
	}
}

// Many bullets among static, moving and rotating shapes. Each bullet that ends is replaced.
struct Crowd
{
	explicit Crowd(const Executor& executor, bool hasRule = true)
	    : range(
	          {0.0f, -10.0f},
	          {.rule = hasRule ? ImpactRule([this](const ImpactEvent& impact) { return Rule(impact); }) : ImpactRule(),
	           .executor = executor})
	{
		for (int32_t i = 0; i < 500; ++i)
		{
			AddShape(i);
		}
		for (int32_t i = 0; i < k_bullets; ++i)
		{
			Fire();
		}
	}

	void AddShape(int32_t i)
	{
		const b2BodyType type = i % 8 == 0 ? b2_kinematicBody : (i % 8 == 1 ? b2_dynamicBody : b2_staticBody);
		b2Body* body = range.AddBody(random.InBox(40.0f), random.Uniform(-3.0f, 3.0f), type);
		body->SetGravityScale(0.0f);
		body->SetLinearVelocity(random.InBox(8.0f));
		body->SetAngularVelocity(random.Uniform(-4.0f, 4.0f));
		b2Fixture* fixture = range.Add(body, BoxOf(random.LogUniform(0.05f, 1.0f), random.LogUniform(0.05f, 1.0f)));
		range.plugin.SetSurface(
		    fixture, {.resistance = random.Uniform(0.0f, 2000.0f), .ricochetAngle = random.Uniform(0.0f, 1.0f)});
	}

	BulletDef Any()
	{
		return {.position = random.InBox(40.0f),
		        .velocity = random.LogUniform(30.0f, 600.0f) * random.Direction(),
		        .lifetime = random.LogUniform(0.05f, 5.0f),
		        .maxBounces = random.Below(3),
		        .maxPierces = random.Below(3)};
	}

	void Fire() { range.plugin.Fire(Any()); }

	// Makes every kind of call that a rule is allowed to make.
	Response Rule(const ImpactEvent& impact)
	{
		const uint32_t i = impact.bullet.index;
		if (i % 64 == 5 && impact.body->GetType() != b2_staticBody)
		{
			range.plugin.QueueDestroy(impact.body);
		}
		else if (i % 64 == 6)
		{
			range.plugin.Fire({.position = impact.enter.point, .velocity = {50.0f, 50.0f}});
		}
		else if (i % 16 == 7)
		{
			const BulletList flying = range.plugin.Bullets();
			range.plugin.Cancel((*flying.begin()).id);
		}
		return i % 32 == 8 ? Response::Ignore : impact.response;
	}

	// Runs a step. Returns a hash of the step's events and of the projectiles still in flight.
	uint64_t Step(bool expectsThrow = false)
	{
		if (expectsThrow)
		{
			EXPECT_THROW(range.Step(k_dt), std::runtime_error);
		}
		else
		{
			range.Step(k_dt);
		}
		Hash hash;
		AddEvents(range.plugin, hash);
		AddFlying(range.plugin, hash);
		impacts += range.plugin.Impacts().size();
		while (range.plugin.Bullets().size() < k_bullets)
		{
			Fire();
		}
		return hash.Get();
	}

	SceneRandom random{1};
	FiringRange range;
	size_t impacts = 0;
};

} // namespace

TEST(ManyBullets, AreToldTheSameOnAnyThreads)
{
	ThreadPool pool(4);
	Crowd plain({});
	Crowd onPool(pool.AsExecutor());
	Crowd backwards(Backwards);
	Crowd aThreadEach(AThreadEach);
	for (int32_t step = 0; step < 8; ++step)
	{
		const uint64_t told = plain.Step();
		ASSERT_EQ(onPool.Step(), told) << step;
		ASSERT_EQ(backwards.Step(), told) << step;
		ASSERT_EQ(aThreadEach.Step(), told) << step;
	}
	EXPECT_GT(plain.impacts, 3000u);
}

TEST(ManyBullets, WhatAnExecutorThrowsComesOutAndNothingElseChanges)
{
	constexpr int32_t k_calls = 4; // per step: to sort bullets, to cast them, to sort impacts and ends
	for (int32_t failing = 0; failing <= k_calls; ++failing)
	{
		int32_t calls = 0;
		const auto executor = [&](int32_t count, TaskRef task)
		{
			for (int32_t i = 0; i < count; ++i)
			{
				if (calls == failing && i == count / 2)
				{
					calls += 1;
					throw std::runtime_error("no threads");
				}
				task(i);
			}
			calls += 1;
		};
		Crowd plain({}, false);
		Crowd failed(executor, false);
		EXPECT_EQ(failed.Step(failing < k_calls), plain.Step()) << failing;
		EXPECT_EQ(calls, failing == 0 ? k_calls - 1 : k_calls);
		EXPECT_EQ(failed.Step(failing == k_calls), plain.Step()) << failing;
	}
}

TEST(ManyBullets, MeetNothingThatOneOfThemHasQueuedToGo)
{
	FiringRange* playing = nullptr;
	const ImpactRule rule = [&](const ImpactEvent& impact)
	{
		playing->plugin.QueueDestroy(impact.body);
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, {.rule = rule});
	playing = &range;
	range.AddBox({5.0f, 0.0f}, 0.5f, 50.0f);
	const b2Fixture* behind = range.AddBox({8.0f, 0.0f}, 0.5f, 50.0f);
	for (int32_t i = 0; i < 200; ++i)
	{
		range.AddBox({static_cast<float>(i), 100.0f}, 0.4f, 0.4f);
	}
	for (int32_t i = 0; i < k_bullets; ++i)
	{
		range.plugin.Fire(Straight({0.0f, 0.015f * static_cast<float>(i) - 37.0f}, {600.0f, 0.0f}));
	}
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 2u);
	EXPECT_NE(range.plugin.Impacts()[0].fixture, behind);
	EXPECT_EQ(range.plugin.Impacts()[1].fixture, behind);
	EXPECT_EQ(range.plugin.Bullets().size(), static_cast<size_t>(k_bullets - 2));
}

TEST(ManyBullets, WhereMemoryRunsOutNoneIsLost)
{
	bool isOver = false;
	int64_t failures = 0;
	for (int64_t failing = 0; isOver == false; failing += 1 + failing / 8)
	{
		Crowd crowd(Backwards, false);
		FailingMemory memory(failing);
		crowd.range.plugin.BeginStep();
		crowd.range.world.Step(k_dt, 8, 3); // allocates from elsewhere
		memory.Run([&] { crowd.range.plugin.EndStep(k_dt); });
		EXPECT_EQ(crowd.range.plugin.Bullets().size() + crowd.range.plugin.Expired().size(),
		          static_cast<size_t>(k_bullets));
		isOver = memory.Failures() == 0;
		failures += isOver ? 0 : 1;
	}
	EXPECT_GT(failures, 10);
}

} // namespace ricochet::test::many_bullets_test
