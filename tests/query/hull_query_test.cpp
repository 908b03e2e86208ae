// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>

#include "support/brute_force.h"
#include "support/hit_point.h"
#include "support/random_filter.h"
#include "support/scenes.h"
#include "support/shape_child.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace ricochet::test::hull_query_test
{

namespace
{

// Casts at every child of every fixture in the world's order. Edges are hit from both sides.
std::vector<HullHit> BruteForceHulls(const b2World& world, const HullPath& path, const QueryFilter& filter)
{
	std::vector<HullHit> hits;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* node = body->GetFixtureList(); node != nullptr; node = node->GetNext())
		{
			auto* fixture = const_cast<b2Fixture*>(node);
			for (int32_t i = 0; i < fixture->GetShape()->GetChildCount() && PassesFilter(filter, fixture); ++i)
			{
				const ShapeChild child = ShapeChildOf(*fixture->GetShape(), i);
				const auto span = CastHull(path.hull, path.pose, path.translation, child.AsHull(), body->GetTransform(),
				                           path.maxFraction);
				if (span && (filter.startInside || span->startsInside == false))
				{
					HullHit& hit = hits.emplace_back();
					static_cast<HullSpan&>(hit) = *span;
					hit.fixture = fixture;
					hit.child = i;
					hit.enter.edge = child.isEdge ? (span->startsInside ? -1 : i) : hit.enter.edge;
					hit.exit.edge = child.isEdge ? (span->endsInside ? -1 : i) : hit.exit.edge;
				}
			}
		}
	}
	std::stable_sort(hits.begin(), hits.end(),
	                 [](const HullHit& a, const HullHit& b) { return a.enter.fraction < b.enter.fraction; });
	return hits;
}

bool IsSame(const HullHit& a, const HullHit& b)
{
	return a.fixture == b.fixture && a.child == b.child && test::IsSame(a.enter, b.enter) &&
	       test::IsSame(a.exit, b.exit) && a.startsInside == b.startsInside && a.endsInside == b.endsInside &&
	       a.grazing == b.grazing && a.contact == b.contact && a.place == b.place && a.depth == b.depth;
}

// Compares all casts with the expected hits. Returns true if anything is hit.
bool ExpectHits(Space space, const HullPath& path, const QueryFilter& filter, std::vector<HullHit> expected)
{
	const std::optional<HullHit> closest = CastHullClosest(space, path, filter);
	// If the hull would overlap another thing at the expected place, the library moves the place.
	// Rows.AfterACastOfAShape tests these places.
	if (closest && expected.empty() == false &&
	    OverlapHullAny(space, path.hull, {expected[0].place, path.pose.q}, filter))
	{
		expected[0].place = closest->place;
	}
	std::vector<HullHit> all{HullHit{}};
	CastHullAll(space, path, all, filter);
	EXPECT_EQ(CastHullAny(space, path, filter), expected.empty() == false);
	EXPECT_EQ(closest.has_value(), expected.empty() == false);
	EXPECT_TRUE(closest.has_value() == false || expected.empty() || IsSame(*closest, expected[0]));
	EXPECT_EQ(all.size(), expected.size());
	for (size_t i = 0; i < all.size() && i < expected.size(); ++i)
	{
		EXPECT_TRUE(IsSame(all[i], expected[i])) << "hit " << i;
	}
	return expected.empty() == false;
}

// A path of a hull with up to eight vertices, sometimes as large as the scene.
struct RandomPath
{
	std::array<b2Vec2, 8> vertices;
	HullPath path;

	RandomPath(SceneRandom& random, float halfWidth)
	{
		const float size = random.LogUniform(0.01f, random.OneIn(10) ? halfWidth : 3.0f);
		size_t count = 1;
		if (random.OneIn(3))
		{
			vertices = {b2Vec2{0.0f, 0.0f}, size * random.Direction()};
			count = 2;
		}
		else if (random.OneIn(2))
		{
			const b2PolygonShape polygon = RandomPolygon(random, size);
			std::copy_n(polygon.m_vertices, polygon.m_count, vertices.begin());
			count = static_cast<size_t>(polygon.m_count);
		}
		else
		{
			vertices[0] = random.InBox(size);
		}
		path.hull = {std::span(vertices.data(), count), random.OneIn(2) ? 0.0f : random.LogUniform(0.01f, 1.0f)};
		path.pose = PoseAt(random.InBox(1.2f * halfWidth), random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		path.translation = random.LogUniform(0.01f, 2.0f * halfWidth) * random.Direction();
		path.translation = random.OneIn(10) ? b2Vec2{0.0f, 0.0f} : path.translation;
		path.translation.x = random.OneIn(10) ? 0.0f : path.translation.x;
		path.maxFraction = random.OneIn(4) ? random.Uniform(0.0f, 2.0f) : 1.0f;
	}
	RandomPath(const RandomPath&) = delete;
	RandomPath& operator=(const RandomPath&) = delete;
};

void PlayScene(const Scene& scene, uint64_t seed, int paths)
{
	SceneRandom random(seed);
	const Snapshot snapshot(*scene.world);
	int hits = 0;
	for (int i = 0; i < paths; ++i)
	{
		const RandomPath drawn(random, scene.halfWidth);
		QueryFilter filter = random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{};
		filter.sides = Sides::Both;
		const std::vector<HullHit> expected = BruteForceHulls(*scene.world, drawn.path, filter);
		hits += ExpectHits(*scene.world, drawn.path, filter, expected) ? 1 : 0;
		(void)ExpectHits(snapshot, drawn.path, filter, expected);
		if (testing::Test::HasFailure())
		{
			FAIL() << "path " << i;
		}
	}
	EXPECT_GT(hits, paths / 10);
}

} // namespace

