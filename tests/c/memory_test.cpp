// MIT License, Copyright (c) 2026 the ricochet authors

// In these tests, each allocation of each call of the C interface fails once. The call must then fail and change
// nothing.

#ifdef RICOCHET_SCENE
#include <ricochet/c/scene.h>
#endif

#include "c/scenes.h"
#include "support/failing_memory.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace ricochet::test::memory_test
{

namespace
{

struct CountedYard : Yard
{
	// The snapshot and the history are made before the yard gets its second box.
	WorldHandle copy{ricochet_create_snapshot(world.get())};
	HistoryHandle history{ricochet_create_history(world.get(), nullptr)};
	RegionHandle region{ricochet_create_region()};

	ricochet_body spinner = 0; ///< a dynamic body that turns
	ricochet_body chained = 0; ///< a disabled body with a long chain, if the world is a scene

	CountedYard()
	{
		EXPECT_TRUE(ricochet_record(history.get(), 1.0));
		ricochet_body_def def = ricochet_body_def_default();
		const ricochet_body second = ricochet_create_body(world.get(), &def);
		EXPECT_NE(ricochet_add_box(world.get(), second, nullptr, 1.0f, 1.0f, {{0.0f, 20.0f}, 0.0f}), 0u);
		def.type = RICOCHET_DYNAMIC;
		def.pose.position = {30.0f, 30.0f};
		def.velocity = {0.7f, 0.3f};
		def.angular_velocity = 3.1f;
		spinner = ricochet_create_body(world.get(), &def);
		EXPECT_NE(ricochet_add_circle(world.get(), spinner, nullptr, {0.3f, 0.1f}, 0.7f), 0u);
#ifdef RICOCHET_SCENE
		chained = ricochet_create_body(world.get(), nullptr);
		EXPECT_TRUE(ricochet_scene_set_enabled(world.get(), chained, false));
		std::vector<ricochet_vec> points;
		for (int32_t i = 0; i < 50; ++i)
		{
			points.push_back({100.0f + static_cast<float>(i), 0.0f});
		}
		EXPECT_NE(ricochet_add_chain(world.get(), chained, nullptr, points.data(), 50, false), 0u);
#endif
		ricochet_bullet_def bullet = ricochet_bullet_def_default();
		bullet.position = {25.0f, 30.0f};
		bullet.velocity = {200.0f, 0.0f};
		EXPECT_NE(ricochet_fire(plugin.get(), &bullet).generation, 0u);
		bullet.velocity = {-200.0f, 0.0f};
		EXPECT_NE(ricochet_fire(plugin.get(), &bullet).generation, 0u);
		ricochet_grenade_def grenade = ricochet_grenade_def_default();
		grenade.position = {-30.0f, 0.0f};
		EXPECT_NE(ricochet_throw(plugin.get(), &grenade).generation, 0u);
		EXPECT_TRUE(ricochet_step(plugin.get(), 1.0f / 30.0f, 8, 3));
		EXPECT_EQ(ricochet_impacts(plugin.get(), 0, nullptr, 0), 1);
	}

	/// Returns everything that a failed call might have changed.
	[[nodiscard]] std::pair<uint64_t, std::vector<double>> State() const
	{
		std::vector<double> numbers{static_cast<double>(FixturesIn(world.get()))};
		const auto add = [&](auto... values)
		{
			(numbers.push_back(static_cast<double>(values)), ...);
		};
		std::vector<ricochet_body_state> bodies(16);
		bodies.resize(static_cast<size_t>(ricochet_get_bodies(world.get(), 0, bodies.data(), 16)));
		for (const ricochet_body_state& state : bodies)
		{
			add(state.body >> 32, static_cast<uint32_t>(state.body), state.user_data, state.pose.position.x,
			    state.pose.position.y, state.pose.angle, state.velocity.x, state.velocity.y, state.angular_velocity,
			    state.mass, state.type, state.awake, ricochet_get_body(world.get(), state.body, &bodies[0]));
		}
		for (const ricochet_vec to : {ricochet_vec{60.0f, 60.0f}, ricochet_vec{0.0f, 60.0f}})
		{
			const ricochet_ray ray = ricochet_ray_between({-0.5f, -5.0f}, to);
			ricochet_filter filter = ricochet_filter_default();
			filter.sensors = true;
			ricochet_ray_hit hits[16];
			const int32_t count = ricochet_cast_ray_all(world.get(), &ray, &filter, hits, 16);
			for (int32_t i = 0; i < count; ++i)
			{
				add(hits[i].enter.fraction, hits[i].exit.fraction, hits[i].fixture_user_data, hits[i].child);
			}
		}
		add(ricochet_impacts(plugin.get(), 0, nullptr, 0), ricochet_presses(plugin.get(), 0, nullptr, 0),
		    ricochet_expired_events(plugin.get(), 0, nullptr, 0), ricochet_explosions(plugin.get(), 0, nullptr, 0),
		    ricochet_blast_hits(plugin.get(), 0, nullptr, 0), ricochet_fragments(plugin.get(), 0, nullptr, 0),
		    ricochet_get_records(history.get(), nullptr, nullptr));
#ifdef RICOCHET_SCENE
		add(ricochet_scene_take_changes(world.get(), nullptr, 0),
		    ricochet_scene_take_destroyed(world.get(), nullptr, 0));
#endif
		std::vector<ricochet_bullet_state> bullets(64);
		bullets.resize(static_cast<size_t>(ricochet_get_bullets(plugin.get(), 0, bullets.data(), 64)));
		for (const ricochet_bullet_state& state : bullets)
		{
			add(state.id.index, state.id.generation);
		}
		return {ricochet_checksum(plugin.get()), numbers};
	}

	/// Adds one object of each kind, and returns their ids.
	[[nodiscard]] std::vector<uint64_t> NextIds() const
	{
		const ricochet_body next = ricochet_create_body(world.get(), nullptr);
		const ricochet_fixture fixture = ricochet_add_circle(world.get(), next, nullptr, {500.0f, 0.0f}, 1.0f);
		const ricochet_bullet_def bullet = ricochet_bullet_def_default();
		const ricochet_bullet fired = ricochet_fire(plugin.get(), &bullet);
		const ricochet_grenade_def grenade = ricochet_grenade_def_default();
		const ricochet_grenade thrown = ricochet_throw(plugin.get(), &grenade);
		return {next, fixture, fired.index, fired.generation, thrown.index, thrown.generation};
	}
};

/// Runs a call in a new thread, which has no memory from earlier calls to reuse.
void RunAlone(const std::function<void()>& call)
{
	std::thread(call).join();
}

/// Lets every allocation of the call fail once, each time in a new yard. Returns how often the call was refused.
int32_t FailEachOf(const std::function<bool(CountedYard&)>& call)
{
	CountedYard unharmed;
	RunAlone([&] { EXPECT_TRUE(call(unharmed)) << ricochet_last_message(); });
	const auto after = unharmed.State();
	const auto ids = unharmed.NextIds();
	int32_t refused = 0;
	bool isReached = true; // False once the call makes no k-th allocation.
	for (int32_t k = 0; isReached; ++k)
	{
		CountedYard yard;
		const auto before = yard.State();
		bool isDone = false;
		RunAlone(
		    [&]
		    {
			    FailingMemory memory(k);
			    isDone = memory.Run([&] { return call(yard); });
			    isReached = memory.Allocations() > k;
			    EXPECT_EQ(ricochet_last_error().reason, isDone ? RICOCHET_OK : RICOCHET_OUT_OF_MEMORY)
			        << ricochet_last_message();
			    EXPECT_STREQ(ricochet_last_message(), isDone ? "" : "Out of memory.");
			    EXPECT_EQ(memory.Failures(), isDone ? 0 : 1);
		    });
		if (isDone == false)
		{
			++refused;
			EXPECT_TRUE(yard.State() == before) << k;
			EXPECT_TRUE(call(yard)) << ricochet_last_message();
			EXPECT_TRUE(yard.State() == after) << k;
			EXPECT_EQ(yard.NextIds(), ids) << k;
		}
		if (k > 1000)
		{
			ADD_FAILURE() << "it never gets through: " << ricochet_last_message();
			return refused;
		}
	}
	return refused;
}

bool AcceptsAll(ricochet_body, ricochet_fixture, void*)
{
	return true;
}

ricochet_filter Asking()
{
	ricochet_filter filter = ricochet_filter_default();
	filter.accept = AcceptsAll;
	return filter;
}

} // namespace

TEST(CMemory, HandlesAreMadeOrNot)
{
	EXPECT_GT(FailEachOf([](CountedYard&) { return WorldHandle(ricochet_create_world({0.0f, 0.0f})) != nullptr; }), 1);
#ifndef RICOCHET_SCENE
	EXPECT_GT(FailEachOf([](CountedYard& y)
	                     { return WorldHandle(ricochet_wrap_world(ricochet_b2_world(y.world.get()))) != nullptr; }),
	          1);
#endif
	EXPECT_GT(FailEachOf([](CountedYard& y)
	                     { return PluginHandle(ricochet_create_plugin(y.world.get(), nullptr)) != nullptr; }),
	          2);
}

TEST(CMemory, BodiesAreMadeOrNot)
{
	EXPECT_GT(FailEachOf(
	              [](CountedYard& y)
	              {
		              const ricochet_body_def def = ricochet_body_def_default();
		              return ricochet_create_body(y.world.get(), &def) != 0;
	              }),
	          0);
	const ricochet_vec points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_add_polygon(y.world.get(), y.body, nullptr, points, 4, 0.0f) != 0; }),
	          0);
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_add_chain(y.world.get(), y.body, nullptr, points, 4, true) != 0; }),
	          0);
	// The outline is an L, which is cut into several pieces.
	const ricochet_vec corners[] = {{0.0f, 0.0f}, {9.0f, 0.0f}, {9.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 9.0f}, {0.0f, 9.0f}};
	const ricochet_outline outline{corners, 6, nullptr, 0};
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_add_outline(y.world.get(), y.spinner, nullptr, &outline, nullptr, 0) > 1; }),
	          3);
	EXPECT_GT(FailEachOf([&](CountedYard& y) { return ricochet_attach_outline(y.world.get(), y.box, &outline); }), 3);
	EXPECT_GT(FailEachOf([&](CountedYard&) { return ricochet_decompose(&outline, 8, nullptr, 0) > 1; }), 3);
}

