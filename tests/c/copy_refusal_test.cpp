// MIT License, Copyright (c) 2026 the ricochet authors

// These tests check which arguments the functions of snapshots, histories, regions and saved states refuse.

#include "c/scenes.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace ricochet::test::copy_refusal_test
{

namespace
{

constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();

struct Refusal
{
	std::function<bool()> isRefused;
	ricochet_reason reason;
	const char* parameter;
};

void ExpectAll(const std::vector<Refusal>& refusals)
{
	for (size_t i = 0; i < refusals.size(); ++i)
	{
		EXPECT_TRUE(refusals[i].isRefused()) << i;
		EXPECT_EQ(ricochet_last_error().reason, refusals[i].reason) << i << ": " << ricochet_last_message();
		EXPECT_STREQ(ricochet_last_error().parameter, refusals[i].parameter) << i;
		EXPECT_STRNE(ricochet_last_message(), "") << i;
	}
}

/// A yard, a snapshot of it, a history and a region.
struct Studio : Yard
{
	WorldHandle snapshot{ricochet_create_snapshot(world.get())};
	HistoryHandle history{ricochet_create_history(world.get(), nullptr)};
	RegionHandle region{ricochet_create_region()};
	ricochet_world* w = world.get();
	ricochet_world* copy = snapshot.get();
};

} // namespace

TEST(CRefusals, NullWhereACopyIsAsked)
{
	Studio s;
	const ricochet_ray ray{{0.0f, 0.0f}, {1.0f, 0.0f}, 1.0f};
	const ricochet_light_def light = ricochet_light_def_default();
	const ricochet_parallel_light_def parallel = ricochet_parallel_light_def_default();
	ricochet_ray_hit hit;
	const std::byte byte{};
	ExpectAll({
	    {[&] { return ricochet_create_snapshot(nullptr) == nullptr; }, RICOCHET_NULL, "world"},
	    {[&] { return !ricochet_update_snapshot(nullptr, nullptr); }, RICOCHET_NULL, "snapshot"},
	    {[&] { return ricochet_create_history(nullptr, nullptr) == nullptr; }, RICOCHET_NULL, "world"},
	    {[&] { return !ricochet_record(nullptr, 1.0); }, RICOCHET_NULL, "history"},
	    {[&] { return ricochet_get_records(nullptr, nullptr, nullptr) == -1; }, RICOCHET_NULL, "history"},
	    {[&] {
		     return !ricochet_shift_history(nullptr, {0.0f, 0.0f});
	     },
	     RICOCHET_NULL, "history"},
	    {[&] { return !ricochet_update_snapshot_to(nullptr, s.history.get(), 1.0, nullptr); }, RICOCHET_NULL,
	     "snapshot"},
	    {[&] { return !ricochet_update_snapshot_to(s.copy, nullptr, 1.0, nullptr); }, RICOCHET_NULL, "history"},
	    {[&] { return ricochet_cast_rays_closest(nullptr, &ray, 1, nullptr, &hit) == -1; }, RICOCHET_NULL, "world"},
	    {[&] { return ricochet_cast_rays_closest(s.w, nullptr, 1, nullptr, &hit) == -1; }, RICOCHET_NULL, "rays"},
	    {[&] { return ricochet_cast_rays_closest(s.w, &ray, 1, nullptr, nullptr) == -1; }, RICOCHET_NULL, "hits"},
	    {[&] { return ricochet_cast_rays_any(s.copy, &ray, 1, nullptr, nullptr) == -1; }, RICOCHET_NULL, "is_hit"},
	    {[&] {
		     return !ricochet_look(nullptr, s.w, {0.0f, 0.0f}, nullptr);
	     },
	     RICOCHET_NULL, "region"},
	    {[&] {
		     return !ricochet_look(s.region.get(), nullptr, {0.0f, 0.0f}, nullptr);
	     },
	     RICOCHET_NULL, "world"},
	    {[&] { return !ricochet_illuminate(s.region.get(), s.w, nullptr); }, RICOCHET_NULL, "light"},
	    {[&] { return !ricochet_illuminate(nullptr, s.w, &light); }, RICOCHET_NULL, "region"},
	    {[&] { return !ricochet_illuminate_parallel(s.region.get(), s.w, nullptr); }, RICOCHET_NULL, "light"},
	    {[&] { return !ricochet_illuminate_parallel(s.region.get(), nullptr, &parallel); }, RICOCHET_NULL, "world"},
	    {[&] { return ricochet_region_polygon(nullptr, 0.1f, nullptr, 0) == -1; }, RICOCHET_NULL, "region"},
	    {[&] { return ricochet_region_triangles(s.region.get(), 0.1f, nullptr, 1) == -1; }, RICOCHET_NULL, "points"},
	    {[&] { return ricochet_region_soft_triangles(s.region.get(), 0.1f, nullptr, 1) == -1; }, RICOCHET_NULL,
	     "corners"},
	    {[&] {
		     return ricochet_region_share(nullptr, {0.0f, 0.0f}) < 0.0f;
	     },
	     RICOCHET_NULL, "region"},
	    {[&] { return ricochet_checksum(nullptr) == 0; }, RICOCHET_NULL, "plugin"},
	    {[&] { return ricochet_save(nullptr, RICOCHET_BY_NAME, nullptr, 0) == -1; }, RICOCHET_NULL, "plugin"},
	    {[&] { return ricochet_save(s.plugin.get(), RICOCHET_BY_NAME, nullptr, 1) == -1; }, RICOCHET_NULL, "bytes"},
	    {[&] { return !ricochet_restore(nullptr, &byte, 1, nullptr); }, RICOCHET_NULL, "plugin"},
	    {[&] { return !ricochet_restore(s.plugin.get(), nullptr, 1, nullptr); }, RICOCHET_NULL, "bytes"},
	    {[&] { return !ricochet_put_back_body(s.w, nullptr); }, RICOCHET_NULL, "state"},
	});
	ricochet_destroy_history(nullptr);
	ricochet_destroy_region(nullptr);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_OK);
	EXPECT_EQ(ricochet_cast_rays_closest(s.w, nullptr, 0, nullptr, nullptr), 0);
	EXPECT_EQ(ricochet_cast_rays_any(s.copy, nullptr, 0, nullptr, nullptr), 0);
}

