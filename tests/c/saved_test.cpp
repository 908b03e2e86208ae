// MIT License, Copyright (c) 2026 the ricochet authors

// Saves and restores projectiles through the C interface. The bytes and the flights must be those of the C++ interface.

#include "c/saved_games.h"

#include "c/two_games.h"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet::test::saved_test
{

namespace
{

/// Two games, one of each interface. Their saved bytes are compared and exchanged.
class SavedTwins : public TwoGames
{
public:
	using TwoGames::TwoGames;

	void Play(int32_t steps)
	{
		for (int32_t i = 0; i < steps; ++i)
		{
			Launch();
			m_plugin->Step(k_savedDt, 8, 3);
			ASSERT_TRUE(ricochet_step(m_c.get(), k_savedDt, 8, 3)) << ricochet_last_message();
			const auto count = static_cast<int32_t>(m_plugin->Impacts().size());
			ASSERT_EQ(ricochet_impacts(m_c.get(), 0, nullptr, 0), count);
			m_impacts += count;
		}
	}

	void ExpectSameBytes(int32_t names, const SaveDef& def)
	{
		std::vector<std::byte> bytes;
		ASSERT_TRUE(m_plugin->Save(bytes, def));
		ASSERT_EQ(SavedOf(m_c.get(), names), bytes);
	}

	/// Lets each game restore the bytes that the other one has saved.
	void Exchange()
	{
		std::vector<std::byte> bytes;
		ASSERT_TRUE(m_plugin->Save(bytes));
		const std::vector<std::byte> told = SavedOf(m_c.get(), RICOCHET_BY_PLACE);
		ASSERT_TRUE(ricochet_clear(m_c.get()));
		m_plugin->Clear();
		ricochet_restore_def def = ricochet_restore_def_default();
		def.names = RICOCHET_BY_PLACE;
		ASSERT_TRUE(ricochet_restore(m_c.get(), bytes.data(), static_cast<int32_t>(bytes.size()), &def))
		    << ricochet_last_message();
		ASSERT_TRUE(m_plugin->Restore(told));
		ASSERT_GT(ricochet_get_bullets(m_c.get(), 0, nullptr, 0), 0);
	}

	[[nodiscard]] int32_t Impacts() const { return m_impacts; }

private:
	int32_t m_impacts = 0;
};

} // namespace

TEST(CReferee, SavedBytes)
{
	for (uint64_t seed = 8300; seed < 8304; ++seed)
	{
		SavedTwins games(seed);
		games.Play(40);
		games.ExpectSameBytes(RICOCHET_BY_PLACE, {});
		games.ExpectSameBytes(RICOCHET_BY_USER_DATA, {.nameOf = [](b2Body& body)
		                                              {
			                                              return uint64_t{body.GetUserData().pointer};
		                                              }});
		games.Exchange();
		games.Play(40);
		games.ExpectSameBytes(RICOCHET_BY_PLACE, {});
		ASSERT_FALSE(HasFailure()) << "seed " << seed;
		EXPECT_GT(games.Impacts(), 50);
	}
}

TEST(CSaved, AGameThatGoesBackGoesTheSameWayToTheBit)
{
	for (const int32_t names : {RICOCHET_BY_NAME, RICOCHET_BY_USER_DATA, RICOCHET_BY_PLACE})
	{
		RollbackGame game;
		game.Play(60);
		const RollbackGame::Saved saved = game.Save(names);
		const std::vector<float> first = game.Play(120);
		EXPECT_GT(first.size(), 200u);
		for (int32_t i = 0; i < 3; ++i)
		{
			game.GoBack(saved);
			EXPECT_EQ(SavedOf(game.plugin.get(), names), saved.bytes);
			EXPECT_EQ(game.Play(120), first);
		}
	}
}

TEST(CSaved, BytesAreWrittenIfThereIsRoomForAll)
{
	RollbackGame game;
	game.Play(10);
	const int32_t size = ricochet_save(game.plugin.get(), RICOCHET_BY_NAME, nullptr, 0);
	ASSERT_GT(size, 100);
	std::vector<std::byte> bytes(static_cast<size_t>(size), std::byte{7});
	EXPECT_EQ(ricochet_save(game.plugin.get(), RICOCHET_BY_NAME, bytes.data(), size - 1), size);
	EXPECT_EQ(bytes, std::vector<std::byte>(bytes.size(), std::byte{7}));
	EXPECT_EQ(ricochet_save(game.plugin.get(), RICOCHET_BY_NAME, bytes.data(), size), size);
	EXPECT_EQ(bytes, SavedOf(game.plugin.get(), RICOCHET_BY_NAME));
}

TEST(CSaved, ByNameWhatIsGoneIsForgottenAndWhatHasItsPlaceIsAnother)
{
	Yard y;
	ricochet_surface surface{7.0f, 0.0f, 0.0f, 0.0f, 0.0f};
	ASSERT_TRUE(ricochet_set_surface(y.plugin.get(), y.box, &surface));
	const std::vector<std::byte> bytes = SavedOf(y.plugin.get(), RICOCHET_BY_NAME);
	ASSERT_TRUE(Restored(y.plugin.get(), bytes));
	ASSERT_TRUE(ricochet_get_surface(y.plugin.get(), y.box, &surface));
	EXPECT_EQ(surface.resistance, 7.0f);

	ASSERT_TRUE(ricochet_destroy_body(y.world.get(), y.body));
	const ricochet_body_def def = ricochet_body_def_default();
	const ricochet_fixture other =
	    ricochet_add_box(y.world.get(), ricochet_create_body(y.world.get(), &def), nullptr, 1.0f, 1.0f, k_origin);
	ASSERT_TRUE(Restored(y.plugin.get(), bytes));
	ASSERT_TRUE(ricochet_get_surface(y.plugin.get(), other, &surface));
	EXPECT_NE(surface.resistance, 7.0f);
}

TEST(CSaved, WhatIsQueuedIsWhatWasThen)
{
	Yard y;
	ricochet_body_state state;
	const std::vector<std::byte> before = SavedOf(y.plugin.get(), RICOCHET_BY_NAME);
	ASSERT_TRUE(ricochet_queue_destroy(y.plugin.get(), y.body));
	const std::vector<std::byte> after = SavedOf(y.plugin.get(), RICOCHET_BY_NAME);
	for (int32_t i = 0; i < 2; ++i)
	{
		EXPECT_FALSE(ricochet_get_body(y.world.get(), y.body, &state));
		EXPECT_EQ(ricochet_body_of(y.world.get(), y.box), 0u);
		ASSERT_TRUE(Restored(y.plugin.get(), before));
		EXPECT_TRUE(ricochet_get_body(y.world.get(), y.body, &state));
		EXPECT_EQ(ricochet_body_of(y.world.get(), y.box), y.body);
		ASSERT_TRUE(Restored(y.plugin.get(), after));
	}
	// Restoring into another plugin does not change the queue of the first plugin.
	const PluginHandle other(ricochet_create_plugin(y.world.get(), nullptr));
	ASSERT_TRUE(Restored(other.get(), before));
	EXPECT_FALSE(ricochet_get_body(y.world.get(), y.body, &state));
	ASSERT_TRUE(Restored(y.plugin.get(), before));
	ASSERT_TRUE(ricochet_step(y.plugin.get(), k_savedDt, 8, 3));
	EXPECT_TRUE(ricochet_get_body(y.world.get(), y.body, &state));
	ASSERT_TRUE(Restored(y.plugin.get(), after));
	ASSERT_TRUE(ricochet_step(y.plugin.get(), k_savedDt, 8, 3));
	EXPECT_FALSE(ricochet_get_body(y.world.get(), y.body, &state));
	EXPECT_EQ(ricochet_get_bodies(y.world.get(), 0, nullptr, 0), 0);
}

TEST(CSaved, FunctionsAreAskedForAndPutBack)
{
	GameOfFunctions game;
	const std::vector<std::byte> bytes = SavedOf(game.yard.plugin.get(), RICOCHET_BY_NAME);
	EXPECT_FALSE(Restored(game.yard.plugin.get(), bytes));
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NULL);
	EXPECT_STREQ(ricochet_last_message(), "ricochet_restore_def::put_back is null.");

	ricochet_restore_def def = ricochet_restore_def_default();
	def.put_back = GameOfFunctions::PutBack;
	def.context = &game;
	ASSERT_TRUE(Restored(game.yard.plugin.get(), bytes, &def)) << ricochet_last_message();
	ASSERT_EQ(game.lost.size(), 4u);
	const ricochet_restored_def& bullet = game.lost[0];
	EXPECT_TRUE(bullet.of == RICOCHET_OF_BULLET && bullet.bullet.index == game.bullet.index && bullet.accept &&
	            bullet.steering && bullet.user_data == 1 && bullet.grenade.generation == 0);
	const ricochet_restored_def& grenade = game.lost[1];
	EXPECT_TRUE(grenade.of == RICOCHET_OF_GRENADE && grenade.grenade.generation == game.grenade.generation &&
	            grenade.accept && grenade.steering == false && grenade.user_data == 2);
	EXPECT_TRUE(game.lost[2].of == RICOCHET_OF_EXPLOSION && game.lost[2].accept && game.lost[2].user_data == 3 &&
	            game.lost[2].blast && grenade.blast == false && game.lost[3].blast == false);
	const ricochet_restored_def& fragments = game.lost[3];
	EXPECT_TRUE(fragments.of == RICOCHET_OF_FRAGMENTS && fragments.accept == false && fragments.steering &&
	            fragments.user_data == 4 && fragments.grenade.generation == game.grenade.generation);
	// The restored bullet still has its steering and its predicate, which accepts no fixture. So it hits nothing.
	for (int32_t i = 0; i < 60; ++i)
	{
		ASSERT_TRUE(ricochet_step(game.yard.plugin.get(), k_savedDt, 8, 3));
		EXPECT_EQ(ricochet_impacts(game.yard.plugin.get(), 0, nullptr, 0), 0);
	}
	EXPECT_GT(game.steered, 60);
	EXPECT_GT(game.asked, 0);

	// Without a function that restores callbacks, the bullet continues unsteered and hits the box.
	game.putsBack = false;
	ASSERT_TRUE(Restored(game.yard.plugin.get(), bytes, &def)) << ricochet_last_message();
	game.steered = 0;
	int32_t impacts = 0;
	for (int32_t i = 0; i < 60; ++i)
	{
		ASSERT_TRUE(ricochet_step(game.yard.plugin.get(), k_savedDt, 8, 3));
		impacts += ricochet_impacts(game.yard.plugin.get(), 0, nullptr, 0);
	}
	EXPECT_GT(impacts, 0);
	EXPECT_EQ(game.steered, 0);
}

