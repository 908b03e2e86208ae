// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/batch.h>
#include <ricochet/query/go_on.h>
#include <ricochet/query/ray_fan.h>

#include "query/snapshot_scene.h"
#include "support/fail_each.h"

#include <gtest/gtest.h>

#include <new>

// Tests a snapshot for which each allocation fails in turn.

namespace ricochet::test::snapshot_memory_test
{

namespace
{

void ExpectNothing(const Snapshot& snapshot, const Scene& scene, uint64_t seed)
{
	EXPECT_EQ(snapshot.ChildCount(), 0);
	for (const Ray& ray : ScatteredRays(scene, 50, 8.0f, seed))
	{
		ASSERT_EQ(CompareWithList(snapshot, ray, {}, {}), "");
	}
	for (b2Fixture* fixture : scene.fixtures)
	{
		ASSERT_FALSE(snapshot.IdOf(fixture, 0));
	}
}

void ExpectAsWorld(const Snapshot& snapshot, const Scene& scene, uint64_t seed)
{
	for (const Ray& ray : ScatteredRays(scene, 50, 8.0f, seed))
	{
		ASSERT_EQ(CompareWithList(snapshot, ray, {}, BruteForceAll(*scene.world, ray)), "");
	}
}

// Moves, destroys and adds some bodies.
void Change(Scene& scene, uint64_t seed, int32_t bodies)
{
	SceneRandom random(seed);
	for (int32_t i = 0; i < bodies; ++i)
	{
		b2Body* body = scene.world->GetBodyList();
		for (b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			std::erase(scene.fixtures, fixture);
		}
		scene.world->DestroyBody(body);
	}
	for (int32_t i = 0; i < 2 * bodies; ++i)
	{
		AddRandomFixture(random, scene, scene.AddBody(random.InBox(scene.halfWidth)));
	}
	b2Body* body = scene.world->GetBodyList();
	for (int32_t i = 0; i < 3 * bodies; ++i, body = body->GetNext())
	{
		body->SetTransform(random.InBox(scene.halfWidth), 1.0f);
	}
}

struct Subject
{
	Scene scene;
	Snapshot snapshot;

