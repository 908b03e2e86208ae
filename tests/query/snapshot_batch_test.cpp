// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/batch.h>

#include "query/snapshot_scene.h"
#include "support/expect_error.h"
#include "support/failing_memory.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <thread>

// Tests batches that return a list for each cast: all hits of many rays, and many beams.

namespace ricochet::test::snapshot_batch_test
{

namespace
{

const Executor k_backwards = [](int32_t count, TaskRef task)
{
	while (count-- > 0)
	{
		task(count);
	}
};

// The expected result of a batch: single casts.

RayHits OneByOne(const Snapshot& snapshot, std::span<const Ray> rays, const QueryFilter& filter)
{
	RayHits all{{}, {0}};
	std::vector<RayHit> hits;
	for (const Ray& ray : rays)
	{
		CastRayAll(snapshot, ray, hits, filter);
		all.items.insert(all.items.end(), hits.begin(), hits.end());
		all.firsts.push_back(all.items.size());
	}
	return all;
}

BeamLegs OneByOne(const Snapshot& snapshot, std::span<const BeamRay> rays, const BeamDef& def)
{
	BeamLegs all{{{}, {0}}, {}};
	std::vector<BeamLeg> legs;
	for (const BeamRay& ray : rays)
	{
		all.ends.push_back(CastBeam(snapshot, ray.origin, ray.direction, def, legs));
		all.items.insert(all.items.end(), legs.begin(), legs.end());
		all.firsts.push_back(all.items.size());
	}
	return all;
}

using test::HasSameBits;

template <class T>
bool HasSameBits(const BatchLists<T>& a, const BatchLists<T>& b)
{
	return a.firsts == b.firsts && HasSameBits(a.items, b.items);
}

bool HasSameBits(const BeamLegs& a, const BeamLegs& b)
{
	return a.ends == b.ends && HasSameBits<BeamLeg>(a, b);
}

template <class T>
bool IsEmpty(const BatchLists<T>& lists)
{
	return lists.items.empty() && lists.firsts.empty() && lists.Of(0).empty();
}

bool IsEmpty(const BeamLegs& legs)
{
	return legs.ends.empty() && IsEmpty<BeamLeg>(legs);
}

std::vector<Ray> HardRays(SceneRandom& random, const Scene& scene, size_t count)
{
	std::vector<Ray> rays(count);
	for (Ray& ray : rays)
	{
		ray = SnapshotRay(random, scene);
	}
	return rays;
}

std::vector<BeamRay> BeamRaysOf(std::span<const Ray> rays)
{
	std::vector<BeamRay> beams;
	for (const Ray& ray : rays)
	{
		beams.push_back({ray.origin, ray.translation});
	}
	return beams;
}

BeamDef RandomDef(SceneRandom& random, const Scene& scene)
{
	BeamDef def{.length = random.LogUniform(10.0f, 200.0f),
	            .maxBounces = random.Below(8),
	            .maxPierces = random.Below(8),
	            .filter = RandomFilter(random, scene)};
	if (random.OneIn(2))
	{
		def.rule = [](const BeamLeg& leg)
		{
			return static_cast<Response>(IndexOf(leg.fixture) % 4);
		};
	}
	return def;
}

const size_t k_many = static_cast<size_t>(std::max(1000, ScaledCount(20000)));
const size_t k_counts[] = {0, 1, 255, 256, 257, 3000, k_many};

// Calls cast(executor, name) with every kind of executor.
template <class Cast>
void OnEveryExecutor(const Cast& cast)
{
	cast(Executor{}, "none");
	cast(k_backwards, "backwards");
	for (const int32_t threads : {1, 2, 7, 16})
	{
		ThreadPool pool(threads);
		cast(pool.AsExecutor(), std::to_string(threads));
	}
}

} // namespace

TEST(SnapshotBatch, ListsOfAllHitsAreTheCastsOneByOne)
{
	const Scene scene = MakeMixedScene(200, 1101);
	const Snapshot snapshot(*scene.world);
	SceneRandom random(1102);
	size_t most = 0;
	for (const size_t count : k_counts)
	{
		const std::vector<Ray> rays = HardRays(random, scene, count);
		const QueryFilter filter = count == k_many ? QueryFilter{} : RandomFilter(random, scene);
		const RayHits expected = OneByOne(snapshot, rays, filter);
		RayHits hits; // reused by all calls
		OnEveryExecutor(
		    [&](const Executor& executor, const std::string& name)
		    {
			    ASSERT_TRUE(CastRaysAll(snapshot, rays, hits, filter, executor));
			    ASSERT_EQ(hits.firsts.size(), count + 1);
			    ASSERT_TRUE(HasSameBits(hits, expected)) << count << " rays, executor " << name;
		    });
		std::vector<RayHit> live;
		for (size_t i = 0; i < count; i += 7)
		{
			CastRayAll(*scene.world, rays[i], live, filter);
			const auto list = hits.Of(i);
			ASSERT_TRUE(HasSameBits(std::vector<RayHit>(list.begin(), list.end()), live)) << i << " of " << count;
			most = std::max(most, list.size());
		}
	}
	EXPECT_GT(most, 5u);
}

TEST(SnapshotBatch, BeamsAreTheBeamsOneByOne)
{
	const Scene scene = MakeMixedScene(200, 1103);
	const Snapshot snapshot(*scene.world);
	SceneRandom random(1104);
	size_t most = 0;
	for (const size_t count : k_counts)
	{
		const std::vector<BeamRay> rays = BeamRaysOf(HardRays(random, scene, std::min(count, size_t{6000})));
		const BeamDef def = RandomDef(random, scene);
		const BeamLegs expected = OneByOne(snapshot, rays, def);
		BeamLegs legs;
		OnEveryExecutor(
		    [&](const Executor& executor, const std::string& name)
		    {
			    ASSERT_TRUE(CastBeams(snapshot, rays, def, legs, executor));
			    ASSERT_TRUE(HasSameBits(legs, expected)) << count << " beams, executor " << name;
		    });
		std::vector<BeamLeg> live;
		for (size_t i = 0; i < rays.size(); i += 7)
		{
			ASSERT_EQ(CastBeam(*scene.world, rays[i].origin, rays[i].direction, def, live), legs.ends[i]);
			const auto list = legs.Of(i);
			ASSERT_TRUE(HasSameBits(std::vector<BeamLeg>(list.begin(), list.end()), live)) << i << " of " << count;
			most = std::max(most, list.size());
		}
	}
	EXPECT_GT(most, 5u);
}

TEST(SnapshotBatch, WhatWasInTheListsIsReplaced)
{
	const Scene scene = MakeMixedScene(100, 1105);
	const Snapshot snapshot(*scene.world);
	const std::vector<Ray> rays = ScatteredRays(scene, 2000, 20.0f, 1106);
	const std::vector<BeamRay> beams = BeamRaysOf(rays);
	const BeamDef def{.length = 20.0f, .maxBounces = 2, .maxPierces = 2};
	RayHits hits{{RayHit{}}, {7, 3}};
	BeamLegs legs{{{BeamLeg{}}, {7, 3}}, {BeamEnd::NoPlace}};
	for (const size_t count : {size_t{2000}, size_t{3}, size_t{700}, size_t{0}, size_t{2000}})
	{
		const auto someRays = std::span(rays).first(count);
		const auto someBeams = std::span(beams).first(count);
		EXPECT_TRUE(CastRaysAll(snapshot, someRays, hits));
		EXPECT_TRUE(HasSameBits(hits, OneByOne(snapshot, someRays, {})));
		EXPECT_TRUE(CastBeams(snapshot, someBeams, def, legs));
		EXPECT_TRUE(HasSameBits(legs, OneByOne(snapshot, someBeams, def)));
	}
}

TEST(SnapshotBatch, OfNoCastsThereAreNoLists)
{
	const Scene scene = MakeMixedScene(50, 1107);
	const Snapshot snapshot(*scene.world);
	const auto never = [](int32_t, TaskRef)
	{
		ADD_FAILURE();
	};
	RayHits hits{{RayHit{}}, {0, 1}};
	EXPECT_TRUE(CastRaysAll(snapshot, {}, hits, {}, never));
	EXPECT_TRUE(hits.items.empty());
	EXPECT_EQ(hits.firsts, std::vector<size_t>{0});
	BeamLegs legs{{{BeamLeg{}}, {0, 1}}, {BeamEnd::NoPlace}};
	EXPECT_TRUE(CastBeams(snapshot, {}, {.length = 1.0f}, legs, never));
	EXPECT_TRUE(legs.items.empty() && legs.ends.empty());
	EXPECT_EQ(legs.firsts, std::vector<size_t>{0});
}

TEST(SnapshotBatch, OfAnEmptyWorldEveryListIsOfNoHits)
{
	const b2World world({0.0f, 0.0f});
	const Snapshot snapshot(world);
	const std::vector<Ray> rays(1000, Ray{{0.0f, 0.0f}, {1.0f, 0.0f}});
	RayHits hits;
	EXPECT_TRUE(CastRaysAll(snapshot, rays, hits));
	EXPECT_TRUE(hits.items.empty());
	EXPECT_EQ(hits.firsts, std::vector<size_t>(1001, 0));
	BeamLegs legs;
	EXPECT_TRUE(CastBeams(snapshot, BeamRaysOf(rays), {.length = 1.0f}, legs)); // each beam has one leg to its end
	EXPECT_EQ(legs.items.size(), 1000u);
	EXPECT_EQ(legs.ends, std::vector<BeamEnd>(1000, BeamEnd::Length));
	EXPECT_FALSE(legs.Of(999)[0].HasHit());
}

TEST(SnapshotBatch, TheListOfACastThatIsNotThereIsEmpty)
{
	RayHits hits;
	EXPECT_TRUE(hits.Of(0).empty());
	EXPECT_TRUE(hits.Of(std::numeric_limits<size_t>::max()).empty());
	hits = {{RayHit{}, RayHit{}}, {0, 0, 2}};
	EXPECT_TRUE(hits.Of(0).empty());
	EXPECT_EQ(hits.Of(1).size(), 2u);
	EXPECT_EQ(hits.Of(1).data(), hits.items.data());
	for (const size_t cast : {size_t{2}, size_t{3}, std::numeric_limits<size_t>::max()})
	{
		EXPECT_TRUE(hits.Of(cast).empty()) << cast;
	}
}

TEST(SnapshotBatch, WhatIsNoRayHasAnEmptyListAndHarmsNoOther)
{
	const Scene scene = MakeMixedScene(100, 1108);
	const Snapshot snapshot(*scene.world);
	const float nan = std::numeric_limits<float>::quiet_NaN();
	const float inf = std::numeric_limits<float>::infinity();
	std::vector<Ray> rays = ScatteredRays(scene, 1500, 20.0f, 1109);
	const std::vector<Ray> bad = {{{nan, 0.0f}, {1.0f, 0.0f}},
	                              {{0.0f, nan}, {nan, nan}},
	                              {{inf, -inf}, {1.0f, 0.0f}},
	                              {{0.0f, 0.0f}, {inf, 0.0f}},
	                              {{0.0f, 0.0f}, {0.0f, nan}}};
	for (size_t i = 0; i < rays.size(); i += 3)
	{
		rays[i] = bad[i / 3 % bad.size()];
	}
	const std::vector<BeamRay> beams = BeamRaysOf(rays);
	const BeamDef def{.length = 20.0f, .maxBounces = 3, .maxPierces = 3};
	RayHits hits;
	BeamLegs legs;
	ASSERT_TRUE(CastRaysAll(snapshot, rays, hits));
	ASSERT_TRUE(CastBeams(snapshot, beams, def, legs));
	EXPECT_TRUE(HasSameBits(hits, OneByOne(snapshot, rays, {})));
	EXPECT_TRUE(HasSameBits(legs, OneByOne(snapshot, beams, def)));
	EXPECT_GT(hits.items.size(), 500u);
	for (size_t i = 0; i < rays.size(); ++i)
	{
		ASSERT_EQ(legs.ends[i] == BeamEnd::Invalid, i % 3 == 0);
		ASSERT_EQ(legs.Of(i).empty(), i % 3 == 0);
		ASSERT_TRUE(i % 3 != 0 || hits.Of(i).empty());
	}
	rays.assign(2, {{-30.0f, 0.0f}, {60.0f, 0.0f}, -1.0f});
	rays[1].maxFraction = nan;
	ASSERT_TRUE(CastRaysAll(snapshot, rays, hits));
	EXPECT_EQ(hits.firsts, std::vector<size_t>(3, 0));
	for (const float length : {0.0f, -1.0f, nan, inf})
	{
		ASSERT_TRUE(CastBeams(snapshot, beams, {.length = length}, legs));
		EXPECT_TRUE(legs.items.empty());
		EXPECT_EQ(legs.ends, std::vector<BeamEnd>(beams.size(), BeamEnd::Invalid)) << length;
	}
}

// Memory ---------------------------------------------------------------------------------------------------------

namespace
{

// The test data for batch casts that run out of memory.
struct Batches
{
	Scene scene = MakeMixedScene(100, 1110);
	Snapshot snapshot{*scene.world};
	std::vector<Ray> rays = ScatteredRays(scene, 3000, 20.0f, 1111);
	std::vector<BeamRay> beams = BeamRaysOf(std::span(rays).first(1000));
	BeamDef def{.length = 20.0f, .maxBounces = 3, .maxPierces = 3};

