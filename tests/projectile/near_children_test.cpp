// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/near_children.h"

#include "projectile/random_game.h"

// Tests that grenades move bit-identically, whether they use a list of nearby children or walk the world's tree each
// time.

namespace ricochet::test::near_children_test
{

namespace
{

constexpr int32_t k_never = -1;
constexpr int32_t k_few = 2; // so that one flight uses both
constexpr size_t k_flying = 60;

b2AABB BoxAround(b2Vec2 center, float halfWidth)
{
	return {center - b2Vec2{halfWidth, halfWidth}, center + b2Vec2{halfWidth, halfWidth}};
}

// Two static boxes and one kinematic box that has moved, at the end of a step.
struct Ended
{
	Ended()
	{
		range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
		range.AddBox({10.0f, 0.0f}, 1.0f, 1.0f);
		b2Body* moved = range.AddBox({0.0f, 3.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
		moved->SetLinearVelocity({1.0f, 0.0f});
		motion.Begin(range.world);
		range.world.Step(k_dt, 8, 3);
		motion.End(range.world);
	}

	[[nodiscard]] bool Collect(const b2AABB& box) { return near.Collect(range.world, motion, box); }

	// Returns the numbers of static and of moved children.
	[[nodiscard]] std::pair<int32_t, int32_t> Count() const
	{
		std::pair<int32_t, int32_t> count{0, 0};
		near.Walk([](const b2AABB&) { return true; }, [&](const FixtureChild&) { count.first += 1; },
		          [&](const MovedChild&) { count.second += 1; });
		return count;
	}

	FiringRange range;
	WorldMotion motion;
	NearChildren near;
};

} // namespace

TEST(NearChildren, GrenadesDoTheSameWithThemAndWithoutThem)
{
	size_t impacts = 0, presses = 0, heldBack = 0;
	const auto games = static_cast<uint64_t>(ScaledCount(8));
	for (uint64_t seed = 0; seed < games; ++seed)
	{
		RandomGame with({.seed = seed, .grenades = k_flying});
		RandomGame withFew({.seed = seed, .grenades = k_flying, .mostNear = k_few});
		RandomGame without({.seed = seed, .grenades = k_flying, .mostNear = k_never});
		for (int32_t step = 0; step < 90; ++step)
		{
			const uint64_t told = without.Step();
			ASSERT_EQ(with.Step(), told) << "seed " << seed << ", step " << step;
			ASSERT_EQ(withFew.Step(), told) << "seed " << seed << ", step " << step;
		}
		impacts += with.Impacts();
		presses += with.Presses();
		heldBack += with.HeldBack();
	}
	EXPECT_GT(impacts, 100u * games);
	EXPECT_GT(presses + heldBack, 0u);
}

TEST(NearChildren, AreAllWhoseBoxesMeetTheBox)
{
	Ended ended;
	ASSERT_TRUE(ended.Collect(BoxAround({0.0f, 0.0f}, 0.5f)));
	EXPECT_EQ(ended.Count(), std::pair(1, 0));
	ASSERT_TRUE(ended.Collect(BoxAround({0.0f, 1.0f}, 3.0f)));
	EXPECT_EQ(ended.Count(), std::pair(1, 1));
	ASSERT_TRUE(ended.Collect(BoxAround({5.0f, 0.0f}, 20.0f)));
	EXPECT_EQ(ended.Count(), std::pair(2, 1));
	EXPECT_FALSE(ended.near.AreNone());
	ASSERT_TRUE(ended.Collect(BoxAround({100.0f, 0.0f}, 1.0f)));
	EXPECT_TRUE(ended.near.AreNone());
}

TEST(NearChildren, CoverWhatLiesWithinTheBoxWithItsMargin)
{
	Ended ended;
	ASSERT_TRUE(ended.Collect(BoxAround({0.0f, 0.0f}, 2.0f)));
	EXPECT_TRUE(ended.near.Cover(BoxAround({0.0f, 0.0f}, 2.0f)));
	EXPECT_FALSE(ended.near.Cover(BoxAround({0.1f, 0.0f}, 2.0f)));

	const Ray across{{-1.0f, 0.0f}, {2.0f, 1.0f}, 1.0f};
	EXPECT_TRUE(ended.near.Cover(across, 0.0f));
	EXPECT_TRUE(ended.near.Cover(across, 0.99f));
	EXPECT_FALSE(ended.near.Cover(across, 1.0f)); // rounding needs some margin
	EXPECT_FALSE(ended.near.Cover({{-1.0f, 0.0f}, {2.0f, 2.1f}, 1.0f}, 0.0f));
	EXPECT_FALSE(ended.near.Cover({{0.0f, -2.1f}, {0.0f, 2.0f}, 1.0f}, 0.0f));
}

TEST(NearChildren, AreNotCollectedWhereThereAreTooMany)
{
	Ended ended;
	ended.near.most = 2;
	EXPECT_TRUE(ended.Collect(BoxAround({5.0f, 0.0f}, 20.0f)));
	ended.near.most = 1;
	EXPECT_FALSE(ended.Collect(BoxAround({5.0f, 0.0f}, 20.0f)));
	EXPECT_TRUE(ended.Collect(BoxAround({0.0f, 0.0f}, 0.5f)));
	ended.near.most = -1;
	EXPECT_FALSE(ended.Collect(BoxAround({100.0f, 0.0f}, 1.0f)));
}

} // namespace ricochet::test::near_children_test
