// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/polygon_check.h"
#include "sight/scenes.h"
#include "sight/visibility_oracle.h"

#include <gtest/gtest.h>

#include <numbers>

// Tests the oracle itself, on scenes whose results are known by hand.

namespace ricochet::test::visibility_oracle_test
{

namespace
{

std::vector<int32_t> WallsOf(const std::vector<OraclePiece>& pieces)
{
	std::vector<int32_t> walls;
	for (const OraclePiece& piece : pieces)
	{
		if (walls.empty() || walls.back() != piece.wall)
		{
			walls.push_back(piece.wall);
		}
	}
	return walls;
}

std::vector<Segment> SquareRoom(float half)
{
	std::vector<Segment> walls;
	AddSquare(walls, {-half, -half}, 2.0f * half);
	return walls;
}

TEST(VisibilityOracle, ARoomIsSeenWhole)
{
	const SightScene scene = ToSightScene(SquareRoom(2.0f), {0.5f, 0.25f}, 100.0f);
	const std::vector<OraclePiece> pieces = LookAround(scene);
	EXPECT_EQ(WallsOf(pieces), (std::vector{1, 2, 3, 0}));
	EXPECT_EQ(ExactArea(scene, pieces), 16);
}

TEST(VisibilityOracle, AScreenHidesWhatIsBehindIt)
{
	// A wall from (1, -1) to (1, 1) hides the trapezoid behind it: (1, +-1), (4, +-4).
	std::vector<Segment> walls = SquareRoom(4.0f);
	walls.push_back({{1.0f, -1.0f}, {1.0f, 1.0f}});
	const SightScene scene = ToSightScene(walls, {0.0f, 0.0f}, 100.0f);
	EXPECT_EQ(ExactArea(scene, LookAround(scene)), 64 - 15);
}

TEST(VisibilityOracle, CrossingWallsChangePlaces)
{
	// The walls from (1, -1) to (3, 1) and from (1, 1) to (3, -1) cross at (2, 0). In front of the crossing, the nearer
	// halves are visible.
	const std::vector<Segment> walls = {{{1.0f, -1.0f}, {3.0f, 1.0f}}, {{1.0f, 1.0f}, {3.0f, -1.0f}}};
	const SightScene scene = ToSightScene(walls, {0.0f, 0.0f}, 100.0f);
	const std::vector<OraclePiece> pieces = LookAround(scene);
	EXPECT_EQ(WallsOf(pieces), (std::vector{1, -1, 0}));
	EXPECT_EQ(ExactArea(scene, pieces), 2);
}

TEST(VisibilityOracle, OfCoincidingWallsTheFirst)
{
	const std::vector<Segment> walls = {{{2.0f, -1.0f}, {2.0f, 1.0f}}, {{2.0f, 2.0f}, {2.0f, -2.0f}}};
	EXPECT_EQ(WallsOf(LookAround(ToSightScene(walls, {0.0f, 0.0f}, 9.0f))), (std::vector{0, 1, -1, 1}));
}

TEST(VisibilityOracle, AWallSeenEdgeOnHidesNothing)
{
	std::vector<Segment> walls = SquareRoom(4.0f);
	walls.push_back({{1.0f, 1.0f}, {2.0f, 2.0f}});
	walls.push_back({{-1.0f, 0.0f}, {3.0f, 0.0f}});
	walls.push_back({{0.0f, 0.0f}, {0.0f, -2.0f}});
	const SightScene scene = ToSightScene(walls, {0.0f, 0.0f}, 100.0f);
	EXPECT_EQ(ExactArea(scene, LookAround(scene)), 64);
}

TEST(VisibilityOracle, ASolidUnderTheEyeIsDark)
{
	Scene scene;
	scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	const auto litAngle = [&](b2Vec2 eye)
	{
		double lit = 0.0;
		for (const OraclePiece& piece : LookAround(ToSightScene(*scene.world, eye, 9.0f)))
		{
			lit += piece.wall == OraclePiece::k_dark ? 0.0 : piece.angle;
		}
		return lit;
	};
	EXPECT_NEAR(litAngle({1.0f, 0.25f}), std::numbers::pi, 1e-12);
	EXPECT_NEAR(litAngle({1.0f, 1.0f}), 1.5 * std::numbers::pi, 1e-12);
	EXPECT_NEAR(litAngle({-1.0f, -1.0f}), 1.5 * std::numbers::pi, 1e-12);
	EXPECT_NEAR(litAngle({1.0f, -1.0f}), 1.5 * std::numbers::pi, 1e-12);
	EXPECT_NEAR(litAngle({2.0f, 1.0f}), 2.0 * std::numbers::pi, 1e-12);
	EXPECT_TRUE(ToSightScene(*scene.world, {0.5f, 0.5f}, 9.0f).hidden);
}

TEST(VisibilityOracle, AConeLeavesTheRestDark)
{
	const std::vector<Segment> walls = SquareRoom(2.0f);
	for (const float angle : {0.5f, 3.0f, 4.0f, 6.0f})
	{
		double lit = 0.0;
		for (const OraclePiece& piece : LookAround(ToSightScene(walls, {0.0f, 0.0f}, 9.0f, {7.0f, angle})))
		{
			lit += piece.wall == OraclePiece::k_dark ? 0.0 : piece.angle;
		}
		EXPECT_NEAR(lit, static_cast<double>(angle), 1e-6);
	}
}

// The comparison must notice wrong polygons. A faulty library might return each of these.
TEST(VisibilityOracle, TheComparisonSeesWhatIsWrong)
{
	const std::vector<Segment> walls = SquareRoom(2.0f);
	const SightScene scene = ToSightScene(walls, {0.0f, 0.0f}, 9.0f);
	const auto corner = [](float x, float y, int32_t edge)
	{
		SightVertex vertex;
		vertex.point = {x, y};
		vertex.side = SightSide::Wall;
		vertex.edge = edge;
		return vertex;
	};
	const std::vector<SightVertex> right = {corner(2.0f, -2.0f, 1), corner(2.0f, 2.0f, 2), corner(-2.0f, 2.0f, 3),
	                                        corner(-2.0f, -2.0f, 0)};
	const double area = AreaOf(right);
	EXPECT_EQ(area, 16.0);

	std::vector<SightVertex> wrong = right;
	wrong[1].point.x = 2.000001f;
	EXPECT_NE(Mismatch(scene, wrong), "") << "a vertex off by four ulps";
	wrong = right;
	wrong[2].edge = 1;
	EXPECT_NE(Mismatch(scene, wrong), "") << "another wall";
	wrong = right;
	wrong.erase(wrong.begin());
	EXPECT_NE(Mismatch(scene, wrong), "") << "no vertex at a corner";
	wrong = right;
	std::reverse(wrong.begin(), wrong.end());
	EXPECT_NE(Mismatch(scene, wrong), "") << "clockwise";
	wrong = right;
	wrong.insert(wrong.begin() + 1, corner(2.0f, 1.0f, 1));
	EXPECT_NE(Mismatch(scene, wrong), "") << "a vertex too many";
	EXPECT_NE(Mismatch(scene, {}), "") << "nothing";
}

} // namespace

} // namespace ricochet::test::visibility_oracle_test
