// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/query/simple_queries.h>

#include "support/brute_force.h"
#include "support/rounded_scenes.h"

#include <gtest/gtest.h>

// Tests capsules and rounded polygons as fixtures. Every query must agree with the exact cast, or with b2Distance.

namespace ricochet::test::rounded_world_test
{

TEST(RoundedWorld, EverySourceAnswersAsBruteForce)
{
	SceneRandom random(51);
	for (uint64_t seed = 1; seed <= 8; ++seed)
	{
		const Scene scene = MakeRoundedScene(60, seed);
		const Snapshot snapshot(*scene.world);
		SpatialHash hash(1.5f);
		for (const b2Fixture* fixture : scene.fixtures)
		{
			ASSERT_TRUE(hash.AddShape(*fixture->GetShape(), 0, fixture->GetBody()->GetTransform()));
		}
		std::vector<RayHit> live, copied;
		for (int32_t i = 0; i < ScaledCount(1000) && testing::Test::HasFailure() == false; ++i)
		{
			const Ray ray = HardRay(random, scene);
			const std::vector<RayHit> expected = BruteForceAll(*scene.world, ray);
			CastRayAll(*scene.world, ray, live);
			CastRayAll(snapshot, ray, copied);
			ASSERT_EQ(live.size(), expected.size());
			ASSERT_EQ(copied.size(), expected.size());
			for (size_t k = 0; k < expected.size(); ++k)
			{
				EXPECT_TRUE(IsSame(live[k], expected[k]));
				EXPECT_TRUE(IsSame(copied[k], expected[k]));
			}
			const auto closest = CastRayClosest(*scene.world, ray);
			const auto hashed = CastRayClosest(hash, ray);
			EXPECT_EQ(closest.has_value(), expected.empty() == false);
			EXPECT_EQ(hashed.has_value(), expected.empty() == false);
			EXPECT_EQ(CastRayAny(*scene.world, ray), expected.empty() == false);
			if (closest && hashed)
			{
				EXPECT_TRUE(IsSame(*closest, *BruteForceClosest(*scene.world, ray)));
				EXPECT_EQ(hashed->enter.fraction, expected[0].enter.fraction);
			}
		}
	}
}

TEST(RoundedWorld, AFanAnswersAsItsRays)
{
	SceneRandom random(52);
	const Scene scene = MakeRoundedScene(120, 9);
	const Snapshot snapshot(*scene.world);
	std::vector<RayHit> live(256), copied(256);
	for (int32_t i = 0; i < ScaledCount(50); ++i)
	{
		const RayFan fan{random.InBox(scene.halfWidth), random.Uniform(-3.0f, 3.0f), random.Uniform(0.1f, 6.2f),
		                 random.LogUniform(1.0f, 50.0f), 256};
		ASSERT_TRUE(CastRayFan(*scene.world, fan, live));
		ASSERT_TRUE(CastRayFan(snapshot, fan, copied));
		for (int32_t k = 0; k < fan.count; ++k)
		{
			const auto one = CastRayClosest(*scene.world, FanRay(fan, k));
			const RayHit expected = one.value_or(RayHit{});
			EXPECT_TRUE(IsSame(live[static_cast<size_t>(k)], expected)) << k;
			EXPECT_TRUE(IsSame(copied[static_cast<size_t>(k)], expected)) << k;
		}
	}
}

TEST(RoundedWorld, OverlapsAndTheNearestAreAsBox2DMeasuresThem)
{
	SceneRandom random(53);
	const Scene scene = MakeRoundedScene(100, 10);
	std::vector<OverlapHit> overlaps;
	for (int32_t i = 0; i < ScaledCount(3000); ++i)
	{
		const b2Vec2 point = random.InBox(scene.halfWidth);
		OverlapPoint(*scene.world, point, overlaps);
		double nearest = std::numeric_limits<double>::infinity();
		for (const b2Fixture* fixture : scene.fixtures)
		{
			const auto& shape = static_cast<const b2PolygonShape&>(*fixture->GetShape());
			const double distance =
			    DistanceToCore(shape, fixture->GetBody()->GetTransform(), point) - static_cast<double>(shape.m_radius);
			nearest = std::min(nearest, distance);
			const bool isTold = std::any_of(overlaps.begin(), overlaps.end(),
			                                [&](const OverlapHit& hit) { return hit.fixture == fixture; });
			if (std::abs(distance) > 1e-4)
			{
				EXPECT_EQ(isTold, distance < 0.0) << distance;
			}
		}
		const auto found = FindNearest(*scene.world, point, 1000.0f);
		ASSERT_TRUE(found);
		// Inside a core, Box2D's distance is 0.
		EXPECT_TRUE(nearest < -0.019 || std::abs(static_cast<double>(found->distance) - nearest) < 1e-4)
		    << found->distance << " " << nearest;
	}
}

} // namespace ricochet::test::rounded_world_test
