// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/turning_query.h>

#include "support/brute_force.h"
#include "support/random_filter.h"
#include "support/scenes.h"
#include "support/shape_child.h"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet::test::turning_query_test
{

namespace
{

// Casts at every child of every fixture. Edges are hit from both sides.
std::vector<TurningHit> BruteForceTurning(const b2World& world, const TurningPath& path, const QueryFilter& filter)
{
	std::vector<TurningHit> hits;
	ForEachShapeChild(world,
	                  [&](b2Fixture* fixture, int32_t index, const ShapeChild& child)
	                  {
		                  if (PassesFilter(filter, fixture) == false)
		                  {
			                  return;
		                  }
		                  const auto touch = CastTurningHull(path.hull, path.motion, child.AsHull(),
		                                                     fixture->GetBody()->GetTransform(), path.tolerance);
		                  if (touch && (filter.startInside || touch->startsInside == false))
		                  {
			                  hits.push_back({*touch, {fixture, index}});
		                  }
	                  });
	std::stable_sort(hits.begin(), hits.end(),
	                 [](const TurningHit& a, const TurningHit& b) { return a.fraction < b.fraction; });
	return hits;
}

bool IsSameTouch(const TurningHit& a, const TurningHit& b)
{
	return a.fixture == b.fixture && a.child == b.child && a.fraction == b.fraction && a.contact == b.contact &&
	       a.normal == b.normal && a.startsInside == b.startsInside && a.depth == b.depth;
}

struct RandomTurningPath
{
	b2PolygonShape polygon;
	std::array<b2Vec2, 2> rod{b2Vec2{0.0f, 0.0f}, b2Vec2{0.0f, 0.0f}};
	TurningPath path;

	RandomTurningPath(SceneRandom& random, float halfWidth)
	{
		const float size = random.LogUniform(0.05f, random.OneIn(10) ? 0.3f * halfWidth : 3.0f);
		rod[1] = size * random.Direction();
		polygon = RandomPolygon(random, size);
		const std::span<const b2Vec2> vertices =
		    random.OneIn(2) ? std::span<const b2Vec2>(rod)
		                    : std::span<const b2Vec2>(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
		path.hull = {vertices, random.OneIn(2) ? 0.0f : random.LogUniform(0.01f, 0.5f)};
		path.motion.pose = PoseAt(random.InBox(halfWidth), random.Uniform(-3.0f, 3.0f));
		path.motion.localCenter = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(2.0f * size);
		path.motion.translation = random.LogUniform(0.01f, halfWidth) * random.Direction();
		path.motion.angle = random.OneIn(8) ? 0.0f : random.Sign() * random.LogUniform(1e-2f, 30.0f);
		path.motion.maxFraction = random.OneIn(4) ? random.Uniform(0.0f, 2.0f) : 1.0f;
		path.tolerance = random.OneIn(2) ? k_turningTolerance : random.LogUniform(1e-5f, 1e-1f);
	}
	RandomTurningPath(const RandomTurningPath&) = delete;
	RandomTurningPath& operator=(const RandomTurningPath&) = delete;
};

template <class Closest, class Any, class AllHits>
void ExpectTurning(const std::vector<TurningHit>& expected, Closest closest, Any any, AllHits allHits)
{
	const std::optional<TurningHit> first = closest();
	std::vector<TurningHit> all{TurningHit{}};
	allHits(all);
	ASSERT_EQ(first.has_value(), expected.empty() == false);
	ASSERT_EQ(any(), expected.empty() == false);
	ASSERT_TRUE(first.has_value() == false || IsSameTouch(*first, expected[0]));
	ASSERT_EQ(all.size(), expected.size());
	for (size_t i = 0; i < all.size(); ++i)
	{
		ASSERT_TRUE(IsSameTouch(all[i], expected[i])) << i;
	}
}

void PlayTurning(const Scene& scene, uint64_t seed, int paths)
{
	SceneRandom random(seed);
	const Snapshot snapshot(*scene.world);
	SpatialHash hash(2.0f);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	std::vector<TurningHit> found;
	const b2World& world = *scene.world;
	int hits = 0;
	for (int i = 0; i < paths; ++i)
	{
		const RandomTurningPath drawn(random, scene.halfWidth);
		const TurningPath& path = drawn.path;
		QueryFilter filter = random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{};
		filter.sides = Sides::Both;
		const std::vector<TurningHit> expected = BruteForceTurning(world, path, filter);
		hits += expected.empty() == false;
		ExpectTurning(
		    expected, [&] { return CastTurningClosest(world, path, filter); },
		    [&] { return CastTurningAny(world, path, filter); },
		    [&](std::vector<TurningHit>& all) { CastTurningAll(world, path, all, filter); });
		ExpectTurning(
		    expected, [&] { return CastTurningClosest(snapshot, path, filter); },
		    [&] { return CastTurningAny(snapshot, path, filter); },
		    [&](std::vector<TurningHit>& all) { CastTurningAll(snapshot, path, all, filter); });
		ExpectTurning(
		    expected, [&] { return CastTurningClosest(hash, path, filter); },
		    [&] { return CastTurningAny(hash, path, filter); },
		    [&](std::vector<TurningHit>& all)
		    {
			    CastTurningAll(hash, path, found, filter);
			    all.assign(found.begin(), found.end());
		    });
		if (testing::Test::HasFailure())
		{
			FAIL() << "path " << i;
		}
	}
	EXPECT_GT(hits, paths / 10);
}

} // namespace

TEST(TurningQuery, ScatteredShapesOneByOneGiveTheSameHits)
{
	PlayTurning(MakeScatteredScene(300, 11), 12, ScaledCount(2000));
}

TEST(TurningQuery, AllKindsOfShapesOneByOneGiveTheSameHits)
{
	PlayTurning(MakeMixedScene(150, 13), 14, ScaledCount(2000));
}

TEST(TurningQuery, AOneSidedEdgeIsPassedFromBehind)
{
	Scene scene;
	b2EdgeShape edge;
	edge.SetOneSided({-3.0f, 0.0f}, {-2.0f, 0.0f}, {2.0f, 0.0f}, {3.0f, 0.0f});
	scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
	const b2Vec2 rod[] = {{-0.5f, 0.0f}, {0.5f, 0.0f}};
	QueryFilter front;
	front.sides = Sides::Front;
	TurningPath path{{rod}, {}};
	path.motion.angle = 5.0f;
	path.motion.pose.p = {0.0f, 2.0f};
	path.motion.translation = {0.0f, -4.0f};
	const bool isDown = CastTurningAny(*scene.world, path, front);
	EXPECT_TRUE(CastTurningAny(*scene.world, path));
	path.motion.pose.p = {0.0f, -2.0f};
	path.motion.translation = {0.0f, 4.0f};
	EXPECT_NE(isDown, CastTurningAny(*scene.world, path, front));
	EXPECT_TRUE(CastTurningAny(*scene.world, path));
}

// A door leaf turns about its hinge until it hits a crate.
TEST(TurningQuery, ADoorOpensUntilItMeetsWhatIsInItsWay)
{
	Scene scene;
	b2Fixture* crate = scene.Add(scene.AddBody({0.0f, 1.0f}), ValueOf(MakeBox(0.2f, 0.2f)));
	const b2Vec2 leaf[] = {{0.0f, 0.0f}, {1.5f, 0.0f}};
	TurningPath path{{leaf, 0.05f}, {}};
	path.motion.angle = 3.0f;
	const auto hit = CastTurningClosest(*scene.world, path);
	ASSERT_TRUE(hit);
	EXPECT_EQ(hit->fixture, crate);
	// The leaf's surface, 0.05 from its middle line, touches the lower right corner of the crate (0.2, 0.8).
	const float angle = std::atan2(0.8f, 0.2f) - std::asin(0.05f / std::hypot(0.8f, 0.2f));
	EXPECT_NEAR(hit->fraction * 3.0f, angle, 3e-4f);
	EXPECT_NEAR(hit->contact.x, 0.2f, 1e-6f);
	EXPECT_NEAR(hit->contact.y, 0.8f, 1e-6f);
	path.motion.angle = 0.9f * angle;
	EXPECT_FALSE(CastTurningAny(*scene.world, path));
}

TEST(TurningQuery, WhatWasAddedToAHashByHandIsMetAndNamed)
{
	Scene scene;
	b2Fixture* crate = scene.Add(scene.AddBody({0.0f, 1.0f}), ValueOf(MakeBox(0.2f, 0.2f)));
	const ClipPolygonShape box = ValueOf(MakeBox(0.2f, 0.2f));
	const b2Vec2 leaf[] = {{0.0f, 0.0f}, {1.5f, 0.0f}};
	TurningPath path{{leaf, 0.05f}, {}};
	path.motion.angle = 6.0f;
	SpatialHash hash(1.0f);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	const ItemId wall = ValueOf(hash.AddSegment({-1.0f, 0.0f}, {-1.0f, 0.5f}, 7));
	const ItemId twin = ValueOf(hash.AddShape(box, 0, PoseAt({0.0f, 1.0f}, 0.0f), 8));
	std::vector<TurningHit> hits;
	CastTurningAll(hash, path, hits);
	ASSERT_EQ(hits.size(), 3u);
	EXPECT_EQ(hits[0].fixture, crate);
	EXPECT_FALSE(hits[0].id);
	EXPECT_EQ(hits[1].id, twin);
	EXPECT_EQ(hits[1].tag, 8u);
	EXPECT_EQ(hits[1].fixture, nullptr);
	EXPECT_EQ(hits[1].fraction, hits[0].fraction);
	EXPECT_EQ(hits[2].id, wall);
	EXPECT_EQ(hits[2].tag, 7u);
	EXPECT_GT(hits[2].fraction, hits[1].fraction);
	ASSERT_TRUE(hash.Remove(twin));
	ASSERT_TRUE(hash.Update(nullptr));
	const auto first = CastTurningClosest(hash, path);
	ASSERT_TRUE(first);
	EXPECT_EQ(first->id, wall);
	ASSERT_TRUE(hash.Remove(wall));
	EXPECT_FALSE(CastTurningAny(hash, path));
}

TEST(TurningQuery, WhatIsNoNumberMisses)
{
	const Scene scene = MakeScatteredScene(50, 7);
	const b2Vec2 rod[] = {{-0.5f, 0.0f}, {0.5f, 0.0f}};
	TurningPath good{{rod}, {}};
	good.motion.translation = {100.0f, 0.0f};
	good.motion.angle = 3.0f;
	ASSERT_TRUE(CastTurningAny(*scene.world, good));
	for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
	{
		TurningPath path = good;
		path.motion.angle = bad;
		EXPECT_FALSE(CastTurningAny(*scene.world, path));
		path = good;
		path.motion.pose.p.x = bad;
		EXPECT_FALSE(CastTurningClosest(*scene.world, path));
		path = good;
		path.tolerance = bad;
		EXPECT_FALSE(CastTurningAny(*scene.world, path));
	}
	TurningPath path = good;
	path.hull.vertices = {};
	EXPECT_FALSE(CastTurningAny(*scene.world, path));
	path = good;
	path.motion.translation = {std::numeric_limits<float>::max(), std::numeric_limits<float>::max()};
	path.motion.angle = std::numeric_limits<float>::max();
	(void)CastTurningClosest(*scene.world, path);
}

} // namespace ricochet::test::turning_query_test
