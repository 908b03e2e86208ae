// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/outline.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/solid_query.h>

#include "support/attached_scenes.h"
#include "support/expect_error.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

// Solids of any form, built of convex fixtures: as one they are the outline.

namespace ricochet::test::polygon_pieces_test
{

namespace
{

// None if Box2D would not take a piece.
std::optional<Scene> SceneOf(const Outline& outline, const b2Transform& pose)
{
	const auto polygons = MakePolygons(outline);
	if (!polygons)
	{
		return std::nullopt;
	}
	Scene scene;
	b2Body* body = scene.AddBody(pose.p, pose.q.GetAngle());
	for (const ClipPolygonShape& polygon : *polygons)
	{
		(void)scene.Add(body, polygon);
	}
	return scene;
}

} // namespace

TEST(PolygonPieces, TheSolidsOfTheirFixturesAreTheSpansOfTheOutline)
{
	SceneRandom random(91);
	int32_t worlds = 0, spansMet = 0;
	std::vector<SolidSpan> solids;
	std::vector<RaySpan> spans;
	for (int32_t i = 0; i < ScaledCount(200) && testing::Test::HasFailure() == false; ++i)
	{
		const Outline outline = RandomOutline(random);
		const b2Transform pose = PoseAt(random.InBox(20.0f), random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		const std::optional<Scene> scene = SceneOf(outline, pose);
		if (scene.has_value() == false)
		{
			continue;
		}
		++worlds;
		const b2Transform& stands = scene->world->GetBodyList()->GetTransform();
		const b2Vec2 extent = outline.Bounds().GetExtents();
		const float reach = 1.5f * std::max(extent.x, extent.y);
		const b2Vec2 center = b2Mul(stands, outline.Bounds().GetCenter());
		for (int32_t k = 0; k < 100; ++k)
		{
			const b2Vec2 from = center + random.InBox(reach);
			const Ray ray = RayBetween(from, center + random.InBox(reach));
			CastRaySolids(*scene->world, ray, solids);
			ClipOutline(ray, outline, stands, spans);
			ASSERT_EQ(solids.size(), spans.size()) << "outline " << i << ", ray " << k;
			for (size_t j = 0; j < spans.size(); ++j)
			{
				EXPECT_EQ(solids[j].enter.fraction, spans[j].enter.fraction);
				EXPECT_EQ(solids[j].exit.fraction, spans[j].exit.fraction);
				EXPECT_EQ(solids[j].enter.normal, spans[j].enter.normal);
				EXPECT_EQ(solids[j].startsInside, spans[j].startsInside);
				EXPECT_EQ(solids[j].endsInside, spans[j].endsInside);
				++spansMet;
			}
		}
	}
	EXPECT_GT(worlds, ScaledCount(100));
	EXPECT_GT(spansMet, ScaledCount(5000));
}

TEST(PolygonPieces, APointIsInThemWhereItIsInTheOutline)
{
	SceneRandom random(92);
	std::vector<OverlapHit> overlaps;
	for (int32_t i = 0; i < ScaledCount(100); ++i)
	{
		const Outline outline = RandomOutline(random);
		const std::optional<Scene> scene = SceneOf(outline, Identity());
		const b2Vec2 extent = outline.Bounds().GetExtents();
		for (int32_t k = 0; k < 100 && scene; ++k)
		{
			const b2Vec2 point = outline.Bounds().GetCenter() +
			                     b2Vec2{random.Uniform(-extent.x, extent.x), random.Uniform(-extent.y, extent.y)};
			OverlapPoint(*scene->world, point, overlaps);
			EXPECT_EQ(overlaps.empty(), LocateInOutline(point, outline) == Location::Outside);
		}
	}
}

// A ring of 1 kg that falls, spins and is hit: a body of many fixtures like any other.
TEST(PolygonPieces, ADynamicBodyOfThemHasTheMassOfTheOutline)
{
	const b2Vec2 vertices[] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f},
	                           {-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	const int32_t starts[] = {0, 4};
	const auto outline = Outline::Make(vertices, starts);
	ASSERT_TRUE(outline);
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_dynamicBody);
	for (const ClipPolygonShape& polygon : ValueOf(MakePolygons(*outline)))
	{
		(void)scene.Add(body, polygon);
	}
	EXPECT_FLOAT_EQ(body->GetMass(), 12.0f);
	EXPECT_NEAR(body->GetInertia(), (16.0f * 32.0f - 4.0f * 8.0f) / 12.0f, 1e-4f);
	for (int32_t step = 0; step < 60; ++step)
	{
		scene.world->Step(1.0f / 60.0f, 8, 3);
	}
	EXPECT_LT(body->GetPosition().y, -4.0f);
}

TEST(PolygonPieces, RefuseWhatBox2DWouldNotTake)
{
	const b2Vec2 sliver[] = {{0.0f, 0.0f}, {1e-4f, 0.0f}, {0.0f, 1e-4f}};
	const auto outline = Outline::Make(sliver);
	ASSERT_TRUE(outline);
	const auto polygons = MakePolygons(*outline);
	ASSERT_FALSE(polygons);
	EXPECT_EQ(polygons.GetError().reason, ErrorReason::NoArea);
	EXPECT_GE(polygons.GetError().index, 0);
	const b2Vec2 far[] = {{0.0f, 0.0f}, {2e9f, 0.0f}, {0.0f, 1.0f}};
	ExpectError(MakePolygons(ValueOf(Outline::Make(far))).GetError(),
	            {ErrorReason::TooLarge, "outline", 1, 2e9f, 1e9f});
}

} // namespace ricochet::test::polygon_pieces_test