TEST(HullQuery, ScatteredShapesOneByOneGiveTheSameHits)
{
	PlayScene(MakeScatteredScene(400, 1), 2, ScaledCount(4000));
}

TEST(HullQuery, AllKindsOfShapesOneByOneGiveTheSameHits)
{
	PlayScene(MakeMixedScene(150, 3), 4, ScaledCount(4000));
}

TEST(HullQuery, APointWithoutRadiusIsTheRay)
{
	const Scene scene = MakeScatteredScene(400, 5);
	SceneRandom random(6);
	const b2Vec2 origin{0.0f, 0.0f};
	for (int i = 0; i < ScaledCount(4000); ++i)
	{
		HullPath path;
		path.hull = {std::span(&origin, 1), 0.0f};
		path.pose.p = random.InBox(scene.halfWidth);
		path.translation = random.LogUniform(0.01f, scene.halfWidth) * random.Direction();
		const auto hull = CastHullClosest(*scene.world, path);
		const auto ray = CastRayClosest(*scene.world, {path.pose.p, path.translation});
		ASSERT_EQ(hull.has_value(), ray.has_value());
		if (hull && hull->startsInside == false)
		{
			ASSERT_EQ(hull->fixture, ray->fixture);
			// The point of a ray's hit is on the surface, but the point of a hull's hit is a place on its path.
			const auto isSame = [](const Crossing& a, Crossing b)
			{
				b.point = a.point;
				return test::IsSame(a, b);
			};
			ASSERT_TRUE(isSame(hull->enter, ray->enter));
			ASSERT_TRUE(isSame(hull->exit, ray->exit));
		}
	}
}

TEST(HullQuery, AOneSidedEdgeIsPassedFromBehind)
{
	Scene scene;
	b2EdgeShape edge;
	edge.SetOneSided({-3.0f, 0.0f}, {-2.0f, 0.0f}, {2.0f, 0.0f}, {3.0f, 0.0f});
	scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
	QueryFilter front;
	front.sides = Sides::Front;
	const b2Vec2 up{0.0f, 4.0f};
	const b2Vec2 down{0.0f, -4.0f};
	EXPECT_NE(CastCircleAny(*scene.world, {0.0f, 2.0f}, 0.5f, down, front),
	          CastCircleAny(*scene.world, {0.0f, -2.0f}, 0.5f, up, front));
	EXPECT_TRUE(CastCircleAny(*scene.world, {0.0f, 2.0f}, 0.5f, down));
	EXPECT_TRUE(CastCircleAny(*scene.world, {0.0f, -2.0f}, 0.5f, up));
}

