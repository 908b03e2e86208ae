// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/ray_per_vertex.h"

#include "sight/hard_world.h"

#include <algorithm>

// Uses the usual method (ray_per_vertex.h) as a second opinion in scenes where it is reliable, and shows its faults in
// others.

namespace ricochet::test::ray_per_vertex_test
{

namespace
{

class RaysPerVertex : public HardWorlds
{
protected:
	std::vector<b2Vec2> Rays(b2Vec2 eye, float radius)
	{
		std::vector<b2Vec2> points;
		RayPerVertex().Look(*m_scene.world, eye, radius, points);
		return points;
	}

	// Adds a room of four edges, each a fixture. Box2D casts at the edges of a chain in the same way.
	void AddRoom(float half)
	{
		b2Body* body = m_scene.AddBody({0.0f, 0.0f}, 0.0f);
		const std::array<b2Vec2, 4> corners = {b2Vec2{-half, -half}, {half, -half}, {half, half}, {-half, half}};
		for (size_t i = 0; i < 4; ++i)
		{
			m_scene.Add(body, EdgeOf(corners[i], corners[(i + 1) % 4]));
		}
	}
};

TEST_F(RaysPerVertex, FindTheSameArea)
{
	SceneRandom random(41);
	int compared = 0;
	for (int i = 0; i < ScaledCount(200); ++i)
	{
		m_scene = Scene();
		AddRoom(10.0f);
		for (int k = 0; k < 8; ++k)
		{
			m_scene.Add(m_scene.AddBody(random.InBox(8.0f), random.Uniform(-3.0f, 3.0f)), RandomPolygon(random, 0.8f));
		}
		const b2Vec2 eye = random.InBox(7.0f);
		const auto polygon = Look(eye, 40.0f);
		if (polygon.empty())
		{
			continue; // the eye is in a solid, in which Box2D's rays start without a hit
		}
		// Each border of a shadow is at most 24 m long, and off by the small angle of the turned rays. At a few
		// vertices, rays leak.
		const double expected = Area(polygon);
		EXPECT_NEAR(AreaOfPoints(Rays(eye, 40.0f)), expected, 0.01 * expected + 1.0);
		++compared;
	}
	EXPECT_GT(compared, ScaledCount(200) / 2);
}

TEST_F(RaysPerVertex, LeakAtSharedVertices)
{
	// The rays are aimed at the corners of a closed room. Some of them pass between the two edges that share the
	// corner.
	AddRoom(10.0f);
	SceneRandom random(42);
	const auto leaves = [](b2Vec2 p)
	{
		return std::max(std::abs(p.x), std::abs(p.y)) > 10.1f;
	};
	int leaks = 0;
	for (int i = 0; i < 200; ++i)
	{
		const b2Vec2 eye = random.InBox(9.0f);
		const std::vector<b2Vec2> rays = Rays(eye, 60.0f);
		leaks += std::any_of(rays.begin(), rays.end(), leaves) ? 1 : 0;
		const auto polygon = Look(eye, 60.0f);
		EXPECT_EQ(Area(polygon), 400.0f);
		EXPECT_TRUE(
		    std::none_of(polygon.begin(), polygon.end(), [&](const SightVertex& v) { return leaves(v.point); }));
	}
	EXPECT_GT(leaks, 0) << "if this fails, Box2D has become better";
}

TEST_F(RaysPerVertex, MissANarrowGap)
{
	// Two boxes leave a gap of 2 mm, 40 m away. The gap is narrower than the small angle between a ray to a corner and
	// the turned rays. The usual method sees the space behind the gap only if rounding lets a ray to a corner pass.
	const b2Vec2 eye{0.0f, -3.0f};
	AddBox({40.0f, 5.0f}, 0.01f, 4.999f);
	AddBox({40.0f, -5.0f}, 0.01f, 4.999f);
	const auto isBehind = [](b2Vec2 p)
	{
		return p.x > 50.0f;
	};
	const std::vector<b2Vec2> rays = Rays(eye, 60.0f);
	const auto polygon = Look(eye, 60.0f);
	const float y = 3.0f / 40.0f;
	EXPECT_TRUE(Contains(polygon, eye, {59.0f, -3.0f + 59.0f * y}));
	const auto through = [&](b2Vec2 p)
	{
		return isBehind(p) && std::abs(p.y + 3.0f - y * p.x) < 0.1f;
	};
	EXPECT_EQ(std::count_if(polygon.begin(), polygon.end(), [&](const SightVertex& v) { return through(v.point); }), 2);
	EXPECT_LT(std::count_if(rays.begin(), rays.end(), through), 2) << "if this fails, the method has become better";
}

} // namespace

} // namespace ricochet::test::ray_per_vertex_test
