// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/overlap_query.h>

#include <ricochet/index/snapshot.h>
#include <ricochet/query/callbacks.h>
#include <ricochet/query/simple_queries.h>

#include "support/random_filter.h"
#include "support/scenes.h"

#include <box2d/b2_collision.h>

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace ricochet::test::overlap_query_test
{

namespace
{

std::set<b2Fixture*> FixturesOf(const std::vector<OverlapHit>& overlaps)
{
	std::set<b2Fixture*> fixtures;
	for (const OverlapHit& overlap : overlaps)
	{
		fixtures.insert(overlap.fixture);
	}
	return fixtures;
}

bool IsSame(const OverlapHit& a, const OverlapHit& b)
{
	return a.fixture == b.fixture && a.child == b.child && a.depth == b.depth && a.wayOut == b.wayOut;
}

} // namespace

// Compares with the callback for b2World::QueryAABB, which overlap_callback_test.cpp tests exactly.
TEST(OverlapQuery, ABoxOverlapsWhatTheCallbackSays)
{
	const Scene scene = MakeMixedScene(200, 11);
	SceneRandom random(12);
	int overlapped = 0;
	for (int i = 0; i < ScaledCount(3000); ++i)
	{
		b2AABB box;
		box.lowerBound = random.InBox(scene.halfWidth);
		box.upperBound = box.lowerBound + b2Vec2{random.LogUniform(0.01f, 5.0f), random.LogUniform(0.01f, 5.0f)};
		const QueryFilter filter = random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{};
		OverlapCallback callback(box, filter);
		scene.world->QueryAABB(&callback, callback.box);
		std::vector<OverlapHit> overlaps;
		QueryFilter anySide = filter;
		anySide.sides = Sides::Both;
		anySide.startInside = true;
		OverlapBox(*scene.world, box, overlaps, anySide);
		const std::set<b2Fixture*> expected(callback.fixtures.begin(), callback.fixtures.end());
		ASSERT_EQ(FixturesOf(overlaps), expected);
		overlapped += expected.empty() ? 0 : 1;
	}
	EXPECT_GT(overlapped, ScaledCount(3000) / 8);
}

TEST(OverlapQuery, ASnapshotSaysTheSame)
{
	const Scene scene = MakeMixedScene(200, 13);
	const Snapshot snapshot(*scene.world);
	SceneRandom random(14);
	for (int i = 0; i < ScaledCount(3000); ++i)
	{
		const b2PolygonShape polygon = RandomPolygon(random, random.LogUniform(0.01f, 20.0f));
		const Hull hull{std::span(polygon.m_vertices, static_cast<size_t>(polygon.m_count)),
		                random.OneIn(2) ? 0.0f : random.LogUniform(0.01f, 2.0f)};
		const b2Transform pose = PoseAt(random.InBox(scene.halfWidth), random.Uniform(-3.0f, 3.0f));
		std::vector<OverlapHit> live, indexed;
		OverlapHull(*scene.world, hull, pose, live);
		OverlapHull(snapshot, hull, pose, indexed);
		ASSERT_TRUE(std::equal(live.begin(), live.end(), indexed.begin(), indexed.end(), IsSame));
		ASSERT_EQ(live.empty() == false, OverlapHullAny(*scene.world, hull, pose));
		ASSERT_EQ(live.empty() == false, OverlapHullAny(snapshot, hull, pose));
		const auto isDeeper = [](const OverlapHit& a, const OverlapHit& b)
		{
			return a.depth > b.depth;
		};
		ASSERT_TRUE(std::is_sorted(live.begin(), live.end(), isDeeper));
	}
}

TEST(OverlapQuery, APointIsInWhatItIsIn)
{
	const Scene scene = MakeScatteredScene(300, 15);
	SceneRandom random(16);
	int inside = 0;
	for (int i = 0; i < ScaledCount(4000); ++i)
	{
		const b2Vec2 point = random.InBox(scene.halfWidth);
		std::vector<OverlapHit> overlaps;
		OverlapPoint(*scene.world, point, overlaps);
		std::set<b2Fixture*> expected;
		for (b2Fixture* fixture : scene.fixtures)
		{
			if (fixture->TestPoint(point))
			{
				expected.insert(fixture);
			}
		}
		ASSERT_EQ(FixturesOf(overlaps), expected);
		inside += expected.empty() ? 0 : 1;
	}
	EXPECT_GT(inside, ScaledCount(4000) / 20);
}

// After a displacement by its depth along its way out, a disc only just touches.
TEST(OverlapQuery, TheWayOutLeadsOut)
{
	const Scene scene = MakeScatteredScene(300, 17);
	SceneRandom random(18);
	for (int i = 0; i < ScaledCount(3000); ++i)
	{
		const b2Vec2 center = random.InBox(scene.halfWidth);
		const float radius = random.LogUniform(0.05f, 2.0f);
		std::vector<OverlapHit> overlaps;
		OverlapCircle(*scene.world, center, radius, overlaps);
		for (const OverlapHit& overlap : overlaps)
		{
			QueryFilter only;
			only.accept = [&](b2Fixture* fixture)
			{
				return fixture == overlap.fixture;
			};
			std::vector<OverlapHit> after;
			OverlapCircle(*scene.world, center + 1.001f * overlap.depth * overlap.wayOut + 1.0e-4f * overlap.wayOut,
			              radius, after, only);
			ASSERT_TRUE(after.empty());
			OverlapCircle(*scene.world, center + 0.99f * overlap.depth * overlap.wayOut - 1.0e-4f * overlap.wayOut,
			              radius, after, only);
			ASSERT_EQ(after.size(), 1u);
		}
	}
}

// At the place where its way out ends, the shape no longer overlaps the thing, not even by an ulp. This holds near the
// origin and far away, rotated or not.
TEST(OverlapQuery, AtThePlaceOutsideItIsFreeOfTheThing)
{
	SceneRandom random(19);
	int32_t overlapped = 0;
	for (const float far : {0.0f, 100.0f, 1.0e5f})
	{
		for (int32_t i = 0; i < ScaledCount(1000); ++i)
		{
			Scene scene;
			b2Body* body = scene.AddBody(random.InBox(far), random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f));
			AddRandomFixture(random, scene, body);
			b2EdgeShape edge;
			edge.SetTwoSided(random.InBox(1.0f), random.InBox(1.0f));
			scene.Add(scene.AddBody(body->GetPosition(), random.Uniform(-3.0f, 3.0f)), edge);
			const b2PolygonShape polygon = RandomPolygon(random, 0.7f);
			const Hull hull{std::span(polygon.m_vertices, static_cast<size_t>(polygon.m_count)),
			                random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 0.5f)};
			const b2Transform pose = PoseAt(body->GetPosition() + random.InBox(1.0f), random.Uniform(-3.0f, 3.0f));
			std::vector<OverlapHit> overlaps;
			OverlapHull(*scene.world, hull, pose, overlaps, {.sensors = true});
			for (const OverlapHit& overlap : overlaps)
			{
				const QueryFilter only{.sensors = true,
				                       .accept = [&](b2Fixture* fixture)
				                       {
					                       return fixture == overlap.fixture;
				                       }};
				if (overlap.fixture->GetType() != b2Shape::e_chain)
				{
					ASSERT_FALSE(OverlapHullAny(*scene.world, hull, {overlap.place, pose.q}, only)) << far << " " << i;
					++overlapped;
				}
			}
		}
	}
	EXPECT_GT(overlapped, ScaledCount(1000));
}

