// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/recorder.h>

#include "support/failing_memory.h"
#include "support/malloc_block_allocator.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iomanip>
#include <limits>
#include <new>
#include <sstream>
#include <string>

// Tests that the text of a recording contains the bodies of the world and the projectiles and events of the plugin.

namespace ricochet::test::recorder_test
{

namespace
{

size_t CountOf(const std::string& text, std::string_view part)
{
	size_t count = 0;
	for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
	{
		++count;
	}
	return count;
}

std::vector<std::string> LinesOf(const std::string& text)
{
	std::vector<std::string> lines;
	std::istringstream stream(text);
	for (std::string line; std::getline(stream, line);)
	{
		lines.push_back(line);
	}
	return lines;
}

struct Recorded
{
	Scene scene;
	Plugin plugin;
	std::ostringstream stream;
	Recorder recorder;

	Recorded() : plugin(*scene.world), recorder(stream)
	{
		scene.Add(scene.AddBody({5.0f, 0.0f}, 0.0f, b2_staticBody), CircleOf(1.0f));
		scene.Add(scene.AddBody({0.0f, -3.0f}, 0.5f, b2_dynamicBody), ValueOf(MakeBox(1.0f, 2.0f)));
	}

	void Step()
	{
		plugin.Step(1.0f / 64.0f, 8, 3);
		ASSERT_TRUE(recorder.Record(*scene.world, plugin, 1.0f / 64.0f));
	}
};

} // namespace

TEST(Recorder, WritesALineForEachStepAndShapesOnce)
{
	Recorded run;
	run.plugin.Fire({.position = {-1.0f, 0.0f}, .velocity = {100.0f, 0.0f}, .gravityScale = 0.0f});
	for (int i = 0; i < 8; ++i)
	{
		run.Step();
	}
	const std::vector<std::string> lines = LinesOf(run.stream.str());
	ASSERT_EQ(lines.size(), 10u);
	EXPECT_EQ(lines[0], R"({"ricochet recording":1})");
	EXPECT_EQ(CountOf(lines[1], R"("points":)"), 2u);
	EXPECT_EQ(CountOf(lines[1], R"("radius":1,)"), 1u);
	EXPECT_EQ(lines[2].find(R"({"time":0.015625,"bodies":[)"), 0u);
	EXPECT_EQ(CountOf(run.stream.str(), R"("enter":[4,0])"), 1u);
	EXPECT_EQ(CountOf(run.stream.str(), R"("normal":[-1,0])"), 1u);
	EXPECT_EQ(CountOf(run.stream.str(), R"("response":"stop")"), 1u);
}

TEST(Recorder, NewBodiesAtOldAddressesAreNewOnes)
{
	Recorded run;
	run.Step();
	b2Body* body = run.scene.world->GetBodyList();
	run.plugin.Forget(body);
	run.scene.world->DestroyBody(body);
	run.Step();
	run.scene.Add(run.scene.AddBody({1.0f, 1.0f}, 0.0f, b2_staticBody), CircleOf(2.0f));
	run.Step();
	const std::vector<std::string> lines = LinesOf(run.stream.str());
	ASSERT_EQ(lines.size(), 6u);
	EXPECT_EQ(CountOf(lines[4], R"("radius":2,)"), 1u);
	EXPECT_EQ(CountOf(lines[5], "[2,1,1,0]"), 1u);
}

TEST(Recorder, WhatIsNotFiniteIsLeftOut)
{
	Recorded run;
	run.scene.world->GetBodyList()->SetTransform({std::numeric_limits<float>::quiet_NaN(), 0.0f}, 0.0f);
	run.plugin.BeginStep();
	run.plugin.EndStep(0.0f);
	EXPECT_TRUE(run.recorder.Record(*run.scene.world, run.plugin, 0.0f));
	EXPECT_EQ(run.stream.str().find("nan"), std::string::npos);
	EXPECT_EQ(run.stream.str().find("inf"), std::string::npos);
	run.stream.setstate(std::ios::badbit);
	EXPECT_FALSE(run.recorder.Record(*run.scene.world, run.plugin, 0.0f));
}

TEST(Recorder, ABodyThatIsMadeAtOnceInThePlaceOfAnotherIsANewOne)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	Recorded run;
	run.Step();
	b2Body* body = run.scene.world->GetBodyList();
	run.plugin.Forget(body);
	run.scene.world->DestroyBody(body);
	b2Body* next = run.scene.AddBody({1.0f, 1.0f}, 0.0f, b2_staticBody);
	ASSERT_EQ(next, body);
	run.scene.Add(next, CircleOf(2.0f));
	run.Step();
	const std::vector<std::string> lines = LinesOf(run.stream.str());
	ASSERT_EQ(lines.size(), 5u);
	EXPECT_EQ(lines[3], R"({"shapes":[{"body":2,"isSolid":true,"radius":2,"points":[0,0]}]})");
	EXPECT_EQ(CountOf(lines[4], "[2,1,1,0]"), 1u);
}

TEST(Recorder, ABodyThatLooksOtherwiseIsTheSameAsANewOne)
{
	Recorded run;
	run.Step();
	run.Step();
	ASSERT_EQ(LinesOf(run.stream.str()).size(), 4u);
	run.scene.Add(run.scene.world->GetBodyList(), CircleOf(0.25f));
	run.Step();
	const std::vector<std::string> lines = LinesOf(run.stream.str());
	ASSERT_EQ(lines.size(), 6u);
	EXPECT_EQ(CountOf(lines[4], R"({"body":2,)"), 2u);
	EXPECT_EQ(CountOf(lines[4], R"("radius":0.25,)"), 1u);
}

TEST(Recorder, ADurationThatIsNoNumberIsNone)
{
	Recorded run;
	run.Step();
	for (const float dt : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
	{
		run.plugin.Step(0.0f, 8, 3);
		EXPECT_TRUE(run.recorder.Record(*run.scene.world, run.plugin, dt));
	}
	EXPECT_EQ(CountOf(run.stream.str(), R"({"time":0.015625,)"), 3u);
}

TEST(Recorder, HowTheGameFormatsItsStreamIsNoMatter)
{
	std::ostringstream stream;
	stream << std::hex << std::showpos << std::scientific << std::setfill('*') << std::setw(40);
	Recorded run;
	Recorder recorder(stream);
	run.Step();
	stream << std::setw(300);
	EXPECT_TRUE(recorder.Record(*run.scene.world, run.plugin, 1.0f / 64.0f));
	EXPECT_EQ(stream.str(), run.stream.str());
}

TEST(Recorder, ShapesAreToldWhenTheMemoryForThemIsThereAgain)
{
	for (int failing = 0;; ++failing)
	{
		Recorded run;
		FailingMemory memory(failing);
		bool isDone = false;
		try
		{
			isDone = memory.Run([&] { return run.recorder.Record(*run.scene.world, run.plugin, 0.0f); });
		}
		catch (const std::bad_alloc&)
		{
			EXPECT_EQ(memory.Failures(), 1);
		}
		EXPECT_TRUE(run.recorder.Record(*run.scene.world, run.plugin, 0.0f) || run.stream.bad());
		EXPECT_TRUE(CountOf(run.stream.str(), R"("points":)") == 2u || run.stream.bad()) << failing;
		if (isDone && memory.Failures() == 0)
		{
			EXPECT_GT(failing, 3);
			return;
		}
	}
}

} // namespace ricochet::test::recorder_test
