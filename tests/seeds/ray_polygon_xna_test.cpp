// MIT License, Copyright (c) 2026 the ricochet authors

#include "seeds/documents.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/hit_point.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>

// Tests the XNA article "Ray/Line Intersection", "Ray/Polygon Intersection": an octagon, first hits, and normals for
// grenades. The article prints the code of "2D Polygon - Raycasting", whose limits polygon_raycasting_test.cpp tests.

namespace ricochet::test::ray_polygon_xna_test
{
namespace
{

using documents::CastAtPolygon;
using documents::CrossPolygon;
using documents::CrossRayAndSegment;

// The octagon is centred on the origin and 4 m wide. One side is vertical at x = -2. Its coordinates are exact floats.
const std::array<b2Vec2, 8> k_octagon = {b2Vec2{-2.0f, -1.0f}, {-1.0f, -2.0f}, {1.0f, -2.0f}, {2.0f, -1.0f},
                                         {2.0f, 1.0f},         {1.0f, 2.0f},   {-1.0f, 2.0f}, {-2.0f, 1.0f}};

TEST(SeedRayPolygonXna, RayAgainstLine)
{
	// The direction can have any length. t counts multiples of the direction, without an upper limit.
	EXPECT_EQ(CrossRayAndSegment({0.0f, 0.0f}, {2.0f, 0.0f}, {5.0f, -1.0f}, {5.0f, 1.0f}), 2.5f);
	const Ray endless = {{0.0f, 0.0f}, {2.0f, 0.0f}, std::numeric_limits<float>::max()};
	const std::optional<Crossing> crossing = CrossSegment(endless, {5.0f, -1.0f}, {5.0f, 1.0f});
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 2.5f);
}

TEST(SeedRayPolygonXna, OppositeDirectionAndBeyondTheSegment)
{
	for (const b2Vec2 direction : {b2Vec2{-1.0f, 0.0f}, {5.0f, 2.0f}, {5.0f, -2.0f}})
	{
		EXPECT_EQ(CrossRayAndSegment({0.0f, 0.0f}, direction, {5.0f, -1.0f}, {5.0f, 1.0f}), std::nullopt);
		EXPECT_FALSE(CrossSegment({{0.0f, 0.0f}, direction, 10.0f}, {5.0f, -1.0f}, {5.0f, 1.0f}));
	}
}

TEST(SeedRayPolygonXna, ParallelLinesAreLeftToOtherSides)
{
	// The article says: "Would likely be intersecting another side of the polygon anyway". Here the ray runs along the
	// top side, and both neighbours end on it.
	// A single segment has no other side.
	const auto document = CastAtPolygon({-6.0f, 2.0f}, {16.0f, 0.0f}, k_octagon);
	ASSERT_TRUE(document);
	EXPECT_EQ(document->point, (b2Vec2{-1.0f, 2.0f}));
	const std::optional<RaySpan> span = ClipConvex({{-6.0f, 2.0f}, {16.0f, 0.0f}}, k_octagon);
	ASSERT_TRUE(span);
	EXPECT_TRUE(span->grazing);
	EXPECT_TRUE(IsBeside(span->enter.point, document->point));
	EXPECT_EQ(CrossRayAndSegment({-6.0f, 2.0f}, {16.0f, 0.0f}, {1.0f, 2.0f}, {-1.0f, 2.0f}), std::nullopt);
	EXPECT_TRUE(CrossSegment({{-6.0f, 2.0f}, {16.0f, 0.0f}}, {1.0f, 2.0f}, {-1.0f, 2.0f}));
}

TEST(SeedRayPolygonXna, ParallelLinesByANegativeProduct)
{
	// The article's text calls lines parallel if the product is less than 0; its code does so if the product is 0. By
	// the text, a segment can be hit from one side only.
	const b2Vec2 along{4.0f, 0.0f}, a{2.0f, 1.0f}, b{2.0f, -1.0f};
	EXPECT_LT(b2Dot(along, b2Vec2{(b - a).y, -(b - a).x}), 0.0f);
	EXPECT_TRUE(CrossSegment({{0.0f, 0.0f}, along}, a, b));
	EXPECT_TRUE(CrossSegment({{0.0f, 0.0f}, along}, b, a));
}

TEST(SeedRayPolygonXna, PointOfImpactOnAnOctagon)
{
	// This is the maroon square in the article's animation.
	const auto document = CastAtPolygon({-4.0f, 0.5f}, {8.0f, 0.0f}, k_octagon);
	ASSERT_TRUE(document);
	EXPECT_EQ(document->t, 0.25f);
	EXPECT_EQ(document->point, (b2Vec2{-2.0f, 0.5f}));
	const std::optional<RaySpan> span = ClipConvex({{-4.0f, 0.5f}, {8.0f, 0.0f}}, k_octagon);
	ASSERT_TRUE(span);
	EXPECT_EQ(span->enter.fraction, document->t);
	EXPECT_TRUE(IsBeside(span->enter.point, document->point));
}

TEST(SeedRayPolygonXna, DepthOfTheFirstHitForEveryRay)
{
	// The rays come from all around at points within the octagon. If a ray passes through a vertex, the article may
	// count three crossings.
	SceneRandom random(4);
	int missed = 0;
	for (int i = 0; i < 2000; ++i)
	{
		const b2Vec2 origin = 5.0f * random.Direction();
		const b2Vec2 target = i % 2 == 0 ? random.InBox(1.0f) : k_octagon[static_cast<size_t>(random.Below(8))];
		const Ray ray = {origin, target - origin, 3.0f};
		const auto document = CastAtPolygon(ray.origin, ray.translation, k_octagon);
		const std::optional<RaySpan> span = ClipConvex(ray, k_octagon);
		if (i % 2 == 0)
		{
			ASSERT_TRUE(document && span) << i;
			EXPECT_NEAR(document->t, span->enter.fraction, 1e-6f) << i;
		}
		missed += document.has_value() != span.has_value() ? 1 : 0;
	}
	EXPECT_GT(missed, 0);
}

TEST(SeedRayPolygonXna, HalfOfTheSides)
{
	// An entry lies on a side that faces the ray, so the first hit needs no test of the other sides. ricochet computes
	// once on which side of the line each vertex is. It divides only for the two sides that the line crosses.
	SceneRandom random(5);
	for (int i = 0; i < 1000; ++i)
	{
		const Ray ray = RayBetween(5.0f * random.Direction(), random.InBox(1.0f));
		const std::optional<RaySpan> span = ClipConvex({ray.origin, ray.translation, 3.0f}, k_octagon);
		ASSERT_TRUE(span) << i;
		EXPECT_LT(b2Dot(span->enter.normal, ray.translation), 0.0f);
		EXPECT_GT(b2Dot(span->exit.normal, ray.translation), 0.0f);
	}
}

TEST(SeedRayPolygonXna, NormalForBouncingGrenades)
{
	const auto document = CastAtPolygon({-4.0f, 0.5f}, {8.0f, 0.0f}, k_octagon);
	ASSERT_TRUE(document);
	EXPECT_EQ(document->normal, (b2Vec2{-1.0f, 0.0f}));
	// A grenade is a disc. It bounces when its rim, not its centre, hits the side.
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	const auto shape = MakePolygon(k_octagon);
	world.CreateBody(&def)->CreateFixture(&*shape, 0.0f);
	Plugin plugin(world);
	ASSERT_TRUE(plugin.Throw({.position = {-4.0f, 0.5f},
	                          .velocity = {240.0f, 120.0f},
	                          .radius = 0.25f,
	                          .restitution = 1.0f,
	                          .friction = 0.0f}));
	plugin.Step(1.0f / 60.0f, 8, 3);
	ASSERT_EQ(plugin.Impacts().size(), 1u);
	const ImpactEvent& impact = plugin.Impacts()[0];
	EXPECT_NEAR(b2Distance(impact.enter.normal, b2Vec2{-std::sqrt(0.5f), std::sqrt(0.5f)}), 0.0f, 1e-6f);
	EXPECT_NEAR(b2Distance(impact.velocityAfter, b2Vec2{120.0f, 240.0f}), 0.0f, 1e-3f);
}

TEST(SeedRayPolygonXna, OriginOutsideByAnEvenNumber)
{
	EXPECT_EQ(CrossPolygon({0.0f, 0.5f}, {8.0f, 0.0f}, k_octagon).count, 1);
	EXPECT_FALSE(CastAtPolygon({0.0f, 0.5f}, {8.0f, 0.0f}, k_octagon));
	const std::optional<RaySpan> span = ClipConvex({{0.0f, 0.5f}, {8.0f, 0.0f}}, k_octagon);
	ASSERT_TRUE(span);
	EXPECT_TRUE(span->startsInside);
	EXPECT_TRUE(IsBeside(span->exit.point, {2.0f, 0.5f}));
}

} // namespace
} // namespace ricochet::test::ray_polygon_xna_test