TEST(OverlapQuery, AChainOverlapsWithAllItsEdges)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}), ValueOf(MakeBox(1.0f, 1.0f)));
	scene.Add(scene.AddBody({6.0f, 0.0f}), ValueOf(MakeBox(1.0f, 1.0f)));
	b2ChainShape chain;
	const b2Vec2 line[] = {{-1.0f, 0.0f}, {2.0f, 0.5f}, {5.0f, 0.0f}, {8.0f, 0.5f}};
	chain.CreateChain(line, 4, {-2.0f, 0.0f}, {9.0f, 0.0f});
	std::vector<OverlapHit> overlaps;
	OverlapShape(*scene.world, chain, Identity(), overlaps);
	EXPECT_EQ(FixturesOf(overlaps).size(), 2u);
	EXPECT_EQ(overlaps.size(), 2u);
	OverlapShape(*scene.world, chain, PoseAt({0.0f, 5.0f}, 0.0f), overlaps);
	EXPECT_TRUE(overlaps.empty());
	b2AABB bad;
	bad.lowerBound = {1.0f, 1.0f};
	bad.upperBound = {-1.0f, -1.0f};
	OverlapBox(*scene.world, bad, overlaps);
	EXPECT_TRUE(overlaps.empty());
}

} // namespace ricochet::test::overlap_query_test
