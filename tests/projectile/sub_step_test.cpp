// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "host/box2d/solver_state.h"

// Tests b2World::SetSubStepping, with which one step of the world takes several calls.

namespace ricochet::test::sub_step_test
{

namespace
{

// Box2D bullet balls fly at thin walls, and each of their impacts ends a call. One ball flies freely beside a bullet
// and a grenade of the same velocity.
struct SubSteps
{
	SubSteps()
	{
		range.world.SetSubStepping(true);
		range.AddEdge({-3.0f, -50.0f}, {-3.0f, 50.0f});
		range.AddEdge({3.0f, -50.0f}, {3.0f, 50.0f});
		for (int32_t i = 0; i < 5; ++i)
		{
			b2Fixture* ball = range.AddCircle({0.0f, static_cast<float>(i)}, 0.1f, b2_dynamicBody);
			ball->SetRestitution(1.0f);
			ball->GetBody()->SetBullet(true);
			ball->GetBody()->SetLinearVelocity({90.0f + 7.0f * static_cast<float>(i), 0.0f});
		}
		free = range.AddCircle({0.0f, 100.0f}, 0.1f, b2_dynamicBody)->GetBody();
		free->SetLinearVelocity({30.0f, 0.0f});
		bullet = range.plugin.Fire({.position = {0.0f, 105.0f}, .velocity = {30.0f, 0.0f}, .lifetime = 1000.0f});
		grenade = range.plugin.Throw({.position = {0.0f, 110.0f}, .velocity = {30.0f, 0.0f}, .fuse = 1000.0f});
	}

	FiringRange range;
	b2Body* free = nullptr;
	BulletId bullet;
	GrenadeId grenade;
};

} // namespace

TEST(SubStep, BodiesAndProjectilesGoTheSameWay)
{
	for (const bool whole : {true, false})
	{
		SubSteps scene;
		int32_t held = 0;
		float last = 0.0f;
		for (int32_t call = 0; call < 600; ++call)
		{
			if (whole)
			{
				scene.range.Step(k_dt);
			}
			else
			{
				scene.range.Step(k_dt, [] {});
			}
			const float now = scene.range.plugin.Find(scene.bullet)->position.x;
			held += now == last ? 1 : 0;
			last = now;

			// Between the calls of one step, the ball is either level with the bullet or ahead of it by the whole step.
			const float ahead = scene.free->GetPosition().x - now;
			ASSERT_TRUE(std::abs(ahead) < 1.0e-3f || std::abs(ahead - 30.0f * k_dt) < 1.0e-3f) << call << ": " << ahead;
			ASSERT_NEAR(scene.range.plugin.Find(scene.grenade)->position.x, now, 1.0e-3f);
		}
		EXPECT_GT(held, 50) << "the test needs steps of several calls";
		EXPECT_LT(held, 550);
	}
}

TEST(SubStep, AMovingTargetIsMetOnTheWayOfTheWholeStep)
{
	// The bullet must hit the target as without sub-steps. The target takes no part in the contacts that divide the
	// step.
	int32_t compared = 0;
	SubSteps scene;
	b2Body* target = scene.range.AddBox({0.0f, 200.0f}, 0.2f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
	for (int32_t step = 0; step < 100; ++step)
	{
		// A board moves 1.6 m to the right in the step. A bullet flies to the place that the board passes at half of
		// the step.
		target->SetTransform({-0.8f, 200.0f}, 0.0f);
		target->SetLinearVelocity({96.0f, 0.0f});
		const BulletId id = scene.range.plugin.Fire(
		    {.position = {0.0f, 190.0f}, .velocity = {0.0f, 1200.0f}, .mass = 1.0e-6f, .gravityScale = 0.0f});
		int32_t calls = 0;
		int32_t impacts = 0;
		do
		{
			scene.range.Step(k_dt);
			++calls;
			impacts += CountOf(scene.range.plugin.Impacts(), id);
		} while (calls < 50 && scene.range.plugin.Find(id) && scene.range.plugin.Find(id)->age == 0.0f);
		EXPECT_EQ(impacts, 1) << "step " << step << " of " << calls << " calls";
		compared += calls > 1 ? 1 : 0;
		scene.range.plugin.Cancel(id);
	}
	EXPECT_GT(compared, 20) << "the test needs steps of several calls";
}

TEST(SubStep, AllCallsOfAStepMayStandBetweenOneBeginStepAndOneEndStep)
{
	SubSteps scene;
	int32_t divided = 0;
	for (int32_t step = 0; step < 100; ++step)
	{
		scene.range.plugin.BeginStep();
		scene.range.world.Step(k_dt, 8, 3);
		divided += IsStepComplete(scene.range.world) ? 0 : 1;
		while (IsStepComplete(scene.range.world) == false)
		{
			scene.range.world.Step(k_dt, 8, 3);
		}
		scene.range.plugin.EndStep(k_dt);
		ASSERT_NEAR(scene.range.plugin.Find(scene.bullet)->position.x, scene.free->GetPosition().x, 1.0e-3f) << step;
	}
	EXPECT_GT(divided, 20);
	EXPECT_NEAR(scene.free->GetPosition().x, 100.0f * 30.0f * k_dt, 1.0e-2f);
}

TEST(SubStep, ItsTimeIsThatOfItsFirstCall)
{
	SubSteps scene;
	float time = k_dt;
	for (int32_t call = 0; call < 300; ++call)
	{
		const float before = scene.range.plugin.Find(scene.bullet)->position.x;
		scene.range.Step(time);
		time = scene.range.plugin.Find(scene.bullet)->position.x == before ? 0.25f * k_dt : k_dt;
		if (time == k_dt)
		{
			ASSERT_NEAR(scene.range.plugin.Find(scene.bullet)->position.x, scene.free->GetPosition().x, 1.0e-3f);
		}
	}
	EXPECT_GT(scene.free->GetPosition().x, 20.0f);
}

} // namespace ricochet::test::sub_step_test
