// MIT License, Copyright (c) 2026 the ricochet authors

// Calls functions of the C interface from many threads at once, as its contract allows. The thread sanitizer runs these
// tests, too.

#include "c/scenes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace ricochet::test::threads_test
{

namespace
{

constexpr int32_t k_threads = 4;
constexpr float k_dt = 1.0f / 60.0f;

template <class Call>
void OnThreads(const Call& call)
{
	std::vector<std::thread> threads;
	for (int32_t i = 0; i < k_threads; ++i)
	{
		threads.emplace_back([&call, i] { call(i); });
	}
	for (std::thread& thread : threads)
	{
		thread.join();
	}
}

bool AcceptsAll(ricochet_body, ricochet_fixture, void*)
{
	return true;
}

/// Ten boxes that fall. Each body has its number as user data.
struct FallingBoxes
{
	WorldHandle world{ricochet_create_world({0.0f, -10.0f})};
	PluginHandle plugin{ricochet_create_plugin(world.get(), nullptr)};
	std::vector<ricochet_body> bodies;

	FallingBoxes()
	{
		for (int32_t i = 0; i < 10; ++i)
		{
			Add(i);
		}
	}

	void Add(int32_t i)
	{
		ricochet_body_def def = ricochet_body_def_default();
		def.type = RICOCHET_DYNAMIC;
		def.pose.position = {3.0f * static_cast<float>(i), 5.0f};
		bodies.push_back(ricochet_create_body(world.get(), &def));
		ricochet_add_box(world.get(), bodies.back(), nullptr, 1.0f, 1.0f, k_origin);
	}

	void Step()
	{
		ricochet_bullet_def def = ricochet_bullet_def_default();
		def.position = {-2.0f, 5.0f};
		def.velocity = {400.0f, 0.0f};
		EXPECT_NE(ricochet_fire(plugin.get(), &def).generation, 0u);
		EXPECT_TRUE(ricochet_step(plugin.get(), k_dt, 8, 3));
	}
};

/// Runs many queries of a world or a snapshot. Returns the number of boxes that were hit.
int32_t AskAll(const ricochet_world* asked, int32_t thread)
{
	ricochet_filter filter = ricochet_filter_default();
	filter.accept = thread % 2 == 0 ? nullptr : AcceptsAll;
	const RegionHandle region(ricochet_create_region());
	int32_t met = 0;
	for (int32_t i = 0; i < 20; ++i)
	{
		const ricochet_ray ray = ricochet_ray_between({-3.0f, 4.5f + 0.01f * static_cast<float>(i)}, {40.0f, 5.0f});
		ricochet_ray_hit hits[16];
		met += ricochet_cast_ray_all(asked, &ray, &filter, hits, 16);
		const ricochet_ray_hit first = hits[0];
		EXPECT_EQ(ricochet_cast_ray_next(asked, &ray, &first, &filter, hits), 1) << ricochet_last_message();
		ricochet_nearest_hit near[16];
		EXPECT_EQ(ricochet_find_all_nearest(asked, ray.origin, 100.0f, 16, &filter, near, 16), 10);
		EXPECT_GE(ricochet_in_sight(asked, {-3.0f, 5.0f}, {40.0f, 5.0f}, &filter), 0);
		EXPECT_TRUE(ricochet_look(region.get(), asked, {-1.5f, 5.0f}, nullptr)) << ricochet_last_message();
		const ricochet_light_def light = ricochet_light_def_default();
		EXPECT_TRUE(ricochet_illuminate(region.get(), asked, &light)) << ricochet_last_message();
	}
	return met;
}

} // namespace

TEST(CThreads, AskAWorldThatNobodyChanges)
{
	FallingBoxes boxes;
	OnThreads([&](int32_t i) { EXPECT_EQ(AskAll(boxes.world.get(), i), 200); });
}

TEST(CThreads, AskASnapshotWhileTheWorldStepsAndBodiesGo)
{
	FallingBoxes boxes;
	const WorldHandle snapshot(ricochet_create_snapshot(boxes.world.get()));
	std::atomic<bool> isDone = false;
	std::thread game(
	    [&]
	    {
		    for (int32_t i = 0; i < 10; ++i)
		    {
			    boxes.Step();
			    EXPECT_TRUE(ricochet_destroy_body(boxes.world.get(), boxes.bodies[static_cast<size_t>(i)]));
			    boxes.Add(10 + i);
		    }
		    isDone = true;
	    });
	OnThreads(
	    [&](int32_t i)
	    {
		    do
		    {
			    EXPECT_EQ(AskAll(snapshot.get(), i), 200);
		    } while (isDone == false);
	    });
	game.join();
	ASSERT_TRUE(ricochet_update_snapshot(snapshot.get(), nullptr));
	const ricochet_ray ray = ricochet_ray_between({-3.0f, 5.0f}, {40.0f, 5.0f});
	ricochet_ray_hit hit;
	ASSERT_EQ(ricochet_cast_ray_closest(snapshot.get(), &ray, nullptr, &hit), 1);
	EXPECT_EQ(hit.body, boxes.bodies[10]);
}

TEST(CThreads, GoBackInOneHistory)
{
	FallingBoxes boxes;
	const HistoryHandle history(ricochet_create_history(boxes.world.get(), nullptr));
	for (int32_t time = 0; time < 10; ++time)
	{
		ASSERT_TRUE(ricochet_record(history.get(), time));
		ASSERT_TRUE(ricochet_destroy_body(boxes.world.get(), boxes.bodies[static_cast<size_t>(time)]));
		boxes.Step();
	}
	OnThreads(
	    [&](int32_t i)
	    {
		    const WorldHandle snapshot(ricochet_create_snapshot(boxes.world.get()));
		    const ricochet_ray down =
		        ricochet_ray_between({3.0f * static_cast<float>(i), 9.0f}, {3.0f * static_cast<float>(i), -9.0f});
		    for (int32_t time = 9; time >= 0; --time)
		    {
			    ASSERT_TRUE(ricochet_update_snapshot_to(snapshot.get(), history.get(), time, nullptr));
			    ricochet_ray_hit hit{};
			    EXPECT_EQ(ricochet_cast_ray_closest(snapshot.get(), &down, nullptr, &hit), time <= i ? 1 : 0);
			    EXPECT_EQ(hit.body, time <= i ? boxes.bodies[static_cast<size_t>(i)] : 0);
		    }
	    });
}

TEST(CThreads, EachHasItsOwnError)
{
	OnThreads(
	    [](int32_t i)
	    {
		    for (int32_t n = 0; n < 100; ++n)
		    {
			    const FallingBoxes boxes;
			    ricochet_bullet_def def = ricochet_bullet_def_default();
			    def.mass = static_cast<float>(-1 - i);
			    EXPECT_EQ(ricochet_fire(boxes.plugin.get(), &def).generation, 0u);
			    EXPECT_EQ(ricochet_last_error().value, -1 - i);
		    }
	    });
}

} // namespace ricochet::test::threads_test
