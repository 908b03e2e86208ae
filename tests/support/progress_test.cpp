// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/progress.h"

#include <gtest/gtest.h>

namespace
{

using namespace ricochet::test;

TEST(Progress, TellsRateAndTimeLeft)
{
	EXPECT_EQ(ProgressText(1200.0, 4000.0, "beams", 3.0), "1200 of 4000 beams, 400/s, 0:07 left");
	EXPECT_EQ(ProgressText(20000.0, 40000.0, "rays", 1.0), "20000 of 40000 rays, 20000/s, 0:01 left");
	EXPECT_EQ(ProgressText(1.0, 200.0, "rooms", 30.0), "1 of 200 rooms, 2.0/min, 99:30 left");
}

TEST(Progress, HasNoRateBeforeAnythingIsDone)
{
	EXPECT_EQ(ProgressText(0.0, 10.0, "steps", 5.0), "0 of 10 steps");
	EXPECT_EQ(ProgressText(5.0, 10.0, "steps", 0.0), "5 of 10 steps");
}

TEST(Progress, NothingIsLeftBeyondTheTotal)
{
	EXPECT_EQ(ProgressText(12.0, 10.0, "steps", 12.0), "12 of 10 steps, 1.0/s, 0:00 left");
}

TEST(Progress, IsSilentInAFile)
{
	std::FILE* file = std::tmpfile();
	ASSERT_NE(file, nullptr);
	{
		ProgressLine line(10.0, "steps", file);
		line.Step();
		line.Tell(5.0, "a note");
	}
	EXPECT_EQ(std::ftell(file), 0);
	std::fclose(file);
}

} // namespace
