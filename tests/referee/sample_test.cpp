// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/runner.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

// Plays a few runs of every scene. The program `referee` plays as many runs as its arguments require.

namespace ricochet::referee
{

namespace
{

class Sample : public testing::TestWithParam<SceneDef>
{
};

} // namespace

TEST_P(Sample, IsWithoutFault)
{
	RunDef def;
	def.runs = test::ScaledCount(std::max(1, GetParam().runs / 12));
	def.discs = false;
	def.length = 0.25f;
	const Tally tally = Play(GetParam(), def);
	EXPECT_GT(tally.steps, 0);
	EXPECT_GT(tally.grenades + tally.bullets, 0);
	EXPECT_EQ(tally.Faults(), 0) << tally.first[0];
}

INSTANTIATE_TEST_SUITE_P(Referee, Sample, testing::ValuesIn(AllScenes().begin(), AllScenes().end()),
                         [](const auto& scene) { return std::string(scene.param.name); });

} // namespace ricochet::referee
