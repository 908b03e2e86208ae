// MIT License, Copyright (c) 2026 the ricochet authors

#include "common/words.h"
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

TEST(HardPlaces, ThePictureNamesEveryScene)
{
	const std::vector<Scene> scenes = {Slope(), Seesaw()};
	const std::string document = DrawSheet(scenes).Document();
	for (const Scene& scene : scenes)
	{
		EXPECT_NE(document.find(scene.frame.title), std::string::npos) << scene.frame.name;
		EXPECT_LE(common::Wrap(scene.frame.caption, 63).size(), 2u) << scene.frame.name;
	}
	EXPECT_EQ(document.find("nan"), std::string::npos);
	EXPECT_EQ(document.find("inf"), std::string::npos);
}

} // namespace