TEST(HullQuery, AHullThatReachesThroughAOneSidedEdgeIsOnNeitherSide)
{
	Scene scene;
	b2EdgeShape edge;
	edge.SetOneSided({3.0f, 0.0f}, {2.0f, 0.0f}, {-2.0f, 0.0f}, {-3.0f, 0.0f}); // its front is its upper side
	scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
	b2EdgeShape both;
	both.SetTwoSided({8.0f, 0.0f}, {12.0f, 0.0f});
	scene.Add(scene.AddBody({0.0f, 0.0f}), both);
	QueryFilter front, back;
	front.sides = Sides::Front;
	back.sides = Sides::Back;
	const float ulp = 0x1p-24f;
	for (const float y : {-0.4f, -0.1f, 0.1f, 0.4f})
	{
		EXPECT_TRUE(CastCircleAny(*scene.world, {0.0f, y}, 0.5f, {0.0f, -1.0f}));
		EXPECT_FALSE(CastCircleAny(*scene.world, {0.0f, y}, 0.5f, {0.0f, -1.0f}, front)) << y;
		EXPECT_FALSE(CastCircleAny(*scene.world, {0.0f, y}, 0.5f, {0.0f, 1.0f}, back)) << y;
		EXPECT_TRUE(CastCircleAny(*scene.world, {10.0f, y}, 0.5f, {0.0f, -1.0f}, front)) << y;
		EXPECT_FALSE(CastCircleAny(*scene.world, {10.0f, y}, 0.5f, {0.0f, -1.0f}, back)) << y;
	}
	for (const float y : {0.5f - ulp, 0.5f, 0.6f})
	{
		EXPECT_TRUE(CastCircleAny(*scene.world, {0.0f, y}, 0.5f, {0.0f, -1.0f}, front)) << y;
		EXPECT_FALSE(CastCircleAny(*scene.world, {0.0f, y}, 0.5f, {0.0f, -1.0f}, back)) << y;
		EXPECT_TRUE(CastCircleAny(*scene.world, {0.0f, -y}, 0.5f, {0.0f, 1.0f}, back)) << y;
		EXPECT_FALSE(CastCircleAny(*scene.world, {0.0f, -y}, 0.5f, {0.0f, 1.0f}, front)) << y;
	}
}

// Far out on the x axis, a disc moves between floor and ceiling with a clearance of at most half a millimetre. After a
// cast, its place must be in this gap, and not behind the start of its path.
TEST(HullQuery, APlaceIsNeverBehindTheStart)
{
	SceneRandom random(2603);
	for (int trial = 0; trial < ScaledCount(300); ++trial)
	{
		const float x = random.LogUniform(1000.0f, 30000.0f);
		const float radius = random.Uniform(0.04f, 0.5f);
		const float gap = random.LogUniform(5.0e-5f, 5.0e-4f);
		Scene scene;
		scene.AddBox({x, -0.5f}, 5.0f, 0.5f);
		scene.AddBox({x, 2.0f * radius + gap + 0.5f}, 5.0f, 0.5f);
		const b2Vec2 from{x + random.Uniform(-1.0f, 1.0f), radius + random.Uniform(0.3f, 0.7f) * gap};
		const auto hit = CastCircleClosest(*scene.world, from, radius, {0.0f, -0.1f});
		ASSERT_TRUE(hit) << trial;
		EXPECT_LE(hit->place.y, from.y) << trial;
		const b2Vec2 middle{0.0f, 0.0f};
		EXPECT_FALSE(OverlapHullAny(*scene.world, {std::span(&middle, 1), radius}, PoseAt(hit->place, 0.0f))) << trial;
	}
}

