// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/cast_shape.h>

#include "support/exact_cast.h"
#include "support/expect_error.h"
#include "support/rounded_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet::test::rounded_shape_test
{

namespace
{

// Computes the mass on a fine grid, with Box2D's distance.
b2MassData MassOnGrid(const b2PolygonShape& shape, float density)
{
	constexpr int k_cells = 400;
	b2AABB box;
	shape.ComputeAABB(&box, Identity(), 0);
	const double width = static_cast<double>(box.upperBound.x) - box.lowerBound.x;
	const double height = static_cast<double>(box.upperBound.y) - box.lowerBound.y;
	const double area = width * height / (k_cells * k_cells);
	double mass = 0.0, x = 0.0, y = 0.0, inertia = 0.0;
	for (int i = 0; i < k_cells * k_cells; ++i)
	{
		const double px = box.lowerBound.x + width * (i % k_cells + 0.5) / k_cells;
		const double py = box.lowerBound.y + height * (i / k_cells + 0.5) / k_cells;
		const b2Vec2 point{static_cast<float>(px), static_cast<float>(py)};
		if (DistanceToCore(shape, Identity(), point) <= shape.m_radius)
		{
			mass += density * area;
			x += density * area * px;
			y += density * area * py;
			inertia += density * area * (px * px + py * py);
		}
	}
	return {static_cast<float>(mass),
	        {static_cast<float>(x / mass), static_cast<float>(y / mass)},
	        static_cast<float>(inertia)};
}

} // namespace

TEST(RoundedShape, RefusesWithTheNumber)
{
	constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
	const float leastRadius = std::nextafter(b2_polygonRadius, 1.0f);
	const b2Vec2 triangle[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	ExpectError(MakeCapsule({0.0f, 0.0f}, {1.0f, 0.0f}, b2_polygonRadius).GetError(),
	            {ErrorReason::TooSmall, "radius", -1, b2_polygonRadius, leastRadius});
	EXPECT_EQ(MakeCapsule({0.0f, 0.0f}, {1.0f, 0.0f}, 0.01f).GetError().Message(),
	          "radius is 0.01: it must be at least 0.010000001.");
	EXPECT_TRUE(MakeCapsule({0.0f, 0.0f}, {1.0f, 0.0f}, leastRadius));
	ExpectError(MakeRoundedPolygon(triangle, -1.0f).GetError(),
	            {ErrorReason::TooSmall, "radius", -1, -1.0, leastRadius});
	ExpectError(MakeCapsule({0.0f, 0.0f}, {1.0f, 0.0f}, 2e9f).GetError(),
	            {ErrorReason::TooLarge, "radius", -1, 2e9f, 1e9f});
	ExpectError(MakeCapsule({0.0f, 0.0f}, {0.005f, 0.0f}, 1.0f).GetError(),
	            {ErrorReason::TooClose, "b", -1, 0.005f, b2_linearSlop});
	EXPECT_EQ(MakeCapsule({0.0f, 0.0f}, {1.0f, k_nan}, 1.0f).GetError().reason, ErrorReason::NotFinite);
	EXPECT_EQ(MakeCapsule({0.0f, 0.0f}, {1.0f, 0.0f}, k_nan).GetError().reason, ErrorReason::NotFinite);
	EXPECT_EQ(MakeCapsule({9e8f, 0.0f}, {1.0f, 0.0f}, 5e8f).GetError().reason, ErrorReason::TooLarge);
	EXPECT_EQ(MakeRoundedPolygon(std::span(triangle).first(2), 1.0f).GetError().reason, ErrorReason::TooFew);
}

// If a polygon's radius is at most b2_polygonRadius, casts use its edges without the radius. If it is larger, casts use
// the radius.
TEST(RoundedShape, ARadiusBeyondBox2DsSkinIsTheShape)
{
	b2PolygonShape box = BoxOf(1.0f, 1.0f);
	const Ray ray{{-5.0f, 0.25f}, {10.0f, 0.0f}};
	EXPECT_FLOAT_EQ(CastRayAtShape(box, 0, Identity(), ray)->enter.point.x, -1.0f);
	box.m_radius = 0.5f;
	EXPECT_FLOAT_EQ(CastRayAtShape(box, 0, Identity(), ray)->enter.point.x, -1.5f);
	EXPECT_FLOAT_EQ(CastRayAtShape(box, 0, Identity(), ray)->exit.point.x, 1.5f);
	box.m_radius = 0.0f;
	EXPECT_FLOAT_EQ(CastRayAtShape(box, 0, Identity(), ray)->enter.point.x, -1.0f);
}

TEST(RoundedShape, CastsAreExact)
{
	SceneRandom random(41);
	for (int32_t i = 0; i < ScaledCount(20000) && testing::Test::HasFailure() == false; ++i)
	{
		const ClipPolygonShape shape = RandomRounded(random);
		const b2Transform pose = PoseAt(random.InBox(10.0f), random.Uniform(-3.14f, 3.14f));
		const Ray ray = HardRay(random, shape, 0, pose);
		const ExactSpans exact = ExactClipRounded(Pull(ray, pose), VerticesOf(shape), shape.m_radius);
		EXPECT_EQ(Mismatch(ray, CastRayAtShape(shape, 0, pose, ray), exact, {.rotation = &pose.q}), "");
	}
}

TEST(RoundedShape, TheMassIsThatOfWhatIsRound)
{
	const auto capsule = ValueOf(MakeCapsule({-1.0f, 0.5f}, {2.0f, 0.5f}, 0.5f));
	b2MassData mass;
	capsule.ComputeMass(&mass, 2.0f);
	const double area = 3.0 + std::numbers::pi * 0.25;
	EXPECT_FLOAT_EQ(mass.mass, static_cast<float>(2.0 * area));
	EXPECT_FLOAT_EQ(mass.center.x, 0.5f);
	EXPECT_FLOAT_EQ(mass.center.y, 0.5f);

	SceneRandom random(42);
	for (int32_t i = 0; i < ScaledCount(24); ++i)
	{
		const ClipPolygonShape shape = RandomRounded(random);
		const b2MassData grid = MassOnGrid(shape, 3.0f);
		shape.ComputeMass(&mass, 3.0f);
		EXPECT_NEAR(mass.mass, grid.mass, 4e-3f * grid.mass);
		EXPECT_NEAR(mass.center.x, grid.center.x, 4e-3f);
		EXPECT_NEAR(mass.center.y, grid.center.y, 4e-3f);
		EXPECT_NEAR(mass.I, grid.I, 1e-2f * grid.I);
	}
}

// Bodies with capsules and rounded polygons fall on each other and come to rest. Box2D must neither abort nor let the
// bodies sink into each other.
TEST(RoundedShape, BodiesRestAtTheirRadius)
{
	SceneRandom random(43);
	Scene scene;
	scene.Add(scene.AddBody({0.0f, -1.0f}), BoxOf(50.0f, 1.0f));
	for (const float side : {-8.0f, 8.0f})
	{
		scene.Add(scene.AddBody({side, 10.0f}), BoxOf(0.5f, 12.0f));
	}
	for (int32_t i = 0; i < 60; ++i)
	{
		b2Body* body = scene.AddBody({random.Uniform(-6.0f, 6.0f), 2.0f + 0.5f * static_cast<float>(i)},
		                             random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		scene.Add(body, RandomRounded(random));
	}
	for (int32_t step = 0; step < 1200; ++step)
	{
		scene.world->Step(1.0f / 60.0f, 8, 3);
	}
	for (const b2Fixture* fixture : std::span(scene.fixtures).subspan(3))
	{
		const auto& shape = static_cast<const b2PolygonShape&>(*fixture->GetShape());
		float lowest = std::numeric_limits<float>::infinity();
		for (const b2Vec2& vertex : VerticesOf(shape))
		{
			lowest = std::min(lowest, b2Mul(fixture->GetBody()->GetTransform(), vertex).y);
		}
		EXPECT_GT(lowest, shape.m_radius - 0.02f);
		EXPECT_LT(fixture->GetBody()->GetPosition().y, 30.0f);
	}
	const auto capsule = ValueOf(MakeCapsule({-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f));
	b2Body* alone = scene.AddBody({20.0f, 2.0f}, 0.0f, b2_dynamicBody);
	scene.Add(alone, capsule);
	for (int32_t step = 0; step < 300; ++step)
	{
		scene.world->Step(1.0f / 60.0f, 8, 3);
	}
	EXPECT_NEAR(alone->GetPosition().y, 0.25f, 0.02f);
}

} // namespace ricochet::test::rounded_shape_test
