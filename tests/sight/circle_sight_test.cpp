// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/hard_world.h"

#include <ricochet/query/ray_query.h>

#include <cmath>
#include <numbers>

// Tests circles: tangents and areas by formula, everything else by casts from the eye.

namespace ricochet::test::circle_sight_test
{

namespace
{

class Circles : public HardWorlds
{
};

// Returns the lit area of a disc around the eye if a circle in the disc casts a shadow.
float LitBeside(float distance, float circle, float disc)
{
	const float half = std::asin(circle / distance);
	const float tangent = std::sqrt(distance * distance - circle * circle);
	return disc * disc * (k_pi - half) + tangent * circle - circle * circle * (0.5f * k_pi - half);
}

TEST_F(Circles, TangentsByFormula)
{
	b2Fixture* circle = m_scene.AddCircle({5.0f, 0.0f}, 3.0f);
	const auto polygon = LookAndCast(k_origin, 20.0f);
	EXPECT_NEAR(Area(polygon), LitBeside(5.0f, 3.0f, 20.0f), 2e-3f);
	EXPECT_EQ(CountOf(polygon, SightSide::Arc), 1);
	for (const SightVertex& vertex : polygon)
	{
		if (vertex.side == SightSide::Arc)
		{
			EXPECT_NEAR(vertex.point.x, 3.2f, 1e-6f);
			EXPECT_NEAR(vertex.point.y, -2.4f, 1e-6f);
			EXPECT_EQ(vertex.fixture, circle);
			EXPECT_EQ(vertex.center, (b2Vec2{5.0f, 0.0f}));
			EXPECT_EQ(vertex.radius, 3.0f);
			const SightVertex& next = polygon[(static_cast<size_t>(&vertex - polygon.data()) + 1) % polygon.size()];
			EXPECT_NEAR(next.point.x, 3.2f, 1e-6f);
			EXPECT_NEAR(next.point.y, 2.4f, 1e-6f);
		}
	}
}

TEST_F(Circles, AcrossTheAxes)
{
	for (const b2Vec2 center : {b2Vec2{-5.0f, 0.0f}, b2Vec2{0.0f, 5.0f}, b2Vec2{0.0f, -5.0f}, b2Vec2{3.0f, 4.0f}})
	{
		b2Fixture* circle = m_scene.AddCircle(center, 3.0f);
		EXPECT_NEAR(Area(LookAndCast(k_origin, 20.0f)), LitBeside(5.0f, 3.0f, 20.0f), 2e-3f);
		m_scene.world->DestroyBody(circle->GetBody());
	}
}

TEST_F(Circles, TurnedAndOffCenter)
{
	m_scene.Add(m_scene.AddBody({3.0f, -2.0f}, 0.8f), CircleOf(1.0f, {2.0f, 1.0f}));
	LookAndCast(k_origin);
	LookAndCast({5.0f, 4.0f});
}

TEST_F(Circles, EyeOnTheRim)
{
	m_scene.AddCircle({2.0f, 0.0f}, 2.0f);
	for (const bool startInside : {true, false})
	{
		const auto polygon = SeeRound(*m_scene.world, k_origin, 5.0f, WithStartInside(startInside));
		EXPECT_NEAR(Area(polygon), 0.5f * 25.0f * k_pi, 1e-3f);
		EXPECT_TRUE(HasVertex(polygon, k_origin)) << "the eye";
		EXPECT_TRUE(Contains(polygon, k_origin, {-1.0f, 3.0f}));
		EXPECT_FALSE(Contains(polygon, k_origin, {0.1f, 0.3f}));
	}
}

TEST_F(Circles, EyeNextToTheRim)
{
	m_scene.AddCircle({2.0f, 0.0f}, 2.0f);
	for (const float gap : {1e-7f, 1e-5f, 1e-3f, 0.1f})
	{
		const auto polygon = SeeRound(*m_scene.world, {-gap, 0.0f}, 5.0f);
		EXPECT_NEAR(Area(polygon), LitBeside(2.0f + gap, 2.0f, 5.0f), 0.02f) << gap;
		EXPECT_TRUE(Contains(polygon, {-gap, 0.0f}, {-1.0f, 3.0f}));
	}
	EXPECT_TRUE(SeeRound(*m_scene.world, {1e-6f, 0.0f}, 5.0f).empty()) << "inside by a hair";
}

TEST_F(Circles, EyeInside)
{
	m_scene.AddCircle(k_origin, 2.0f);
	for (const b2Vec2 eye : {k_origin, b2Vec2{1.0f, 1.0f}})
	{
		EXPECT_TRUE(SeeRound(*m_scene.world, eye, 5.0f, WithStartInside(true)).empty());
		EXPECT_NEAR(Area(SeeRound(*m_scene.world, eye, 5.0f, WithStartInside(false))), 25.0f * k_pi, 1e-4f);
	}
}

TEST_F(Circles, CutByWalls)
{
	AddLoop(8.0f);
	m_scene.AddCircle({4.0f, 0.0f}, 2.0f);
	AddBox({3.0f, 1.5f}, 0.25f, 1.0f, 0.2f);
	AddBox({2.5f, -0.5f}, 0.25f, 0.25f);
	const auto polygon = LookAndCast(k_origin);
	EXPECT_GE(CountOf(polygon, SightSide::Arc), 1);
	LookAndCast({1.0f, -3.0f});
	LookAndCast({6.5f, 5.0f});
}

TEST_F(Circles, AChordInFrontOfItsArc)
{
	// A wall crosses the circle. In front are the arc, then the wall, then the arc again.
	m_scene.AddCircle({4.0f, 0.0f}, 2.0f);
	m_scene.AddEdge({2.5f, -3.0f}, {2.5f, 3.0f});
	const auto polygon = LookAndCast(k_origin);
	EXPECT_EQ(CountOf(polygon, SightSide::Arc), 1) << "the middle of the arc bulges through the wall";
	EXPECT_EQ(CountOf(polygon, SightSide::Wall), 2);
	// The wall and the circle cross at (2.5, +-sqrt(4 - 2.25)).
	for (const SightVertex& vertex : polygon)
	{
		if (vertex.side == SightSide::Arc)
		{
			EXPECT_NEAR(vertex.point.x, 2.5f, 1e-6f);
			EXPECT_NEAR(vertex.point.y, -std::sqrt(1.75f), 1e-6f);
		}
	}
}

TEST_F(Circles, Overlapping)
{
	m_scene.AddCircle({5.0f, 1.0f}, 2.0f);
	m_scene.AddCircle({5.0f, -1.0f}, 2.0f);
	EXPECT_EQ(CountOf(LookAndCast(k_origin), SightSide::Arc), 2);
	m_scene.AddCircle({4.0f, 0.5f}, 1.0f);
	m_scene.AddCircle({4.0f, 0.5f}, 1.0f);
	LookAndCast(k_origin);
	LookAndCast({0.0f, 1.0f});
	LookAndCast({5.0f, 9.0f});
}

TEST_F(Circles, TouchingLetNoLightThrough)
{
	m_scene.AddCircle({5.0f, 1.0f}, 1.0f);
	m_scene.AddCircle({5.0f, -1.0f}, 1.0f);
	const auto polygon = LookAndCast(k_origin);
	EXPECT_FALSE(Contains(polygon, k_origin, {7.0f, 0.0f}));
	EXPECT_EQ(CountOf(polygon, SightSide::Shadow), 2);
}

// A circle touches a wall from behind, so all of its near side is hidden. The point of contact is equally near on both,
// and may be in the middle of both near sides.
TEST_F(Circles, ThatTouchAWallFromBehindAreHidden)
{
	for (int turn = 0; turn < 16; ++turn)
	{
		const bool isCircleFirst = turn % 2 == 0;
		const b2EdgeShape edge = EdgeOf({3.0f, -2.0f}, {3.0f, 2.0f});
		b2Body* body = m_scene.AddBody(k_origin, static_cast<float>(turn / 2) * 0.25f * k_pi);
		for (const bool isCircle : {isCircleFirst, isCircleFirst == false})
		{
			m_scene.Add(body, isCircle ? static_cast<const b2Shape&>(CircleOf(1.0f, {4.0f, 0.0f})) : edge);
		}
		EXPECT_EQ(CountOf(LookAndCast(k_origin), SightSide::Arc), 0) << turn;
		m_scene.world->DestroyBody(body);
	}
	m_scene.AddCircle({0.0f, 2.0f}, 0.5f);
	m_scene.AddEdge({-1.0f, 1.5f}, {1.0f, 1.5f});
	EXPECT_EQ(CountOf(LookAndCast(k_origin), SightSide::Arc), 0);
}

TEST_F(Circles, OneBehindAnother)
{
	b2Fixture* near = m_scene.AddCircle({3.0f, 0.0f}, 1.0f);
	b2Fixture* hidden = m_scene.AddCircle({6.0f, 0.0f}, 1.0f);
	b2Fixture* larger = m_scene.AddCircle({12.0f, 0.0f}, 5.0f);
	const auto polygon = LookAndCast(k_origin);
	EXPECT_TRUE(Names(polygon, near));
	EXPECT_FALSE(Names(polygon, hidden));
	EXPECT_TRUE(Names(polygon, larger));
	EXPECT_EQ(CountOf(polygon, SightSide::Arc), 3) << "the larger one on both sides";
}

TEST_F(Circles, AtTheRadius)
{
	b2Fixture* circle = m_scene.AddCircle({5.0f, 0.0f}, 2.0f);
	const float disc = 4.0f * k_pi;
	EXPECT_NEAR(Area(LookAndCast(k_origin, 2.0f)), disc, 1e-5f) << "beyond";
	EXPECT_NEAR(Area(LookAndCast(k_origin, 3.0f)), 9.0f * k_pi, 1e-4f) << "tangent";
	const auto cut = LookAndCast(k_origin, 4.0f);
	EXPECT_EQ(CountOf(cut, SightSide::Arc), 1);
	EXPECT_EQ(CountOf(cut, SightSide::Shadow), 0) << "the arc ends on the rim";
	// The lens of two discs: one with radius 4 around the eye, and one with radius 2 around (5, 0).
	const float a = 16.0f * std::acos(37.0f / 40.0f), b = 4.0f * std::acos(13.0f / 20.0f);
	EXPECT_NEAR(Area(cut), 16.0f * k_pi - (a + b - 0.5f * std::sqrt(231.0f)), 1e-3f);
	EXPECT_TRUE(Names(LookAndCast(k_origin, 7.0f), circle));
}

TEST_F(Circles, InACone)
{
	m_scene.AddCircle({5.0f, 0.0f}, 3.0f);
	m_scene.AddCircle({-4.0f, 1.0f}, 1.0f);
	for (const float angle : {0.2f, 1.0f, 3.0f, 6.0f})
	{
		SightDef def;
		def.cone = {0.3f, angle};
		const auto polygon = SeeRound(*m_scene.world, k_origin, 20.0f, def);
		EXPECT_TRUE(HasVertex(polygon, k_origin)) << "the eye";
		for (const double turn : {-0.45, -0.2, 0.01, 0.3, 0.49})
		{
			const double direction = 0.3 + turn * static_cast<double>(angle);
			const double expected = CastDistance(*m_scene.world, k_origin, 20.0f, direction, {});
			EXPECT_NEAR(DistanceTo(polygon, k_origin, direction), expected, 1e-4 * expected);
		}
		EXPECT_EQ(DistanceTo(polygon, k_origin, 0.3 + 0.51 * static_cast<double>(angle)), 0.0);
	}
}

TEST_F(Circles, SoSmallThatDoublesDoNotTellItsTangentsApart)
{
	m_scene.AddCircle({-8.0f, 0.0f}, 1e-42f);
	std::vector<SightVertex> polygon;
	ASSERT_TRUE(VisibilityPolygon(*m_scene.world, {0.0f, 8.8f}, 20.0f, polygon));
	EXPECT_NEAR(Area(polygon), 400.0 * 3.14159265, 1e-2);
}

TEST_F(Circles, AtRandom)
{
	SceneRandom random(11);
	for (int i = 0; i < ScaledCount(150); ++i)
	{
		m_scene = RandomSightWorld(random, WorldLayout::Mixed);
		for (int32_t k = 1 + random.Below(5); k > 0; --k)
		{
			m_scene.AddCircle(random.InBox(8.0f), random.LogUniform(0.05f, 3.0f));
		}
		SightDef def;
		def.filter.startInside = false;
		LookAndCast(random.InBox(8.0f), random.Uniform(5.0f, 30.0f), def);
	}
}

} // namespace

} // namespace ricochet::test::circle_sight_test
