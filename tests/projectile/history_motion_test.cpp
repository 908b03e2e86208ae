// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/history_state.h"
#include "index/snapshot_state.h"
#include "projectile/motion/motion.h"
#include "support/floats.h"
#include "support/scenes.h"

#include <ricochet/index/history.h>
#include <ricochet/index/snapshot.h>

#include <gtest/gtest.h>

#include <bit>

namespace ricochet::test::history_motion_test
{

// At any time between two records, History must give a body the pose at which bullets hit it then. A bullet fired into
// the past therefore has the same hits.
TEST(HistoryMotion, BetweenRecordsABodyIsWhereABulletMeetsItToTheBit)
{
	SceneRandom random(9900);
	int32_t moved = 0;
	for (int32_t run = 0; run < ScaledCount(20) && HasFailure() == false; ++run)
	{
		Scene scene = MakeMixedScene(30, static_cast<uint64_t>(9910 + run));
		const float speed = std::pow(10.0f, static_cast<float>(run % 4) - 1.0f);
		scene.world->ShiftOrigin(random.LogUniform(1.0f, 1e4f) * random.Direction());
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetLinearVelocity(speed * random.Direction());
			body->SetAngularVelocity(random.Uniform(-speed, speed));
		}
		WorldMotion motion;
		History history(*scene.world, {.jumpDistance = k_inf, .jumpAngle = k_inf});
		motion.Begin(*scene.world);
		ASSERT_TRUE(history.Record(0.0));
		scene.world->Step(1.0f / 60.0f, 4, 2);
		motion.End(*scene.world);
		ASSERT_TRUE(history.Record(1.0));
		Snapshot past(*scene.world);
		for (const double share : {0.0, 0.001, 0.3, 0.5, 0.999, 1.0})
		{
			ASSERT_TRUE(past.UpdateTo(history, share));
			for (const GridEntry& entry : StateOf(past).entries)
			{
				const BodyMotion* swept = motion.Find(entry.body);
				const b2Transform expected = swept != nullptr ? swept->PoseAt(share) : entry.body->GetTransform();
				const b2Transform& pose = entry.outline.pose;
				ASSERT_EQ(std::bit_cast<uint32_t>(pose.p.x), std::bit_cast<uint32_t>(expected.p.x));
				ASSERT_EQ(std::bit_cast<uint32_t>(pose.p.y), std::bit_cast<uint32_t>(expected.p.y));
				ASSERT_EQ(std::bit_cast<uint32_t>(pose.q.s), std::bit_cast<uint32_t>(expected.q.s));
				ASSERT_EQ(std::bit_cast<uint32_t>(pose.q.c), std::bit_cast<uint32_t>(expected.q.c));
				moved += swept != nullptr;
			}
		}
	}
	EXPECT_GT(moved, ScaledCount(20) * 50);
}

} // namespace ricochet::test::history_motion_test