// A step that lacks memory is still made, but is incomplete. No projectile is lost.
TEST(CMemory, StepsAreDone)
{
	for (int32_t k = 0;; ++k)
	{
		CountedYard y;
		const int32_t all = ricochet_get_bodies(y.world.get(), 0, nullptr, 0);
		ricochet_body_state before{}, after{};
		ASSERT_TRUE(ricochet_get_body(y.world.get(), y.spinner, &before));
		FailingMemory memory(k);
		const auto attempt = [&](const auto& call)
		{
			const bool isDone = memory.Run(call);
			EXPECT_EQ(ricochet_last_error().reason, isDone ? RICOCHET_OK : RICOCHET_OUT_OF_MEMORY) << k;
		};
		attempt([&] { return ricochet_step(y.plugin.get(), 0.01f, 8, 3); });
		ASSERT_TRUE(ricochet_get_body(y.world.get(), y.spinner, &after));
		EXPECT_NEAR(after.pose.angle - before.pose.angle, 0.01f * before.angular_velocity, 1.0e-5f) << k;
		attempt([&] { return ricochet_queue_destroy(y.plugin.get(), y.spinner); });
		attempt([&] { return ricochet_begin_step(y.plugin.get()); });
#ifdef RICOCHET_SCENE
		const ricochet_scene_motion motion{y.body, {0.0f, 1.0f}, 0.0f, 1.0f, NAN, {0.0f, 0.0f}, 0.0f};
		attempt([&] { return ricochet_scene_move(y.world.get(), &motion, 1); });
#else
		ASSERT_TRUE(ricochet_step_world(y.world.get(), 0.01f, 8, 3));
#endif
		attempt([&] { return ricochet_end_step(y.plugin.get(), 0.01f); });
		EXPECT_EQ(ricochet_get_bullets(y.plugin.get(), 0, nullptr, 0), 1) << k;
		EXPECT_EQ(ricochet_get_grenades(y.plugin.get(), 0, nullptr, 0), 1) << k;
		const int32_t gone = all - ricochet_get_bodies(y.world.get(), 0, nullptr, 0);
#ifdef RICOCHET_SCENE
		EXPECT_EQ(ricochet_scene_take_destroyed(y.world.get(), nullptr, 0), gone) << k;
#endif
		if (memory.Allocations() <= k)
		{
			EXPECT_EQ(gone, 1);
			EXPECT_GT(k, 2);
			return;
		}
	}
}

