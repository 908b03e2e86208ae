// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

// Tests that bullets do not pass between two moving tiles. If both tiles touch the path from opposite sides at the same
// time, the seam is closed. A bullet that grazes only one tile continues.

namespace ricochet::test::moving_seam_test
{

namespace
{

constexpr float k_exactDt = 1.0f / 64.0f; // keeps positions exact

b2Body* AddTile(FiringRange& range, b2Vec2 center, b2Vec2 velocity)
{
	b2Body* body = range.AddBox(center, 2.0f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
	body->SetLinearVelocity(velocity);
	return body;
}

// Fires along y = 0 from the left. Returns the impacts of one second.
std::vector<ImpactEvent> Shoot(FiringRange& range, b2Vec2 velocity)
{
	std::vector<ImpactEvent> impacts;
	range.plugin.Fire({.position = {0.0f, 0.0f}, .velocity = velocity, .gravityScale = 0.0f});
	for (int32_t i = 0; i < 64; ++i)
	{
		range.Step(k_exactDt);
		impacts.insert(impacts.end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
	}
	return impacts;
}

void ExpectClosed(FiringRange& range, b2Vec2 velocity, const char* what)
{
	const std::vector<ImpactEvent> impacts = Shoot(range, velocity);
	ASSERT_EQ(impacts.size(), 1u) << what;
	EXPECT_EQ(impacts[0].response, Response::Stop) << what;
	EXPECT_EQ(impacts[0].enter.normal, (b2Vec2{-1.0f, 0.0f})) << what;
	EXPECT_TRUE(range.plugin.Bullets().empty()) << what;
}

} // namespace

TEST(MovingSeam, TwoTilesThatMoveAlongTheirSeamCloseIt)
{
	for (const float speed : {1.0f, -1.0f, 30.0f})
	{
		for (const float bulletSpeed : {64.0f, 640.0f})
		{
			FiringRange range;
			AddTile(range, {10.0f, 0.5f}, {speed, 0.0f});
			AddTile(range, {10.0f, -0.5f}, {speed, 0.0f});
			ExpectClosed(range, {bulletSpeed, 0.0f}, "alike");
		}
	}
}

TEST(MovingSeam, AWallOfTilesOfOneMovingBodyIsClosed)
{
	for (const b2Vec2 velocity : {b2Vec2{1.0f, 0.0f}, b2Vec2{-2.0f, 0.0f}, b2Vec2{0.0f, 1.0f}, b2Vec2{1.0f, -2.0f}})
	{
		FiringRange range;
		b2Body* body = range.AddBody({10.0f, 0.0f}, 0.0f, b2_kinematicBody);
		for (const float y : {0.5f, -0.5f})
		{
			range.Add(body, BoxOf(2.0f, 0.5f, {0.0f, y}, 0.0f));
		}
		body->SetLinearVelocity(velocity);
		ExpectClosed(range, {64.0f, velocity.y}, "of one body");
	}
}

TEST(MovingSeam, TilesThatSlideOnOneAnotherCloseIt)
{
	FiringRange opposite;
	AddTile(opposite, {10.0f, 0.5f}, {1.0f, 0.0f});
	AddTile(opposite, {10.0f, -0.5f}, {-2.0f, 0.0f});
	ExpectClosed(opposite, {64.0f, 0.0f}, "opposite");

	FiringRange one;
	AddTile(one, {10.0f, 0.5f}, {1.0f, 0.0f});
	one.AddBox({10.0f, -0.5f}, 2.0f, 0.5f);
	ExpectClosed(one, {64.0f, 0.0f}, "one stands");
}

TEST(MovingSeam, TheBulletIsStoppedWhereItComesToTheTileThatItMeetsLater)
{
	// One tile begins at x = 8 and is at rest. The other one begins at x = 9 and moves at -32 m/s, so it reaches the
	// bullet (64 m/s) at x = 6.
	FiringRange range;
	AddTile(range, {10.0f, 0.5f}, {0.0f, 0.0f});
	b2Body* coming = AddTile(range, {11.0f, -0.5f}, {-32.0f, 0.0f});
	const std::vector<ImpactEvent> impacts = Shoot(range, {64.0f, 0.0f});
	ASSERT_EQ(impacts.size(), 1u);
	EXPECT_NE(impacts[0].body, coming);
	EXPECT_NEAR(impacts[0].enter.point.x, 8.0f, 1.0e-5f);
}

TEST(MovingSeam, ABulletOverAMovingTileFliesOn)
{
	for (const float y : {0.5f, -0.5f})
	{
		FiringRange range;
		AddTile(range, {10.0f, y}, {1.0f, 0.0f});
		AddTile(range, {15.0f, y}, {1.0f, 0.0f});
		EXPECT_TRUE(Shoot(range, {64.0f, 0.0f}).empty());
		EXPECT_EQ(range.plugin.Bullets().size(), 1u);
	}
}

TEST(MovingSeam, TilesOnEitherSideThatDoNotTouchThePathAtOnceLeaveItOpen)
{
	FiringRange range;
	AddTile(range, {10.0f, 0.5f}, {1.0f, 0.0f});
	AddTile(range, {15.0f, -0.5f}, {1.0f, 0.0f});
	EXPECT_TRUE(Shoot(range, {64.0f, 0.0f}).empty());
}

TEST(MovingSeam, ATurningWallIsClosedWhereTheSeamPointsAtTheBullet)
{
	for (const float rate : {1.0e-7f, 1.0e-3f, 1.0f, -5.0f})
	{
		FiringRange range;
		b2Body* body = range.AddBody({10.0f, 0.0f}, 0.0f, b2_kinematicBody);
		for (const float y : {0.5f, -0.5f})
		{
			range.Add(body, BoxOf(2.0f, 0.5f, {0.0f, y}, 0.0f));
		}
		body->SetAngularVelocity(rate);
		EXPECT_EQ(Shoot(range, {640.0f, 0.0f}).size(), 1u) << rate;
	}
}

TEST(MovingSeam, APiercedTileIsFlownThroughAlongTheSeam)
{
	FiringRange range;
	AddTile(range, {10.0f, 0.5f}, {1.0f, 0.0f});
	AddTile(range, {10.0f, -0.5f}, {1.0f, 0.0f});
	range.plugin.Fire({.velocity = {64.0f, 0.0f}, .gravityScale = 0.0f, .maxPierces = 5});
	int32_t told = 0;
	for (int32_t i = 0; i < 64; ++i)
	{
		range.Step(k_exactDt);
		told += static_cast<int32_t>(range.plugin.Impacts().size());
	}
	EXPECT_EQ(told, 1);
	EXPECT_EQ(range.plugin.Bullets().size(), 1u);
}

} // namespace ricochet::test::moving_seam_test
