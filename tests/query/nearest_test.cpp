// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/nearest.h>

#include <ricochet/index/snapshot.h>
#include <ricochet/query/overlap_query.h>

#include "support/brute_force.h"
#include "support/hit_point.h"
#include "support/random_filter.h"
#include "support/scenes.h"

#include <box2d/b2_distance.h>

#include <gtest/gtest.h>

#include <limits>

namespace ricochet::test::nearest_test
{

namespace
{

constexpr float k_all = std::numeric_limits<float>::infinity();

// Returns the distance by Box2D's GJK without the skin of its shapes; 0 inside.
float DistanceTo(b2Fixture* fixture, int32_t child, b2Vec2 point)
{
	b2DistanceInput input;
	input.proxyA.Set(fixture->GetShape(), child);
	input.proxyA.m_radius = fixture->GetShape()->GetType() == b2Shape::e_circle ? fixture->GetShape()->m_radius : 0.0f;
	input.proxyB.Set(&point, 1, 0.0f);
	input.transformA = fixture->GetBody()->GetTransform();
	input.transformB = Identity();
	input.useRadii = true;
	b2SimplexCache cache;
	cache.count = 0;
	b2DistanceOutput output;
	b2Distance(&output, &cache, &input);
	return output.distance;
}

bool IsSame(const NearestHit& a, const NearestHit& b)
{
	return a.fixture == b.fixture && a.child == b.child && a.distance == b.distance && a.point == b.point &&
	       a.normal == b.normal;
}

void ExpectRight(const Scene& scene, const Snapshot& snapshot, b2Vec2 point, float maxDistance,
                 const QueryFilter& filter)
{
	std::vector<float> expected;
	for (b2Fixture* fixture : scene.fixtures)
	{
		for (int32_t child = 0; child < fixture->GetShape()->GetChildCount() && PassesFilter(filter, fixture); ++child)
		{
			expected.push_back(DistanceTo(fixture, child, point));
		}
	}
	std::sort(expected.begin(), expected.end());
	std::vector<NearestHit> hits, indexed;
	FindAllNearest(*scene.world, point, maxDistance, 5, hits, filter);
	FindAllNearest(snapshot, point, maxDistance, 5, indexed, filter);
	ASSERT_TRUE(std::equal(hits.begin(), hits.end(), indexed.begin(), indexed.end(), IsSame));
	const auto nearest = FindNearest(*scene.world, point, maxDistance, filter);
	ASSERT_EQ(nearest.has_value(), hits.empty() == false);
	ASSERT_TRUE(hits.empty() || IsSame(*nearest, hits[0]));
	for (size_t i = 0; i < hits.size(); ++i)
	{
		ASSERT_LT(i, expected.size());
		ASSERT_NEAR(std::max(hits[i].distance, 0.0f), expected[i], 2.0e-4f);
		ASSERT_NEAR(b2Distance(hits[i].point, point), std::abs(hits[i].distance), 1.0e-4f);
		ASSERT_NEAR(hits[i].normal.Length(), 1.0f, 1.0e-6f);
	}
	const size_t within = static_cast<size_t>(std::count_if(
	    expected.begin(), expected.end(), [&](float distance) { return distance < maxDistance - 1.0e-3f; }));
	ASSERT_GE(hits.size(), std::min<size_t>(5, within));
}

} // namespace

TEST(Nearest, IsWhatBox2DsDistanceSays)
{
	const Scene scene = MakeMixedScene(120, 21);
	const Snapshot snapshot(*scene.world);
	SceneRandom random(22);
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		const b2Vec2 point = random.InBox((random.OneIn(5) ? 10.0f : 1.0f) * scene.halfWidth);
		const float most = random.OneIn(3) ? k_all : random.LogUniform(0.1f, 100.0f);
		ExpectRight(scene, snapshot, point, most, random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{});
		ASSERT_FALSE(HasFatalFailure()) << i;
	}
}

TEST(Nearest, DeepestFirst)
{
	Scene scene;
	b2Fixture* deep = scene.Add(scene.AddBody({0.0f, 0.0f}), ValueOf(MakeBox(2.0f, 2.0f)));
	b2Fixture* shallow = scene.Add(scene.AddBody({1.0f, 0.0f}), ValueOf(MakeCircle({0.0f, 0.0f}, 1.25f)));
	std::vector<NearestHit> hits;
	FindAllNearest(*scene.world, {0.0f, 0.0f}, 0.0f, 9, hits);
	ASSERT_EQ(hits.size(), 2u);
	EXPECT_EQ(hits[0].fixture, deep);
	EXPECT_FLOAT_EQ(hits[0].distance, -2.0f);
	EXPECT_EQ(hits[1].fixture, shallow);
	EXPECT_FLOAT_EQ(hits[1].distance, -0.25f);
	EXPECT_EQ(hits[1].normal, (b2Vec2{-1.0f, 0.0f}));
	EXPECT_TRUE(IsBeside(hits[1].point, {-0.25f, 0.0f}));
}

TEST(Nearest, WhatIsNoNumberFindsNothing)
{
	const Scene scene = MakeScatteredScene(20, 23);
	const float nan = std::numeric_limits<float>::quiet_NaN();
	EXPECT_FALSE(FindNearest(*scene.world, {nan, 0.0f}, k_all));
	EXPECT_FALSE(FindNearest(*scene.world, {0.0f, k_all}, k_all));
	EXPECT_FALSE(FindNearest(*scene.world, {0.0f, 0.0f}, nan));
	EXPECT_FALSE(FindNearest(*scene.world, {0.0f, 0.0f}, -1.0f));
	EXPECT_TRUE(FindNearest(*scene.world, {1.0e6f, 1.0e6f}, k_all));
	EXPECT_FALSE(FindNearest(*scene.world, {1.0e6f, 1.0e6f}, 1.0e5f));
	EXPECT_FALSE(FindNearest(*Scene().world, {0.0f, 0.0f}, k_all));
}

// From the middle line of a capsule, the way out is perpendicular to that line. From an edge, it is the edge's normal.
TEST(Nearest, FromTheSpineOfACapsuleTheWayOutIsAcrossIt)
{
	SceneRandom random(611);
	for (int32_t i = 0; i < ScaledCount(200); ++i)
	{
		const b2Vec2 a{static_cast<float>(random.Below(9)), static_cast<float>(random.Below(9))};
		const b2Vec2 way{static_cast<float>(1 + random.Below(4)), static_cast<float>(random.Below(5) - 2)};
		const float radius = random.OneIn(4) ? 0.0f : 0.25f * static_cast<float>(1 + random.Below(8));
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_staticBody);
		if (radius > 0.0f)
		{
			scene.Add(body, ValueOf(MakeCapsule(a, a + 2.0f * way, radius)));
		}
		else
		{
			scene.Add(body, ValueOf(MakeEdge(a, a + 2.0f * way)));
		}
		for (const float share : {0.0f, 0.5f, 1.0f, 2.0f})
		{
			const b2Vec2 point = a + share * way;
			const auto hit = FindNearest(*scene.world, point, 100.0f);
			ASSERT_TRUE(hit);
			EXPECT_EQ(hit->distance, -radius);
			EXPECT_NEAR(b2Dot(hit->normal, way), 0.0f, 1e-5f);
			EXPECT_NEAR(hit->normal.Length(), 1.0f, 1e-6f);
			const auto ofSurface = FindNearest(*scene.world, hit->point, 100.0f);
			ASSERT_TRUE(ofSurface);
			EXPECT_NEAR(ofSurface->distance, 0.0f, 1e-5f);
		}
	}
}

} // namespace ricochet::test::nearest_test
