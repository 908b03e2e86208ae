// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/many/still_index.h"

#include "projectile/random_game.h"
#include "support/failing_memory.h"

#include <box2d/b2_circle_shape.h>

// Tests that the events of bullets are bit-identical, whether they find static bodies in the world's tree or in an
// index.

namespace ricochet::test::still_index_test
{

namespace
{

constexpr double k_always = 0.0;
constexpr size_t k_flying = 120;

// With this number of bullets and boxes, the plugin uses an index. The boxes are away from the bullets' paths.
constexpr size_t k_many = 300;
constexpr size_t k_crowd = 99;

void AddCrowd(FiringRange& range, float y = -50.0f)
{
	for (size_t i = 0; i < k_crowd; ++i)
	{
		range.AddBox({static_cast<float>(i), y}, 0.4f, 0.4f);
	}
}

// A world of static bodies and one moved body, at the end of a step.
struct Ended
{
	Ended()
	{
		AddCrowd(range);
		moved = range.AddBox({0.0f, 5.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
		moved->SetLinearVelocity({1.0f, 0.0f});
		motion.Begin(range.world);
		range.world.Step(k_dt, 8, 3);
		motion.End(range.world);
	}

	// Moves every second box of the crowd down a little.
	void ShiftHalf()
	{
		bool isSecond = false;
		for (b2Body* body = range.world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			if (body != moved && (isSecond = !isSecond))
			{
				body->SetTransform(body->GetPosition() - b2Vec2{0.0f, 0.25f}, 0.0f);
			}
		}
	}

	// Returns the number of boxes of the crowd that are hit by vertical legs from `top` to `bottom`.
	[[nodiscard]] size_t CountMet(RestIndex taken, float top = -40.0f, float bottom = -60.0f) const
	{
		const QueuedBodies queued;
		const Flight flight(range.world, motion, queued, k_dt, 0.001, taken);
		size_t met = 0;
		for (size_t i = 0; i < k_crowd; ++i)
		{
			const float x = static_cast<float>(i);
			met += flight.FirstHit({{x, top}, {x, bottom}, 0.0, k_dt}, 0.0f, {}, {}, nullptr).has_value() ? 1 : 0;
		}
		return met;
	}

	FiringRange range;
	b2Body* moved = nullptr;
	WorldMotion motion;
	StillIndex still{range.world};
};

} // namespace

TEST(StillIndex, BulletsAreToldTheSameWithItAndWithoutIt)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(12)); ++seed)
	{
		RandomGame with({.seed = seed, .bullets = k_flying, .leastBullets = k_always});
		RandomGame without({.seed = seed, .bullets = k_flying, .leastBullets = k_inf});
		for (int32_t step = 0; step < 60; ++step)
		{
			ASSERT_EQ(with.Step(), without.Step()) << "seed " << seed << ", step " << step;
		}
		EXPECT_GT(with.Impacts(), 500u);
	}
}

TEST(StillIndex, BulletsAreToldTheSameWithASnapshotOfTheGame)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(12)); ++seed)
	{
		RandomGame with({.seed = seed, .bullets = k_flying, .leastBullets = k_always, .handsSnapshot = true});
		RandomGame without({.seed = seed, .bullets = k_flying, .leastBullets = k_inf});
		for (int32_t step = 0; step < 60; ++step)
		{
			ASSERT_EQ(with.Step(), without.Step()) << "seed " << seed << ", step " << step;
		}
		EXPECT_GT(with.Impacts(), 500u);
	}
}

TEST(StillIndex, WhatStandsUnderTheArcOfALongStepIsMetByOneBulletAsByMany)
{
	for (const size_t others : {size_t{0}, size_t{1000}})
	{
		FiringRange range({0.0f, -10.0f});
		AddCrowd(range);
		range.AddCircle({10.0f, 1.25f}, 0.2f); // the chord is on y = 0
		BulletDef def = LastingGram({0.0f, 0.0f}, {20.0f, 5.0f});
		def.gravityScale = 1.0f;
		const BulletId bullet = range.plugin.Fire(def);
		for (size_t i = 0; i < others; ++i)
		{
			range.plugin.Fire(LastingGram({-50.0f, static_cast<float>(i)}, {1.0f, 5.0f}));
		}
		range.Step(1.0f);
		EXPECT_EQ(CountOf(range.plugin.Impacts(), bullet), 1) << others;
	}
}

// Bullets that find moved bodies through the tree must have the same events as bullets that find them through swept
// boxes.
TEST(StillIndex, BulletsAreToldTheSameWhateverTheGameDoesWithinAStep)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(40)); ++seed)
	{
		RandomGame with({.seed = seed, .bullets = k_flying, .leastBullets = k_always, .onlyBullets = true});
		RandomGame without({.seed = seed, .bullets = k_flying, .leastBullets = k_inf, .onlyBullets = true});
		for (int32_t step = 0; step < 60; ++step)
		{
			ASSERT_EQ(with.Step(), without.Step()) << "seed " << seed << ", step " << step;
		}
		EXPECT_GT(with.Impacts(), 500u);
	}
}

