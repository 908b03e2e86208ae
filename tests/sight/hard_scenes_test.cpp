// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/scenes.h"
#include "sight/see.h"

// Tests hard cases of plain walls one by one, with the oracle and with results that were found by hand.

namespace ricochet::test::hard_scenes_test
{

namespace
{

using Walls = std::vector<Segment>;

Walls Room(float half)
{
	Walls walls;
	AddSquare(walls, {-half, -half}, 2.0f * half);
	return walls;
}

Walls RoomAnd(float half, std::initializer_list<Segment> more)
{
	Walls walls = Room(half);
	walls.insert(walls.end(), more.begin(), more.end());
	return walls;
}

TEST(HardWalls, None)
{
	const auto polygon = See(Walls{}, {3.0f, -2.0f}, 5.0f);
	EXPECT_NEAR(Area(polygon), 25.0f * k_pi, 1e-4f);
	EXPECT_GE(polygon.size(), 4u);
	EXPECT_EQ(CountOf(polygon, SightSide::Rim), static_cast<int>(polygon.size()));
}

TEST(HardWalls, ARoom)
{
	const auto polygon = See(Room(2.0f), {0.5f, 0.25f});
	EXPECT_EQ(polygon.size(), 4u);
	EXPECT_EQ(Area(polygon), 16.0f);
	EXPECT_EQ(CountOf(polygon, SightSide::Wall), 4);
}

TEST(HardWalls, AScreen)
{
	const auto polygon = See(RoomAnd(4.0f, {{{1.0f, -1.0f}, {1.0f, 1.0f}}}), k_origin);
	EXPECT_EQ(Area(polygon), 49.0f);
	EXPECT_EQ(CountOf(polygon, SightSide::Shadow), 2);
	EXPECT_TRUE(Names(polygon, 4));
	EXPECT_FALSE(Names(polygon, 1));
}

TEST(HardWalls, EyeOnAWall)
{
	const auto polygon = See(RoomAnd(4.0f, {{{-1.0f, 0.0f}, {2.0f, 0.0f}}}), k_origin);
	EXPECT_EQ(Area(polygon), 64.0f);
	EXPECT_FALSE(Names(polygon, 4)) << "that wall hides nothing";
	// The eye is on the room's own wall, which hides nothing. The eye sees the room and half a disc outside.
	EXPECT_NEAR(Area(See(Room(4.0f), {4.0f, 1.0f}, 10.0f)), 64.0f + 50.0f * k_pi, 1e-3f);
}

TEST(HardWalls, EyeOnACorner)
{
	const auto polygon = See(Room(4.0f), {4.0f, 4.0f}, 1.0f);
	EXPECT_NEAR(Area(polygon), k_pi, 1e-5f);
	const Walls corner = RoomAnd(4.0f, {{{0.0f, 0.0f}, {2.0f, 0.0f}}, {{0.0f, 0.0f}, {0.0f, 3.0f}}});
	EXPECT_EQ(Area(See(corner, k_origin)), 64.0f);
}

TEST(HardWalls, EndsAtTheEye)
{
	const auto polygon = See(RoomAnd(4.0f, {{{0.0f, 0.0f}, {1.0f, 2.0f}}, {{-3.0f, 1.0f}, {0.0f, 0.0f}}}), k_origin);
	EXPECT_EQ(Area(polygon), 64.0f);
}

TEST(HardWalls, NextToTheEye)
{
	// A wall that passes the eye at the smallest float distance hides half of everything.
	const float least = 0x1p-149f;
	const auto polygon = See(RoomAnd(4.0f, {{{-8.0f, least}, {8.0f, least}}}), k_origin);
	EXPECT_NEAR(Area(polygon), 32.0f, 1e-4f);
}

// The walls are seen nearly edge-on. Rounding a direction then moves its intersection far along a wall.
TEST(HardWalls, NearlyInLineWithTheEye)
{
	const Walls passing = {{{-0x1.600318p+0f, -0x1.377354p+2f}, {0x1.3ff9d2p-1f, 0x1.911958p+1f}}};
	const auto half = See(passing, {-0x1.800c5cp-2f, -0x1.bb9a9cp-1f});
	EXPECT_NEAR(Area(half), 0.5f * 10000.0f * k_pi, 1.0f) << "by 1e-15 m, and yet it hides half of everything";

	// If their cross products were computed in double, these walls would seem to pass through the eye.
	const Walls long1 = {{{-18.0f, -8.0f}, {9.0f, 4.0f}}}, long2 = {{{-7.0f, -6.0f}, {7.0f, 6.0f}}};
	EXPECT_NEAR(Area(See(long1, {0x1.2ap-24f, 0x1.08e38ep-25f}, 5.0f)), 12.5f * k_pi, 1e-3f);
	EXPECT_NEAR(Area(See(long2, {0x1.2p-27f, 0x1.edb6dcp-28f}, 5.0f)), 12.5f * k_pi, 1e-3f);

	const Walls cut = {{{-0x1.9e74f8p-1f, -0x1.3fb5cap-1f}, {0x1.cc316p+2f, 0x1.60251cp+0f}}};
	See(cut, {0x1.9862cp+1f, 0x1.80946cp-2f}, 0x1.333db6p+1f);

	const Walls crossed = {{{0x1.480cc8p-1f, 0x1.bba26cp+2f}, {0x1.a90198p+2f, 0x1.dd1358p-1f}},
	                       {{0x1.473f7p+2f, 0x1.182c9p+3f}, {-0x1.0d913p+2f, 0x1.0ec4bcp+1f}}};
	See(crossed, {0x1.d20332p+1f, 0x1.f744d6p+1f});

	for (const float height : {1e-4f, 1e-8f, 1e-12f, 1e-20f, 1e-30f, 1e-40f})
	{
		const auto polygon =
		    See(Walls{{{-8.0f, height}, {8.0f, height}}, {{4.0f, -4.0f}, {4.0f, 4.0f}}}, k_origin, 100.0f);
		EXPECT_TRUE(HasVertex(polygon, {4.0f, height})) << height;
	}
}

TEST(HardWalls, InLineWithTheEye)
{
	const auto polygon = See(RoomAnd(4.0f, {{{1.0f, 0.0f}, {2.0f, 0.0f}},
	                                        {{2.5f, 0.0f}, {3.0f, 0.0f}},
	                                        {{-1.0f, -1.0f}, {-2.0f, -2.0f}},
	                                        {{-1.5f, -1.5f}, {-3.0f, -3.0f}}}),
	                         k_origin);
	EXPECT_EQ(Area(polygon), 64.0f);
	EXPECT_EQ(CountOf(polygon, SightSide::Shadow), 0);
}

TEST(HardWalls, Crossing)
{
	const auto polygon = See(RoomAnd(8.0f, {{{1.0f, -1.0f}, {3.0f, 1.0f}}, {{1.0f, 1.0f}, {3.0f, -1.0f}}}), k_origin);
	EXPECT_TRUE(HasVertex(polygon, {2.0f, 0.0f}));
	EXPECT_TRUE(Names(polygon, 4));
	EXPECT_TRUE(Names(polygon, 5));
	EXPECT_FALSE(Contains(polygon, k_origin, {2.001f, 0.0f}));
}

TEST(HardWalls, ManyCrossingInOnePoint)
{
	Walls walls = Room(8.0f);
	for (const b2Vec2 arm : {b2Vec2{1.0f, 1.0f}, b2Vec2{0.0f, 2.0f}, b2Vec2{-1.0f, 2.0f}, b2Vec2{2.0f, 1.0f}})
	{
		walls.push_back({b2Vec2{4.0f, 1.0f} - arm, b2Vec2{4.0f, 1.0f} + arm});
	}
	EXPECT_TRUE(HasVertex(See(walls, k_origin), {4.0f, 1.0f}));
}

TEST(HardWalls, AJunctionLetsNoLightThrough)
{
	// The second wall ends in the middle of the first wall. The third wall begins at the same point, on the other side.
	const Walls walls =
	    RoomAnd(8.0f, {{{2.0f, -2.0f}, {2.0f, 2.0f}}, {{1.0f, 1.0f}, {2.0f, 0.0f}}, {{2.0f, 0.0f}, {5.0f, 1.0f}}});
	const auto polygon = See(walls, k_origin);
	EXPECT_FALSE(Names(polygon, 6));
	EXPECT_FALSE(Contains(polygon, k_origin, {3.0f, 0.0f}));
}

TEST(HardWalls, WallsThatMeetLetNoLightThrough)
{
	// Makes a closed loop of walls with shared vertices, at arbitrary floats.
	SceneRandom random(7);
	for (int i = 0; i < ScaledCount(500); ++i)
	{
		Walls walls;
		AddLoop(walls, random, random.InBox(1.0f), 9.0f);
		std::vector<SightVertex> polygon;
		const b2Vec2 eye = 0.5f * (walls[0].a + walls[1].b) + random.InBox(0.1f);
		ASSERT_TRUE(VisibilityPolygon(walls, eye, 1000.0f, polygon));
		// If the eye is inside the loop, no side of the region is at the radius. If it is outside, some side is.
		int turns = 0;
		for (const Segment& wall : walls)
		{
			const bool up = wall.a.y <= eye.y && wall.b.y > eye.y, down = wall.b.y <= eye.y && wall.a.y > eye.y;
			const int side = Orientation(wall.a, wall.b, eye);
			turns += (up && side > 0) - (down && side < 0);
		}
		EXPECT_EQ(CountOf(polygon, SightSide::Rim) == 0, turns != 0) << ToText(std::span<const Segment>(walls));
	}
}

TEST(HardWalls, OfCoincidingWallsTheLowerIndex)
{
	const Segment wall{{2.0f, -1.0f}, {2.0f, 1.0f}};
	const auto both = See(Walls{wall, wall}, k_origin);
	EXPECT_TRUE(Names(both, 0));
	EXPECT_FALSE(Names(both, 1));
	const auto reversed = See(Walls{{wall.b, wall.a}, wall}, k_origin);
	EXPECT_TRUE(Names(reversed, 0));
	EXPECT_FALSE(Names(reversed, 1));
	const auto longer = See(Walls{{{2.0f, -2.0f}, {2.0f, 2.0f}}, wall}, k_origin);
	EXPECT_FALSE(Names(longer, 1));
	const auto shorter = See(Walls{wall, {{2.0f, -2.0f}, {2.0f, 2.0f}}}, k_origin);
	EXPECT_TRUE(Names(shorter, 0));
	EXPECT_TRUE(Names(shorter, 1));
	const auto shifted = See(Walls{{{2.0f, 0.0f}, {2.0f, 3.0f}}, {{2.0f, -3.0f}, {2.0f, 1.0f}}}, k_origin);
	EXPECT_TRUE(HasVertex(shifted, {2.0f, 0.0f}));
	EXPECT_FALSE(HasVertex(shifted, {2.0f, 1.0f}));
}

TEST(HardWalls, WithoutLength)
{
	const auto polygon = See(RoomAnd(4.0f, {{{1.0f, 0.5f}, {1.0f, 0.5f}}, {k_origin, k_origin}}), k_origin);
	EXPECT_EQ(polygon.size(), 4u);
	EXPECT_EQ(Area(polygon), 64.0f);
}

TEST(HardWalls, ThatMeetAtTheCut)
{
	// The library counts directions from +x. Walls that begin exactly there must be handled like all others.
	const Walls walls = RoomAnd(8.0f, {{{2.0f, 0.0f}, {3.0f, 4.0f}}, {{2.0f, 0.0f}, {3.0f, -4.0f}}});
	const auto polygon = See(walls, k_origin);
	EXPECT_TRUE(HasVertex(polygon, {2.0f, 0.0f}));
	EXPECT_FALSE(Contains(polygon, k_origin, {4.0f, 0.0f}));
	const Walls gap = RoomAnd(8.0f, {{{2.0f, 0.0f}, {3.0f, 4.0f}}, {{4.0f, 0.0f}, {5.0f, -4.0f}}});
	EXPECT_FALSE(Contains(See(gap, k_origin), k_origin, {6.0f, 0.0f})) << "both are closed";
}

TEST(HardWalls, AcrossTheAxes)
{
	for (const b2Vec2 axis : {b2Vec2{1.0f, 0.0f}, b2Vec2{-1.0f, 0.0f}, b2Vec2{0.0f, 1.0f}, b2Vec2{0.0f, -1.0f}})
	{
		const b2Vec2 side{-axis.y, axis.x};
		const Walls walls = RoomAnd(8.0f, {{4.0f * axis - side, 4.0f * axis + 2.0f * side},
		                                   {2.0f * axis, 2.0f * axis + side},
		                                   {3.0f * axis - 0.5f * side, 3.0f * axis}});
		See(walls, k_origin);
		See(walls, {0.25f, -0.125f});
		See(Walls{walls.back()}, k_origin, 5.0f);
	}
}

TEST(HardWalls, AtTheRadius)
{
	const float disc = 25.0f * k_pi;
	EXPECT_NEAR(Area(See(Walls{{{6.0f, -3.0f}, {6.0f, 3.0f}}}, k_origin, 5.0f)), disc, 1e-4f) << "outside";
	EXPECT_NEAR(Area(See(Walls{{{5.0f, -3.0f}, {5.0f, 3.0f}}}, k_origin, 5.0f)), disc, 1e-4f) << "tangent";
	EXPECT_NEAR(Area(See(Walls{{{5.0f, 0.0f}, {9.0f, 1.0f}}}, k_origin, 5.0f)), disc, 1e-4f) << "starts there";
	const float cap = 25.0f * std::acos(0.6f) - 12.0f;
	const auto twice = See(Walls{{{3.0f, -10.0f}, {3.0f, 10.0f}}}, k_origin, 5.0f);
	EXPECT_NEAR(Area(twice), disc - cap, 1e-4f);
	EXPECT_TRUE(HasVertex(twice, {3.0f, -4.0f}));
	EXPECT_TRUE(HasVertex(twice, {3.0f, 4.0f}));
	const auto once = See(Walls{{{3.0f, 0.0f}, {3.0f, 10.0f}}}, k_origin, 5.0f);
	EXPECT_EQ(CountOf(once, SightSide::Shadow), 1);
	EXPECT_TRUE(HasVertex(once, {3.0f, 4.0f}));
	// A wall ends within the radius, in front of a wall that the radius cuts.
	See(Walls{{{2.0f, -1.0f}, {2.0f, 1.0f}}, {{3.0f, -10.0f}, {4.0f, 10.0f}}}, k_origin, 5.0f);
}

TEST(HardWalls, InACone)
{
	const Walls walls = RoomAnd(4.0f, {{{1.0f, -1.0f}, {1.0f, 1.0f}}, {{-2.0f, -1.0f}, {-2.0f, 1.5f}}});
	for (const float angle : {1e-3f, 0.1f, 1.0f, 0.5f * k_pi, k_pi, 4.0f, 6.0f, 6.2831848f})
	{
		for (const float direction : {0.0f, 0.25f * k_pi, 1.0f, k_pi, -2.5f, 50.0f, 1e6f, -1e6f})
		{
			const auto polygon = See(walls, k_origin, 10.0f, {direction, angle});
			EXPECT_TRUE(HasVertex(polygon, k_origin)) << direction << ", " << angle;
			EXPECT_NEAR(Area(See(Walls{}, {1.0f, 2.0f}, 2.0f, {direction, angle})), 2.0f * angle, 1e-5f);
		}
	}
}

TEST(HardWalls, InAConeOfAllAround)
{
	const Walls walls = RoomAnd(4.0f, {{{1.0f, -1.0f}, {1.0f, 1.0f}}});
	const auto around = See(walls, k_origin);
	for (const float angle : {6.28318530717959f, 7.0f, 100.0f, 3e38f})
	{
		std::vector<SightVertex> polygon;
		ASSERT_TRUE(VisibilityPolygon(walls, k_origin, 100.0f, polygon, {1.0f, angle}));
		EXPECT_EQ(Area(polygon), Area(around)) << angle;
		EXPECT_FALSE(HasVertex(polygon, k_origin));
	}
}

TEST(HardWalls, AConesBorderThroughAVertex)
{
	// The borders of the cone are the axes, up to the rounding of floats. Walls begin, end and cross on them.
	const Walls walls = {{{2.0f, 0.0f}, {2.0f, 3.0f}},  {{3.0f, -1.0f}, {3.0f, 1.0f}}, {{1.0f, 0.0f}, {0.0f, 1.0f}},
	                     {{0.0f, 4.0f}, {-1.0f, 4.0f}}, {{1.0f, 5.0f}, {0.0f, 5.0f}},  {{-1.0f, 6.0f}, {1.0f, 6.0f}}};
	EXPECT_NEAR(Area(See(walls, k_origin, 10.0f, {0.25f * k_pi, 0.5f * k_pi})), 0.5f, 1e-6f);
	const auto one = See(Walls{walls[0]}, k_origin, 10.0f, {0.25f * k_pi, 0.5f * k_pi});
	EXPECT_NEAR(Area(one), 3.0f + 50.0f * std::atan(2.0f / 3.0f), 1e-4f);
}

TEST(HardWalls, OneThatEndsOnTheAxis)
{
	// The wall's near end is exactly in the direction +x from the eye. Its far end is so far that doubles cannot
	// distinguish its direction from +x.
	constexpr float k_tiny = 0x1.fffffap-86f;
	const Walls walls = {{{0x1p-85f, k_tiny}, {0x1.c363ccp+127f, 0.0f}}};
	std::vector<SightVertex> polygon;
	ASSERT_TRUE(VisibilityPolygon(walls, {k_tiny, k_tiny}, k_tiny, polygon));
	EXPECT_TRUE(HasVertex(polygon, {0x1p-85f, k_tiny}));
	EXPECT_FALSE(HasVertex(polygon, {1.0f, k_tiny}));
}

} // namespace

} // namespace ricochet::test::hard_scenes_test