	Result<> Cast(RayHits& hits, const Executor& executor = {}) const
	{
		return CastRaysAll(snapshot, rays, hits, {}, executor);
	}
	Result<> Cast(BeamLegs& legs, const Executor& executor = {}) const
	{
		return CastBeams(snapshot, beams, def, legs, executor);
	}
};

// Lets each allocation of cast(memory, lists) fail in turn, until none fails. If there is no memory for sorting the
// casts, the call continues without sorting.
template <class Lists, class Cast>
void FailEachAllocation(const Cast& cast)
{
	const Batches batches;
	Lists expected;
	ASSERT_TRUE(batches.Cast(expected));
	int32_t refused = 0;
	int32_t withoutOrder = 0;
	for (int32_t k = 0;; ++k)
	{
		Lists lists = expected; // the call must clear these
		FailingMemory memory(k);
		const Error error = cast(batches, memory, lists).GetError();
		const bool isRefused = error.reason == ErrorReason::OutOfMemory;
		ExpectError(error, {isRefused ? ErrorReason::OutOfMemory : ErrorReason::None});
		ASSERT_TRUE(isRefused ? IsEmpty(lists) : HasSameBits(lists, expected)) << "allocation " << k;
		if (memory.Failures() == 0)
		{
			ASSERT_FALSE(isRefused);
			break;
		}
		refused += isRefused ? 1 : 0;
		withoutOrder += isRefused ? 0 : 1;
		ASSERT_TRUE(batches.Cast(lists)); // the next call succeeds
		ASSERT_TRUE(HasSameBits(lists, expected));
	}
	EXPECT_GE(refused, 20);
	EXPECT_GE(withoutOrder, 3);
}

// Runs each task on its own thread, one after the other. Allocations fail only inside tasks. An exception that leaves a
// task is a test failure.
Executor FailingThreads(FailingMemory& memory)
{
	return [&memory](int32_t count, TaskRef task)
	{
		for (int32_t i = 0; i < count; ++i)
		{
			std::thread(
			    [&]
			    {
				    try
				    {
					    memory.Run([&] { task(i); });
				    }
				    catch (...)
				    {
					    ADD_FAILURE() << "an exception left a task";
				    }
			    })
			    .join();
		}
	};
}

// A second batch into the same lists allocates only temporary memory.
template <class Lists>
void ExpectOnlyScratchTheSecondTime()
{
	const Batches batches;
	Lists lists;
	ASSERT_TRUE(batches.Cast(lists));
	const auto* items = lists.items.data();
	const size_t* firsts = lists.firsts.data();
	FailingMemory memory(FailingMemory::k_never);
	ASSERT_TRUE(memory.Run([&] { return batches.Cast(lists); }));
	EXPECT_EQ(memory.Blocks(), 0);
	EXPECT_EQ(lists.items.data(), items);
	EXPECT_EQ(lists.firsts.data(), firsts);
}

} // namespace

TEST(SnapshotBatch, MemoryThatRunsOutIsAnErrorAndLeavesNoLists)
{
	const auto here = [](const Batches& batches, FailingMemory& memory, auto& lists)
	{
		return memory.Run([&] { return batches.Cast(lists); });
	};
	FailEachAllocation<RayHits>(here);
	FailEachAllocation<BeamLegs>(here);
}

TEST(SnapshotBatch, NoExceptionLeavesATaskForWhichMemoryRunsOut)
{
	const auto elsewhere = [](const Batches& batches, FailingMemory& memory, auto& lists)
	{
		return batches.Cast(lists, FailingThreads(memory));
	};
	FailEachAllocation<RayHits>(elsewhere);
	FailEachAllocation<BeamLegs>(elsewhere);
}

TEST(SnapshotBatch, WhenListsHaveGrownNothingStaysAllocated)
{
	ExpectOnlyScratchTheSecondTime<RayHits>();
	ExpectOnlyScratchTheSecondTime<BeamLegs>();
}

TEST(SnapshotBatch, WhatThrowsInTheGamesCodePassesThroughAndLeavesNoLists)
{
	const Batches batches;
	ThreadPool pool(3);
	QueryFilter filter;
	filter.accept = [](b2Fixture*) -> bool
	{
		throw std::runtime_error("of the game");
	};
	BeamDef def = batches.def;
	def.rule = [](const BeamLeg&) -> Response
	{
		throw std::runtime_error("of the game");
	};
	for (const Executor& executor : {Executor{}, pool.AsExecutor()})
	{
		RayHits hits;
		BeamLegs legs;
		ASSERT_TRUE(batches.Cast(hits));
		ASSERT_TRUE(batches.Cast(legs));
		EXPECT_THROW(static_cast<void>(CastRaysAll(batches.snapshot, batches.rays, hits, filter, executor)),
		             std::runtime_error);
		EXPECT_THROW(static_cast<void>(CastBeams(batches.snapshot, batches.beams, def, legs, executor)),
		             std::runtime_error);
		EXPECT_TRUE(IsEmpty(hits));
		EXPECT_TRUE(IsEmpty(legs));
	}
}

} // namespace ricochet::test::snapshot_batch_test