TEST(StillIndex, ASnapshotOfTheGameIsUpdatedOnlyWhereItPays)
{
	Ended ended;
	Snapshot given(ended.range.world);
	b2Body* late = ended.range.AddBox({0.0f, 80.0f}, 1.0f, 1.0f)->GetBody();
	EXPECT_FALSE(ended.still.Take(256, ended.motion, &given));
	EXPECT_FALSE(CastRayAny(given, {{0.0f, 70.0f}, {0.0f, 20.0f}}));

	const RestIndex taken = ended.still.Take(1000, ended.motion, &given);
	ASSERT_TRUE(taken);
	EXPECT_TRUE(taken.hasMovedBodies);
	EXPECT_TRUE(CastRayAny(given, {{0.0f, 70.0f}, {0.0f, 20.0f}}));
	EXPECT_EQ(ended.CountMet(taken), k_crowd);
	ended.range.world.DestroyBody(late);
}

TEST(StillIndex, ASnapshotOfAnotherWorldIsRefused)
{
	FiringRange range;
	FiringRange other;
	Snapshot foreign(other.world);
	const Plugin plugin(range.world, {.snapshot = &foreign});
	EXPECT_EQ(plugin.LastError().reason, ErrorReason::OtherWorld);
	EXPECT_STREQ(plugin.LastError().parameter, "PluginDef::snapshot");
}

TEST(StillIndex, HasAllThatDidNotMoveAndNothingElse)
{
	Ended ended;
	const RestIndex taken = ended.still.Take(1000, ended.motion);
	ASSERT_TRUE(taken);
	EXPECT_EQ(taken.state->order.size(), k_crowd);
	EXPECT_EQ(ended.CountMet(taken), k_crowd);
	for (const uint32_t index : taken.state->order)
	{
		EXPECT_NE(taken.state->entries[index].body, ended.moved);
	}

	ended.motion.ForgetMotions();
	EXPECT_EQ(ended.still.Take(1000, ended.motion).state->order.size(), k_crowd + 1);
}

TEST(StillIndex, IsTakenOnlyForManyBulletsAmongManyThings)
{
	Ended ended; // the index needs 256 bullets, and 1 % more for 128 children
	EXPECT_FALSE(ended.still.Take(0, ended.motion));
	EXPECT_FALSE(ended.still.Take(256, ended.motion));
	EXPECT_TRUE(ended.still.Take(259, ended.motion));
	EXPECT_FALSE(ended.still.Take(256, ended.motion));

	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_FALSE(StillIndex(range.world).Take(1000, WorldMotion()));
}

TEST(StillIndex, WhatIsOutOfItsReachIsMetAllTheSame)
{
	FiringRange range;
	AddCrowd(range);
	b2Fixture* far = range.AddCircle({2.0e12f, 0.0f}, 1.0e6f);
	for (size_t i = 0; i < k_many; ++i)
	{
		range.plugin.Fire(Lasting({1.9e12f, 0.0f}, {1.0e13f, 0.0f}));
	}
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), k_many);
	EXPECT_EQ(range.plugin.Impacts()[0].fixture, far);
}

TEST(StillIndex, AShapeChangedInPlaceIsFoundOnlyWhereItWas)
{
	FiringRange range;
	AddCrowd(range);
	b2Fixture* disc = range.AddCircle({5.0f, 0.0f}, 0.5f);
	static_cast<b2CircleShape*>(disc->GetShape())->m_radius = 3.0f;
	for (size_t i = 0; i < k_many; ++i)
	{
		range.plugin.Fire(Lasting({0.0f, 2.0f}, {600.0f, 0.0f}));
	}
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Impacts().empty());
}

// Memory runs out when the index is made. In the second case, it runs out later, when half of the crowd has moved and
// more boxes have been added.
TEST(StillIndex, WithoutMemoryThereIsNoneUntilThereIsSome)
{
	for (const bool isLater : {false, true})
	{
		SCOPED_TRACE(isLater);
		for (int64_t failing = 0;; ++failing)
		{
			Ended ended;
			if (isLater)
			{
				ASSERT_TRUE(ended.still.Take(1000, ended.motion));
				ended.ShiftHalf();
				AddCrowd(ended.range, -52.0f);
			}
			FailingMemory memory(failing);
			const RestIndex taken = memory.Run([&] { return ended.still.Take(1000, ended.motion); });
			EXPECT_EQ(taken.state == nullptr, memory.Failures() > 0);
			const RestIndex again = ended.still.Take(1000, ended.motion);
			ASSERT_TRUE(again);
			ASSERT_EQ(ended.CountMet(again), k_crowd) << failing;
			ASSERT_EQ(ended.CountMet(again, -51.0f, -60.0f), isLater ? k_crowd : 0u) << failing;
			if (memory.Failures() == 0)
			{
				EXPECT_GT(failing, isLater ? 2 : 5);
				break;
			}
		}
	}
}

} // namespace ricochet::test::still_index_test
