// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/report.h"

#include <gtest/gtest.h>

#include <algorithm>

// The runner of tests/watertight itself: that it casts what it says, and that it would see a leak.

namespace ricochet::leaks
{

namespace
{

constexpr int64_t k_rays = 200'000;

RunResult RunOf(int64_t rays, int32_t threads, int64_t dropOneIn = 0)
{
	return Run({.rays = rays, .seed = 7, .threads = threads, .dropOneIn = dropOneIn});
}

int64_t RaysOf(const RunResult& result)
{
	int64_t rays = 0;
	for (const FamilyResult& family : result)
	{
		rays += family.Total().rays;
	}
	return rays;
}

} // namespace

TEST(Leaks, EveryRayIsCastAndNoFamilyIsSmall)
{
	for (const int64_t rays : {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{101}, int64_t{12'345}, k_rays})
	{
		EXPECT_EQ(RaysOf(RunOf(rays, 1)), rays);
	}
	for (const FamilyResult& family : RunOf(k_rays, 2))
	{
		EXPECT_GE(family.Total().rays, k_rays / 20) << family.family->name;
		EXPECT_GE(family.Total().rays, family.Total().crossings) << family.family->name;
		for (const Tally& tally : family.tallies)
		{
			EXPECT_GT(tally.crossings, 0) << family.family->name;
		}
	}
}

TEST(Leaks, NothingLeaks)
{
	for (const FamilyResult& family : RunOf(k_rays, 2))
	{
		EXPECT_EQ(family.Total().leaks, 0) << family.family->name << ": " << family.firstLeak;
	}
}

TEST(Leaks, TheSameForAnyNumberOfThreads)
{
	const RunResult one = RunOf(600'000, 1, 1000);
	const RunResult three = RunOf(600'000, 3, 1000);
	for (size_t i = 0; i < one.size(); ++i)
	{
		EXPECT_EQ(one[i].tallies, three[i].tallies) << one[i].family->name;
		EXPECT_EQ(one[i].firstLeak, three[i].firstLeak) << one[i].family->name;
	}
	EXPECT_EQ(TablesOf(one), TablesOf(three));
}

TEST(Leaks, EveryFamilyIsAimedAtWhatBox2dLoses)
{
	for (const FamilyResult& family : RunOf(400'000, 2))
	{
		EXPECT_GT(family.Total().box2dLeaks, 0) << family.family->name;
	}
}

TEST(Leaks, EveryFamilySeesReportsThatFail)
{
	for (const FamilyResult& family : RunOf(k_rays, 2, 50))
	{
		const Tally total = family.Total();
		EXPECT_GE(total.leaks, total.crossings / 100) << family.family->name;
		EXPECT_LE(total.leaks, total.crossings / 50) << family.family->name;
		EXPECT_FALSE(family.firstLeak.empty()) << family.family->name;
	}
}

} // namespace ricochet::leaks
