// MIT License, Copyright (c) 2026 the ricochet authors

#include "hard_places/draw.h"
#include "hard_places/stage.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace
{

using namespace hard;

TEST(HardPlaces, EverySceneIsAsItSays)
{
	const std::vector<Scene> scenes = AllScenes();
	EXPECT_EQ(scenes.size(), 15u);
	std::set<std::string_view> names;
	for (const Scene& scene : scenes)
	{
		EXPECT_TRUE(scene.Holds()) << scene.frame.name << ": " << scene.Figures();
		EXPECT_FALSE(scene.claims.empty()) << scene.frame.name;
		EXPECT_FALSE(scene.drawing.tracks.empty()) << scene.frame.name;
		names.insert(scene.frame.name);
		for (const Claim& claim : scene.claims)
		{
			EXPECT_TRUE(std::isfinite(claim.seen)) << scene.frame.name << ": " << claim.says;
		}
	}
	EXPECT_EQ(names.size(), scenes.size());
}

TEST(HardPlaces, ASceneIsPlayedTwiceTheSame)
{
	EXPECT_EQ(Crates().Figures(), Crates().Figures());
	EXPECT_EQ(Drum().Figures(), Drum().Figures());
}

TEST(HardPlaces, WhatIsOutsideItsBoundsIsTold)
{
	Scene scene;
	scene.claims = {{"gap", 3.0, 0.0, 2.0, "mm"}};
	EXPECT_FALSE(scene.Holds());
	EXPECT_EQ(scene.Figures(), "gap 3 mm (should be 0 to 2)");
	EXPECT_EQ(scene.Seen("gap"), 3.0);
	EXPECT_TRUE(std::isnan(scene.Seen("width")));
	scene.claims = {{"gap", std::nan(""), 0.0, 2.0, "mm"}};
	EXPECT_FALSE(scene.Holds()) << "no number is within any bounds";
}

TEST(HardPlaces, TheDepthOfADiscIsThatOfEveryKindOfShape)
{
	Stage stage(k_noGravity);
	stage.AddStill(ricochet::MakeBox(1.0f, 1.0f, {0.0f, -1.0f}));
	EXPECT_NEAR(DepthInSolids(stage.world, {0.0f, 0.4f}, 0.5f), 0.1, 1e-5);
	EXPECT_NEAR(DepthInSolids(stage.world, {0.0f, 0.7f}, 0.5f), -0.2, 1e-5);
	stage.AddStill(ricochet::MakeCircle({5.0f, 0.0f}, 1.0f));
	EXPECT_NEAR(DepthInSolids(stage.world, {5.0f, 1.3f}, 0.5f), 0.2, 1e-5);
	stage.AddStill(ricochet::MakeChain(std::vector<b2Vec2>{{9.0f, 0.0f}, {10.0f, 0.0f}, {11.0f, 0.0f}}));
	EXPECT_NEAR(DepthInSolids(stage.world, {10.5f, -0.3f}, 0.5f), 0.2, 1e-5);
}

TEST(HardPlaces, WordsAreBrokenIntoLinesThatFit)
{
	EXPECT_EQ(Wrap("one two three", 7), (std::vector<std::string>{"one two", "three"}));
	EXPECT_EQ(Wrap("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
	EXPECT_EQ(Wrap("", 3), std::vector<std::string>{""});
}

TEST(HardPlaces, ThePictureNamesEveryScene)
{
	const std::vector<Scene> scenes = {Slope(), Seesaw()};
	const std::string document = DrawSheet(scenes).Document();
	for (const Scene& scene : scenes)
	{
		EXPECT_NE(document.find(scene.frame.title), std::string::npos) << scene.frame.name;
		EXPECT_LE(Wrap(scene.frame.caption, 63).size(), 2u) << scene.frame.name;
	}
	EXPECT_EQ(document.find("nan"), std::string::npos);
	EXPECT_EQ(document.find("inf"), std::string::npos);
}

} // namespace
