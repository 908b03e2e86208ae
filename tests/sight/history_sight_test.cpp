// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/changing_world.h"
#include "sight/same_sight.h"

#include <ricochet/index/history.h>

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

// Compares sight over a snapshot that is moved to past times with sight over snapshots that were made at those times.

namespace ricochet::test::history_sight_test
{

TEST(HistorySight, ALookIntoThePastSeesWhatALookThenSaw)
{
	size_t corners = 0;
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(8)) && HasFailure() == false; ++run)
	{
		SCOPED_TRACE(testing::Message() << "run " << run);
		ChangingWorld world(9700 + 2 * run, 20);
		History history(world.World());
		std::vector<std::unique_ptr<Snapshot>> then;
		for (int32_t time = 0; time < 40; ++time)
		{
			for (int32_t i = world.GetRandom().Below(5); i > 0; --i)
			{
				world.Act();
			}
			ASSERT_TRUE(history.Record(time));
			then.push_back(std::make_unique<Snapshot>(world.World()));
		}
		SceneRandom random(9800 + run);
		Snapshot past(world.World());
		Viewer viewer, other;
		for (int32_t i = 0; i < 60 && HasFailure() == false; ++i)
		{
			const int32_t time = random.Below(40);
			ASSERT_TRUE(past.UpdateTo(history, time));
			const Snapshot& expected = *then[static_cast<size_t>(time)];
			const b2Vec2 eye = random.InBox(5.0f);
			const float radius = random.LogUniform(1.0f, 20.0f);
			EXPECT_EQ(CompareLook(past, expected, eye, radius, {}), "") << "at " << time;
			EXPECT_EQ(CompareLook(viewer, other, past, expected, eye, radius, {}), "") << "at " << time;
			std::array<SightPair, 8> pairs;
			for (SightPair& pair : pairs)
			{
				pair = {random.InBox(6.0f), random.InBox(6.0f)};
			}
			EXPECT_EQ(ComparePairs(past, expected, pairs, {}), "") << "at " << time;
			EXPECT_EQ(CompareLight(past, expected, Light{eye, radius, {}, 0.2f, {}}), "") << "at " << time;
			corners += viewer.Polygon().size();
		}
	}
	EXPECT_GT(corners, static_cast<size_t>(ScaledCount(8) * 60 * 4));
}

} // namespace ricochet::test::history_sight_test