TEST(CMemory, WhatIsDestroyedNeedsNoMemory)
{
	CountedYard y;
	FailingMemory memory(0, FailingMemory::k_never);
	EXPECT_TRUE(memory.Run([&] { return ricochet_destroy_fixture(y.world.get(), y.box); }));
	EXPECT_TRUE(memory.Run([&] { return ricochet_destroy_body(y.world.get(), y.spinner); }));
	ricochet_body_state state;
	EXPECT_FALSE(ricochet_get_body(y.world.get(), y.spinner, &state));
	EXPECT_EQ(ricochet_body_of(y.world.get(), y.box), 0u);
	EXPECT_TRUE(ricochet_step(y.plugin.get(), 0.01f, 8, 3));
}

#ifdef RICOCHET_SCENE
TEST(CMemory, ASceneChangesOrNot)
{
	const ricochet_vec corners[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
	for (const int32_t count : {1, 2, 4})
	{
		EXPECT_GT(FailEachOf(
		              [&](CountedYard& y) {
			              return ricochet_scene_add_solid(y.world.get(), y.spinner, nullptr, corners, count, 0.1f) != 0;
		              }),
		          2);
	}
	const auto move = [](CountedYard& y)
	{
		const ricochet_scene_motion motions[] = {{y.spinner, {40.0f, 30.0f}, 0.0f, 1.0f, NAN, {1.0f, 2.0f}, 3.0f},
		                                         {y.body, {1.0f, 0.0f}, 0.0f, 1.0f, NAN, {0.0f, 0.0f}, 0.0f}};
		return ricochet_scene_move(y.world.get(), motions, 2);
	};
	EXPECT_GT(FailEachOf(move), 0);
	// Enabling a chain's body needs nodes of Box2D's tree, which other bodies may have taken meanwhile.
	const auto enable = [&](CountedYard& y)
	{
		return ricochet_scene_set_enabled(y.world.get(), y.chained, true);
	};
	EXPECT_GT(FailEachOf(enable), 0);
	// These calls need no memory.
	EXPECT_EQ(
	    FailEachOf([](CountedYard& y) { return ricochet_scene_set_type(y.world.get(), y.body, RICOCHET_DYNAMIC); }), 0);
	EXPECT_EQ(FailEachOf(
	              [](CountedYard& y) {
		              return ricochet_scene_set_mass(y.world.get(), y.body, 1.0f, 2.0f, {0.0f, 0.0f});
	              }),
	          0);
	EXPECT_EQ(FailEachOf([](CountedYard& y) { return ricochet_scene_set_fixture(y.world.get(), y.box, nullptr); }), 0);
	EXPECT_EQ(FailEachOf(
	              [](CountedYard& y)
	              {
		              ricochet_scene_change change;
		              return ricochet_scene_take_changes(y.world.get(), &change, 1) >= 0;
	              }),
	          0);
}
#endif

TEST(CMemory, ABodyIsQueuedOrNot)
{
	EXPECT_GT(FailEachOf(
	              [](CountedYard& y)
	              {
		              ricochet_body_state state;
		              return ricochet_get_body(y.world.get(), y.body, &state) == false ||
		                     ricochet_queue_destroy(y.plugin.get(), y.body);
	              }),
	          0);
}

TEST(CMemory, ProjectilesFlyOrNot)
{
	const ricochet_filter filter = Asking();
	ricochet_bullet_def bullet = ricochet_bullet_def_default();
	bullet.filter = &filter;
	ricochet_explosion_def blast = ricochet_explosion_def_default();
	blast.filter = &filter;
	ricochet_grenade_def grenade = ricochet_grenade_def_default();
	grenade.filter = &filter;
	grenade.blast = &blast;
	EXPECT_GT(FailEachOf([&](CountedYard& y) { return ricochet_fire(y.plugin.get(), &bullet).generation != 0; }), 1);
	EXPECT_GT(FailEachOf([&](CountedYard& y) { return ricochet_throw(y.plugin.get(), &grenade).generation != 0; }), 1);
	blast.position.y = 3.0f;
	blast.fragment_count = 3;
	EXPECT_GT(FailEachOf([&](CountedYard& y) { return ricochet_explode(y.plugin.get(), &blast); }), 1);
	EXPECT_GT(
	    FailEachOf([&](CountedYard& y) { return ricochet_preview_blast(y.plugin.get(), &blast, nullptr, 0) >= 0; }), 1);
	EXPECT_GT(FailEachOf(
	              [&](CountedYard& y) {
		              return ricochet_preview_bullet(y.plugin.get(), &bullet, 1.0f, 0.1f, nullptr, 0, nullptr, 0,
		                                             nullptr, nullptr) > 0;
	              }),
	          1);
}

TEST(CMemory, QuestionsAreAnsweredOrNot)
{
	const ricochet_filter filter = Asking();
	const ricochet_ray ray = ricochet_ray_between({-5.0f, 0.0f}, {5.0f, 0.0f});
	const ricochet_vec middle{0.0f, 0.0f};
	const ricochet_hull disc{&middle, 1, 0.5f};
	ricochet_ray_hit hit;
	EXPECT_GT(
	    FailEachOf([&](CountedYard& y) { return ricochet_cast_ray_closest(y.world.get(), &ray, &filter, &hit) == 1; }),
	    0);
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_cast_ray_all(y.world.get(), &ray, &filter, nullptr, 0) == 1; }),
	          1);
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_cast_ray_solids(y.world.get(), &ray, nullptr, nullptr, 0) == 1; }),
	          0);
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_overlap_hull(y.world.get(), &disc, k_origin, nullptr, nullptr, 0) == 1; }),
	          1);
	ricochet_turning_path path = ricochet_turning_path_default();
	path.hull = &disc;
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_cast_turning_all(y.world.get(), &path, nullptr, nullptr, 0) == 1; }),
	          1);
	EXPECT_GT(
	    FailEachOf([&](CountedYard& y)
	               { return ricochet_find_all_nearest(y.world.get(), middle, 1.0f, 2, nullptr, nullptr, 0) == 1; }),
	    0);
	ricochet_ground ground;
	EXPECT_GT(
	    FailEachOf([&](CountedYard& y)
	               { return ricochet_check_ground(y.world.get(), &disc, k_origin, nullptr, nullptr, &ground) >= 0; }),
	    0);
	ricochet_slide_result slid;
	EXPECT_GT(FailEachOf(
	              [&](CountedYard& y)
	              {
		              return ricochet_slide_hull(y.world.get(), &disc, {{-5.0f, 0.0f}, 0.0f}, {9.0f, 0.0f}, nullptr,
		                                         nullptr, &slid, nullptr, 0) == 1;
	              }),
	          1);
	const ricochet_ray_fan fan{{-5.0f, 0.0f}, 0.0f, 0.1f, 9.0f, 1};
	EXPECT_GT(
	    FailEachOf([&](CountedYard& y) { return ricochet_cast_ray_fan(y.copy.get(), &fan, nullptr, &hit, 1) == 1; }),
	    0);
	EXPECT_GT(FailEachOf(
	              [&](CountedYard& y) {
		              return ricochet_cast_beam(y.world.get(), {-5.0f, 0.0f}, {1.0f, 0.0f}, nullptr, nullptr, 0,
		                                        nullptr) == 1;
	              }),
	          0);
	EXPECT_GT(FailEachOf(
	              [&](CountedYard& y) {
		              return ricochet_visibility_polygon(y.world.get(), {-5.0f, 0.0f}, nullptr, nullptr, 0) > 0;
	              }),
	          2);
}

