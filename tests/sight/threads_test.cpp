// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_fan.h>
#include <ricochet/sight/line_of_sight.h>

#include "support/brute_force.h"
#include "support/scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

// Counts every allocation of every thread. The operators must not be inlined, because GCC would report malloc and free
// as a mismatch of new and delete.
namespace
{
std::atomic<int64_t> g_allocations = 0;
}

[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept
{
	++g_allocations;
	return std::malloc(size == 0 ? 1 : size);
}

[[gnu::noinline]] void* operator new(size_t size)
{
	void* memory = operator new(size, std::nothrow);
	if (memory == nullptr)
	{
		std::abort();
	}
	return memory;
}

[[gnu::noinline]] void operator delete(void* memory) noexcept
{
	std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept
{
	std::free(memory);
}

namespace ricochet::test::threads_test
{

namespace
{

constexpr int32_t k_rays = 40;

struct Job
{
	Scene scene = MakeMixedScene(200, 61);
	std::vector<RayFan> fans;
	std::vector<SightPair> pairs;
	QueryFilter filter;

	Job()
	{
		SceneRandom random(62);
		for (int32_t i = 0; i < ScaledCount(400); ++i)
		{
			const Ray ray = HardRay(random, scene);
			fans.push_back({ray.origin, random.Uniform(-3.0f, 3.0f), random.Uniform(0.0f, 7.0f), 20.0f, k_rays});
		}
		for (int32_t i = 0; i < ScaledCount(6000); ++i)
		{
			const Ray ray = HardRay(random, scene);
			pairs.push_back({ray.origin, ray.origin + ray.translation});
		}
		filter.accept = [](b2Fixture* fixture)
		{
			return fixture->IsSensor() == false && IndexOf(fixture) % 5 != 0;
		};
	}

	[[nodiscard]] std::vector<RayHit> EmptyHits() const { return std::vector<RayHit>(fans.size() * k_rays); }

	// Casts the fans on the threads of an executor. Returns false if one was refused.
	[[nodiscard]] bool CastFans(std::vector<RayHit>& hits, const Executor& executor) const
	{
		std::atomic<bool> fine = true;
		RunTasks(executor, static_cast<int32_t>(fans.size()),
		         [&](int32_t i)
		         {
			         const auto index = static_cast<size_t>(i);
			         const std::span<RayHit> part = std::span(hits).subspan(index * k_rays, k_rays);
			         fine = CastRayFan(*scene.world, fans[index], part, filter) && fine;
		         });
		return fine;
	}
};

bool AreSame(const std::vector<RayHit>& a, const std::vector<RayHit>& b)
{
	bool same = a.size() == b.size();
	for (size_t i = 0; same && i < a.size(); ++i)
	{
		same = IsSame(a[i], b[i]);
	}
	return same;
}

} // namespace

TEST(SightThreads, AnyExecutorGivesTheSameBits)
{
	const Job job;
	std::vector<RayHit> hits = job.EmptyHits();
	std::vector<uint8_t> seen(job.pairs.size());
	ASSERT_TRUE(job.CastFans(hits, {}));
	ASSERT_TRUE(InSightPairs(*job.scene.world, job.pairs, seen, job.filter));
	EXPECT_GT(std::count(seen.begin(), seen.end(), 0), 0);
	EXPECT_GT(std::count(seen.begin(), seen.end(), 1), 0);

	for (const int32_t threads : {1, 2, 4, 16})
	{
		ThreadPool pool(threads);
		std::vector<RayHit> poolHits = job.EmptyHits();
		std::vector<uint8_t> poolSeen(job.pairs.size(), 77);
		EXPECT_TRUE(job.CastFans(poolHits, pool.AsExecutor()));
		EXPECT_TRUE(InSightPairs(*job.scene.world, job.pairs, poolSeen, job.filter, pool.AsExecutor()));
		EXPECT_TRUE(AreSame(poolHits, hits)) << threads;
		EXPECT_EQ(poolSeen, seen) << threads;
	}
}

TEST(SightThreads, ManyCallersShareOnePool)
{
	const Job job;
	std::vector<RayHit> hits = job.EmptyHits();
	std::vector<uint8_t> seen(job.pairs.size());
	ASSERT_TRUE(job.CastFans(hits, {}));
	ASSERT_TRUE(InSightPairs(*job.scene.world, job.pairs, seen, job.filter));

	ThreadPool pool(3);
	std::atomic<int32_t> wrong = 0;
	std::vector<std::thread> callers;
	for (int32_t caller = 0; caller < 3; ++caller)
	{
		callers.emplace_back(
		    [&]
		    {
			    std::vector<RayHit> myHits = job.EmptyHits();
			    std::vector<uint8_t> mySeen(job.pairs.size());
			    for (int32_t round = 0; round < 3; ++round)
			    {
				    wrong += job.CastFans(myHits, pool.AsExecutor()) == false || AreSame(myHits, hits) == false;
				    wrong += InSightPairs(*job.scene.world, job.pairs, mySeen, job.filter, pool.AsExecutor()) ? 0 : 1;
				    wrong += mySeen != seen;
			    }
		    });
	}
	for (std::thread& caller : callers)
	{
		caller.join();
	}
	EXPECT_EQ(wrong, 0);
}

TEST(SightThreads, NothingIsAllocated)
{
	const Job job;
	ThreadPool pool(3);
	const Executor executor = pool.AsExecutor();
	std::vector<RayHit> hits = job.EmptyHits();
	std::vector<uint8_t> seen(job.pairs.size());
	ASSERT_TRUE(job.CastFans(hits, executor)); // starts the threads

	const int64_t before = g_allocations;
	bool fine = job.CastFans(hits, {});
	fine = job.CastFans(hits, executor) && fine;
	fine = InSightPairs(*job.scene.world, job.pairs, seen, job.filter, executor) && fine;
	fine = InSightPairs(*job.scene.world, job.pairs, seen, job.filter) && fine;
	EXPECT_EQ(g_allocations, before);
	EXPECT_TRUE(fine);
}

} // namespace ricochet::test::threads_test
