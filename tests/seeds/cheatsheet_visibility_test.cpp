// MIT License, Copyright (c) 2026 the ricochet authors

#include "seeds/cheatsheet.h"

#include <ricochet/geometry/tangent.h>
#include <ricochet/shapes/shape_factory.h>
#include <ricochet/sight/visibility.h>

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

// Tests the lighting of "Ray casting in 2D game engines, ultimate cheatsheet". The sheet casts a ray to each vertex and
// two turned rays beside it, sorts the hits by angle and joins them.

namespace ricochet::test::cheatsheet_visibility_test
{
namespace
{

constexpr float k_turn = 1e-3f; // "a small angle"

b2Vec2 Turn(b2Vec2 a, b2Vec2 b, float angle)
{
	const float cosine = std::cos(angle), sine = std::sin(angle);
	return {(b.x - a.x) * cosine - (b.y - a.y) * sine + a.x, (b.y - a.y) * cosine + (b.x - a.x) * sine + a.y};
}

std::vector<b2Vec2> LookByRaysToVertices(std::span<const Segment> walls, b2Vec2 eye)
{
	std::vector<b2Vec2> points;
	const auto cast = [&](b2Vec2 through)
	{
		float closest = std::numeric_limits<float>::max();
		for (const Segment& wall : walls)
		{
			const auto crossing = documents::CrossRayAndLineSegment(wall.a, wall.b, eye, through);
			closest = crossing ? std::min(closest, crossing->r) : closest;
		}
		points.push_back(eye + closest * (through - eye));
	};
	for (const Segment& wall : walls)
	{
		for (const b2Vec2 vertex : {wall.a, wall.b})
		{
			cast(vertex);
			cast(Turn(eye, vertex, k_turn));
			cast(Turn(eye, vertex, -k_turn));
		}
	}
	const auto angle = [&](b2Vec2 p)
	{
		return std::atan2(p.y - eye.y, p.x - eye.x);
	};
	std::sort(points.begin(), points.end(), [&](b2Vec2 a, b2Vec2 b) { return angle(a) < angle(b); });
	return points;
}

float AreaOf(const std::vector<b2Vec2>& points)
{
	double twice = 0.0;
	for (size_t i = 0; i < points.size(); ++i)
	{
		twice += b2Cross(points[i], points[(i + 1) % points.size()]);
	}
	return static_cast<float>(0.5 * twice);
}

std::vector<Segment> Room(float half)
{
	const std::array<b2Vec2, 4> c = {b2Vec2{-half, -half}, {half, -half}, {half, half}, {-half, half}};
	return {{c[0], c[1]}, {c[1], c[2]}, {c[2], c[3]}, {c[3], c[0]}};
}

TEST(SeedCheatsheet, VisibleAreaByRaysToVertices)
{
	// A wall of 2 m stands in a room of 400 m^2. Its shadow is 8 m * (2 m + 10 m) / 2. The borders of the sheet's
	// shadow lean by the small angle.
	std::vector<Segment> walls = Room(10.0f);
	walls.push_back({{2.0f, -1.0f}, {2.0f, 1.0f}});
	const float sheet = AreaOf(LookByRaysToVertices(walls, {0.0f, 0.0f}));
	EXPECT_NEAR(sheet, 352.0f, 0.5f);
	EXPECT_GT(std::abs(sheet - 352.0f), 0.03f);
	std::vector<SightVertex> polygon;
	ASSERT_TRUE(VisibilityPolygon(walls, {0.0f, 0.0f}, 100.0f, polygon));
	EXPECT_EQ(Area(polygon), 352.0f);
	EXPECT_EQ(polygon.size(), 8u) << "not three rays for each of ten ends";
}

TEST(SeedCheatsheet, RaysTurnedByASmallAngle)
{
	const b2Vec2 turned = Turn({1.0f, 1.0f}, {3.0f, 1.0f}, 0.5f);
	EXPECT_NEAR(turned.x, 1.0f + 2.0f * std::cos(0.5f), 1e-6f);
	EXPECT_NEAR(turned.y, 1.0f + 2.0f * std::sin(0.5f), 1e-6f);
	// A slit of 1 cm at 20 m appears at half the small angle of the turned rays. So the turned rays at its ends miss
	// the slit.
	std::vector<Segment> walls = Room(40.0f);
	walls.push_back({{20.0f, -30.0f}, {20.0f, -0.005f}});
	walls.push_back({{20.0f, 0.005f}, {20.0f, 30.0f}});
	const std::vector<b2Vec2> points = LookByRaysToVertices(walls, {0.0f, 0.0f});
	const auto isBehindTheSlit = [](b2Vec2 p)
	{
		return p.x > 21.0f && std::abs(p.y) < 1.0f;
	};
	EXPECT_FALSE(std::any_of(points.begin(), points.end(), isBehindTheSlit));
	std::vector<SightVertex> polygon;
	ASSERT_TRUE(VisibilityPolygon(walls, {0.0f, 0.0f}, 100.0f, polygon));
	EXPECT_TRUE(Contains(polygon, {0.0f, 0.0f}, {39.0f, 0.0f}));
	EXPECT_TRUE(Contains(polygon, {0.0f, 0.0f}, {39.0f, 0.0095f}));
	EXPECT_FALSE(Contains(polygon, {0.0f, 0.0f}, {39.0f, 0.0098f}));
}

TEST(SeedCheatsheet, SortingByAngle)
{
	// The angles of two ends are the same float, but there is a gap between them.
	// The near wall begins 1e-8 rad below the negative x axis' angle, the far one 1.5e-8 rad below it.
	const b2Vec2 near{-10.0f, 1e-7f}, far{-20.0f, 3e-7f};
	EXPECT_EQ(std::atan2(near.y, near.x), std::atan2(far.y, far.x));
	const std::array<Segment, 2> walls = {Segment{near, {-10.0f, -5.0f}}, {far, {-20.0f, 10.0f}}};
	std::vector<SightVertex> polygon;
	ASSERT_TRUE(VisibilityPolygon(walls, {0.0f, 0.0f}, 100.0f, polygon));
	EXPECT_TRUE(Contains(polygon, {0.0f, 0.0f}, {-60.0f, 7.5e-7f}));
	EXPECT_FALSE(Contains(polygon, {0.0f, 0.0f}, {-60.0f, 5e-7f})) << "behind the near wall";
	EXPECT_FALSE(Contains(polygon, {0.0f, 0.0f}, {-60.0f, 1e-6f})) << "behind the far wall";
}

TEST(SeedCheatsheet, DrawingTheVisibilityPolygon)
{
	std::vector<Segment> walls = Room(10.0f);
	walls.push_back({{2.0f, -1.0f}, {2.0f, 1.0f}});
	std::vector<SightVertex> polygon;
	ASSERT_TRUE(VisibilityPolygon(walls, {0.0f, 0.0f}, 100.0f, polygon));
	std::vector<b2Vec2> triangles;
	Triangulate(polygon, {0.0f, 0.0f}, 0.01f, triangles);
	ASSERT_EQ(triangles.size() % 3, 0u);
	float area = 0.0f;
	for (size_t i = 0; i < triangles.size(); i += 3)
	{
		area += 0.5f * b2Cross(triangles[i + 1] - triangles[i], triangles[i + 2] - triangles[i]);
	}
	EXPECT_NEAR(area, 352.0f, 1e-3f);
}

TEST(SeedCheatsheet, RaysAtTheTangentPointsOfACircle)
{
	// The visible part of a circle lies between the tangent points. It is one side of the polygon, an arc.
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	const auto circle = MakeCircle({5.0f, 0.0f}, 3.0f);
	world.CreateBody(&def)->CreateFixture(&*circle, 0.0f);
	std::vector<SightVertex> polygon;
	ASSERT_TRUE(VisibilityPolygon(world, {0.0f, 0.0f}, 100.0f, polygon));
	const auto tangents = TangentPoints({0.0f, 0.0f}, {5.0f, 0.0f}, 3.0f);
	ASSERT_TRUE(tangents);
	EXPECT_EQ(
	    std::count_if(polygon.begin(), polygon.end(), [](const SightVertex& v) { return v.side == SightSide::Arc; }),
	    1);
	for (const b2Vec2 tangent : *tangents)
	{
		EXPECT_TRUE(std::any_of(polygon.begin(), polygon.end(),
		                        [&](const SightVertex& v) { return b2Distance(v.point, tangent) < 1e-6f; }));
	}
}

} // namespace
} // namespace ricochet::test::cheatsheet_visibility_test
