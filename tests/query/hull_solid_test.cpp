// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/simple_queries.h>

#include "support/hull_path.h"
#include "support/shape_child.h"

#include <gtest/gtest.h>

#include <map>

namespace ricochet::test::hull_solid_test
{

namespace
{

// Makes bodies of several pieces. Some pieces touch, and others do not.
Scene MakePieces(SceneRandom& random)
{
	Scene scene;
	scene.halfWidth = 6.0f;
	for (int32_t i = random.Between(8, 16); i > 0; --i)
	{
		b2Body* body =
		    scene.AddBody(random.InBox(scene.halfWidth), random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		for (int32_t k = random.Between(1, 5); k > 0; --k)
		{
			b2PolygonShape box;
			const b2Vec2 place{static_cast<float>(random.Between(-2, 2)), static_cast<float>(random.Between(-2, 2))};
			box.SetAsBox(0.5f, 0.5f, place, 0.0f);
			random.OneIn(5) ? scene.Add(body, ValueOf(MakeCircle(place, 0.4f))) : scene.Add(body, box);
		}
	}
	return scene;
}

// Tells for many positions along the path whether the hull overlaps anything of a body; null: of any body.
std::vector<bool> StepsInside(const b2World& world, const HullPath& path, const b2Body* body, int32_t steps)
{
	std::vector<bool> inside(static_cast<size_t>(steps) + 1);
	ForEachShapeChild(world,
	                  [&](const b2Fixture* fixture, int32_t, const ShapeChild& child)
	                  {
		                  for (int32_t i = 0; i <= steps && (body == nullptr || fixture->GetBody() == body); ++i)
		                  {
			                  b2Transform pose = path.pose;
			                  const float fraction =
			                      path.maxFraction * static_cast<float>(i) / static_cast<float>(steps);
			                  pose.p = path.pose.p + fraction * path.translation;
			                  const bool overlaps =
			                      Overlaps(path.hull, pose, child.AsHull(), fixture->GetBody()->GetTransform());
			                  inside[static_cast<size_t>(i)] = inside[static_cast<size_t>(i)] || overlaps;
		                  }
	                  });
	return inside;
}

// Checks the sampled positions: if the hull overlaps something there, a non-grazing span must contain the position's
// fraction. Positions near the ends of spans are not judged.
void ExpectSteps(const std::vector<HullSolidSpan>& solids, const HullPath& path, const std::vector<bool>& inside,
                 const b2Body* body)
{
	const auto steps = static_cast<float>(inside.size() - 1);
	for (size_t i = 0; i < inside.size(); ++i)
	{
		const float fraction = path.maxFraction * static_cast<float>(i) / steps;
		bool isIn = false;
		bool isNearAnEnd = false;
		for (const HullSolidSpan& solid : solids)
		{
			const bool isOf = body == nullptr || solid.body == body;
			const float margin = 1e-4f;
			isIn = isIn || (isOf && solid.enter.fraction <= fraction && fraction <= solid.exit.fraction);
			isNearAnEnd = isNearAnEnd || std::abs(solid.enter.fraction - fraction) < margin ||
			              std::abs(solid.exit.fraction - fraction) < margin || solid.grazing;
		}
		ASSERT_TRUE(isNearAnEnd || isIn == inside[i]) << "at " << fraction;
	}
}

bool IsSameSolid(const HullSolidSpan& a, const HullSolidSpan& b)
{
	return a.body == b.body && a.fixture == b.fixture && a.child == b.child &&
	       a.exitItem.fixture == b.exitItem.fixture && a.enter.fraction == b.enter.fraction &&
	       a.exit.fraction == b.exit.fraction && a.grazing == b.grazing && a.startsInside == b.startsInside &&
	       a.endsInside == b.endsInside && a.contact == b.contact;
}

} // namespace

TEST(HullSolids, AreWhereManyStepsOverlapTheBody)
{
	SceneRandom random(31);
	int told = 0;
	for (int i = 0; i < ScaledCount(600); ++i)
	{
		const Scene scene = MakePieces(random);
		const RandomHullPath drawn(random, scene.halfWidth);
		const HullPath& path = drawn.path;
		if (path.translation.Length() * path.maxFraction < 0.1f)
		{
			continue;
		}
		std::vector<HullSolidSpan> solids, indexed, wall;
		CastHullSolids(*scene.world, path, solids);
		CastHullSolids(Snapshot(*scene.world), path, indexed);
		ASSERT_EQ(solids.size(), indexed.size());
		for (size_t k = 0; k < solids.size(); ++k)
		{
			ASSERT_TRUE(IsSameSolid(solids[k], indexed[k]));
			ASSERT_TRUE(k == 0 || solids[k - 1].enter.fraction <= solids[k].enter.fraction);
		}
		for (const b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			ExpectSteps(solids, path, StepsInside(*scene.world, path, body, 200), body);
			ASSERT_FALSE(HasFailure()) << "trial " << i;
		}
		CastHullSolids(*scene.world, path, wall, {}, [](const b2Body*) { return uintptr_t{1}; });
		ExpectSteps(wall, path, StepsInside(*scene.world, path, nullptr, 200), nullptr);
		ASSERT_FALSE(HasFailure()) << "trial " << i;
		told += static_cast<int>(solids.size());
	}
	EXPECT_GT(told, ScaledCount(600) / 3);
}

// The spans of one body are disjoint: pieces that touch count as one solid.
TEST(HullSolids, NoTwoOfABodyTouch)
{
	SceneRandom random(32);
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		const Scene scene = MakePieces(random);
		const RandomHullPath drawn(random, scene.halfWidth);
		std::vector<HullSolidSpan> solids;
		CastHullSolids(*scene.world, drawn.path, solids);
		std::map<const b2Body*, float> last;
		for (const HullSolidSpan& solid : solids)
		{
			if (solid.grazing == false)
			{
				const auto before = last.find(solid.body);
				ASSERT_TRUE(before == last.end() || before->second < solid.enter.fraction);
				last[solid.body] = solid.exit.fraction;
			}
		}
	}
}

TEST(HullSolids, AGapThatIsNarrowerThanTheShapeIsNone)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f});
	for (const float x : {0.0f, 2.0f})
	{
		b2PolygonShape box;
		box.SetAsBox(0.5f, 0.5f, {x, 0.0f}, 0.0f);
		scene.Add(body, box);
	}
	std::vector<HullSolidSpan> solids;
	// the gap is 1 m wide, and the disc 0.8 m
	CastCircleSolids(*scene.world, {-5.0f, 0.0f}, 0.4f, {10.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 2u);
	EXPECT_FLOAT_EQ(solids[0].exit.fraction, 0.59f);
	EXPECT_FLOAT_EQ(solids[1].enter.fraction, 0.61f);
	CastCircleSolids(*scene.world, {-5.0f, 0.0f}, 0.6f, {10.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_FLOAT_EQ(solids[0].enter.fraction, 0.39f);
	EXPECT_FLOAT_EQ(solids[0].exit.fraction, 0.81f);
	EXPECT_NE(solids[0].fixture, solids[0].exitItem.fixture);
	EXPECT_FLOAT_EQ(solids[0].contact.x, -0.5f);
	CastCapsuleSolids(*scene.world, {-5.0f, -0.2f}, {-5.0f, 0.2f}, 0.6f, {10.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_FLOAT_EQ(solids[0].enter.point.x, -1.1f);
	EXPECT_FLOAT_EQ(solids[0].enter.point.y, -0.2f);
	const b2Vec2 box[] = {{-0.6f, -0.1f}, {0.6f, -0.1f}, {0.6f, 0.1f}, {-0.6f, 0.1f}};
	CastPolygonSolids(*scene.world, box, 0.0f, PoseAt({-5.0f, 0.0f}, 0.0f), {10.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_FLOAT_EQ(solids[0].enter.fraction, 0.39f);
}

// If a disc moves along a floor of tiles, the touched tiles are one solid. If the path then leads into a wall, the wall
// is a second solid.
TEST(HullSolids, WhatIsOnlyTouchedIsOneSolidToo)
{
	Scene scene;
	b2Body* floor = scene.AddBody({0.0f, 0.0f});
	for (int i = 0; i < 6; ++i)
	{
		b2PolygonShape tile;
		tile.SetAsBox(0.5f, 0.5f, {static_cast<float>(i), -0.5f}, 0.0f);
		scene.Add(floor, tile);
	}
	std::vector<HullSolidSpan> solids;
	CastCircleSolids(*scene.world, {-4.0f, 0.5f}, 0.5f, {16.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_TRUE(solids[0].grazing);
	EXPECT_FLOAT_EQ(solids[0].enter.point.x, -0.5f);
	EXPECT_FLOAT_EQ(solids[0].exit.point.x, 5.5f);
	b2PolygonShape wall;
	wall.SetAsBox(0.5f, 2.0f, {9.0f, 0.0f}, 0.0f);
	scene.Add(floor, wall);
	CastCircleSolids(*scene.world, {-4.0f, 0.5f}, 0.5f, {16.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 2u);
	EXPECT_TRUE(solids[0].grazing);
	EXPECT_FALSE(solids[1].grazing);
}

// While the shape passes through a solid, a touch of the same solid is not reported.
TEST(HullSolids, WhatIsTouchedInsideOfASolidIsNotTold)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f});
	b2PolygonShape box;
	box.SetAsBox(3.0f, 0.25f);
	scene.Add(body, box);
	box.SetAsBox(0.5f, 0.5f, {0.0f, 1.0f}, 0.0f); // starts at y = 0.5, which is how far the disc reaches
	scene.Add(body, box);
	std::vector<HullSolidSpan> solids;
	CastCircleSolids(*scene.world, {-8.0f, 0.0f}, 0.5f, {16.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_FALSE(solids[0].grazing);
}

TEST(HullSolids, WithoutAWayEachBodyIsOne)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f});
	for (const float x : {0.0f, 3.0f})
	{
		b2PolygonShape box;
		box.SetAsBox(0.5f, 0.5f, {x, 0.0f}, 0.0f);
		scene.Add(body, box);
	}
	std::vector<HullSolidSpan> solids;
	CastCircleSolids(*scene.world, {1.5f, 0.0f}, 2.0f, {0.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_TRUE(solids[0].startsInside && solids[0].endsInside);
	CastCircleSolids(*scene.world, {1.5f, 0.0f}, std::numeric_limits<float>::quiet_NaN(), {1.0f, 0.0f}, solids);
	EXPECT_TRUE(solids.empty());
}

// Two boxes side by side are one solid, even for a path that starts on their seam.
TEST(HullSolids, AStartOnTheSeamOfABodyIsInside)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_staticBody);
	scene.Add(body, ValueOf(MakeBox(1.0f, 1.0f, {-1.0f, 0.0f})));
	scene.Add(body, ValueOf(MakeBox(1.0f, 1.0f, {1.0f, 0.0f})));
	const std::vector<b2Vec2> upright{{0.0f, -0.5f}, {0.0f, 0.5f}};
	std::vector<HullSolidSpan> solids;
	for (const float way : {4.0f, -4.0f})
	{
		CastHullSolids(*scene.world, {{upright}, PoseAt({0.0f, 0.0f}, 0.0f), {way, 0.0f}}, solids);
		ASSERT_EQ(solids.size(), 1u);
		EXPECT_TRUE(solids[0].startsInside);
		EXPECT_EQ(solids[0].enter.normal, b2Vec2(0.0f, 0.0f));
		EXPECT_EQ(solids[0].exit.fraction, 0.5f);

		// A path that starts on the solid's outer face starts outside.
		CastHullSolids(*scene.world, {{upright}, PoseAt({-0.5f * way, 0.0f}, 0.0f), {way, 0.0f}}, solids);
		ASSERT_EQ(solids.size(), 1u);
		EXPECT_FALSE(solids[0].startsInside);
	}
}

// All parts of the chain start inside the box. The longest part leaves the box last.
TEST(HullSolids, PartsThatEnterAThingAtOnceAndLeaveItApart)
{
	Scene scene;
	scene.world = std::make_unique<b2World>(b2Vec2{0.0f, 0.0f});
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	for (const bool isLongFirst : {true, false})
	{
		b2ChainShape chain;
		const b2Vec2 vertices[] = {
		    {isLongFirst ? -3.0f : -0.125f, 0.0f}, {0.0f, 0.0f}, {isLongFirst ? -0.125f : -3.0f, 0.5f}};
		chain.CreateChain(vertices, 3, {-4.0f, 0.0f}, {-4.0f, 0.5f});
		std::vector<HullSolidSpan> solids;
		CastShapeSolids(*scene.world, chain, Identity(), {8.0f, 0.0f}, solids);
		ASSERT_EQ(solids.size(), 1u);
		EXPECT_TRUE(solids[0].startsInside);
		EXPECT_EQ(solids[0].exit.fraction, 0.5f);
	}
}

} // namespace ricochet::test::hull_solid_test
