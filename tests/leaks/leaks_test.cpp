// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/report.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>

// Tests the runner of tests/watertight itself. It must cast as many rays as it reports, and must notice a leak.

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

// True if a family has a small share of all rays. The tests here run one job of such a family separately.
bool IsDear(const Family& family)
{
	return family.perMillion < 10'000;
}

// Runs every family. A family with few rays gets as many as fill a job.
RunResult RunOfEach(int64_t rays, int64_t dropOneIn = 0)
{
	RunResult result = RunOf(rays, 2, dropOneIn);
	for (FamilyResult& family : result)
	{
		if (IsDear(*family.family))
		{
			Job job(7, family.family->raysPerJob, dropOneIn);
			family.family->run(job);
			family.tallies = job.Result();
			family.firstLeak = job.FirstLeak();
		}
	}
	return result;
}

} // namespace

TEST(Leaks, EveryRayIsCastAndNoFamilyIsSmall)
{
	for (const int64_t rays : {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{101}, int64_t{12'345}, k_rays})
	{
		EXPECT_EQ(RaysOf(RunOf(rays, 1)), rays);
	}
	for (const FamilyResult& family : RunOfEach(k_rays))
	{
		const int64_t least = IsDear(*family.family) ? family.family->raysPerJob : k_rays / 20;
		EXPECT_GE(family.Total().rays, least) << family.family->name;
		EXPECT_GE(family.Total().rays, family.Total().crossings) << family.family->name;
		for (size_t i = 0; i < family.family->offsets; ++i)
		{
			EXPECT_GT(family.tallies[i].crossings, 0) << family.family->name;
		}
	}
}

TEST(Leaks, WhatIsStillIsCastOverASnapshotToo)
{
	int32_t families = 0;
	for (const FamilyResult& family : RunOf(k_rays, 2))
	{
		const bool isStill = family.Total().snapshotCrossings > 0;
		families += isStill ? 1 : 0;
		for (size_t i = 0; i < family.family->offsets && isStill; ++i)
		{
			EXPECT_GE(family.tallies[i].snapshotCrossings, family.tallies[i].crossings / 10) << family.family->name;
			EXPECT_LE(family.tallies[i].snapshotCrossings, family.tallies[i].crossings) << family.family->name;
		}
	}
	EXPECT_EQ(families, 6);
}

TEST(Leaks, NothingLeaks)
{
	for (const FamilyResult& family : RunOfEach(k_rays))
	{
		EXPECT_EQ(family.Total().Faults(), 0) << family.family->name << ": " << family.firstLeak;
	}
}

TEST(Leaks, TheSameForAnyNumberOfThreads)
{
	const int64_t rays = test::ScaledCount(600'000);
	const RunResult one = RunOf(rays, 1, 1000);
	const RunResult three = RunOf(rays, 3, 1000);
	for (size_t i = 0; i < one.size(); ++i)
	{
		EXPECT_EQ(one[i].tallies, three[i].tallies) << one[i].family->name;
		EXPECT_EQ(one[i].firstLeak, three[i].firstLeak) << one[i].family->name;
	}
	EXPECT_EQ(TablesOf(one), TablesOf(three));
}

TEST(Leaks, EveryFamilyIsAimedAtWhatBox2dLoses)
{
	for (const FamilyResult& family : RunOfEach(400'000))
	{
		// If shapes are cast between tiles, b2ShapeCast misses only one in 100,000, because its skin keeps a distance.
		const bool isRare = family.family->run == EnterTilesByHulls;
		EXPECT_TRUE(isRare || family.Total().box2dLeaks > 0) << family.family->name;
	}
}

TEST(Leaks, EveryFamilySeesReportsThatFail)
{
	for (const FamilyResult& family : RunOfEach(k_rays, 50))
	{
		const Tally total = family.Total();
		EXPECT_GE(total.leaks, total.crossings / 100) << family.family->name;
		EXPECT_LE(total.leaks, total.crossings / 50) << family.family->name;
		EXPECT_GE(total.snapshotLeaks, total.snapshotCrossings / 100) << family.family->name;
		EXPECT_LE(total.snapshotLeaks, total.snapshotCrossings / 50) << family.family->name;
		EXPECT_GE(total.unlikeLive, total.snapshotCrossings / 100) << family.family->name;
		EXPECT_FALSE(family.firstLeak.empty()) << family.family->name;
	}
}

} // namespace ricochet::leaks
