// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/hard_world.h"
#include "sight/ray_per_vertex.h"
#include "support/floats.h"

#include <cmath>
#include <limits>

// Tests the functions that use a polygon: Contains, Area, Flatten, Triangulate.

namespace ricochet::test::sight_polygon_test
{

namespace
{

class SightPolygon : public HardWorlds
{
protected:
	// Returns the polygon of a scene with a screen, a circle, and open space.
	std::vector<SightVertex> Mixed()
	{
		AddBox({3.0f, 0.0f}, 0.5f, 1.0f);
		m_scene.AddCircle({-4.0f, 1.0f}, 1.5f);
		return SeeRound(*m_scene.world, k_origin, 10.0f);
	}

	static size_t ArcsOf(const std::vector<SightVertex>& polygon)
	{
		return static_cast<size_t>(CountOf(polygon, SightSide::Arc) + CountOf(polygon, SightSide::Rim));
	}
};

TEST_F(SightPolygon, Empty)
{
	EXPECT_FALSE(Contains({}, k_origin, k_origin));
	EXPECT_EQ(Area({}), 0.0f);
	std::vector<b2Vec2> points(3);
	Flatten({}, 0.1f, points);
	EXPECT_TRUE(points.empty());
	points.resize(3);
	Triangulate({}, k_origin, 0.1f, points);
	EXPECT_TRUE(points.empty());
}

TEST_F(SightPolygon, ContainsItsBorder)
{
	AddLoop(4.0f);
	AddBox({2.0f, 0.0f}, 1.0f, 1.0f);
	const auto polygon = Look(k_origin);
	for (const SightVertex& vertex : polygon)
	{
		EXPECT_TRUE(Contains(polygon, k_origin, vertex.point)) << ToText(vertex.point);
	}
	EXPECT_TRUE(Contains(polygon, k_origin, k_origin));
	EXPECT_TRUE(Contains(polygon, k_origin, {1.0f, 0.5f})) << "on the box";
	EXPECT_TRUE(Contains(polygon, k_origin, {2.0f, 2.0f})) << "on the border of its shadow";
	EXPECT_TRUE(Contains(polygon, k_origin, {-4.0f, 1.25f})) << "on the room's wall";
	EXPECT_FALSE(Contains(polygon, k_origin, {std::nextafter(1.0f, 2.0f), 0.5f}));
	EXPECT_FALSE(Contains(polygon, k_origin, {2.0f, std::nextafter(2.0f, 0.0f)}));
	EXPECT_TRUE(Contains(polygon, k_origin, {2.0f, std::nextafter(2.0f, 3.0f)}));
	EXPECT_FALSE(Contains(polygon, k_origin, {-std::nextafter(4.0f, 5.0f), 1.25f}));
	EXPECT_FALSE(Contains(polygon, k_origin, {k_nan, 0.0f}));
	EXPECT_FALSE(Contains(polygon, k_origin, {0.0f, std::numeric_limits<float>::infinity()}));
}

TEST_F(SightPolygon, ContainsWithTrueArcs)
{
	const auto polygon = Mixed();
	const auto contains = [&](double x, double y)
	{
		return Contains(polygon, k_origin, {static_cast<float>(x), static_cast<float>(y)});
	};
	for (const double angle : {1.2, 1.6, 4.0, 5.0})
	{
		EXPECT_TRUE(contains(9.99999 * std::cos(angle), 9.99999 * std::sin(angle))) << angle;
		EXPECT_FALSE(contains(10.00001 * std::cos(angle), 10.00001 * std::sin(angle))) << angle;
	}
	// Just in front of the circle's nearest point is inside, just behind it is outside.
	const double distance = std::sqrt(17.0), near = distance - 1.5;
	EXPECT_TRUE(contains(-4.0 * (near - 1e-5) / distance, (near - 1e-5) / distance));
	EXPECT_FALSE(contains(-4.0 * (near + 1e-5) / distance, (near + 1e-5) / distance));
	// This point is between the chord of two vertices and the rim.
	EXPECT_TRUE(contains(10.0 * std::cos(1.5) * 0.9999, 10.0 * std::sin(1.5) * 0.9999));
}

TEST_F(SightPolygon, ContainsInACone)
{
	SightDef def;
	def.cone = {0.0f, 0.5f * k_pi};
	const auto polygon = Look(k_origin, 4.0f, def);
	EXPECT_TRUE(Contains(polygon, k_origin, {1.0f, 0.9f}));
	EXPECT_FALSE(Contains(polygon, k_origin, {1.0f, 1.1f}));
	EXPECT_FALSE(Contains(polygon, k_origin, {-1.0f, 0.0f}));
	EXPECT_TRUE(Contains(polygon, k_origin, k_origin));
}

TEST_F(SightPolygon, AreaFarFromTheOrigin)
{
	// The area is 64 m^2 at 4096 m. A sum of products of float coordinates would lose all of it.
	const std::array<b2Vec2, 4> room = {
	    b2Vec2{4096.0f, -4096.0f}, {4104.0f, -4096.0f}, {4104.0f, -4088.0f}, {4096.0f, -4088.0f}};
	m_scene.Add(m_scene.AddBody(k_origin, 0.0f), ValueOf(MakeLoop(room)));
	EXPECT_EQ(Area(Look({4100.0f, -4090.0f})), 64.0f);
}

TEST_F(SightPolygon, FlattenStraysByNoMoreThanTheError)
{
	const auto polygon = Mixed();
	std::vector<b2Vec2> points(7);
	for (const float maxError : {2.0f, 0.1f, 1e-2f, 1e-3f, 1e-4f})
	{
		Flatten(polygon, maxError, points);
		EXPECT_GE(points.size(), polygon.size());
		const float perimeter = 2.0f * k_pi * 11.5f;
		EXPECT_NEAR(AreaOfPoints(points), Area(polygon), maxError * perimeter + 1e-4f);
		for (const SightVertex& vertex : polygon)
		{
			EXPECT_NE(std::find(points.begin(), points.end(), vertex.point), points.end()) << "a vertex is lost";
		}
		for (size_t i = 0; i < points.size(); ++i)
		{
			// A chord deviates most at its midpoint, which must be within maxError of the circle.
			const b2Vec2 middle = 0.5f * (points[i] + points[(i + 1) % points.size()]);
			const double rim = std::abs(static_cast<double>(middle.Length()) - 10.0);
			const double arc = std::abs(Length(Widen(middle) - Point2{-4.0, 1.0}) - 1.5);
			const bool isRimChord = points[i].Length() > 9.999f && points[(i + 1) % points.size()].Length() > 9.999f;
			EXPECT_TRUE(isRimChord == false || rim <= maxError * 1.001 + 2e-6) << rim;
			const auto onArc = [](b2Vec2 p)
			{
				return std::abs((p - b2Vec2{-4.0f, 1.0f}).Length() - 1.5f) < 1e-5f;
			};
			const bool isArcChord = onArc(points[i]) && onArc(points[(i + 1) % points.size()]);
			EXPECT_TRUE(isArcChord == false || arc <= maxError * 1.001 + 2e-6) << arc;
		}
	}
}

TEST_F(SightPolygon, FlattenTakesAnyError)
{
	const auto polygon = Mixed();
	std::vector<b2Vec2> points;
	for (const float maxError : {0.0f, -1.0f, k_nan, 1e-30f, -std::numeric_limits<float>::infinity()})
	{
		Flatten(polygon, maxError, points);
		EXPECT_LE(points.size(), polygon.size() + 4096 * ArcsOf(polygon)) << maxError;
		EXPECT_GE(points.size(), 1000u) << "the smallest error that is possible: " << maxError;
		EXPECT_NEAR(AreaOfPoints(points), Area(polygon), 1e-3f);
	}
	Flatten(polygon, std::numeric_limits<float>::infinity(), points);
	EXPECT_GE(points.size(), 3u);
}

TEST_F(SightPolygon, TrianglesFillIt)
{
	const auto polygon = Mixed();
	std::vector<b2Vec2> flat, triangles(1);
	for (const float maxError : {0.5f, 1e-2f, 1e-4f})
	{
		Flatten(polygon, maxError, flat);
		Triangulate(polygon, k_origin, maxError, triangles);
		ASSERT_EQ(triangles.size() % 3, 0u);
		double area = 0.0;
		for (size_t i = 0; i < triangles.size(); i += 3)
		{
			EXPECT_EQ(triangles[i], k_origin) << "the eye first";
			const double twice =
			    Cross(Widen(triangles[i + 1]) - Widen(triangles[i]), Widen(triangles[i + 2]) - Widen(triangles[i]));
			EXPECT_GE(twice, -1e-4) << "counter-clockwise";
			area += 0.5 * twice;
		}
		EXPECT_NEAR(area, AreaOfPoints(flat), 1e-3);
	}
}

TEST_F(SightPolygon, TrianglesOfRandomScenes)
{
	SceneRandom random(31);
	std::vector<SightVertex> polygon;
	std::vector<b2Vec2> triangles;
	for (int i = 0; i < ScaledCount(300); ++i)
	{
		WallScene scene = RandomWalls(random, static_cast<WallLayout>(random.Below(5)));
		Narrow(scene, random);
		ASSERT_TRUE(VisibilityPolygon(scene.walls, scene.eye, scene.radius, polygon, scene.cone));
		Triangulate(polygon, scene.eye, 1e-4f, triangles);
		double area = 0.0;
		for (size_t k = 0; k + 2 < triangles.size(); k += 3)
		{
			area += 0.5 * Cross(Widen(triangles[k + 1]) - Widen(scene.eye), Widen(triangles[k + 2]) - Widen(scene.eye));
		}
		EXPECT_NEAR(area, AreaOf(polygon), 1e-4 * static_cast<double>(scene.radius) * 7.0 + 1e-3);
		EXPECT_NEAR(Area(polygon), AreaOf(polygon), 1e-6 * AreaOf(polygon) + 1e-6);
	}
}

} // namespace

} // namespace ricochet::test::sight_polygon_test