TEST(CMemory, CopiesAreMadeAndUpdatedOrNot)
{
	EXPECT_GT(
	    FailEachOf([](CountedYard& y) { return WorldHandle(ricochet_create_snapshot(y.world.get())) != nullptr; }), 3);
	EXPECT_GT(FailEachOf([](CountedYard& y)
	                     { return HistoryHandle(ricochet_create_history(y.world.get(), nullptr)) != nullptr; }),
	          1);
	EXPECT_GT(FailEachOf([](CountedYard& y) { return ricochet_record(y.history.get(), 2.0); }), 3);
	EXPECT_GT(FailEachOf([](CountedYard& y) { return ricochet_update_snapshot(y.copy.get(), nullptr); }), 3);
	EXPECT_GT(FailEachOf([](CountedYard& y)
	                     { return ricochet_update_snapshot_to(y.copy.get(), y.history.get(), 1.0, nullptr); }),
	          0);
	const ricochet_ray ray = ricochet_ray_between({-5.0f, 0.0f}, {5.0f, 0.0f});
	const ricochet_ray rays[3] = {ray, ray, ray};
	ricochet_ray_hit hits[3];
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_cast_rays_closest(y.copy.get(), rays, 3, nullptr, hits) == 3; }),
	          1);
}

TEST(CMemory, ASnapshotThatIsNotUpdatedNamesNobodyWrong)
{
	const ricochet_ray ray = ricochet_ray_between({0.0f, 30.0f}, {0.0f, -30.0f});
	bool isDone = false;
	for (int32_t failing = 0; isDone == false; ++failing)
	{
		CountedYard y;
		FailingMemory memory(failing);
		isDone = memory.Run([&] { return ricochet_update_snapshot(y.copy.get(), nullptr); });
		ricochet_ray_hit hit{};
		const int32_t met = ricochet_cast_ray_closest(y.copy.get(), &ray, nullptr, &hit);
		// After a failed update, the ray may hit nothing, the old box, or the new box, but the hit must name the right
		// body.
		EXPECT_TRUE(met == 0 || (hit.body == y.body) == (hit.enter.point.y < 2.0f)) << failing;
		EXPECT_TRUE(isDone == false || (met == 1 && hit.body != y.body));
		ASSERT_LT(failing, 1000);
	}
}

