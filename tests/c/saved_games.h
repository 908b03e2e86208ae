// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "c/scenes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace ricochet::test
{

constexpr float k_savedDt = 1.0f / 60.0f;

inline std::vector<std::byte> SavedOf(const ricochet_plugin* plugin, int32_t names)
{
	const int32_t size = ricochet_save(plugin, names, nullptr, 0);
	EXPECT_GT(size, 0) << ricochet_last_message();
	std::vector<std::byte> bytes(static_cast<size_t>(size));
	EXPECT_EQ(ricochet_save(plugin, names, bytes.data(), size), size);
	return bytes;
}

inline bool Restored(ricochet_plugin* plugin, const std::vector<std::byte>& bytes,
                     const ricochet_restore_def* def = nullptr)
{
	const std::byte none{};
	return ricochet_restore(plugin, bytes.empty() ? &none : bytes.data(), static_cast<int32_t>(bytes.size()), def);
}

/// A world whose bodies can be reset to earlier poses in every bit: they never collide, and turn about their origins.
struct RollbackGame
{
	struct Saved
	{
		int32_t names;
		int32_t step;
		std::vector<std::byte> bytes;
		std::vector<ricochet_body_state> bodies;
	};

	WorldHandle world{ricochet_create_world({0.0f, -10.0f})};
	PluginHandle plugin{ricochet_create_plugin(world.get(), nullptr)};
	int32_t step = 0;

	RollbackGame()
	{
		SceneRandom random(8500);
		ricochet_fixture_def fixture = ricochet_fixture_def_default();
		fixture.category_bits = 2;
		fixture.mask_bits = 1;
		for (int32_t i = 0; i < 30; ++i)
		{
			ricochet_body_def def = ricochet_body_def_default();
			def.type = i % 3;
			def.gravity_scale = 0.0f;
			def.pose = {ToC(random.InBox(15.0f)), random.Uniform(-3.0f, 3.0f)};
			def.velocity = ToC(i % 3 == 0 ? b2Vec2(0.0f, 0.0f) : random.InBox(2.0f));
			def.angular_velocity = i % 3 == 0 ? 0.0f : random.Uniform(-2.0f, 2.0f);
			def.user_data = static_cast<uint64_t>(i);
			const ricochet_body body = ricochet_create_body(world.get(), &def);
			ricochet_add_box(world.get(), body, &fixture, random.Uniform(0.3f, 3.0f), 0.5f, k_origin);
		}
	}

	/// Plays some steps and returns all numbers of their events. The launched projectiles depend only on the step's
	/// number.
	std::vector<float> Play(int32_t steps)
	{
		std::vector<float> told;
		for (int32_t i = 0; i < steps; ++i)
		{
			Launch();
			EXPECT_TRUE(ricochet_step(plugin.get(), k_savedDt, 8, 3)) << ricochet_last_message();
			step += 1;
			Tell(told);
		}
		return told;
	}

	[[nodiscard]] Saved Save(int32_t names) const
	{
		Saved saved{names, step, SavedOf(plugin.get(), names), std::vector<ricochet_body_state>(64)};
		saved.bodies.resize(static_cast<size_t>(ricochet_get_bodies(world.get(), 0, saved.bodies.data(), 64)));
		return saved;
	}

	void GoBack(const Saved& saved)
	{
		for (const ricochet_body_state& state : saved.bodies)
		{
			EXPECT_TRUE(ricochet_put_back_body(world.get(), &state)) << ricochet_last_message();
		}
		ricochet_restore_def def = ricochet_restore_def_default();
		def.names = saved.names;
		EXPECT_TRUE(Restored(plugin.get(), saved.bytes, &def)) << ricochet_last_message();
		step = saved.step;
	}

private:
	void Launch()
	{
		SceneRandom random(8600 + static_cast<uint64_t>(step));
		for (int32_t i = 0; i < 3; ++i)
		{
			ricochet_bullet_def def = ricochet_bullet_def_default();
			def.position = ToC(random.InBox(15.0f));
			def.velocity = ToC(random.LogUniform(5.0f, 500.0f) * random.Direction());
			def.max_bounces = random.Below(4);
			def.max_pierces = random.Below(4);
			EXPECT_NE(ricochet_fire(plugin.get(), &def).generation, 0u);
		}
		if (random.OneIn(6))
		{
			ricochet_explosion_def blast = ricochet_explosion_def_default();
			ricochet_grenade_def def = ricochet_grenade_def_default();
			def.position = ToC(random.InBox(15.0f));
			def.velocity = ToC(random.InBox(10.0f));
			def.fuse = 0.5f;
			def.blast = &blast;
			EXPECT_NE(ricochet_throw(plugin.get(), &def).generation, 0u);
		}
	}

	void Tell(std::vector<float>& told) const
	{
		ricochet_impact impacts[256];
		const int32_t met = ricochet_impacts(plugin.get(), 0, impacts, 256);
		for (int32_t i = 0; i < met; ++i)
		{
			const ricochet_impact& hit = impacts[i];
			const float all[] = {static_cast<float>(hit.bullet.index),
			                     static_cast<float>(hit.bullet.generation),
			                     static_cast<float>(hit.hit.body_user_data),
			                     hit.time,
			                     hit.hit.enter.point.x,
			                     hit.hit.enter.point.y,
			                     hit.velocity_after.x,
			                     hit.impulse.y};
			told.insert(told.end(), std::begin(all), std::end(all));
		}
		ricochet_explosion explosions[16];
		const int32_t count = ricochet_explosions(plugin.get(), 0, explosions, 16);
		for (int32_t i = 0; i < count; ++i)
		{
			told.insert(told.end(), {explosions[i].position.x, explosions[i].position.y, explosions[i].time});
		}
	}
};

/// A game with a bullet and a grenade with a blast and fragments. Their defs contain callbacks.
struct GameOfFunctions
{
	Yard yard;
	ricochet_bullet bullet;
	ricochet_grenade grenade;
	std::vector<ricochet_restored_def> lost;
	bool putsBack = true;
	bool meddles = false;
	int32_t refused = 0;
	int32_t asked = 0;
	int32_t steered = 0;

	GameOfFunctions()
	{
		ricochet_filter filter = ricochet_filter_default();
		filter.accept = AcceptsNone;
		filter.context = this;
		ricochet_bullet_def shot = ricochet_bullet_def_default();
		shot.position = {-8.0f, 0.0f};
		shot.velocity = {10.0f, 0.0f};
		shot.gravity_scale = 0.0f;
		shot.user_data = 1;
		shot.filter = &filter;
		shot.steering = Steer;
		shot.context = this;
		bullet = ricochet_fire(yard.plugin.get(), &shot);
		ricochet_bullet_def fragment = ricochet_bullet_def_default();
		fragment.steering = Steer;
		fragment.context = this;
		fragment.user_data = 4;
		fragment.gravity_scale = 0.0f;
		ricochet_explosion_def blast = ricochet_explosion_def_default();
		blast.filter = &filter;
		blast.user_data = 3;
		blast.rule = DestroysNone;
		blast.fragment_count = 2;
		blast.fragment_angle = 1.5f;
		blast.fragment_bullet = &fragment;
		ricochet_grenade_def toss = ricochet_grenade_def_default();
		toss.position = {20.0f, 20.0f};
		toss.fuse = 0.5f;
		toss.user_data = 2;
		toss.filter = &filter;
		toss.blast = &blast;
		grenade = ricochet_throw(yard.plugin.get(), &toss);
	}
	GameOfFunctions(const GameOfFunctions&) = delete;

	static bool AcceptsNone(ricochet_body, ricochet_fixture, void* context)
	{
		static_cast<GameOfFunctions*>(context)->asked += 1;
		return false;
	}

	static void DestroysNone(const ricochet_blast_hit*, ricochet_blast_decision*, void*) {}

	static void Steer(const ricochet_bullet_state*, ricochet_vec* acceleration, void* context)
	{
		static_cast<GameOfFunctions*>(context)->steered += 1;
		acceleration->x = 0.5f;
	}

	static void PutBack(const ricochet_restored_def* what, ricochet_callbacks* callbacks, void* context)
	{
		auto& game = *static_cast<GameOfFunctions*>(context);
		game.lost.push_back(*what);
		if (game.putsBack)
		{
			*callbacks = {what->accept ? AcceptsNone : nullptr, context, what->steering ? Steer : nullptr, context,
			              what->blast ? DestroysNone : nullptr, nullptr};
		}
		if (game.meddles)
		{
			game.Meddle();
		}
	}

private:
	void Meddle()
	{
		const auto note = [&](bool isDone)
		{
			refused += isDone == false && ricochet_last_error().reason == RICOCHET_INSIDE_STEP ? 1 : 0;
		};
		ricochet_body_state state;
		EXPECT_TRUE(ricochet_get_body(yard.world.get(), yard.body, &state));
		note(ricochet_destroy_body(yard.world.get(), yard.body));
		note(ricochet_put_back_body(yard.world.get(), &state));
		note(ricochet_step(yard.plugin.get(), k_savedDt, 8, 3));
		note(ricochet_begin_step(yard.plugin.get()));
		note(ricochet_step_world(yard.world.get(), k_savedDt, 8, 3));
		ricochet_destroy_plugin(yard.plugin.get());
		note(ricochet_last_error().reason == RICOCHET_OK);
	}
};

} // namespace ricochet::test
