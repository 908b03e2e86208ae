// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "support/rounded_scenes.h"

// Tests bullets and grenades at capsules and rounded polygons.

namespace ricochet::test::rounded_target_test
{

// Where a bullet enters a rounded shape, the distance to the shape's core must be the shape's radius.
TEST(RoundedTarget, BulletsEnterAndLeaveAtTheRadius)
{
	SceneRandom random(61);
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(400) && testing::Test::HasFailure() == false; ++i)
	{
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f), b2_kinematicBody);
		body->SetLinearVelocity(random.Uniform(0.0f, 20.0f) * random.Direction());
		const ClipPolygonShape shape = RandomRounded(random);
		(void)range.Add(body, shape);
		const b2Vec2 from = 8.0f * random.Direction();
		BulletDef def = Lasting(from, -random.LogUniform(30.0f, 3000.0f) * from + random.InBox(1.0f));
		def.maxPierces = 4;
		const BulletId bullet = range.plugin.Fire(def);
		for (int32_t step = 0; step < 20; ++step)
		{
			const b2Transform before = body->GetTransform();
			range.Step(k_dt);
			for (const ImpactEvent& impact : range.plugin.Impacts())
			{
				if (impact.bullet == bullet)
				{
					b2Transform pose = before;
					pose.p += impact.time * body->GetLinearVelocity();
					EXPECT_NEAR(DistanceToCore(shape, pose, impact.enter.point), shape.m_radius, 2e-4);
					++met;
				}
			}
		}
	}
	EXPECT_GT(met, ScaledCount(200));
}

TEST(RoundedTarget, TheThicknessIsTheChord)
{
	FiringRange range;
	(void)range.Add(range.AddBody({5.0f, 0.0f}), ValueOf(MakeCapsule({0.0f, -1.0f}, {0.0f, 1.0f}, 0.5f)));
	BulletDef def = Lasting({0.0f, 1.3f}, {600.0f, 0.0f});
	def.maxPierces = 4;
	(void)range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	// The path passes 0.3 m above the end of the capsule's axis. The thickness is the chord of the round end there.
	EXPECT_NEAR(range.plugin.Impacts()[0].thickness, 0.8f, 1e-5f);
	EXPECT_NEAR(range.plugin.Impacts()[0].enter.normal.y, 0.6f, 1e-5f);
}

// A grenade that falls onto a rounded polygon must never be inside it.
TEST(RoundedTarget, GrenadesStayOutOfIt)
{
	SceneRandom random(62);
	for (int32_t i = 0; i < ScaledCount(60) && testing::Test::HasFailure() == false; ++i)
	{
		FiringRange range(k_gravity);
		b2Body* body = range.AddBody({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f), b2_kinematicBody);
		const ClipPolygonShape shape = RandomRounded(random);
		(void)range.Add(body, shape);
		body->SetAngularVelocity(random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		const GrenadeId grenade = range.plugin.Throw({.position = {random.Uniform(-0.5f, 0.5f), 4.0f},
		                                              .velocity = {0.0f, -random.LogUniform(0.1f, 200.0f)},
		                                              .radius = 0.1f});
		for (int32_t step = 0; step < 120; ++step)
		{
			range.Step(k_dt);
			const auto state = range.plugin.Find(grenade);
			if (state.has_value())
			{
				const double distance = DistanceToCore(shape, body->GetTransform(), state->position);
				EXPECT_GT(distance, static_cast<double>(shape.m_radius) + 0.1 - 1e-3) << "scene " << i;
			}
		}
	}
}

} // namespace ricochet::test::rounded_target_test