TEST(CMemory, RegionsAreFilledOrEmpty)
{
	EXPECT_GT(FailEachOf([](CountedYard&) { return RegionHandle(ricochet_create_region()) != nullptr; }), 0);
	ricochet_light_def light = ricochet_light_def_default();
	light.position.x = -5.0f;
	light.light_size = 0.3f;
	ricochet_parallel_light_def parallel = ricochet_parallel_light_def_default();
	parallel.view_upper = {4.0f, 4.0f};
	EXPECT_GT(FailEachOf([&](CountedYard& y) { return ricochet_illuminate(y.region.get(), y.world.get(), &light); }),
	          3);
	EXPECT_GT(FailEachOf([&](CountedYard& y)
	                     { return ricochet_illuminate_parallel(y.region.get(), y.world.get(), &parallel); }),
	          1);
	EXPECT_GT(FailEachOf(
	              [](CountedYard& y) {
		              return ricochet_look(y.region.get(), y.world.get(), {-5.0f, 0.0f}, nullptr);
	              }),
	          1);
	EXPECT_GT(FailEachOf(
	              [&](CountedYard& y)
	              {
		              return ricochet_illuminate(y.region.get(), y.world.get(), &light) &&
		                     ricochet_region_soft_triangles(y.region.get(), 0.1f, nullptr, 0) > 0 &&
		                     ricochet_region_triangles(y.region.get(), 0.1f, nullptr, 0) > 0;
	              }),
	          5);
}

TEST(CMemory, WhatFliesIsSavedAndRestoredOrNot)
{
	ricochet_filter filter = Asking();
	ricochet_bullet_def def = ricochet_bullet_def_default();
	def.filter = &filter;
	ricochet_restore_def by = ricochet_restore_def_default();
	by.put_back = [](const ricochet_restored_def*, ricochet_callbacks* callbacks, void*)
	{
		callbacks->accept = AcceptsAll;
	};
	char bytes[4096];
	int32_t size = 0;
	{
		const CountedYard y;
		EXPECT_NE(ricochet_fire(y.plugin.get(), &def).generation, 0u);
		size = ricochet_save(y.plugin.get(), RICOCHET_BY_NAME, bytes, sizeof(bytes));
		ASSERT_TRUE(size > 0 && size <= 4096);
	}
	EXPECT_GT(
	    FailEachOf([](CountedYard& y) { return ricochet_save(y.plugin.get(), RICOCHET_BY_NAME, nullptr, 0) > 0; }), 1);
	EXPECT_GT(FailEachOf([&](CountedYard& y) { return ricochet_restore(y.plugin.get(), bytes, size, &by); }), 3);
}

} // namespace ricochet::test::memory_test
