// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/polygon_check.h"
#include "sight/visibility_oracle.h"
#include "sight/world_scenes.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

// Compares the library with the oracle on random scenes.

namespace ricochet::test::visibility_test
{

namespace
{

constexpr int k_wallScenes = 640;  // for each layout
constexpr int k_worldScenes = 500; // for each layout
constexpr int k_shown = 2;         // the number of failures that are printed for each layout

std::string TextOf(const WallScene& scene)
{
	return ToText(std::span<const Segment>(scene.walls)) + "eye " + ToText(scene.eye) + ", radius " +
	       ToText(scene.radius) + ", cone " + ToText(scene.cone.direction) + ", " + ToText(scene.cone.angle) + "\n";
}

std::string TextOf(const SightScene& scene)
{
	std::string text = "eye " + ToText(scene.eye) + ", radius " + ToText(scene.radius) + ", walls from the eye:\n";
	for (const OracleWall& wall : scene.walls)
	{
		char line[160];
		std::snprintf(line, sizeof(line), "  {%a, %a}, {%a, %a}\n", wall.a.x, wall.a.y, wall.b.x, wall.b.y);
		text += line;
	}
	return text;
}

void CompareWalls(WallLayout layout)
{
	SceneRandom random(0x51647 + static_cast<uint64_t>(layout));
	std::vector<SightVertex> got;
	int wrong = 0, vertices = 0;
	const int count = ScaledCount(k_wallScenes);
	for (int i = 0; i < count; ++i)
	{
		WallScene scene = RandomWalls(random, layout);
		Narrow(scene, random);
		const Result<> outcome = VisibilityPolygon(scene.walls, scene.eye, scene.radius, got, scene.cone);
		ASSERT_TRUE(outcome) << outcome.GetError().Message();
		const std::string fault = Mismatch(ToSightScene(scene.walls, scene.eye, scene.radius, scene.cone), got);
		wrong += fault.empty() ? 0 : 1;
		vertices += static_cast<int>(got.size());
		EXPECT_TRUE(fault.empty() || wrong > k_shown) << fault << TextOf(scene) << ToText(std::span(got));
	}
	EXPECT_EQ(wrong, 0) << "of " << count << " scenes";
	EXPECT_GT(vertices, 4 * count);
}

void CompareWorlds(WorldLayout layout)
{
	SceneRandom random(0x3041D + static_cast<uint64_t>(layout));
	std::vector<SightVertex> got;
	int wrong = 0, vertices = 0;
	const int count = ScaledCount(k_worldScenes);
	for (int i = 0; i < count; ++i)
	{
		const Scene world = RandomSightWorld(random, layout);
		const b2Vec2 eye = random.OneIn(2) ? OnLattice(random, 10, 0.5f) : random.InBox(5.0f);
		WallScene view{{}, eye, 30.0f};
		Narrow(view, random);
		SightDef def;
		def.cone = view.cone;
		def.filter.startInside = random.OneIn(2);
		def.filter.sides = static_cast<Sides>(random.Below(3));
		const Result<> outcome = VisibilityPolygon(*world.world, eye, view.radius, got, def);
		ASSERT_TRUE(outcome) << outcome.GetError().Message();
		const SightScene scene = ToSightScene(*world.world, eye, view.radius, def);
		const std::string fault = Mismatch(scene, got);
		wrong += fault.empty() ? 0 : 1;
		vertices += static_cast<int>(got.size());
		EXPECT_TRUE(fault.empty() || wrong > k_shown)
		    << fault << TextOf(scene) << "cone " << def.cone.direction << ", " << def.cone.angle << "\n"
		    << ToText(std::span(got));
	}
	EXPECT_EQ(wrong, 0) << "of " << count << " scenes";
	EXPECT_GT(vertices, 4 * count);
}

TEST(Visibility, AmongScatteredWalls)
{
	CompareWalls(WallLayout::Scattered);
}
TEST(Visibility, AmongCrossingWalls)
{
	CompareWalls(WallLayout::Crossing);
}
TEST(Visibility, OnALattice)
{
	CompareWalls(WallLayout::Lattice);
}
TEST(Visibility, AmongLoops)
{
	CompareWalls(WallLayout::Loops);
}
TEST(Visibility, AmongCollinearWalls)
{
	CompareWalls(WallLayout::Collinear);
}
TEST(Visibility, OfWallsAtTheEye)
{
	CompareWalls(WallLayout::AtEye);
}
TEST(Visibility, AmongTiles)
{
	CompareWalls(WallLayout::Tiles);
}
TEST(Visibility, FarFromTheOrigin)
{
	CompareWalls(WallLayout::FarAway);
}
TEST(Visibility, AmongTinyWalls)
{
	CompareWalls(WallLayout::Tiny);
}
TEST(Visibility, AmongRadialWalls)
{
	CompareWalls(WallLayout::Radial);
}
TEST(Visibility, AmongJunctions)
{
	CompareWalls(WallLayout::Junctions);
}

TEST(Visibility, InAWorldOfBoxes)
{
	CompareWorlds(WorldLayout::Boxes);
}
TEST(Visibility, InAWorldOfPolygons)
{
	CompareWorlds(WorldLayout::Polygons);
}
TEST(Visibility, InAWorldOfChains)
{
	CompareWorlds(WorldLayout::Chains);
}
TEST(Visibility, InAWorldOfEdges)
{
	CompareWorlds(WorldLayout::Edges);
}
TEST(Visibility, InAWorldOfTiles)
{
	CompareWorlds(WorldLayout::Tiles);
}
TEST(Visibility, InAMixedWorld)
{
	CompareWorlds(WorldLayout::Mixed);
}

} // namespace

} // namespace ricochet::test::visibility_test