TEST(CSaved, NothingIsChangedWhileFunctionsArePutBack)
{
	GameOfFunctions game;
	const std::vector<std::byte> bytes = SavedOf(game.yard.plugin.get(), RICOCHET_BY_NAME);
	game.meddles = true;
	ricochet_restore_def def = ricochet_restore_def_default();
	def.put_back = GameOfFunctions::PutBack;
	def.context = &game;
	ASSERT_TRUE(Restored(game.yard.plugin.get(), bytes, &def)) << ricochet_last_message();
	EXPECT_EQ(game.refused, 4 * 6);
	ricochet_body_state state;
	EXPECT_TRUE(ricochet_get_body(game.yard.world.get(), game.yard.body, &state));
	EXPECT_TRUE(ricochet_step(game.yard.plugin.get(), k_savedDt, 8, 3));
}

TEST(CSaved, BytesFromAnywhereAreRefusedOrMakeSense)
{
	RollbackGame game;
	game.Play(30);
	const std::vector<std::byte> bytes = SavedOf(game.plugin.get(), RICOCHET_BY_NAME);
	SceneRandom random(8400);
	for (int32_t i = 0; i < 500; ++i)
	{
		std::vector<std::byte> damaged = bytes;
		damaged.resize(static_cast<size_t>(random.Below(static_cast<int32_t>(bytes.size()) + 1)));
		if (damaged.empty() == false)
		{
			damaged[static_cast<size_t>(random.Below(static_cast<int32_t>(damaged.size())))] ^= std::byte{0x41};
		}
		ASSERT_FALSE(Restored(game.plugin.get(), damaged));
		const int32_t reason = ricochet_last_error().reason;
		ASSERT_TRUE(reason == RICOCHET_NOT_SAVED || reason == RICOCHET_OTHER_VERSION || reason == RICOCHET_NULL ||
		            reason == RICOCHET_TOO_FEW)
		    << ricochet_last_message();
		ASSERT_EQ(SavedOf(game.plugin.get(), RICOCHET_BY_NAME), bytes);
	}
}

} // namespace ricochet::test::saved_test
