// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "projectile/saved_game.h"
#include "support/expect_error.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace ricochet::test::save_test
{

namespace
{

TEST(Save, AGameThatIsTakenBackGoesTheSameWayToTheBit)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(6)); ++seed)
	{
		SCOPED_TRACE(seed);
		SavedGame game(seed);
		game.PlayTo(300);
		const std::vector<SavedGame::Pose> poses = game.Poses();
		const Bytes bytes = SavedOf(game.plugin);
		const uint64_t first = game.PlayTo(600);

		game.Place(poses);
		game.steps = 300;
		const Result<> restored = game.plugin.Restore(bytes);
		ASSERT_TRUE(restored) << restored.GetError().Message();
		ExpectSame(SavedOf(game.plugin), bytes);
		EXPECT_EQ(game.PlayTo(600), first);
	}
}

TEST(Save, AnotherProgramGoesOnWithIt)
{
	for (uint64_t seed = 100; seed < 100 + static_cast<uint64_t>(ScaledCount(6)); ++seed)
	{
		SCOPED_TRACE(seed);
		SavedGame game(seed);
		game.throws = false; // the order of simultaneous contacts depends on the world's tree
		game.PlayTo(200);
		SavedGame other(seed);
		other.throws = false;
		other.Place(game.Poses());
		other.steps = 200;
		ASSERT_TRUE(other.plugin.Restore(SavedOf(game.plugin)));
		EXPECT_EQ(other.PlayTo(400), game.PlayTo(400));
	}
}

TEST(Checksum, IsThatOfTheOtherProgramUntilSomethingDiffers)
{
	SavedGame first(3);
	SavedGame second(3);
	uint64_t last = first.plugin.Checksum();
	int32_t changes = 0;
	for (int32_t step = 0; step < 60; ++step)
	{
		first.Step();
		second.Step();
		ASSERT_EQ(first.plugin.Checksum(), second.plugin.Checksum()) << step;
		changes += first.plugin.Checksum() != last ? 1 : 0;
		last = first.plugin.Checksum();
	}
	EXPECT_EQ(changes, 60);

	std::vector<std::byte> bytes;
	ASSERT_TRUE(first.plugin.Save(bytes));
	first.plugin.Clear();
	EXPECT_NE(first.plugin.Checksum(), last);
	ASSERT_TRUE(first.plugin.Restore(bytes));
	EXPECT_EQ(first.plugin.Checksum(), last);

	ASSERT_FALSE(first.plugin.Grenades().empty());
	const GrenadeState grenade = first.plugin.Grenades().front();
	const b2Vec2 beside{std::nextafter(grenade.position.x, 1.0e9f), grenade.position.y};
	ASSERT_TRUE(first.plugin.Steer(grenade.id, beside, grenade.velocity));
	EXPECT_NE(first.plugin.Checksum(), last);
	ASSERT_TRUE(first.plugin.Restore(bytes));
	ASSERT_FALSE(first.plugin.Bullets().empty());
	const BulletId bullet = first.plugin.Bullets().front().id;
	BulletDef def = *first.plugin.DefOf(bullet);
	def.velocity.y = std::nextafter(def.velocity.y, 1.0e9f);
	ASSERT_TRUE(first.plugin.Steer(bullet, def));
	EXPECT_NE(first.plugin.Checksum(), last);
}

TEST(Checksum, HasTheExplosionsThatWait)
{
	SavedGame game(4);
	const uint64_t without = game.plugin.Checksum();
	game.plugin.BeginStep();
	game.plugin.Explode({.position = {1.0f, 2.0f}});
	EXPECT_NE(game.plugin.Checksum(), without);
}

