// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/clip.h>
#include <ricochet/world/spatial_hash.h>

#include "support/brute_force.h"
#include "support/oracle.h"
#include "support/scenes.h"
#include "world/spatial_hash_time_limit.h"

#include <gtest/gtest.h>

#include <set>

// What comes, moves and goes, in any order: every call ends, and the answer is that of a look at every entry.

namespace ricochet::test
{

namespace
{

using namespace std::chrono_literals;

// Casts through cells that hold something and through those round them.
void CastAcross(const SpatialHash& hash, float halfWidth)
{
	for (float y = -halfWidth; y <= halfWidth; y += 0.5f)
	{
		(void)hash.CastRayAny({{-halfWidth, y}, {2.0f * halfWidth, 0.25f}});
	}
}

} // namespace

TEST(SpatialHash, ARowOfCellsIsLeftAndTakenAgainOneCellFurtherOn)
{
	const TimeLimit limit(20s);
	for (int32_t cells = 1; cells <= 40; ++cells)
	{
		SpatialHash hash(1.0f);
		const float length = static_cast<float>(cells - 1);
		for (float x = 0.5f; x < 50.0f; x += 1.0f)
		{
			const HashId id = hash.AddSegment({x, 0.5f}, {x + length, 0.5f});
			EXPECT_EQ(hash.CellCount(), cells);
			EXPECT_TRUE(hash.CastRayAny({{x, 1.5f}, {0.0f, -2.0f}}));
			EXPECT_FALSE(hash.CastRayAny({{x - 1.0f, 1.5f}, {0.0f, -2.0f}}));
			EXPECT_TRUE(hash.Remove(id));
		}
	}
}

// The second box fills what the table has room for without the cells that the first has left.
TEST(SpatialHash, CastsEndWhereBoxesHaveComeAndGone)
{
	const TimeLimit limit(20s);
	const b2PolygonShape high = MakeBox(1.75f, 0.75f).value();
	const b2PolygonShape flat = MakeBox(1.75f, 0.25f).value();
	for (int32_t columns = 0; columns < 12; ++columns)
	{
		SpatialHash hash(1.0f);
		const HashId first = hash.AddShape(high, 0, PoseAt({2.0f, 1.0f}, 0.0f));
		EXPECT_EQ(hash.CellCount(), 8);
		EXPECT_TRUE(hash.Remove(first));
		EXPECT_TRUE(hash.AddShape(flat, 0, PoseAt({2.0f + static_cast<float>(columns), 0.5f}, 0.0f)));
		EXPECT_EQ(hash.CellCount(), 4);
		CastAcross(hash, 20.0f);
	}
}

TEST(SpatialHash, UpdatesOfAWorldAndOfNoneInTurn)
{
	const TimeLimit limit(20s);
	SceneRandom random(671);
	for (int32_t bodies = 1; bodies <= 5; ++bodies)
	{
		for (int32_t run = 0; run < 21; ++run)
		{
			SpatialHash hash(1.0f);
			for (int32_t level = 0; level < 30; ++level)
			{
				Scene scene;
				for (int32_t i = 0; i < bodies; ++i)
				{
					scene.Add(scene.AddBody(random.InBox(5.0f), random.Uniform(-3.0f, 3.0f)),
					          MakeBox(random.Uniform(0.2f, 2.0f), random.Uniform(0.2f, 2.0f)).value());
				}
				EXPECT_EQ(hash.Update(scene.world.get()).added, bodies);
				CastAcross(hash, 8.0f);
				EXPECT_EQ(hash.Update(nullptr).removed, bodies);
				EXPECT_EQ(hash.CellCount(), 0);
				CastAcross(hash, 8.0f);
			}
		}
	}
}

} // namespace ricochet::test
