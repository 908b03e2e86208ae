// MIT License, Copyright (c) 2026 the ricochet authors

#include "seeds/cheatsheet.h"

#include <ricochet/geometry/supercover.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/sight/visibility.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

// These tests cover the grid of "Ray casting in 2D game engines, ultimate cheatsheet": the spatial hash map, its uses,
// and the supercover walk.

namespace ricochet::test::cheatsheet_grid_test
{
namespace
{

using Cells = std::vector<std::pair<int32_t, int32_t>>;

std::vector<Segment> RandomWalls(SceneRandom& random, int count, float reach)
{
	std::vector<Segment> walls;
	for (int i = 0; i < count; ++i)
	{
		const b2Vec2 a = random.InBox(reach);
		walls.push_back({a, a + random.Uniform(0.5f, 2.0f) * random.Direction()});
	}
	return walls;
}

void AddAll(SpatialHash& hash, const std::vector<Segment>& walls)
{
	for (size_t i = 0; i < walls.size(); ++i)
	{
		ASSERT_TRUE(hash.AddSegment(walls[i].a, walls[i].b, i));
	}
}

TEST(SeedCheatsheet, SpatialHashMap)
{
	// The sheet says: "If a single shape spans across multiple cells, it will be included in all of them."
	SpatialHash hash(1.0f);
	ASSERT_TRUE(hash.AddSegment({0.5f, 0.5f}, {3.5f, 0.5f}));
	EXPECT_EQ(hash.EntryCount(), 1);
	std::vector<Item> found;
	for (const float x : {0.0f, 1.0f, 2.0f, 3.0f})
	{
		FindInBox(hash, {{x, 0.0f}, {x + 1.0f, 1.0f}}, found);
		EXPECT_EQ(found.size(), 1u) << "the cell at " << x;
	}
	const Result<ItemId> other = hash.AddSegment({2.5f, 0.25f}, {2.5f, 0.75f});
	ASSERT_TRUE(other) << other.GetError().Message();
	FindInBox(hash, {{2.0f, 0.0f}, {3.0f, 1.0f}}, found);
	EXPECT_EQ(found.size(), 2u) << "two entries in one cell";
	EXPECT_TRUE(hash.Remove(*other));
	FindInBox(hash, {{2.0f, 0.0f}, {3.0f, 1.0f}}, found);
	EXPECT_EQ(found.size(), 1u);
}

TEST(SeedCheatsheet, Viewport)
{
	// A query returns each entry that reaches into the box once, even if the entry is in several cells.
	SceneRandom random(8);
	const std::vector<Segment> walls = RandomWalls(random, 300, 20.0f);
	SpatialHash hash(2.0f);
	AddAll(hash, walls);
	b2AABB view;
	view.lowerBound = {-5.0f, -3.0f};
	view.upperBound = {5.0f, 3.0f};
	std::vector<Item> found;
	FindInBox(hash, view, found);
	std::vector<int> times(walls.size(), 0);
	for (const Item& item : found)
	{
		++times[item.tag];
	}
	for (size_t i = 0; i < walls.size(); ++i)
	{
		ASSERT_LE(times[i], 1);
		const auto isIn = [&](b2Vec2 p)
		{
			return std::abs(p.x) <= 5.0f && std::abs(p.y) <= 3.0f;
		};
		ASSERT_TRUE(times[i] == 1 || (isIn(walls[i].a) == false && isIn(walls[i].b) == false)) << i;
	}
	EXPECT_LT(found.size(), walls.size() / 4);
}

TEST(SeedCheatsheet, VisibilityCirclesAndFlashlights)
{
	// The visible region within a circle or cone needs only the entries that the hash finds in the circle's bounding
	// square.
	SceneRandom random(9);
	const std::vector<Segment> walls = RandomWalls(random, 300, 20.0f);
	SpatialHash hash(2.0f);
	AddAll(hash, walls);
	for (const float angle : {6.2831853f, 0.7f})
	{
		const b2Vec2 eye = random.InBox(10.0f);
		b2AABB reach;
		reach.lowerBound = eye - b2Vec2{6.0f, 6.0f};
		reach.upperBound = eye + b2Vec2{6.0f, 6.0f};
		std::vector<Item> found;
		FindInBox(hash, reach, found);
		std::vector<Segment> near;
		for (const Item& item : found)
		{
			near.push_back(walls[item.tag]);
		}
		std::vector<SightVertex> all, few;
		ASSERT_TRUE(VisibilityPolygon(walls, eye, 6.0f, all, {0.5f, angle}));
		ASSERT_TRUE(VisibilityPolygon(near, eye, 6.0f, few, {0.5f, angle}));
		ASSERT_EQ(all.size(), few.size());
		EXPECT_TRUE(std::equal(all.begin(), all.end(), few.begin(),
		                       [](const SightVertex& a, const SightVertex& b)
		                       { return a.point == b.point && a.side == b.side; }));
		EXPECT_LT(near.size(), walls.size() / 2);
	}
}

TEST(SeedCheatsheet, SupercoverOfBresenhamsLine)
{
	// From tile (0, 0) to (3, 1), the line passes a corner of four tiles. Bresenham's line makes a diagonal step there.
	// The supercover also visits the two tiles beside the corner.
	Cells thin, supercover;
	WalkSupercoverTiles(
	    0, 0, 3, 1, [&](Cell cell) { thin.emplace_back(cell.x, cell.y); }, CornerRule::Thin);
	WalkSupercoverTiles(0, 0, 3, 1, [&](Cell cell) { supercover.emplace_back(cell.x, cell.y); });
	EXPECT_EQ(thin, (Cells{{0, 0}, {1, 0}, {2, 1}, {3, 1}}));
	EXPECT_EQ(supercover, (Cells{{0, 0}, {1, 0}, {2, 0}, {1, 1}, {2, 1}, {3, 1}}));
}

TEST(SeedCheatsheet, SupercoverBetweenAnyTwoPoints)
{
	// Bresenham's line joins the middles of tiles. This walk takes floats, so a ray may start and end anywhere.
	Cells cells;
	WalkSupercover({0.25f, 0.875f}, {2.5f, 0.125f}, 1.0f, [&](Cell cell) { cells.emplace_back(cell.x, cell.y); });
	EXPECT_EQ(cells, (Cells{{0, 0}, {1, 0}, {2, 0}}));
	cells.clear();
	WalkSupercover({0.75f, 0.875f}, {1.5f, 1.125f}, 1.0f, [&](Cell cell) { cells.emplace_back(cell.x, cell.y); });
	EXPECT_EQ(cells, (Cells{{0, 0}, {1, 0}, {1, 1}}));
}

TEST(SeedCheatsheet, StopInTheFirstCellWithAHit)
{
	// A long wall begins in the ray's first cell and crosses the ray in its sixth cell. A short wall crosses the ray in
	// its third cell.
	const std::vector<Segment> walls = {{{0.5f, 0.875f}, {6.5f, 0.375f}}, {{2.5f, 0.25f}, {2.5f, 0.75f}}};
	const b2Vec2 from{0.5f, 0.5f}, to{6.5f, 0.5f};

	// The sheet stops in the first cell that contains a segment with an intersection point, wherever that point is.
	std::multimap<std::pair<int32_t, int32_t>, size_t> map;
	for (size_t i = 0; i < walls.size(); ++i)
	{
		WalkSupercover(walls[i].a, walls[i].b, 1.0f, [&](Cell cell) { map.insert({{cell.x, cell.y}, i}); });
	}
	std::optional<size_t> sheet;
	WalkSupercover(from, to, 1.0f,
	               [&](Cell cell)
	               {
		               const auto [first, last] = map.equal_range({cell.x, cell.y});
		               for (auto entry = first; entry != last && sheet.has_value() == false; ++entry)
		               {
			               const Segment& wall = walls[entry->second];
			               sheet = documents::CrossRayAndLineSegment(wall.a, wall.b, from, to)
			                           ? std::optional(entry->second)
			                           : std::nullopt;
		               }
		               return sheet.has_value() == false;
	               });
	EXPECT_EQ(sheet, 0u) << "the wall behind";

	// ricochet's walk ends only if the nearest hit is in a cell that the walk has reached.
	SpatialHash hash(1.0f);
	AddAll(hash, walls);
	const std::optional<RayHit> hit = CastRayClosest(hash, RayBetween(from, to));
	ASSERT_TRUE(hit);
	EXPECT_EQ(hit->tag, 1u);
	// A hit point lies before the wall, on the side of the ray.
	EXPECT_LT(hit->enter.point.x, 2.5f);
	EXPECT_NEAR(hit->enter.point.x, 2.5f, 0x1p-21f);
	EXPECT_EQ(hit->enter.point.y, 0.5f);
}

} // namespace
} // namespace ricochet::test::cheatsheet_grid_test
