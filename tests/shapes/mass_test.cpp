// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

namespace ricochet::test::mass_test
{

// If a body can use the inertia as floats, nothing is changed: the result is bit-identical to that of Box2D's own
// shape.
TEST(ClipShapeMass, IsBox2DsWhereABodyCanBearIt)
{
	const auto expectStock = [](const auto& shape, const auto& stock)
	{
		for (const float density : {0.0f, 0.01f, 1.0f, 7800.0f})
		{
			b2MassData ours;
			b2MassData box2d;
			shape.ComputeMass(&ours, density);
			stock.ComputeMass(&box2d, density);
			EXPECT_EQ(ours.mass, box2d.mass);
			EXPECT_EQ(ours.I, box2d.I);
			EXPECT_EQ(ours.center, box2d.center);
		}
	};
	SceneRandom random(8);
	for (int32_t i = 0; i < ScaledCount(5000) && testing::Test::HasFailure() == false; ++i)
	{
		const float size = random.LogUniform(1e-2f, 1e3f);
		const b2Vec2 center = random.Uniform(0.0f, 50.0f) * size * random.Direction();
		const auto circle = MakeCircle(center, size);
		ASSERT_TRUE(circle) << circle.GetError().Message();
		expectStock(*circle, b2CircleShape(*circle));
		if (const auto box = MakeBox(size, size * random.Uniform(0.5f, 2.0f), center, random.Uniform(-3.0f, 3.0f)))
		{
			expectStock(*box, b2PolygonShape(*box));
		}
	}
}

// If the shape is far from the body's origin, the moment about the origin is raised, by at most 2^-15 of its value, but
// never lowered. Mass and centre stay the same.
TEST(ClipShapeMass, FarOutOnlyTheInertiaIsRaisedAndByLittle)
{
	SceneRandom random(9);
	int32_t raised = 0;
	for (int32_t i = 0; i < ScaledCount(20000) && testing::Test::HasFailure() == false; ++i)
	{
		const b2Vec2 center = random.LogUniform(1.0f, 1e6f) * random.Direction();
		const float radius = random.LogUniform(1e-3f, 10.0f);
		const auto circle = MakeCircle(center, radius);
		ASSERT_TRUE(circle) << circle.GetError().Message();
		b2MassData mass;
		b2MassData stock;
		circle->ComputeMass(&mass, 1.0f);
		circle->b2CircleShape::ComputeMass(&stock, 1.0f);
		EXPECT_EQ(mass.mass, stock.mass);
		EXPECT_EQ(mass.center, stock.center);
		EXPECT_GE(mass.I, stock.I);
		EXPECT_LE(mass.I, (1.0 + 0x1p-15) * stock.I);
		raised += mass.I > stock.I ? 1 : 0;
	}
	EXPECT_GT(raised, ScaledCount(20000) / 4);
}

} // namespace ricochet::test::mass_test