TEST(CRefusals, ASnapshotWhereOnlyTheWorldWillDo)
{
	Studio s;
	ricochet_world* copy = s.copy;
	ricochet_body_state state{};
	const ricochet_vec points[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	const std::function<bool()> calls[] = {
	    [&] { return ricochet_b2_world(copy) == nullptr; },
	    [&] { return !ricochet_step_world(copy, 0.01f, 8, 3); },
	    [&] { return ricochet_create_body(copy, nullptr) == 0; },
	    [&] { return !ricochet_destroy_body(copy, s.body); },
	    [&] { return !ricochet_set_body_pose(copy, s.body, k_origin); },
	    [&] {
		    return !ricochet_set_body_velocity(copy, s.body, {0.0f, 0.0f}, 0.0f);
	    },
	    [&] {
		    return !ricochet_apply_impulse(copy, s.body, {0.0f, 0.0f}, {0.0f, 0.0f});
	    },
	    [&] { return !ricochet_put_back_body(copy, &state); },
	    [&] { return !ricochet_get_body(copy, s.body, &state); },
	    [&] { return ricochet_get_bodies(copy, 0, nullptr, 0) == -1; },
	    [&] { return ricochet_add_box(copy, s.body, nullptr, 1.0f, 1.0f, k_origin) == 0; },
	    [&] {
		    return ricochet_add_circle(copy, s.body, nullptr, {0.0f, 0.0f}, 1.0f) == 0;
	    },
	    [&] { return ricochet_add_chain(copy, s.body, nullptr, points, 3, false) == 0; },
	    [&] { return !ricochet_destroy_fixture(copy, s.box); },
	    [&] { return ricochet_body_of(copy, s.box) == 0; },
	    [&] { return ricochet_create_plugin(copy, nullptr) == nullptr; },
	    [&] { return ricochet_create_snapshot(copy) == nullptr; },
	    [&] { return ricochet_create_history(copy, nullptr) == nullptr; },
	};
	for (size_t i = 0; i < std::size(calls); ++i)
	{
		EXPECT_TRUE(calls[i]()) << i;
		EXPECT_EQ(ricochet_last_error().reason, RICOCHET_IS_A_SNAPSHOT) << i << ": " << ricochet_last_message();
	}
	EXPECT_STREQ(ricochet_last_message(), "world is a snapshot, which has no bodies: give the world itself.");
	EXPECT_EQ(ricochet_get_bodies(s.w, 0, nullptr, 0), 1);
}

TEST(CRefusals, AWorldOrAnotherWorldWhereASnapshotIsNeeded)
{
	Studio s;
	const Studio other;
	ASSERT_TRUE(ricochet_record(s.history.get(), 1.0));
	ASSERT_TRUE(ricochet_record(other.history.get(), 1.0));
	const WorldHandle wrapped(Wrap(Unwrap(s.w)));
	const WorldHandle wrappedCopy(ricochet_create_snapshot(wrapped.get()));
	ExpectAll({
	    {[&] { return !ricochet_update_snapshot(s.w, nullptr); }, RICOCHET_IS_NO_SNAPSHOT, "snapshot"},
	    {[&] { return !ricochet_update_snapshot_to(s.w, s.history.get(), 1.0, nullptr); }, RICOCHET_IS_NO_SNAPSHOT,
	     "snapshot"},
	    {[&] { return !ricochet_update_snapshot_to(s.copy, other.history.get(), 1.0, nullptr); }, RICOCHET_OTHER_WORLD,
	     "history"},
	    {[&] { return !ricochet_update_snapshot_to(wrappedCopy.get(), s.history.get(), 1.0, nullptr); },
	     RICOCHET_OTHER_WORLD, "history"},
	});
	EXPECT_TRUE(ricochet_update_snapshot_to(s.copy, s.history.get(), 1.0, nullptr));
}

TEST(CRefusals, NumbersOfCopies)
{
	Studio s;
	ricochet_history_def records = ricochet_history_def_default();
	records.records = 0;
	ricochet_history_def jump = ricochet_history_def_default();
	jump.jump_angle = k_nan;
	ricochet_history_def size = ricochet_history_def_default();
	size.size += 4;
	ricochet_light_def light = ricochet_light_def_default();
	light.light_size = -1.0f;
	ricochet_parallel_light_def parallel = ricochet_parallel_light_def_default();
	parallel.direction = {0.0f, 0.0f};
	ricochet_parallel_light_def zeros{};
	ricochet_restore_def names = ricochet_restore_def_default();
	names.names = 3;
	ricochet_body_state state{};
	ASSERT_TRUE(ricochet_get_body(s.w, s.body, &state));
	ricochet_body_state far = state;
	far.pose.position.x = 2.0e9f;
	ricochet_body_state nobody = state;
	nobody.body = 77;
	const ricochet_ray rays[] = {{{0.0f, 0.0f}, {1.0f, 0.0f}, 1.0f}, {{0.0f, 0.0f}, {1.0f, k_nan}, 1.0f}};
	const ricochet_ray back{{0.0f, 0.0f}, {1.0f, 0.0f}, -1.0f};
	bool isHit[2];
	ExpectAll({
	    {[&] { return ricochet_create_history(s.w, &records) == nullptr; }, RICOCHET_TOO_SMALL, "HistoryDef::records"},
	    {[&] { return ricochet_create_history(s.w, &jump) == nullptr; }, RICOCHET_TOO_SMALL, "HistoryDef::jumpAngle"},
	    {[&] { return ricochet_create_history(s.w, &size) == nullptr; }, RICOCHET_TOO_LARGE,
	     "ricochet_history_def::size"},
	    {[&] { return !ricochet_record(s.history.get(), k_nan); }, RICOCHET_NOT_FINITE, "time"},
	    {[&] { return !ricochet_update_snapshot_to(s.copy, s.history.get(), 0.0, nullptr); }, RICOCHET_TOO_FEW,
	     "records"},
	    {[&] {
		     return !ricochet_shift_history(s.history.get(), {k_nan, 0.0f});
	     },
	     RICOCHET_NOT_FINITE, "newOrigin"},
	    {[&] { return !ricochet_illuminate(s.region.get(), s.w, &light); }, RICOCHET_TOO_SMALL, "Light::size"},
	    {[&] { return !ricochet_illuminate_parallel(s.region.get(), s.w, &parallel); }, RICOCHET_NOT_POSITIVE,
	     "ParallelLight::direction"},
	    {[&] { return !ricochet_illuminate_parallel(s.region.get(), s.w, &zeros); }, RICOCHET_TOO_SMALL,
	     "ricochet_parallel_light_def::size"},
	    {[&] {
		     return !ricochet_look(s.region.get(), s.w, {k_nan, 0.0f}, nullptr);
	     },
	     RICOCHET_NOT_FINITE, "eye"},
	    {[&] { return ricochet_region_polygon(s.region.get(), 0.0f, nullptr, 0) == -1; }, RICOCHET_NOT_POSITIVE,
	     "max_error"},
	    {[&] { return ricochet_region_triangles(s.region.get(), 0.1f, nullptr, -1) == -1; }, RICOCHET_TOO_SMALL,
	     "capacity"},
	    {[&] {
		     return ricochet_region_share(s.region.get(), {k_nan, 0.0f}) < 0.0f;
	     },
	     RICOCHET_NOT_FINITE, "point"},
	    {[&] { return ricochet_save(s.plugin.get(), -1, nullptr, 0) == -1; }, RICOCHET_TOO_SMALL, "names"},
	    {[&] { return !ricochet_restore(s.plugin.get(), rays, 10, &names); }, RICOCHET_TOO_LARGE,
	     "ricochet_restore_def::names"},
	    {[&] { return !ricochet_restore(s.plugin.get(), rays, -1, nullptr); }, RICOCHET_TOO_SMALL, "count"},
	    {[&] { return !ricochet_put_back_body(s.w, &far); }, RICOCHET_TOO_LARGE, "pose.position"},
	    {[&] { return !ricochet_put_back_body(s.w, &nobody); }, RICOCHET_NO_SUCH_ENTRY, "body"},
	    {[&] { return ricochet_cast_rays_any(s.w, rays, -1, nullptr, isHit) == -1; }, RICOCHET_TOO_SMALL, "count"},
	    {[&] { return ricochet_cast_rays_any(s.w, &back, 1, nullptr, isHit) == -1; }, RICOCHET_TOO_SMALL,
	     "ricochet_ray::max_fraction"},
	    {[&] { return ricochet_cast_rays_any(s.copy, rays, 2, nullptr, isHit) == -1; }, RICOCHET_NOT_FINITE,
	     "ricochet_ray::translation"},
	});
	EXPECT_EQ(ricochet_last_error().index, 1);
	EXPECT_EQ(ricochet_get_records(s.history.get(), nullptr, nullptr), 0);
}

TEST(CRefusals, SavedByOneWayAndRestoredByAnother)
{
	Yard y;
	const ricochet_body_def def = ricochet_body_def_default();
	ASSERT_NE(ricochet_create_body(y.world.get(), &def), 0u);
	ricochet_plugin* plugin = y.plugin.get();
	ExpectAll({{[&] { return ricochet_save(plugin, RICOCHET_BY_USER_DATA, nullptr, 0) == -1; }, RICOCHET_TOO_MANY,
	            "bodies of one user data"}});
	std::vector<std::byte> bytes(4096);
	ricochet_restore_def by = ricochet_restore_def_default();
	const int32_t size = ricochet_save(plugin, RICOCHET_BY_NAME, bytes.data(), 4096);
	ASSERT_TRUE(size > 0 && size <= 4096);
	by.names = RICOCHET_BY_PLACE;
	ExpectAll({{[&] { return !ricochet_restore(plugin, bytes.data(), size, &by); }, RICOCHET_TOO_LARGE,
	            "ricochet_restore_def::names"}});
	by.names = RICOCHET_BY_USER_DATA;
	ExpectAll({{[&] { return !ricochet_restore(plugin, bytes.data(), size, &by); }, RICOCHET_TOO_MANY,
	            "bodies of one user data"}});

	const int32_t placed = ricochet_save(plugin, RICOCHET_BY_PLACE, bytes.data(), 4096);
	EXPECT_TRUE(ricochet_restore(plugin, bytes.data(), placed, nullptr));
	ASSERT_TRUE(ricochet_destroy_body(y.world.get(), y.body));
	by.names = RICOCHET_BY_PLACE;
	ExpectAll({{[&] { return !ricochet_restore(plugin, bytes.data(), placed, &by); }, RICOCHET_TOO_FEW,
	            "bodies of the world"}});
	ASSERT_TRUE(ricochet_begin_step(plugin));
	ExpectAll({{[&] { return ricochet_save(plugin, RICOCHET_BY_NAME, nullptr, 0) == -1; }, RICOCHET_STEP_HAS_BEGUN, ""},
	           {[&] { return !ricochet_restore(plugin, bytes.data(), size, nullptr); }, RICOCHET_STEP_HAS_BEGUN, ""}});
	ASSERT_TRUE(ricochet_end_step(plugin, 0.01f));
}

} // namespace ricochet::test::copy_refusal_test