	explicit Subject(Scene from) : scene(std::move(from)), snapshot(*scene.world) {}
};

int32_t FailEachUpdate(const std::function<std::unique_ptr<Subject>()>& make)
{
	return FailEach(
	    make, [](Subject& subject) { return subject.snapshot.Update(); },
	    [](Subject& subject, bool failed)
	    {
		    if (failed)
		    {
			    ExpectNothing(subject.snapshot, subject.scene, 990);
			    const SnapshotUpdate update = ValueOf(subject.snapshot.Update());
			    EXPECT_EQ(update.added, subject.snapshot.ChildCount());
			    EXPECT_EQ(update.changed + update.kept + update.removed, 0);
		    }
		    ExpectAsWorld(subject.snapshot, subject.scene, 991);
		    // The snapshot then follows the world like any other snapshot.
		    Change(subject.scene, 992, 3);
		    for (int32_t i = 0; i < 40; ++i)
		    {
			    EXPECT_TRUE(subject.snapshot.Update());
		    }
		    ExpectAsWorld(subject.snapshot, subject.scene, 993);
	    });
}

} // namespace

TEST(SnapshotMemory, CastsAllocateNothingOnceListsHaveGrown)
{
	Scene scene = MakeMixedScene(100, 985);
	Snapshot snapshot(*scene.world);
	for (int32_t round = 0; round < 2; ++round) // first among bodies at rest, then among moving ones
	{
		std::vector<RayHit> hits;
		std::vector<BeamLeg> legs;
		const std::vector<Ray> rays = ScatteredRays(scene, 200, 8.0f, 986);
		std::vector<RayHit> closest(rays.size());
		const auto any = std::make_unique<bool[]>(rays.size());
		const BeamDef def{.length = 30.0f, .maxBounces = 5, .maxPierces = 5};
		const auto castAll = [&]
		{
			for (const Ray& ray : rays)
			{
				(void)CastRayAny(snapshot, ray);
				CastRayAll(snapshot, ray, hits);
				CastBeam(snapshot, ray.origin, ray.translation, def, legs);
				if (const auto hit = CastRayClosest(snapshot, ray))
				{
					(void)CastRayNext(snapshot, ray, *hit);
					(void)GoOn(snapshot, ray, *hit, Onward::Off, {1.0f, 2.0f});
					(void)snapshot.FixtureOf(snapshot.IdOf(hit->fixture, hit->child));
				}
			}
			EXPECT_TRUE(CastRaysClosest(snapshot, rays, closest));
			EXPECT_TRUE(CastRayFan(snapshot, {{0.0f, 0.0f}, 0.0f, 7.0f, 20.0f, 200}, closest));
			EXPECT_TRUE(CastRaysAny(snapshot, rays, {any.get(), rays.size()}));
		};
		castAll();
		EXPECT_EQ(AllocationsOf(castAll), 0);
		scene.world->ShiftOrigin({0.1f, 0.0f});
		EXPECT_TRUE(snapshot.Update());
	}
}

TEST(SnapshotMemory, WithoutMemoryForAnOrderABatchGivesTheSameHits)
{
	const Scene scene = MakeMixedScene(100, 988);
	const Snapshot snapshot(*scene.world);
	const std::vector<Ray> rays = ScatteredRays(scene, 3000, 8.0f, 989);
	std::vector<RayHit> expected(rays.size());
	ASSERT_TRUE(CastRaysClosest(snapshot, rays, expected));
	for (int32_t k = 0;; ++k)
	{
		std::vector<RayHit> hits(rays.size());
		FailingMemory memory(k);
		EXPECT_TRUE(memory.Run([&] { return CastRaysClosest(snapshot, rays, hits); }));
		for (size_t i = 0; i < rays.size(); ++i)
		{
			ASSERT_EQ(hits[i].fixture, expected[i].fixture);
			ASSERT_EQ(hits[i].enter.fraction, expected[i].enter.fraction);
		}
		if (memory.Failures() == 0)
		{
			ASSERT_GE(k, 3); // the call does allocate
			return;
		}
	}
}

TEST(SnapshotMemory, AnUpdateThatFindsNothingNewAllocatesNothing)
{
	Scene scene = MakeMixedScene(100, 987);
	Snapshot snapshot(*scene.world);
	EXPECT_TRUE(snapshot.Update());
	EXPECT_EQ(AllocationsOf([&] { EXPECT_TRUE(snapshot.Update()); }), 0);
}

TEST(SnapshotMemory, TheConstructorLetsBadAllocThroughAndKeepsNothing)
{
	for (const int32_t bodies : {0, 1, 60})
	{
		const Scene scene = MakeMixedScene(bodies, 988);
		const Snapshot before(*scene.world); // each thread keeps the memory of its walks, so allocate it now
		int32_t failures = 0;
		for (bool failed = true; failed;)
		{
			FailingMemory memory(failures);
			failed = false;
			try
			{
				memory.Run([&] { const Snapshot snapshot(*scene.world); });
			}
			catch (const std::bad_alloc&)
			{
				failed = true;
				failures += 1;
			}
			EXPECT_EQ(memory.Blocks(), 0) << "allocation " << failures;
		}
		EXPECT_GE(failures, bodies > 0 ? 8 : 1);
	}
}

TEST(SnapshotMemory, AFirstUpdateThatRunsOutOfMemoryIsMadeGoodByTheNext)
{
	const auto make = []
	{
		auto subject = std::make_unique<Subject>(Scene());
		subject->scene.halfWidth = 20.0f;
		SceneRandom random(989);
		for (int32_t i = 0; i < 60; ++i)
		{
			AddRandomFixture(random, subject->scene, subject->scene.AddBody(random.InBox(20.0f)));
		}
		return subject;
	};
	EXPECT_GT(FailEachUpdate(make), 10);
}

TEST(SnapshotMemory, AnUpdateThatRunsOutOfMemoryIsMadeGoodByTheNext)
{
	const auto make = []
	{
		auto subject = std::make_unique<Subject>(MakeMixedScene(60, 994));
		Change(subject->scene, 995, 20);
		return subject;
	};
	EXPECT_GT(FailEachUpdate(make), 10);
}

// An Update that merges small grids runs out of memory.
TEST(SnapshotMemory, SoIsOneThatPutsGridsTogether)
{
	int32_t failures = 0;
	for (int32_t before = 1; before < 8; ++before)
	{
		const auto make = [before]
		{
			auto subject = std::make_unique<Subject>(MakeMixedScene(30, 996));
			b2Body* body = subject->scene.world->GetBodyList();
			for (int32_t i = 0; i < before; ++i, body = body->GetNext())
			{
				EXPECT_TRUE(subject->snapshot.Update());
				body->SetTransform(body->GetPosition() + b2Vec2{1.0f, 0.0f}, 0.5f);
			}
			return subject;
		};
		failures += FailEachUpdate(make);
	}
	EXPECT_GT(failures, 20);
}

TEST(SnapshotMemory, NoIdNamesAnythingWhileThereIsNoneAndEachNamesItsFixtureAfterwards)
{
	Scene scene = MakeMixedScene(20, 997);
	Snapshot snapshot(*scene.world);
	std::vector<SnapshotId> ids;
	for (b2Fixture* fixture : scene.fixtures)
	{
		ids.push_back(snapshot.IdOf(fixture, 0));
	}
	Change(scene, 998, 5);
	FailingMemory memory(0);
	EXPECT_FALSE(memory.Run([&] { return snapshot.Update(); }));
	for (const SnapshotId id : ids)
	{
		EXPECT_EQ(snapshot.FixtureOf(id), nullptr);
	}
	EXPECT_TRUE(snapshot.Update());
	for (b2Fixture* fixture : scene.fixtures)
	{
		const SnapshotId id = snapshot.IdOf(fixture, 0);
		EXPECT_TRUE(id);
		EXPECT_EQ(snapshot.FixtureOf(id), fixture);
	}
	// No old id names another fixture than before.
	EXPECT_TRUE(std::none_of(ids.begin(), ids.end(),
	                         [&](SnapshotId id)
	                         {
		                         b2Fixture* named = snapshot.FixtureOf(id);
		                         return named != nullptr && (snapshot.IdOf(named, 0) == id) == false;
	                         }));
}

} // namespace ricochet::test::snapshot_memory_test