// The heights are exact, so the hull touches the box at the start of its cast. Its place must be off the box.
TEST(HullQuery, APlaceIsOffAThingThatIsTouchedAtTheStart)
{
	const std::array<b2Vec2, 4> box{b2Vec2{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
	const b2Vec2 middle{0.0f, 0.0f};
	const Hull hulls[] = {{box, 0.0f}, {std::span(&middle, 1), 0.5f}};
	SceneRandom random(2604);
	for (int trial = 0; trial < ScaledCount(300); ++trial)
	{
		const float x = random.OneIn(2) ? 0.0f : random.LogUniform(1.0f, 5000.0f);
		Scene scene;
		scene.AddBox({x, -0.5f}, 5.0f, 0.5f);
		for (const Hull& hull : hulls)
		{
			const b2Transform on = PoseAt({x + random.Uniform(-1.0f, 1.0f), 0.5f}, 0.0f);
			const b2Vec2 way{random.Uniform(-1.0f, 1.0f), -random.Uniform(0.01f, 1.0f)};
			const auto hit = CastHullClosest(*scene.world, {hull, on, way});
			ASSERT_TRUE(hit) << trial;
			EXPECT_EQ(hit->enter.fraction, 0.0f) << trial;
			EXPECT_GT(hit->place.y, 0.5f) << trial;
			EXPECT_FALSE(OverlapHullAny(*scene.world, hull, PoseAt(hit->place, 0.0f))) << trial;
		}
	}
}

TEST(HullQuery, ADiscTouchesWhereItsRimDoes)
{
	Scene scene;
	b2Fixture* box = scene.Add(scene.AddBody({10.0f, 0.0f}), ValueOf(MakeBox(1.0f, 1.0f)));
	const auto hit = CastCircleClosest(*scene.world, {0.0f, 0.5f}, 0.5f, {20.0f, 0.0f});
	ASSERT_TRUE(hit);
	EXPECT_EQ(hit->fixture, box);
	EXPECT_FLOAT_EQ(hit->enter.fraction, 8.5f / 20.0f);
	EXPECT_FLOAT_EQ(hit->exit.fraction, 11.5f / 20.0f);
	EXPECT_TRUE(IsBeside(hit->contact, {9.0f, 0.5f}));
	EXPECT_EQ(hit->enter.normal, (b2Vec2{-1.0f, 0.0f}));
	EXPECT_EQ(hit->enter.point, (b2Vec2{8.5f, 0.5f}));
	EXPECT_EQ(hit->moving.vertex, 0);
	EXPECT_EQ(hit->still.edge, hit->enter.edge);
}

TEST(HullQuery, ACapsuleTellsWhereItsFirstEndIs)
{
	Scene scene;
	scene.Add(scene.AddBody({10.0f, 0.0f}), ValueOf(MakeBox(1.0f, 1.0f)));
	const auto hit = CastCapsuleClosest(*scene.world, {0.0f, -5.0f}, {0.0f, 5.0f}, 0.5f, {20.0f, 0.0f});
	ASSERT_TRUE(hit);
	EXPECT_EQ(hit->enter.point, (b2Vec2{8.5f, -5.0f}));
	EXPECT_TRUE(IsBeside(hit->contact, {9.0f, 0.0f})); // the middle of the segment that the two edges share
	EXPECT_GE(hit->still.edge, 0);
	EXPECT_GE(hit->moving.edge, 0);
	std::vector<HullHit> all;
	CastCapsuleAll(*scene.world, {0.0f, -5.0f}, {0.0f, 5.0f}, 0.5f, {20.0f, 0.0f}, all);
	ASSERT_EQ(all.size(), 1u);
	EXPECT_TRUE(IsSame(all[0], *hit));
	EXPECT_TRUE(CastCapsuleAny(*scene.world, {0.0f, -5.0f}, {0.0f, 5.0f}, 0.5f, {20.0f, 0.0f}));
}

TEST(HullQuery, AChainIsCastEdgeByEdge)
{
	Scene scene;
	b2Fixture* first = scene.Add(scene.AddBody({0.0f, 0.0f}), ValueOf(MakeBox(1.0f, 1.0f)));
	b2Fixture* second = scene.Add(scene.AddBody({6.0f, 0.0f}), ValueOf(MakeBox(1.0f, 1.0f)));
	b2ChainShape chain;
	const b2Vec2 line[] = {{-1.0f, 0.0f}, {2.0f, 0.5f}, {5.0f, 0.0f}, {8.0f, 0.5f}};
	chain.CreateChain(line, 4, {-2.0f, 0.0f}, {9.0f, 0.0f});
	const b2Transform pose = PoseAt({0.0f, 5.0f}, 0.0f);
	std::vector<HullHit> all;
	CastShapeAll(*scene.world, chain, pose, {0.0f, -10.0f}, all);
	ASSERT_EQ(all.size(), 2u);
	const auto closest = CastShapeClosest(*scene.world, chain, pose, {0.0f, -10.0f});
	ASSERT_TRUE(closest);
	EXPECT_TRUE(IsSame(*closest, all[0]));
	EXPECT_NE(all[0].fixture, all[1].fixture);
	EXPECT_TRUE(all[0].fixture == first || all[0].fixture == second);
	EXPECT_LE(all[0].enter.fraction, all[1].enter.fraction);
	EXPECT_TRUE(CastShapeAny(*scene.world, chain, pose, {0.0f, -10.0f}));
	EXPECT_FALSE(CastShapeAny(*scene.world, chain, pose, {0.0f, -1.0f}));
}

TEST(HullQuery, WhatIsNoNumberMisses)
{
	const Scene scene = MakeScatteredScene(50, 7);
	const float nan = std::numeric_limits<float>::quiet_NaN();
	const float infinite = std::numeric_limits<float>::infinity();
	for (const float bad : {nan, infinite, -infinite, -1.0f})
	{
		EXPECT_FALSE(CastCircleAny(*scene.world, {0.0f, 0.0f}, bad, {100.0f, 0.0f}));
		EXPECT_FALSE(std::isfinite(bad) == false && CastCircleAny(*scene.world, {bad, 0.0f}, 1.0f, {100.0f, 0.0f}));
		EXPECT_FALSE(std::isfinite(bad) == false && CastCircleAny(*scene.world, {0.0f, 0.0f}, 1.0f, {bad, 0.0f}));
	}
	EXPECT_FALSE(CastPolygonAny(*scene.world, {}, 1.0f, Identity(), {100.0f, 0.0f}));
	EXPECT_TRUE(CastCircleAny(*scene.world, {0.0f, 0.0f}, 1.0f, {100.0f, 0.0f}));
	EXPECT_TRUE(CastCircleAny(*scene.world, {0.0f, 0.0f}, 1.0e30f, {1.0f, 0.0f}));
}

} // namespace ricochet::test::hull_query_test
