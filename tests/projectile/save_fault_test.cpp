// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "projectile/save/archive.h"
#include "projectile/saved_game.h"
#include "support/expect_error.h"
#include "support/fail_each.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>

namespace ricochet::test::save_fault_test
{

namespace
{

/// Computes the digest of changed bytes and writes it into their header.
void Mend(Bytes& bytes)
{
	SavedHeader header;
	std::memcpy(&header, bytes.data(), sizeof(header));
	header.Finish(bytes);
}

TEST(SaveFault, IsRefusedWithinAStep)
{
	Plugin* plugin = nullptr;
	Bytes bytes;
	Error saved;
	Error restored;
	PluginDef def;
	def.rule = [&](const ImpactEvent& impact)
	{
		Bytes inner;
		saved = plugin->Save(inner).GetError();
		restored = plugin->Restore(bytes).GetError();
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	bytes = SavedOf(range.plugin);
	range.AddBox({1.0f, 0.0f}, 0.5f, 1.0f);
	range.plugin.Fire(Straight({0.0f, 0.0f}, {100.0f, 0.0f}));
	range.Step(k_dt);
	ExpectError(saved, {ErrorReason::InsideStep});
	ExpectError(restored, {ErrorReason::InsideStep});
	range.plugin.BeginStep();
	ExpectError(range.plugin.Save(bytes).GetError(), {ErrorReason::StepHasBegun});
	ExpectError(range.plugin.Restore(bytes).GetError(), {ErrorReason::StepHasBegun});
}

// A rule throws, which interrupts the bullet in its last step. Its lifetime or range is then over, but its end is not
// yet reported. Restored from a save, it must end in the next step.
TEST(SaveFault, WhatWasInterruptedInItsLastStepIsRestoredAndThenEnds)
{
	for (const float maxRange : {std::numeric_limits<float>::infinity(), 0.75f * k_dt * 100.0f})
	{
		PluginDef def;
		def.rule = [](const ImpactEvent&) -> Response
		{
			throw std::runtime_error("of the game's");
		};
		FiringRange range({0.0f, 0.0f}, def);
		range.AddBox({1.0f, 0.0f}, 0.5f, 1.0f);
		BulletDef bullet = Straight({0.0f, 0.0f}, {100.0f, 0.0f});
		bullet.lifetime = 0.75f * k_dt;
		bullet.maxRange = maxRange;
		const BulletId id = range.plugin.Fire(bullet);
		EXPECT_THROW(range.Step(k_dt), std::runtime_error);
		ASSERT_TRUE(range.plugin.Find(id).has_value());

		const Bytes bytes = SavedOf(range.plugin);
		range.plugin.Clear();
		ExpectError(range.plugin.Restore(bytes).GetError(), {});
		ASSERT_TRUE(range.plugin.Find(id).has_value());
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Expired().size(), 1u);
		EXPECT_EQ(range.plugin.Expired()[0].bullet, id);
		EXPECT_EQ(range.plugin.Expired()[0].time, 0.0f);
		EXPECT_TRUE(range.plugin.Impacts().empty());
	}
}

TEST(SaveFault, AWorldWithFewerBodiesIsRefused)
{
	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	range.AddBox({8.0f, 0.0f}, 1.0f, 1.0f);
	const Bytes bytes = SavedOf(range.plugin);
	range.world.DestroyBody(range.world.GetBodyList());
	ExpectError(range.plugin.Restore(bytes).GetError(), {ErrorReason::TooFew, "bodies of the world", -1, 1.0, 2.0});
}

TEST(SaveFault, DamagedBytesAreRefusedAndChangeNothing)
{
	SavedGame game(300);
	game.PlayTo(60);
	const Bytes before = SavedOf(game.plugin);
	SceneRandom random(301);
	for (int32_t i = 0; i < ScaledCount(2000); ++i)
	{
		Bytes bytes = before;
		const auto place = static_cast<size_t>(random.Below(static_cast<int32_t>(bytes.size())));
		if (random.OneIn(4))
		{
			bytes.resize(place);
		}
		else
		{
			bytes[place] ^= static_cast<std::byte>(1 << random.Below(8));
		}
		const Error error = game.plugin.Restore(bytes).GetError();
		EXPECT_TRUE(error.reason == ErrorReason::NotSaved || error.reason == ErrorReason::OtherVersion ||
		            error.reason == ErrorReason::Null || error.reason == ErrorReason::TooFew)
		    << place << ' ' << error.Message();
	}
	ExpectSame(SavedOf(game.plugin), before);
	ExpectError(game.plugin.Restore({}).GetError(), {ErrorReason::NotSaved, "bytes", -1, 0.0});
}

// Random bytes are changed, and the digest is corrected. Restore must refuse them, or give a state with which the game
// can continue.
TEST(SaveFault, ForgedBytesAreRefusedOrFly)
{
	SceneRandom random(401);
	int32_t refused = 0;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		SavedGame game(400 + static_cast<uint64_t>(i % 7));
		game.PlayTo(20 + i % 50);
		Bytes bytes = SavedOf(game.plugin);
		for (int32_t k = 1 + random.Below(3); k > 0; --k)
		{
			const int32_t size = static_cast<int32_t>(bytes.size() - sizeof(SavedHeader));
			const size_t place = sizeof(SavedHeader) + static_cast<size_t>(random.Below(size));
			bytes[place] = random.OneIn(2) ? static_cast<std::byte>(random.Below(256))
			                               : bytes[place] ^ static_cast<std::byte>(1 << random.Below(8));
		}
		Mend(bytes);
		RestoreDef def;
		def.bullet = [](BulletId, BulletDef&) {
		};
		def.grenade = [](GrenadeId, GrenadeDef&) {
		};
		def.explosion = [](ExplosionDef&) {
		};
		const Result<> restored = game.plugin.Restore(bytes, def);
		refused += restored ? 0 : 1;
		EXPECT_TRUE(restored || restored.GetError().reason == ErrorReason::NotSaved);
		game.PlayTo(game.steps + 10);
	}
	EXPECT_GT(refused, ScaledCount(300) / 20);
}

// The saved start time of a bullet is forged. If it is not a time since the plugin's clock began, Restore must refuse
// it. The bullet could otherwise fly so long that its position is not finite.
TEST(SaveFault, ABulletThatSetOutAtNoTimeOfTheClockIsRefused)
{
	FiringRange range(k_gravity);
	const BulletDef def{.position = {1.25f, 2.5f}, .velocity = {3.75f, 4.5f}, .lifetime = 1.0e30f};
	range.plugin.Fire(def);
	range.Step(k_dt);
	const Bytes saved = SavedOf(range.plugin);
	const float flown[] = {def.position.x, def.position.y, def.velocity.x, def.velocity.y};
	std::byte wanted[sizeof(flown)];
	std::memcpy(wanted, flown, sizeof(flown));
	const auto launch = std::search(saved.begin(), saved.end(), std::begin(wanted), std::end(wanted));
	ASSERT_NE(launch, saved.end());
	const size_t place = static_cast<size_t>(launch - saved.begin()) + sizeof(flown);
	for (const double time : {-1.0e308, -1.0e-300, 1.0, 1.0e308, HUGE_VAL, -HUGE_VAL, std::nan("")})
	{
		Bytes bytes = saved;
		std::memcpy(bytes.data() + place, &time, sizeof(time));
		Mend(bytes);
		EXPECT_EQ(range.plugin.Restore(bytes).GetError().reason, ErrorReason::NotSaved) << time;
	}
	ExpectError(range.plugin.Restore(saved).GetError(), {});
}

// The angle of a grenade that rotates fast would leave the range of floats, so it stays at the largest float. Restore
// must accept this angle.
TEST(SaveFault, AGrenadeOfAnySpinIsRestored)
{
	FiringRange range;
	const GrenadeId id = range.plugin.Throw({.angularVelocity = 3.0e38f, .gravityScale = 0.0f, .fuse = 1.0e6f});
	for (int32_t step = 0; step < 5; ++step)
	{
		range.Step(1.0f);
	}
	EXPECT_EQ(range.plugin.Find(id)->angle, std::numeric_limits<float>::max());
	const Bytes bytes = SavedOf(range.plugin);
	ExpectError(range.plugin.Restore(bytes).GetError(), {});
	ExpectSame(SavedOf(range.plugin), bytes);
}

TEST(SaveFault, OtherVersionsAndOtherBytesAreTold)
{
	FiringRange range;
	Bytes bytes = SavedOf(range.plugin);
	bytes[8] = std::byte{7};
	ExpectError(range.plugin.Restore(bytes).GetError(), {ErrorReason::OtherVersion, "bytes", -1, 7.0, 6.0});
	bytes[0] = std::byte{0};
	ExpectError(range.plugin.Restore(bytes).GetError(), {ErrorReason::NotSaved, "bytes", -1, 0.0});
}

TEST(SaveFault, OutOfMemoryChangesNothing)
{
	struct Subject
	{
		SavedGame game{500};
		Bytes before;
	};
	const auto make = []
	{
		auto subject = std::make_unique<Subject>();
		subject->game.PlayTo(40);
		subject->before = SavedOf(subject->game.plugin);
		return subject;
	};
	const auto isAsBefore = [](Subject& subject, bool)
	{
		ExpectSame(SavedOf(subject.game.plugin), subject.before);
	};
	const auto restore = [](Subject& subject)
	{
		return subject.game.plugin.Restore(subject.before);
	};
	const auto save = [](Subject& subject)
	{
		Bytes bytes;
		return subject.game.plugin.Save(bytes);
	};
	EXPECT_GT(FailEach(make, restore, isAsBefore), 10);
	EXPECT_GT(FailEach(make, save, isAsBefore), 3);
}

} // namespace

} // namespace ricochet::test::save_fault_test
