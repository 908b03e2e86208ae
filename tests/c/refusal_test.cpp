// MIT License, Copyright (c) 2026 the ricochet authors

// Whatever the C interface is given, it refuses it with what was wrong, and changes nothing.

#include "c/scenes.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace ricochet::test
{

namespace
{

constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
constexpr ricochet_vec k_zero{0.0f, 0.0f};

template <class Def, class Field>
Def With(Def def, Field Def::*field, std::type_identity_t<Field> value)
{
	def.*field = value;
	return def;
}

/// True if the call was refused for that reason, with that value.
bool IsRefused(bool refused, ricochet_reason reason, double value)
{
	const ricochet_error error = ricochet_last_error();
	const bool isValue = std::isnan(value) ? std::isnan(error.value) : error.value == value;
	return refused && error.reason == reason && isValue && ricochet_last_message()[0] != '\0';
}

} // namespace

TEST(CRefusals, EveryFunctionRefusesNull)
{
	Yard y;
	ricochet_world* w = y.world.get();
	ricochet_plugin* p = y.plugin.get();
	const ricochet_ray ray = ricochet_ray_between({0.0f, 0.0f}, {5.0f, 0.0f});
	const ricochet_vec points[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	const ricochet_hull hull{points, 3, 0.0f};
	const ricochet_hull noVertices{nullptr, 3, 0.0f};
	const ricochet_bullet_def bullet = ricochet_bullet_def_default();
	const ricochet_explosion_def blast = ricochet_explosion_def_default();
	ricochet_ray_hit hit;
	ricochet_hull_hit met;
	int32_t number = 0;
	const std::function<bool()> calls[] = {
	    [&] { return ricochet_wrap_world(nullptr) == nullptr; },
	    [&] { return ricochet_b2_world(nullptr) == nullptr; },
	    [&] { return !ricochet_step_world(nullptr, 0.01f, 8, 3); },
	    [&] { return ricochet_create_body(nullptr, nullptr) == 0; },
	    [&] { return !ricochet_destroy_body(nullptr, y.body); },
	    [&] { return !ricochet_set_body_pose(nullptr, y.body, k_origin); },
	    [&] { return !ricochet_set_body_velocity(nullptr, y.body, k_zero, 0.0f); },
	    [&] { return !ricochet_apply_impulse(nullptr, y.body, k_zero, k_zero); },
	    [&] { return !ricochet_get_body(nullptr, y.body, nullptr); },
	    [&] { return !ricochet_get_body(w, y.body, nullptr); },
	    [&] { return ricochet_get_bodies(nullptr, 0, nullptr, 0) == -1; },
	    [&] { return ricochet_get_bodies(w, 0, nullptr, 1) == -1; },
	    [&] { return ricochet_add_box(nullptr, y.body, nullptr, 1.0f, 1.0f, k_origin) == 0; },
	    [&] { return ricochet_add_polygon(w, y.body, nullptr, nullptr, 3, 0.0f) == 0; },
	    [&] { return ricochet_add_chain(w, y.body, nullptr, nullptr, 3, true) == 0; },
	    [&] { return !ricochet_destroy_fixture(nullptr, y.box); },
	    [&] { return ricochet_body_of(nullptr, y.box) == 0; },
	    [&] { return ricochet_cast_ray_closest(nullptr, &ray, nullptr, &hit) == -1; },
	    [&] { return ricochet_cast_ray_closest(w, nullptr, nullptr, &hit) == -1; },
	    [&] { return ricochet_cast_ray_closest(w, &ray, nullptr, nullptr) == -1; },
	    [&] { return ricochet_cast_ray_any(w, nullptr, nullptr) == -1; },
	    [&] { return ricochet_cast_ray_all(w, &ray, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_cast_ray_solids(w, &ray, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_solid_length(nullptr, k_zero, k_zero, nullptr) < 0.0f; },
	    [&] { return ricochet_cast_hull_closest(w, nullptr, k_origin, k_zero, nullptr, &met) == -1; },
	    [&] { return ricochet_cast_hull_closest(w, &hull, k_origin, k_zero, nullptr, nullptr) == -1; },
	    [&] { return ricochet_cast_hull_any(w, &noVertices, k_origin, k_zero, nullptr) == -1; },
	    [&] { return ricochet_cast_hull_all(w, &hull, k_origin, k_zero, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_overlap_hull(w, &hull, k_origin, nullptr, nullptr, 1) == -1; },
	    [&] {
		    return ricochet_cast_beam(nullptr, k_zero, {1.0f, 0.0f}, nullptr, nullptr, 0) == -1;
	    },
	    [&] { return ricochet_in_sight(nullptr, k_zero, k_zero, nullptr) == -1; },
	    [&] { return ricochet_seen_fraction(nullptr, k_zero, y.body, nullptr) < 0.0f; },
	    [&] { return ricochet_visibility_polygon(nullptr, k_zero, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_visibility_triangles(w, k_zero, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_measure_blast(w, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_measure_blast(nullptr, &blast, nullptr, 0) == -1; },
	    [&] { return ricochet_create_plugin(nullptr, nullptr) == nullptr; },
	    [&] { return !ricochet_step(nullptr, 0.01f, 8, 3); },
	    [&] { return !ricochet_begin_step(nullptr); },
	    [&] { return !ricochet_end_step(nullptr, 0.01f); },
	    [&] { return ricochet_fire(p, nullptr).generation == 0; },
	    [&] { return ricochet_throw(p, nullptr).generation == 0; },
	    [&] { return !ricochet_explode(p, nullptr); },
	    [&] { return ricochet_fire(nullptr, &bullet).generation == 0; },
	    [&] { return ricochet_get_bullets(nullptr, 0, nullptr, 0) == -1; },
	    [&] { return ricochet_get_grenades(p, 0, nullptr, 1) == -1; },
	    [&] { return ricochet_bullet_positions(p, 0, nullptr, 1) == -1; },
	    [&] { return ricochet_grenade_positions(nullptr, 0, nullptr, 0) == -1; },
	    [&] { return ricochet_find_bullet(p, {}, nullptr) == -1; },
	    [&] { return ricochet_find_grenade(p, {}, nullptr) == -1; },
	    [&] { return !ricochet_steer_bullet(nullptr, {}, k_zero, k_zero); },
	    [&] { return !ricochet_steer_grenade(nullptr, {}, k_zero, k_zero); },
	    [&] { return !ricochet_cancel_bullet(nullptr, {}); },
	    [&] { return !ricochet_cancel_grenade(nullptr, {}); },
	    [&] { return !ricochet_clear(nullptr); },
	    [&] { return !ricochet_reserve(nullptr, 1, 1); },
	    [&] { return !ricochet_queue_destroy(nullptr, y.body); },
	    [&] { return !ricochet_forget_body(nullptr, y.body); },
	    [&] { return !ricochet_forget_fixture(nullptr, y.box); },
	    [&] { return !ricochet_set_surface(p, y.box, nullptr); },
	    [&] { return !ricochet_get_surface(p, y.box, nullptr); },
	    [&] { return !ricochet_shift_origin(nullptr, k_zero); },
	    [&] { return ricochet_bullet_path(nullptr, {}, nullptr, 0) == -1; },
	    [&] { return ricochet_preview_bullet(p, nullptr, 1.0f, 0.1f, nullptr, 0, nullptr, 0, nullptr) == -1; },
	    [&] { return ricochet_preview_bullet(p, &bullet, 1.0f, 0.1f, nullptr, 0, nullptr, 1, nullptr) == -1; },
	    [&] { return ricochet_impacts(p, 0, nullptr, 1) == -1; },
	    [&] { return ricochet_presses(nullptr, 0, nullptr, 0) == -1; },
	    [&] { return ricochet_expired_events(nullptr, 0, nullptr, 0) == -1; },
	    [&] { return ricochet_explosions(nullptr, 0, nullptr, 0) == -1; },
	    [&] { return ricochet_blast_hits(nullptr, 0, nullptr, 0) == -1; },
	    [&] { return ricochet_fragments(nullptr, 0, nullptr, 0) == -1; },
	    [&] {
		    return !ricochet_solve_launch(k_zero, {1.0f, 0.0f}, 10.0f, k_zero, 0.0f, nullptr);
	    },
	    [&] {
		    return !ricochet_launch_velocity(k_zero, {1.0f, 0.0f}, 1.0f, k_zero, 0.0f, nullptr);
	    },
	    [&] { return ricochet_size_of(nullptr) == 0; },
	    [&] { return ricochet_version(&number, &number, nullptr), true; },
	};
	for (size_t i = 0; i < std::size(calls); ++i)
	{
		EXPECT_TRUE(IsRefused(calls[i](), RICOCHET_NULL, 0.0)) << i << ": " << ricochet_last_message();
	}
	ricochet_destroy_world(nullptr);
	ricochet_destroy_plugin(nullptr);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_OK);
}

TEST(CRefusals, NumbersThatBox2DCannotComputeWithAreRefused)
{
	Yard y;
	ricochet_world* w = y.world.get();
	constexpr float k_huge = 2.0e9f;
	const ricochet_vec far{0.0f, -k_huge};
	const auto scaled = With(ricochet_body_def_default(), &ricochet_body_def::gravity_scale, k_huge);
	const auto turning = With(ricochet_body_def_default(), &ricochet_body_def::angular_velocity, -k_huge);
	const auto fast = With(ricochet_body_def_default(), &ricochet_body_def::velocity, far);
	const auto turned = With(ricochet_body_def_default(), &ricochet_body_def::pose, {k_zero, k_huge});
	const std::function<bool()> calls[] = {
	    [&] { return ricochet_create_world(far) == nullptr; },
	    [&] { return ricochet_create_body(w, &scaled) == 0; },
	    [&] { return ricochet_create_body(w, &turning) == 0; },
	    [&] { return ricochet_create_body(w, &fast) == 0; },
	    [&] { return ricochet_create_body(w, &turned) == 0; },
	    [&] {
		    return !ricochet_set_body_pose(w, y.body, {k_zero, -k_huge});
	    },
	    [&] {
		    return !ricochet_set_body_pose(w, y.body, {far, 0.0f});
	    },
	    [&] { return !ricochet_set_body_velocity(w, y.body, far, 0.0f); },
	    [&] { return !ricochet_set_body_velocity(w, y.body, k_zero, k_huge); },
	    [&] { return !ricochet_apply_impulse(w, y.body, far, k_zero); },
	    [&] { return !ricochet_apply_impulse(w, y.body, k_zero, far); },
	    [&] { return !ricochet_step_world(w, k_huge, 8, 3); },
	    [&] { return !ricochet_step(y.plugin.get(), k_huge, 8, 3); },
	};
	for (size_t i = 0; i < std::size(calls); ++i)
	{
		EXPECT_TRUE(calls[i]()) << "call " << i;
		EXPECT_EQ(ricochet_last_error().reason, RICOCHET_TOO_LARGE) << "call " << i << ": " << ricochet_last_message();
	}
}

TEST(CRefusals, NumbersThatAreNoneAreToldAsTheyAre)
{
	Yard y;
	ricochet_world* w = y.world.get();
	ricochet_plugin* p = y.plugin.get();
	const ricochet_vec bad{0.0f, k_nan};
	const ricochet_pose turned{{0.0f, 0.0f}, k_nan};
	const ricochet_ray ray{{0.0f, 0.0f}, bad, 1.0f};
	const ricochet_ray endless{{0.0f, 0.0f}, {1.0f, 0.0f}, k_nan};
	const ricochet_vec points[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, bad};
	const ricochet_hull hull{points, 3, 0.0f};
	const ricochet_hull round{points, 1, k_nan};
	const auto body = With(ricochet_body_def_default(), &ricochet_body_def::gravity_scale, k_nan);
	const auto fixture = With(ricochet_fixture_def_default(), &ricochet_fixture_def::density, k_nan);
	const auto bullet = With(ricochet_bullet_def_default(), &ricochet_bullet_def::thrust, k_nan);
	const auto grenade = With(ricochet_grenade_def_default(), &ricochet_grenade_def::fuse, k_nan);
	const auto blast = With(ricochet_explosion_def_default(), &ricochet_explosion_def::damage, k_nan);
	const auto beam = With(ricochet_beam_def_default(), &ricochet_beam_def::length, k_nan);
	const auto sight = With(ricochet_sight_def_default(), &ricochet_sight_def::radius, k_nan);
	const auto rules = With(ricochet_plugin_def_default(), &ricochet_plugin_def::chord_error, k_nan);
	ricochet_ray_hit hit;
	ricochet_hull_hit met;
	float angles[2];
	const ricochet_bullet_def sound = ricochet_bullet_def_default();
	const ricochet_bullet flying = ricochet_fire(p, &sound);
	const std::function<bool()> calls[] = {
	    [&] { return ricochet_create_world(bad) == nullptr; },
	    [&] { return !ricochet_step_world(w, k_nan, 8, 3); },
	    [&] { return ricochet_create_body(w, &body) == 0; },
	    [&] { return !ricochet_set_body_pose(w, y.body, turned); },
	    [&] { return !ricochet_set_body_velocity(w, y.body, bad, 0.0f); },
	    [&] { return !ricochet_apply_impulse(w, y.body, bad, k_zero); },
	    [&] { return ricochet_add_box(w, y.body, nullptr, k_nan, 1.0f, k_origin) == 0; },
	    [&] { return ricochet_add_box(w, y.body, &fixture, 1.0f, 1.0f, k_origin) == 0; },
	    [&] { return ricochet_add_circle(w, y.body, nullptr, bad, 1.0f) == 0; },
	    [&] { return ricochet_add_capsule(w, y.body, nullptr, k_zero, bad, 1.0f) == 0; },
	    [&] { return ricochet_add_polygon(w, y.body, nullptr, points, 3, 0.0f) == 0; },
	    [&] { return ricochet_add_segment(w, y.body, nullptr, k_zero, bad) == 0; },
	    [&] { return ricochet_add_chain(w, y.body, nullptr, points, 3, false) == 0; },
	    [&] { return ricochet_cast_ray_closest(w, &ray, nullptr, &hit) == -1; },
	    [&] { return ricochet_cast_ray_any(w, &endless, nullptr) == -1; },
	    [&] { return ricochet_cast_ray_all(w, &ray, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_cast_ray_solids(w, &ray, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_solid_length(w, bad, k_zero, nullptr) < 0.0f; },
	    [&] { return ricochet_cast_hull_closest(w, &hull, k_origin, k_zero, nullptr, &met) == -1; },
	    [&] { return ricochet_cast_hull_any(w, &round, k_origin, k_zero, nullptr) == -1; },
	    [&] { return ricochet_cast_hull_all(w, &hull, turned, k_zero, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_overlap_hull(w, &hull, k_origin, nullptr, nullptr, 0) == -1; },
	    [&] {
		    return ricochet_cast_beam(w, bad, {1.0f, 0.0f}, nullptr, nullptr, 0) == -1;
	    },
	    [&] {
		    return ricochet_cast_beam(w, k_zero, {1.0f, 0.0f}, &beam, nullptr, 0) == -1;
	    },
	    [&] { return ricochet_in_sight(w, k_zero, bad, nullptr) == -1; },
	    [&] { return ricochet_seen_fraction(w, bad, y.body, nullptr) < 0.0f; },
	    [&] { return ricochet_visibility_polygon(w, k_zero, &sight, nullptr, 0) == -1; },
	    [&] { return ricochet_visibility_triangles(w, bad, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_measure_blast(w, &blast, nullptr, 0) == -1; },
	    [&] { return ricochet_create_plugin(w, &rules) == nullptr; },
	    [&] { return !ricochet_step(p, k_nan, 8, 3); },
	    [&] { return ricochet_fire(p, &bullet).generation == 0; },
	    [&] { return ricochet_throw(p, &grenade).generation == 0; },
	    [&] { return !ricochet_explode(p, &blast); },
	    [&] { return !ricochet_steer_bullet(p, flying, bad, k_zero); },
	    [&] { return !ricochet_shift_origin(p, bad); },
	    [&] { return ricochet_preview_bullet(p, &sound, k_nan, 0.1f, nullptr, 0, nullptr, 0, nullptr) == -1; },
	    [&] { return !ricochet_solve_launch(bad, k_zero, 1.0f, k_zero, 0.0f, angles); },
	};
	for (size_t i = 0; i < std::size(calls); ++i)
	{
		EXPECT_TRUE(IsRefused(calls[i](), RICOCHET_NOT_FINITE, k_nan)) << i << ": " << ricochet_last_message();
	}
	ricochet_body_state state;
	EXPECT_TRUE(ricochet_get_body(w, y.body, &state) && state.pose.angle == 0.0f);
	EXPECT_EQ(ricochet_get_bodies(w, 0, nullptr, 0), 1);
	EXPECT_EQ(ricochet_get_bullets(p, 0, nullptr, 0), 1);
}

TEST(CRefusals, DefsOfAnotherSize)
{
	Yard y;
	for (const int32_t more : {-4, 8})
	{
		ricochet_filter filter = ricochet_filter_default();
		filter.size = static_cast<uint32_t>(static_cast<int32_t>(filter.size) + more);
		const ricochet_ray ray = ricochet_ray_between({0.0f, 0.0f}, {5.0f, 0.0f});
		const ricochet_reason reason = more < 0 ? RICOCHET_TOO_SMALL : RICOCHET_TOO_LARGE;
		EXPECT_TRUE(IsRefused(ricochet_cast_ray_any(y.world.get(), &ray, &filter) == -1, reason, filter.size));
		EXPECT_EQ(ricochet_last_error().limit, sizeof(ricochet_filter));
		EXPECT_STREQ(ricochet_last_error().parameter, "ricochet_filter::size");
	}
	ricochet_filter filter = ricochet_filter_default();
	filter.sides = 3;
	EXPECT_TRUE(
	    IsRefused(ricochet_in_sight(y.world.get(), k_zero, {1.0f, 0.0f}, &filter) == -1, RICOCHET_TOO_LARGE, 3.0));
}

TEST(CRefusals, SizesAreThoseOfTheHeaders)
{
	EXPECT_EQ(ricochet_size_of("ricochet_ray_hit"), sizeof(ricochet_ray_hit));
	EXPECT_EQ(ricochet_size_of("ricochet_impact"), sizeof(ricochet_impact));
	EXPECT_EQ(ricochet_size_of("ricochet_bullet_def"), sizeof(ricochet_bullet_def));
	EXPECT_EQ(ricochet_size_of("ricochet_nothing"), 0u);
	EXPECT_EQ(ricochet_c_abi(), RICOCHET_C_ABI);
}

TEST(CRefusals, WhatAFunctionOfTheGameThrowsStaysInside)
{
	Yard y;
	ricochet_filter filter = ricochet_filter_default();
	filter.accept = [](ricochet_body, ricochet_fixture, void*) -> bool
	{
		throw std::runtime_error("no");
	};
	const ricochet_ray ray = ricochet_ray_between({-5.0f, 0.0f}, {5.0f, 0.0f});
	EXPECT_TRUE(IsRefused(ricochet_cast_ray_any(y.world.get(), &ray, &filter) == -1, RICOCHET_CALLBACK_THREW, 0.0));
	EXPECT_STREQ(ricochet_last_message(), "A function of the game has thrown an exception.");

	ricochet_bullet_def def = ricochet_bullet_def_default();
	def.position.x = -5.0f;
	def.velocity.x = 800.0f;
	def.filter = &filter;
	ASSERT_NE(ricochet_fire(y.plugin.get(), &def).generation, 0u);
	EXPECT_TRUE(IsRefused(!ricochet_step(y.plugin.get(), 0.01f, 8, 3), RICOCHET_CALLBACK_THREW, 0.0));
	EXPECT_TRUE(ricochet_clear(y.plugin.get()));
	EXPECT_TRUE(ricochet_step(y.plugin.get(), 0.01f, 8, 3));
}

} // namespace ricochet::test