TEST(Save, TheGamesOwnNamesFindBodiesInAnyOrder)
{
	for (uint64_t seed = 200; seed < 200 + static_cast<uint64_t>(ScaledCount(6)); ++seed)
	{
		SCOPED_TRACE(seed);
		SavedGame game(seed);
		game.PlayTo(200);
		SavedGame other(seed, true);
		other.Place(game.Poses());
		const Bytes bytes = SavedOf(game.plugin, {.nameOf = SavedGame::NameOf});
		const RestoreDef byName{.find = [&](uint64_t name)
		                        {
			                        return other.BodyOf(name);
		                        }};
		ASSERT_TRUE(other.plugin.Restore(bytes, byName));
		EXPECT_EQ(SavedOf(other.plugin, {.nameOf = SavedGame::NameOf}).size(), bytes.size());
		ASSERT_EQ(other.plugin.Bullets().size(), game.plugin.Bullets().size());
		auto here = other.plugin.Bullets().begin();
		for (const BulletState& there : game.plugin.Bullets())
		{
			EXPECT_EQ((*here).position, there.position);
			const BulletDef mine = *other.plugin.DefOf((*here).id);
			const BulletDef its = *game.plugin.DefOf(there.id);
			const auto nameOf = [](const b2Body* body)
			{
				return body != nullptr ? SavedGame::NameOf(const_cast<b2Body&>(*body)) : ~uint64_t{0};
			};
			EXPECT_EQ(nameOf(mine.homing.body), nameOf(its.homing.body));
			EXPECT_EQ(nameOf(mine.filter.ignoreBody), nameOf(its.filter.ignoreBody));
			++here;
		}
	}
}

// A bullet in the middle of a wall does not hit the wall again.
TEST(Save, InMidPierce)
{
	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 3.0f, 1.0f);
	BulletDef def = Lasting({0.0f, 0.0f}, {100.0f, 0.0f});
	def.maxPierces = 1;
	const BulletId id = range.plugin.Fire(def);
	int32_t impacts = 0;
	for (int32_t i = 0; i < 20; ++i)
	{
		range.Step(k_dt);
		impacts += static_cast<int32_t>(range.plugin.Impacts().size());
		ASSERT_TRUE(range.plugin.Restore(SavedOf(range.plugin)));
		EXPECT_TRUE(range.plugin.Impacts().empty());
	}
	EXPECT_EQ(impacts, 1);
	EXPECT_EQ(range.plugin.Find(id)->pierces, 1);
	EXPECT_GT(range.plugin.Find(id)->position.x, 8.0f);
}

TEST(Save, WhatSleepsSleepsOnAndWakesByWhatChanges)
{
	FiringRange range({0.0f, -10.0f});
	b2Fixture* floor = range.AddBox({0.0f, -1.0f}, 10.0f, 1.0f);
	const GrenadeId id = range.plugin.Throw({.position = {0.0f, 0.5f}, .fuse = 1000.0f});
	while (range.plugin.Find(id)->resting == false)
	{
		range.Step(k_dt);
	}
	range.Step(k_dt);
	ASSERT_TRUE(range.plugin.Restore(SavedOf(range.plugin)));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Stats().legs, 0);
	EXPECT_TRUE(range.plugin.Find(id)->resting);

	const Bytes bytes = SavedOf(range.plugin);
	range.world.DestroyBody(floor->GetBody());
	range.AddBox({100.0f, -1.0f}, 10.0f, 1.0f);
	ASSERT_TRUE(range.plugin.Restore(bytes));
	range.Step(k_dt);
	range.Step(k_dt);
	EXPECT_LT(range.plugin.Find(id)->velocity.y, 0.0f);
}

TEST(Save, FunctionsAreAskedForAndPutBack)
{
	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	int32_t asked = 0;
	const auto none = [&](b2Fixture*)
	{
		asked += 1;
		return false;
	};
	BulletDef bullet = Lasting({0.0f, 0.0f}, {10.0f, 0.0f});
	bullet.filter.accept = none;
	bullet.steering = [](const BulletState&)
	{
		return b2Vec2{0.0f, 1.0f};
	};
	const BulletId id = range.plugin.Fire(bullet);
	GrenadeDef grenade;
	grenade.fuse = 0.2f;
	grenade.blast.emplace().fragments.count = 2;
	grenade.blast->fragments.bullet.filter.accept = none;
	range.plugin.Throw(grenade);
	const Bytes bytes = SavedOf(range.plugin);

	ExpectError(range.plugin.Restore(bytes).GetError(), {ErrorReason::Null, "RestoreDef::grenade"});
	RestoreDef def;
	def.grenade = [&](GrenadeId, GrenadeDef& lost)
	{
		lost.blast->fragments.bullet.filter.accept = none;
	};
	ExpectError(range.plugin.Restore(bytes, def).GetError(), {ErrorReason::Null, "RestoreDef::bullet"});
	ExpectSame(SavedOf(range.plugin), bytes);
	def.bullet = [](BulletId, BulletDef&)
	{
		throw std::runtime_error("no");
	};
	EXPECT_THROW(static_cast<void>(range.plugin.Restore(bytes, def)), std::runtime_error);
	ExpectSame(SavedOf(range.plugin), bytes);

	def.bullet = [&](BulletId lacking, BulletDef& lost)
	{
		EXPECT_EQ(lacking, id);
		EXPECT_EQ(lost.velocity, bullet.velocity);
		lost.filter.accept = none;
		lost.steering = bullet.steering;
		lost.velocity = {-1.0f, 0.0f}; // is ignored
	};
	ASSERT_TRUE(range.plugin.Restore(bytes, def));
	for (int32_t i = 0; i < 60; ++i)
	{
		range.Step(k_dt);
		EXPECT_TRUE(range.plugin.Impacts().empty());
	}
	EXPECT_GT(asked, 0);
	EXPECT_GT(range.plugin.Find(id)->position.x, 9.0f);
	EXPECT_GT(range.plugin.Find(id)->velocity.y, 0.9f);
}

