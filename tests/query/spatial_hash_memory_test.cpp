// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/overlap_query.h>

#include "support/brute_force.h"
#include "support/fail_each.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <new>

namespace ricochet::test::spatial_hash_memory_test
{

namespace
{

struct Walls
{
	SpatialHash hash{0.5f};
	std::vector<ItemId> ids;

	explicit Walls(int32_t count)
	{
		SceneRandom random(661);
		for (int32_t i = 0; i < count; ++i)
		{
			const b2Vec2 a = random.InBox(10.0f);
			ids.push_back(ValueOf(hash.AddSegment(a, a + random.InBox(3.0f))));
		}
	}
};

const Ray k_across{{29.0f, 30.5f}, {2.0f, 0.0f}};
const Ray k_scattered[] = {
    {{-12.0f, 1.0f}, {24.0f, 0.5f}}, {{1.0f, -12.0f}, {-2.0f, 24.0f}}, {{-9.0f, -9.0f}, {18.0f, 18.0f}}};
const b2Vec2 k_newA{30.0f, 30.0f};
const b2Vec2 k_newB{30.0f, 60.0f};

} // namespace

TEST(SpatialHashMemory, CastsAllocateNothing)
{
	Scene scene = MakeMixedScene(100, 662);
	SpatialHash hash(0.7f);
	EXPECT_TRUE(hash.Update(scene.world.get()));
	EXPECT_TRUE(hash.AddSegment({-5.0f, -5.0f}, {5.0f, 5.0f}));
	const std::vector<Ray> rays = ScatteredRays(scene, 500, 8.0f, 663);
	EXPECT_EQ(AllocationsOf(
	              [&]
	              {
		              for (const Ray& ray : rays)
		              {
			              (void)CastRayClosest(hash, ray);
			              (void)CastRayAny(hash, ray);
		              }
	              }),
	          0);

	// An Update and a FindInBox allocate nothing, either, if they find no more than the previous ones.
	std::vector<Item> found;
	const b2AABB box = scene.fixtures[0]->GetAABB(0);
	FindInBox(hash, box, found);
	EXPECT_TRUE(hash.Update(scene.world.get()));
	EXPECT_EQ(AllocationsOf(
	              [&]
	              {
		              FindInBox(hash, box, found);
		              EXPECT_TRUE(hash.Update(scene.world.get()));
	              }),
	          0);
}

TEST(SpatialHashMemory, AConstructorThatFailsKeepsNothing)
{
	for (const float cellSize : {0.5f, -1.0f})
	{
		int32_t failures = 0;
		for (bool failed = true; failed;)
		{
			FailingMemory memory(failures);
			failed = false;
			try
			{
				memory.Run([&] { const SpatialHash hash(cellSize); });
			}
			catch (const std::bad_alloc&)
			{
				failed = true;
				failures += 1;
			}
			EXPECT_EQ(memory.Blocks(), 0) << "cell size " << cellSize << ", allocation " << memory.Allocations();
		}
		EXPECT_GE(failures, 1);
	}
}

TEST(SpatialHashMemory, GrowthThatFailsKeepsNothingWhenTheHashIsGone)
{
	// Each thread keeps the memory of its walks. This allocates it before the hash's blocks are counted.
	{
		SpatialHash before(0.5f);
		for (int32_t i = 0; i < 1000; ++i)
		{
			const float x = 3.0f * static_cast<float>(i);
			ASSERT_TRUE(before.AddSegment({x, 0.0f}, {x + 2.0f, 0.0f}));
		}
	}
	int32_t failures = 0;
	for (bool failed = true; failed;)
	{
		FailingMemory memory(failures);
		failed = false;
		Error error;
		memory.Run(
		    [&]
		    {
			    std::optional<SpatialHash> hash;
			    try
			    {
				    hash.emplace(0.5f);
			    }
			    catch (const std::bad_alloc&)
			    {
				    failed = true;
			    }
			    for (int32_t i = 0; i < 200 && failed == false; ++i)
			    {
				    const float x = 3.0f * static_cast<float>(i);
				    error = hash->AddSegment({x, 0.0f}, {x + 2.0f, 0.0f}).GetError();
				    failed = error.reason == ErrorReason::OutOfMemory;
			    }
		    });
		EXPECT_TRUE(failed || error.reason == ErrorReason::None) << error.Message();
		EXPECT_EQ(memory.Failures(), failed ? 1 : 0);
		EXPECT_EQ(memory.Blocks(), 0) << "allocation " << failures;
		failures += failed ? 1 : 0;
	}
	EXPECT_GT(failures, 20);
}

TEST(SpatialHashMemory, AddIsAllOrNothing)
{
	int32_t failures = 0;
	for (const int32_t count : {0, 15, 16, 64, 100})
	{
		failures += FailEach([&] { return std::make_unique<Walls>(count); },
		                     [](Walls& walls) { return walls.hash.AddSegment(k_newA, k_newB); },
		                     [&](Walls& walls, bool failed)
		                     {
			                     EXPECT_EQ(walls.hash.EntryCount(), count + (failed ? 0 : 1));
			                     EXPECT_EQ(CastRayAny(walls.hash, k_across), failed == false);
			                     EXPECT_TRUE(walls.hash.AddSegment(k_newA, k_newB));
			                     EXPECT_TRUE(CastRayAny(walls.hash, k_across));
		                     });
	}
	EXPECT_GT(failures, 8);
}

TEST(SpatialHashMemory, MoveIsAllOrNothing)
{
	int32_t failures = 0;
	for (const int32_t count : {1, 15, 16, 32, 64, 100})
	{
		failures += FailEach([&] { return std::make_unique<Walls>(count); },
		                     [](Walls& walls) { return walls.hash.MoveSegment(walls.ids[0], k_newA, k_newB); },
		                     [&](Walls& walls, bool failed)
		                     {
			                     const Walls same(count);
			                     EXPECT_EQ(CastRayAny(walls.hash, k_across), failed == false);
			                     for (const Ray& ray : k_scattered)
			                     {
				                     const auto hit = CastRayClosest(walls.hash, ray);
				                     const auto expected = CastRayClosest(same.hash, ray);
				                     const bool isSame =
				                         hit.has_value() == expected.has_value() && (!hit || hit->id == expected->id);
				                     EXPECT_TRUE(isSame || (failed == false && expected->id == walls.ids[0]));
			                     }
			                     EXPECT_TRUE(walls.hash.Remove(walls.ids[0]));
			                     EXPECT_FALSE(CastRayAny(walls.hash, k_across));
		                     });
	}
	EXPECT_GT(failures, 0);
}

// The entry that moves was added last. Other entries at the same place were added and removed.
TEST(SpatialHashMemory, MoveIsAllOrNothingWhereOthersHaveGone)
{
	struct Crowd : Walls
	{
		ItemId last;

		explicit Crowd(int32_t others) : Walls(0)
		{
			last = ValueOf(hash.AddSegment({30.1f, 30.2f}, {30.3f, 30.2f}));
			for (int32_t i = 0; i < 4; ++i)
			{
				ids.push_back(ValueOf(hash.AddSegment({30.1f, 30.3f}, {30.3f, 30.3f})));
			}
			for (const ItemId id : ids)
			{
				EXPECT_TRUE(hash.Remove(id));
			}
			for (int32_t i = 0; i < others; ++i)
			{
				const float x = static_cast<float>(i);
				EXPECT_TRUE(hash.AddSegment({x + 0.1f, 0.2f}, {x + 0.2f, 0.2f}));
			}
		}
	};
	int32_t failures = 0;
	for (int32_t others = 0; others < 70; ++others)
	{
		failures += FailEach([&] { return std::make_unique<Crowd>(others); },
		                     [](Crowd& crowd) {
			                     return crowd.hash.MoveSegment(crowd.last, {30.1f, 30.4f}, {30.8f, 30.4f});
		                     },
		                     [&](Crowd& crowd, bool failed)
		                     {
			                     EXPECT_EQ(crowd.hash.EntryCount(), others + 1);
			                     EXPECT_EQ(CastRayAny(crowd.hash, {{30.2f, 30.0f}, {0.0f, 0.3f}}), failed);
			                     EXPECT_EQ(CastRayAny(crowd.hash, {{30.6f, 30.0f}, {0.0f, 0.45f}}), failed == false);
			                     EXPECT_TRUE(crowd.hash.Remove(crowd.last));
			                     EXPECT_FALSE(CastRayAny(crowd.hash, {{30.2f, 30.0f}, {0.0f, 0.5f}}));
		                     });
	}
	EXPECT_GT(failures, 0);
}

TEST(SpatialHashMemory, RemoveNeverAllocates)
{
	Walls walls(300);
	EXPECT_EQ(AllocationsOf(
	              [&]
	              {
		              for (const ItemId id : walls.ids)
		              {
			              EXPECT_TRUE(walls.hash.Remove(id));
		              }
	              }),
	          0);
}

// Whatever fails, no entry names a destroyed fixture, and the next Update repairs the hash.
TEST(SpatialHashMemory, UpdateIsMadeGoodByTheNext)
{
	struct Subject
	{
		Scene scene = MakeMixedScene(30, 664);
		SpatialHash hash{0.7f};
		int32_t before = 0;
		Subject()
		{
			before = ValueOf(hash.Update(scene.world.get())).added;
			SceneRandom random(665);
			for (int32_t i = 0; i < 10; ++i)
			{
				scene.world->DestroyBody(scene.world->GetBodyList()->GetNext());
			}
			for (int32_t i = 0; i < 20; ++i)
			{
				AddRandomFixture(random, scene, scene.AddBody(random.InBox(20.0f), 0.0f));
			}
			scene.world->GetBodyList()->SetTransform({50.0f, 50.0f}, 1.0f);
		}
	};
	const int32_t failures = FailEach([] { return std::make_unique<Subject>(); },
	                                  [](Subject& subject) { return subject.hash.Update(subject.scene.world.get()); },
	                                  [](Subject& subject, bool)
	                                  {
		                                  EXPECT_TRUE(subject.hash.Update(subject.scene.world.get()));
		                                  for (const Ray& ray : ScatteredRays(subject.scene, 200, 8.0f, 666))
		                                  {
			                                  const auto live = CastRayClosest(*subject.scene.world, ray);
			                                  const auto hit = CastRayClosest(subject.hash, ray);
			                                  ASSERT_EQ(hit.has_value(), live.has_value());
			                                  ASSERT_TRUE(!hit || IsSame(*hit, *live));
		                                  }
		                                  SpatialHash fresh(0.7f);
		                                  EXPECT_TRUE(fresh.Update(subject.scene.world.get()));
		                                  EXPECT_EQ(fresh.EntryCount(), subject.hash.EntryCount());
	                                  });
	EXPECT_GT(failures, 5);
}

} // namespace ricochet::test::spatial_hash_memory_test
