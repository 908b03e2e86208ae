// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/hull_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>

#include "support/rounded_scenes.h"

#include <gtest/gtest.h>

#include <cmath>

// Box2D separates bodies by the skin of polygons, edges and chains, b2_polygonRadius. Tests that a disc of this radius
// can go exactly where a point of a body can go.

namespace ricochet::test::skin_test
{

namespace
{

// Two rows of tiles on one rotated body, up to 10 km away. No body fits through the gaps between the tiles.
struct Tiles
{
	Scene scene;
	b2Transform pose;
	std::vector<float> seams; // the middles of the gaps, as positions along the row

	explicit Tiles(SceneRandom& random)
	{
		const b2Vec2 place = random.LogUniform(1.0f, 1.0e4f) * random.Direction();
		b2Body* body = scene.AddBody(place, random.Uniform(-3.0f, 3.0f));
		pose = body->GetTransform();
		float left = -4.0f;
		for (int32_t i = 0; i < 8; ++i)
		{
			const float gap = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 0.015f);
			for (const float y : {-0.5f, 0.5f})
			{
				(void)scene.Add(body, BoxOf(0.5f, 0.5f, {left + 0.5f, y}));
			}
			seams.push_back(left + 1.0f + 0.5f * gap);
			left += 1.0f + gap;
		}
		seams.pop_back(); // nothing is beyond the last one
	}
};

} // namespace

TEST(Skin, WhereNoBodyGetsThroughNoDiscOfTheSkinDoes)
{
	SceneRandom random(31);
	int32_t raysThrough = 0;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		const Tiles tiles(random);
		for (const float seam : tiles.seams)
		{
			const float slant = random.OneIn(2) ? 0.0f : random.Uniform(-0.002f, 0.002f);
			const b2Vec2 from = b2Mul(tiles.pose, b2Vec2{seam - slant, 3.0f});
			const b2Vec2 way = b2Mul(tiles.pose.q, b2Vec2{2.0f * slant, -6.0f});
			raysThrough += CastRayAny(*tiles.scene.world, {from, way}) ? 0 : 1;
			const auto hit = CastCircleClosest(*tiles.scene.world, from, b2_polygonRadius, way);
			ASSERT_TRUE(hit.has_value());
			EXPECT_LT(hit->enter.fraction, 0.36f); // stops on the first row
		}
	}
	EXPECT_GT(raysThrough, ScaledCount(100)) << "rays are not aimed at gaps";
}

TEST(Skin, TheDiscStopsAtTheSurfaceWhereBodiesTouch)
{
	SceneRandom random(32);
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(3000); ++i)
	{
		Scene scene;
		b2Body* body = scene.AddBody(random.InBox(50.0f), random.Uniform(-3.0f, 3.0f));
		const b2PolygonShape polygon = RandomPolygon(random, 1.0f);
		(void)scene.Add(body, polygon);
		const b2Vec2 from = body->GetPosition() + 6.0f * random.Direction();
		const b2Vec2 way = 2.0f * (body->GetPosition() - from) + random.InBox(2.0f);
		if (const auto hit = CastCircleClosest(*scene.world, from, polygon.m_radius, way))
		{
			const double distance = DistanceToCore(polygon, body->GetTransform(), hit->enter.point);
			EXPECT_NEAR(distance, b2_polygonRadius, 3e-5);
			++met;
		}
	}
	EXPECT_GT(met, ScaledCount(1500));
}

} // namespace ricochet::test::skin_test