TEST(Save, WhatIsGoneIsForgotten)
{
	FiringRange range;
	b2Fixture* wall = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	BulletDef bullet = Lasting({0.0f, 0.0f}, {10.0f, 0.0f});
	bullet.homing = {.body = wall->GetBody(), .turnRate = 1.0f};
	bullet.filter.ignoreBody = wall->GetBody();
	const BulletId id = range.plugin.Fire(bullet);
	range.plugin.SetSurface(wall, {.resistance = 7.0f});
	const Bytes bytes = SavedOf(range.plugin, {.nameOf = [](const b2Body&)
	                                           {
		                                           return uint64_t{77};
	                                           }});
	const RestoreDef nothing{.find = [](uint64_t name)
	                         {
		                         EXPECT_EQ(name, 77u);
		                         return static_cast<b2Body*>(nullptr);
	                         }};
	ExpectError(range.plugin.Restore(bytes).GetError(), {ErrorReason::Null, "RestoreDef::find"});
	ASSERT_TRUE(range.plugin.Restore(bytes, nothing));
	EXPECT_EQ(range.plugin.DefOf(id)->homing.turnRate, 0.0f);
	EXPECT_EQ(range.plugin.DefOf(id)->filter.ignoreBody, nullptr);
	EXPECT_EQ(range.plugin.GetSurface(wall).resistance, 0.0f);
}

// After Restore, ids from before the save are valid again, and ids that were given after the save are given again.
TEST(Save, IdsAreThoseOfThen)
{
	FiringRange range;
	const BulletId first = range.plugin.Fire(Lasting({0.0f, 0.0f}, {1.0f, 0.0f}));
	const Bytes bytes = SavedOf(range.plugin);
	range.plugin.Cancel(first);
	const BulletId second = range.plugin.Fire(Lasting({0.0f, 0.0f}, {1.0f, 0.0f}));
	EXPECT_FALSE(range.plugin.Find(first).has_value());
	ASSERT_TRUE(range.plugin.Restore(bytes));
	EXPECT_TRUE(range.plugin.Find(first).has_value());
	EXPECT_FALSE(range.plugin.Find(second).has_value());
	range.plugin.Cancel(first);
	EXPECT_EQ(range.plugin.Fire(Lasting({0.0f, 0.0f}, {1.0f, 0.0f})), second);
}

TEST(Save, WhatIsQueuedGoesAfterwards)
{
	FiringRange range;
	b2Body* body = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
	range.plugin.QueueDestroy(body);
	const Bytes bytes = SavedOf(range.plugin);
	EXPECT_TRUE(range.plugin.IsQueued(body));
	range.plugin.Forget(body);
	EXPECT_FALSE(range.plugin.IsQueued(body));
	ASSERT_TRUE(range.plugin.Restore(bytes));
	EXPECT_TRUE(range.plugin.IsQueued(body));
	range.Step(k_dt);
	EXPECT_FALSE(range.plugin.IsQueued(body));
	EXPECT_EQ(range.world.GetBodyCount(), 0);
}

} // namespace

} // namespace ricochet::test::save_test
