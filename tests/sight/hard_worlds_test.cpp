// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/hard_world.h"

// Tests hard cases of worlds of straight shapes one by one: solids, and things that touch.

namespace ricochet::test::hard_worlds_test
{

namespace
{

TEST_F(HardWorlds, Empty)
{
	EXPECT_NEAR(Area(Look({3.0f, 4.0f}, 2.0f)), 4.0f * k_pi, 1e-5f);
}

TEST_F(HardWorlds, ABoxInARoom)
{
	b2Fixture* room = AddLoop(4.0f);
	b2Fixture* box = AddBox({1.5f, 0.0f}, 0.5f, 1.0f);
	const auto polygon = Look(k_origin);
	EXPECT_EQ(Area(polygon), 49.0f);
	for (const SightVertex& vertex : polygon)
	{
		EXPECT_TRUE(vertex.fixture == (vertex.point.x == 1.0f && vertex.point.y == -1.0f ? box : room) ||
		            vertex.side == SightSide::Shadow);
	}
	EXPECT_TRUE(Names(polygon, box));
}

TEST_F(HardWorlds, EyeInsideASolid)
{
	AddLoop(4.0f);
	b2Fixture* box = AddBox({1.0f, 1.0f}, 2.0f, 2.0f);
	EXPECT_TRUE(Look(k_origin, 100.0f, WithStartInside(true)).empty());
	const auto through = Look(k_origin, 100.0f, WithStartInside(false));
	EXPECT_EQ(Area(through), 64.0f);
	EXPECT_FALSE(Names(through, box));
	// The query ignores the solid around the eye, but the other solid still hides things.
	AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_EQ(Area(Look(k_origin, 100.0f, WithStartInside(false))), 49.0f);
}

TEST_F(HardWorlds, EyeOnTheSurfaceOfASolid)
{
	AddLoop(4.0f);
	AddBox(k_origin, 1.0f, 1.0f);
	for (const bool startInside : {true, false})
	{
		const auto onEdge = Look({1.0f, 0.25f}, 100.0f, WithStartInside(startInside));
		EXPECT_EQ(Area(onEdge), 24.0f);
		EXPECT_TRUE(HasVertex(onEdge, {1.0f, 0.25f})) << "the eye";
		const auto onVertex = Look({1.0f, 1.0f}, 100.0f, WithStartInside(startInside));
		EXPECT_EQ(Area(onVertex), 64.0f - 25.0f);
		EXPECT_TRUE(HasVertex(onVertex, {1.0f, 1.0f})) << "the eye";
		EXPECT_EQ(Area(Look({-1.0f, -1.0f}, 100.0f, WithStartInside(startInside))), 64.0f - 25.0f);
	}
}

TEST_F(HardWorlds, EyeInLineWithAFace)
{
	AddLoop(4.0f);
	AddBox({2.0f, 1.0f}, 1.0f, 1.0f);
	// The box is [1, 3] x [0, 2]. Its lower face is in line with the eye and hides nothing by itself.
	const auto polygon = Look(k_origin);
	EXPECT_TRUE(HasVertex(polygon, {1.0f, 0.0f}));
	EXPECT_TRUE(HasVertex(polygon, {4.0f, 0.0f}));
}

TEST_F(HardWorlds, EyeBetweenTwoSolids)
{
	// Two boxes touch along x = 0. An eye on the seam sees nothing. At the upper end of the seam, the eye sees
	// everything above the boxes.
	AddLoop(4.0f);
	AddBox({-1.0f, 0.0f}, 1.0f, 1.0f);
	AddBox({1.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_EQ(Area(Look(k_origin)), 0.0f);
	EXPECT_EQ(Area(Look({0.0f, 1.0f})), 24.0f) << "on both corners";
}

TEST_F(HardWorlds, NoLightBetweenTouchingBoxes)
{
	AddBox({-1.0f, 2.0f}, 1.0f, 0.5f);
	AddBox({1.0f, 2.0f}, 1.0f, 0.5f);
	for (const float x : {0.0f, 0.1f, -1.0f, 5.0f})
	{
		const auto polygon = Look({x, 0.0f}, 50.0f);
		EXPECT_TRUE(HasVertex(polygon, {0.0f, 1.5f}));
		EXPECT_FALSE(Contains(polygon, {x, 0.0f}, {0.0f, 1.75f})) << "the seam";
		EXPECT_FALSE(Contains(polygon, {x, 0.0f}, {-0.2f * x, 3.0f}));
	}
}

TEST_F(HardWorlds, NoLightBetweenTouchingFixturesOfATurnedBody)
{
	SceneRandom random(5);
	std::vector<SightVertex> polygon;
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		Scene scene;
		b2Body* body = scene.AddBody(random.InBox(100.0f), random.Uniform(-3.0f, 3.0f));
		const float width = random.Uniform(0.2f, 3.0f);
		for (int32_t k = -3; k < 3; ++k)
		{
			const float x = static_cast<float>(k) * width, next = static_cast<float>(k + 1) * width;
			const std::array<b2Vec2, 4> tile = {b2Vec2{x, 0.0f}, {next, 0.0f}, {next, 1.0f}, {x, 1.0f}};
			scene.Add(body, HullOf(tile));
		}
		const b2Vec2 eye =
		    b2Mul(body->GetTransform(), b2Vec2{random.Uniform(-1.0f, 1.0f), random.Uniform(-9.0f, -0.1f)});
		ASSERT_TRUE(VisibilityPolygon(*scene.world, eye, 200.0f, polygon));
		const int shadows = CountOf(polygon, SightSide::Shadow);
		EXPECT_EQ(shadows, 2) << "only the two ends of the row let light pass: " << ToText(std::span(polygon));
	}
}

TEST_F(HardWorlds, NoLightLeavesALoop)
{
	SceneRandom random(6);
	std::vector<SightVertex> polygon;
	for (int i = 0; i < ScaledCount(3000); ++i)
	{
		Scene scene;
		const b2PolygonShape hull = RandomPolygon(random, random.LogUniform(0.5f, 50.0f));
		b2Body* body = scene.AddBody(random.InBox(random.OneIn(2) ? 10.0f : 1e5f), random.Uniform(-3.0f, 3.0f));
		scene.Add(body, ValueOf(MakeLoop(std::span(hull.m_vertices, static_cast<size_t>(hull.m_count)))));
		const b2Vec2 eye = b2Mul(body->GetTransform(), hull.m_centroid);
		ASSERT_TRUE(VisibilityPolygon(*scene.world, eye, 1000.0f, polygon));
		EXPECT_EQ(CountOf(polygon, SightSide::Rim), 0) << ToText(std::span(polygon));
		EXPECT_EQ(CountOf(polygon, SightSide::Wall), hull.m_count);
	}
}

TEST_F(HardWorlds, OverlappingBoxes)
{
	AddLoop(8.0f);
	AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	AddBox({2.5f, 1.0f}, 1.0f, 1.0f);
	AddBox({-3.0f, 0.0f}, 1.0f, 1.0f, 0.3f);
	AddBox({-3.0f, 0.5f}, 1.0f, 1.0f, -0.4f);
	Look(k_origin);
	Look({0.3f, -0.2f});
}

TEST_F(HardWorlds, OfCoincidingWallsTheFirstInTheWorld)
{
	AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	b2Fixture* newest = AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	ASSERT_EQ(m_scene.world->GetBodyList(), newest->GetBody()) << "the world's order begins with the newest body";
	EXPECT_TRUE(Names(Look(k_origin), newest));
	b2Fixture* second = m_scene.Add(newest->GetBody(), BoxOf(1.0f, 1.0f));
	ASSERT_EQ(newest->GetBody()->GetFixtureList(), second);
	const auto polygon = Look(k_origin);
	EXPECT_TRUE(Names(polygon, second));
	EXPECT_FALSE(Names(polygon, newest));
}

TEST_F(HardWorlds, EyeOnAChain)
{
	AddLoop(4.0f);
	const std::vector<b2Vec2> path = {{-2.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}};
	m_scene.Add(m_scene.AddBody(k_origin, 0.0f), ValueOf(MakeChain(path)));
	EXPECT_EQ(Area(Look(k_origin)), 64.0f - 6.0f) << "only its second edge, [2, 4] x [0, 4] below the diagonal";
	EXPECT_EQ(Area(Look({2.0f, 0.0f})), 64.0f) << "on its vertex";
}

TEST_F(HardWorlds, ConesInAWorld)
{
	AddLoop(4.0f);
	AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	AddBox({-2.0f, 0.5f}, 1.0f, 1.0f, 0.7f);
	for (const float angle : {0.01f, 1.0f, k_pi, 5.0f})
	{
		for (const float direction : {0.0f, 1.0f, 3.0f, -30.0f})
		{
			Look({0.25f, 0.125f}, 100.0f, {{}, {direction, angle}});
			Look({1.0f, 0.5f}, 100.0f, {{}, {direction, angle}});
		}
	}
}

} // namespace

} // namespace ricochet::test::hard_worlds_test
