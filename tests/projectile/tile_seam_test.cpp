// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/hit_point.h"

// Tests that a wall of tiles is closed. A bullet flies exactly along the face that two tiles share, or through the one
// point at which two tiles touch. Each single tile is only grazed, but together they must stop the bullet.

namespace ricochet::test::tile_seam_test
{

namespace
{

enum class Tiling
{
	BodyEach,    ///< every tile is a body of its own
	FixtureEach, ///< every tile is a fixture of one body
	Bricks       ///< rows are shifted by half a tile
};

// Adds 4 by 4 tiles of 1 m. Their corners are at whole coordinates from (10, -2) to (14, 2), moved by an offset.
void AddTiles(FiringRange& range, Tiling tiling, b2Vec2 offset)
{
	b2Body* body = tiling == Tiling::FixtureEach ? range.AddBody(offset) : nullptr;
	for (int32_t row = -2; row < 2; ++row)
	{
		for (int32_t column = 10; column < 14; ++column)
		{
			const float shift = tiling == Tiling::Bricks && row % 2 != 0 ? 0.5f : 0.0f;
			const b2Vec2 center{static_cast<float>(column) + 0.5f + shift, static_cast<float>(row) + 0.5f};
			if (body == nullptr)
			{
				range.AddBox(offset + center, 0.5f, 0.5f);
				continue;
			}
			range.Add(body, BoxOf(0.5f, 0.5f, center, 0.0f));
		}
	}
}

// Fires one bullet, makes 60 steps, and returns all impacts of these steps.
std::vector<ImpactEvent> Shoot(FiringRange& range, b2Vec2 from, b2Vec2 velocity)
{
	std::vector<ImpactEvent> impacts;
	range.plugin.Fire({.position = from, .velocity = velocity, .gravityScale = 0.0f});
	for (int32_t i = 0; i < 60; ++i)
	{
		range.Step(1.0f / 64.0f);
		impacts.insert(impacts.end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
	}
	return impacts;
}

} // namespace

TEST(TileSeam, ABulletAlongASeamIsStoppedWhereTheSeamBegins)
{
	for (const Tiling tiling : {Tiling::BodyEach, Tiling::FixtureEach, Tiling::Bricks})
	{
		for (const b2Vec2 offset : {b2Vec2{0.0f, 0.0f}, b2Vec2{1024.0f, -512.0f}, b2Vec2{-65536.0f, 131072.0f}})
		{
			for (const float speed : {40.0f, 640.0f, 1.0e5f})
			{
				FiringRange range;
				AddTiles(range, tiling, offset);
				const std::vector<ImpactEvent> impacts = Shoot(range, offset, {speed, 0.0f});
				ASSERT_EQ(impacts.size(), 1u) << static_cast<int>(tiling) << " " << offset.x << " " << speed;
				const float begin = tiling == Tiling::Bricks ? 10.5f : 10.0f;
				EXPECT_TRUE(IsBeside(impacts[0].enter.point, offset + (b2Vec2{begin, 0.0f})));
				EXPECT_EQ(impacts[0].enter.normal, (b2Vec2{-1.0f, 0.0f}));
				EXPECT_EQ(impacts[0].response, Response::Stop);
				EXPECT_TRUE(range.plugin.Bullets().empty());
			}
		}
	}
}

TEST(TileSeam, DownwardsAndBackwardsToo)
{
	FiringRange range;
	AddTiles(range, Tiling::BodyEach, {0.0f, 0.0f});
	const std::vector<ImpactEvent> down = Shoot(range, {12.0f, 9.0f}, {0.0f, -320.0f});
	ASSERT_EQ(down.size(), 1u);
	EXPECT_TRUE(IsBeside(down[0].enter.point, (b2Vec2{12.0f, 2.0f})));
	EXPECT_EQ(down[0].enter.normal, (b2Vec2{0.0f, 1.0f}));
	const std::vector<ImpactEvent> back = Shoot(range, {30.0f, 1.0f}, {-320.0f, 0.0f});
	ASSERT_EQ(back.size(), 1u);
	EXPECT_TRUE(IsBeside(back[0].enter.point, (b2Vec2{14.0f, 1.0f})));
	EXPECT_EQ(back[0].enter.normal, (b2Vec2{1.0f, 0.0f}));
}

TEST(TileSeam, TheCornerInWhichTwoTilesTouchIsClosed)
{
	// There are two tiles, at the lower left and at the upper right of (10, 0). The path passes through their common
	// corner.
	FiringRange range;
	range.AddBox({9.5f, -0.5f}, 0.5f, 0.5f);
	range.AddBox({10.5f, 0.5f}, 0.5f, 0.5f);
	const std::vector<ImpactEvent> impacts = Shoot(range, {6.0f, 4.0f}, {64.0f, -64.0f});
	ASSERT_EQ(impacts.size(), 1u);
	EXPECT_TRUE(IsBeside(impacts[0].enter.point, (b2Vec2{10.0f, 0.0f})));
}

TEST(TileSeam, ABulletOverAFloorFliesOn)
{
	FiringRange range;
	for (int32_t i = 0; i < 20; ++i)
	{
		range.AddBox({static_cast<float>(i) + 0.5f, -0.5f}, 0.5f, 0.5f);
	}
	EXPECT_TRUE(Shoot(range, {-4.0f, 0.0f}, {64.0f, 0.0f}).empty());
	EXPECT_EQ(range.plugin.Bullets().size(), 1u);
}

TEST(TileSeam, TilesAlongOneAnotherLeaveTheGapBetweenThemOpen)
{
	// One tile touches the path from below, and a later one touches it from above. There is space between them, so the
	// bullet must pass.
	FiringRange range;
	range.AddBox({10.5f, -0.5f}, 0.5f, 0.5f);
	range.AddBox({12.5f, 0.5f}, 0.5f, 0.5f);
	EXPECT_TRUE(Shoot(range, {0.0f, 0.0f}, {64.0f, 0.0f}).empty());
}

TEST(TileSeam, RoundSolidsCloseItToo)
{
	FiringRange range;
	range.AddCircle({10.0f, 1.0f}, 1.0f);
	range.AddCircle({10.0f, -1.0f}, 1.0f);
	const std::vector<ImpactEvent> impacts = Shoot(range, {0.0f, 0.0f}, {640.0f, 0.0f});
	ASSERT_EQ(impacts.size(), 1u);
	EXPECT_TRUE(IsBeside(impacts[0].enter.point, (b2Vec2{10.0f, 0.0f})));
}

TEST(TileSeam, ABounceLeavesTheSeam)
{
	FiringRange range;
	AddTiles(range, Tiling::FixtureEach, {0.0f, 0.0f});
	const BulletId id = range.plugin.Fire(
	    {.position = {0.0f, 0.0f}, .velocity = {640.0f, 0.0f}, .gravityScale = 0.0f, .maxBounces = 1});
	range.Step(1.0f / 32.0f);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	ASSERT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_EQ(range.plugin.Find(id)->velocity, (b2Vec2{-640.0f, 0.0f}));
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.0f, 1.0e-4f);
}

TEST(TileSeam, AFilterThatAcceptsOneSideOnlyLeavesItOpen)
{
	FiringRange range;
	b2Body* below = range.AddBox({10.5f, -0.5f}, 0.5f, 0.5f)->GetBody();
	range.AddBox({10.5f, 0.5f}, 0.5f, 0.5f);
	range.plugin.Fire(
	    {.position = {0.0f, 0.0f}, .velocity = {640.0f, 0.0f}, .gravityScale = 0.0f, .filter = {.ignoreBody = below}});
	range.Step(1.0f / 32.0f);
	EXPECT_TRUE(range.plugin.Impacts().empty());
}

} // namespace ricochet::test::tile_seam_test
