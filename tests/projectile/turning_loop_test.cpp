// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/judged_range.h"

// Bullets in a turning triangle of three edges, aimed at where a vertex will be: two children that share a vertex must
// see one and the same path.

namespace ricochet::test::turning_loop_test
{

namespace
{

const std::vector<b2Vec2> k_triangle = {{-1.51f, -0.32f}, {0.90f, -1.20f}, {0.56f, 1.56f}};

// Fires from near the middle, so that the bullet is where a vertex is at some time in the step.
void FireAtVertex(JudgedRange& range, SceneRandom& random, float angleBefore, float angleAfter)
{
	const float share = random.Uniform(0.02f, 1.0f);
	const b2Vec2 vertex = k_triangle[static_cast<size_t>(random.Below(3))];
	const b2Vec2 to = b2Mul(b2Rot(angleBefore + share * (angleAfter - angleBefore)), vertex);
	const b2Vec2 from = random.InBox(0.1f);
	range.Fire({.position = from, .velocity = 1.0f / (share * k_dt) * (to - from), .gravityScale = 0.0f});
}

} // namespace

TEST(TurningLoop, NoBulletGetsOutAtAVertex)
{
	SceneRandom random(5);
	int32_t out = 0;
	for (int32_t round = 0; round < ScaledCount(400); ++round)
	{
		JudgedRange range;
		b2Body* body = range.AddLoop(k_triangle, {0.0f, 0.0f}, b2_kinematicBody)->GetBody();
		body->SetTransform({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f));
		body->SetAngularVelocity(random.Uniform(-20.0f, 20.0f));
		const float angleBefore = body->GetAngle();
		range.Step(k_dt,
		           [&]
		           {
			           for (int32_t i = 0; i < 300; ++i)
			           {
				           FireAtVertex(range, random, angleBefore, body->GetAngle());
			           }
		           });
		for (int32_t i = 0; i < 10; ++i)
		{
			range.Step(k_dt);
		}
		out += static_cast<int32_t>(range.plugin.Bullets().size());
	}
	EXPECT_EQ(out, 0);
}

TEST(TurningTarget, IsMetAtTheTopOfItsArc)
{
	// A box on a long arm swings past: between its two poses it is higher than in either.
	for (const float side : {1.0f, -1.0f})
	{
		JudgedRange range;
		const b2PolygonShape box = BoxOf(0.3f, 0.3f, {5.0f, 0.0f}, 0.0f);
		b2Body* body = range.AddBody({0.0f, 0.0f}, side * 0.9f, b2_kinematicBody);
		b2Fixture* fixture = range.Add(body, box);
		body->SetAngularVelocity(side * 1.34f / k_dt);
		range.Fire({.position = {-1.0f, side * 5.0f}, .velocity = {2.0f / k_dt, 0.0f}, .gravityScale = 0.0f});
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		EXPECT_EQ(range.plugin.Impacts()[0].fixture, fixture);
		EXPECT_NEAR(range.plugin.Impacts()[0].time, 0.5f * k_dt, 0.2f * k_dt);
	}
}

} // namespace ricochet::test::turning_loop_test
