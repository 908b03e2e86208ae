// MIT License, Copyright (c) 2026 the ricochet authors

// Calls the C interface with wrong arguments. Each call must fail with the right reason and value, and must change
// nothing.

#include "c/scenes.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace ricochet::test::refusal_test
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

/// True if the call was refused for that reason and with that value.
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
	ricochet_turning_path path = ricochet_turning_path_default();
	path.hull = &hull;
	const ricochet_turning_path noHull = ricochet_turning_path_default();
	ricochet_turning_hit turned;
	ricochet_nearest_hit near;
	ricochet_ground ground;
	ricochet_slide_result slid;
	const ricochet_ray_fan fan{k_zero, 0.0f, 1.0f, 1.0f, 1};
	ricochet_ray ofFan;
	const HistoryHandle history(ricochet_create_history(w, nullptr));
	ricochet_pose pose{};
	const ricochet_moving_target target{{1.0f, 0.0f}, k_zero, k_zero};
	ricochet_intercept meeting;
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
	    [&] { return ricochet_cast_hull_solids(w, nullptr, k_origin, k_zero, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_cast_hull_solids(w, &hull, k_origin, k_zero, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_cast_ray_next(nullptr, &ray, &hit, nullptr, &hit) == -1; },
	    [&] { return ricochet_cast_ray_next(w, nullptr, &hit, nullptr, &hit) == -1; },
	    [&] { return ricochet_cast_ray_next(w, &ray, nullptr, nullptr, &hit) == -1; },
	    [&] { return ricochet_cast_ray_next(w, &ray, &hit, nullptr, nullptr) == -1; },
	    [&] { return ricochet_fan_ray(nullptr, 0, &ofFan) == false; },
	    [&] { return ricochet_fan_ray(&fan, 0, nullptr) == false; },
	    [&] { return ricochet_cast_ray_fan(nullptr, &fan, nullptr, &hit, 1) == -1; },
	    [&] { return ricochet_cast_ray_fan(w, nullptr, nullptr, &hit, 1) == -1; },
	    [&] { return ricochet_cast_ray_fan(w, &fan, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_cast_turning_closest(nullptr, &path, nullptr, &turned) == -1; },
	    [&] { return ricochet_cast_turning_closest(w, nullptr, nullptr, &turned) == -1; },
	    [&] { return ricochet_cast_turning_closest(w, &path, nullptr, nullptr) == -1; },
	    [&] { return ricochet_cast_turning_any(w, &noHull, nullptr) == -1; },
	    [&] { return ricochet_cast_turning_all(w, &path, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_find_nearest(nullptr, k_zero, 1.0f, nullptr, &near) == -1; },
	    [&] { return ricochet_find_nearest(w, k_zero, 1.0f, nullptr, nullptr) == -1; },
	    [&] { return ricochet_find_all_nearest(w, k_zero, 1.0f, 1, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_check_ground(nullptr, &hull, k_origin, nullptr, nullptr, &ground) == -1; },
	    [&] { return ricochet_check_ground(w, nullptr, k_origin, nullptr, nullptr, &ground) == -1; },
	    [&] { return ricochet_check_ground(w, &hull, k_origin, nullptr, nullptr, nullptr) == -1; },
	    [&]
	    { return ricochet_slide_hull(nullptr, &hull, k_origin, k_zero, nullptr, nullptr, &slid, nullptr, 0) == -1; },
	    [&]
	    { return ricochet_slide_hull(w, &noVertices, k_origin, k_zero, nullptr, nullptr, &slid, nullptr, 0) == -1; },
	    [&] { return ricochet_slide_hull(w, &hull, k_origin, k_zero, nullptr, nullptr, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_slide_hull(w, &hull, k_origin, k_zero, nullptr, nullptr, &slid, nullptr, 1) == -1; },
	    [&] {
		    return ricochet_cast_beam(nullptr, k_zero, {1.0f, 0.0f}, nullptr, nullptr, 0, nullptr) == -1;
	    },
	    [&] { return ricochet_in_sight(nullptr, k_zero, k_zero, nullptr) == -1; },
	    [&] { return ricochet_body_in_sight(nullptr, y.body, y.body, nullptr) == -1; },
	    [&] { return ricochet_seen_fraction(nullptr, k_zero, y.body, nullptr) < 0.0f; },
	    [&] { return ricochet_seen_fraction_within(nullptr, k_zero, y.body, nullptr) < 0.0f; },
	    [&] { return ricochet_visibility_polygon(nullptr, k_zero, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_visibility_triangles(w, k_zero, nullptr, nullptr, 1) == -1; },
	    [&] { return ricochet_measure_blast(w, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_preview_blast(p, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_preview_blast(p, &blast, nullptr, 1) == -1; },
	    [&] { return ricochet_preview_blast(nullptr, &blast, nullptr, 0) == -1; },
	    [&] { return ricochet_measure_blast(nullptr, &blast, nullptr, 0) == -1; },
	    [&] { return ricochet_create_plugin(nullptr, nullptr) == nullptr; },
	    [&] { return !ricochet_step(nullptr, 0.01f, 8, 3); },
	    [&] { return !ricochet_begin_step(nullptr); },
	    [&] { return !ricochet_end_step(nullptr, 0.01f); },
	    [&] { return ricochet_fire(p, nullptr).generation == 0; },
	    [&] { return ricochet_fire_at(p, &bullet, nullptr, 0.0).generation == 0; },
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
	    [&] { return ricochet_bullets_at(nullptr, 1.0f, nullptr, 0) == -1; },
	    [&] { return ricochet_grenades_at(p, 1.0f, nullptr, 1) == -1; },
	    [&] { return ricochet_preview_bullet(p, nullptr, 1.0f, 0.1f, nullptr, 0, nullptr, 0, nullptr, nullptr) == -1; },
	    [&] { return ricochet_preview_bullet(p, &bullet, 1.0f, 0.1f, nullptr, 0, nullptr, 1, nullptr, nullptr) == -1; },
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
	    [&] { return !ricochet_solve_intercept(k_zero, nullptr, 1.0f, k_zero, 0.0f, 1.0f, &meeting); },
	    [&] { return !ricochet_solve_intercept(k_zero, &target, 1.0f, k_zero, 0.0f, 1.0f, nullptr); },
	    [&] { return ricochet_pose_of(nullptr, y.body, 0.0, &pose) == -1; },
	    [&] { return ricochet_pose_of(history.get(), y.body, 0.0, nullptr) == -1; },
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
	const auto faint = With(ricochet_beam_def_default(), &ricochet_beam_def::min_power, k_nan);
	const auto sight = With(ricochet_sight_def_default(), &ricochet_sight_def::radius, k_nan);
	const auto rules = With(ricochet_plugin_def_default(), &ricochet_plugin_def::chord_error, k_nan);
	ricochet_ray_hit hit;
	ricochet_hull_hit met;
	const ricochet_hull disc{points, 1, 0.5f};
	ricochet_turning_path still = ricochet_turning_path_default();
	still.hull = &disc;
	const auto spinning = With(still, &ricochet_turning_path::angle, k_nan);
	const auto offCenter = With(still, &ricochet_turning_path::local_center, bad);
	const auto lost = With(still, &ricochet_turning_path::translation, bad);
	const auto askew = With(still, &ricochet_turning_path::pose, turned);
	const auto farther = With(still, &ricochet_turning_path::max_fraction, k_nan);
	const auto vague = With(still, &ricochet_turning_path::tolerance, k_nan);
	const auto up = With(ricochet_ground_def_default(), &ricochet_ground_def::up, bad);
	const auto below = With(ricochet_ground_def_default(), &ricochet_ground_def::distance, k_nan);
	const auto steep = With(ricochet_ground_def_default(), &ricochet_ground_def::max_slope, k_nan);
	const auto skin = With(ricochet_slide_def_default(), &ricochet_slide_def::skin, k_nan);
	const auto push = With(ricochet_slide_def_default(), &ricochet_slide_def::max_push, k_nan);
	const ricochet_ray_fan fanFromNowhere{bad, 0.0f, 1.0f, 1.0f, 1};
	const ricochet_ray_fan fanToNowhere{k_zero, k_nan, 1.0f, 1.0f, 1};
	const ricochet_ray_fan fanOfNoAngle{k_zero, 0.0f, k_nan, 1.0f, 1};
	const ricochet_ray_fan fanOfNoLength{k_zero, 0.0f, 1.0f, k_nan, 1};
	ricochet_ray_hit after{};
	after.fixture = y.box;
	after.enter.fraction = k_nan;
	const ricochet_ray straight = ricochet_ray_between({-5.0f, 0.0f}, {5.0f, 0.0f});
	ricochet_ray ofFan;
	ricochet_turning_hit touch;
	ricochet_nearest_hit near;
	ricochet_ground ground;
	ricochet_slide_result slid;
	float angles[2];
	const ricochet_moving_target lostTarget{{1.0f, 0.0f}, bad, k_zero};
	ricochet_intercept meeting;
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
	    [&] { return ricochet_cast_hull_solids(w, &disc, k_origin, bad, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_cast_ray_next(w, &straight, &after, nullptr, &hit) == -1; },
	    [&] { return ricochet_cast_ray_next(w, &ray, &hit, nullptr, &hit) == -1; },
	    [&] { return ricochet_fan_ray(&fanToNowhere, 0, &ofFan) == false; },
	    [&] { return ricochet_cast_ray_fan(w, &fanFromNowhere, nullptr, &hit, 1) == -1; },
	    [&] { return ricochet_cast_ray_fan(w, &fanToNowhere, nullptr, &hit, 1) == -1; },
	    [&] { return ricochet_cast_ray_fan(w, &fanOfNoAngle, nullptr, &hit, 1) == -1; },
	    [&] { return ricochet_cast_ray_fan(w, &fanOfNoLength, nullptr, &hit, 1) == -1; },
	    [&] { return ricochet_cast_turning_closest(w, &spinning, nullptr, &touch) == -1; },
	    [&] { return ricochet_cast_turning_closest(w, &offCenter, nullptr, &touch) == -1; },
	    [&] { return ricochet_cast_turning_any(w, &lost, nullptr) == -1; },
	    [&] { return ricochet_cast_turning_any(w, &askew, nullptr) == -1; },
	    [&] { return ricochet_cast_turning_all(w, &farther, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_cast_turning_all(w, &vague, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_find_nearest(w, bad, 1.0f, nullptr, &near) == -1; },
	    [&] { return ricochet_find_nearest(w, k_zero, k_nan, nullptr, &near) == -1; },
	    [&] { return ricochet_find_all_nearest(w, k_zero, k_nan, 1, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_check_ground(w, &disc, turned, nullptr, nullptr, &ground) == -1; },
	    [&] { return ricochet_check_ground(w, &disc, k_origin, &up, nullptr, &ground) == -1; },
	    [&] { return ricochet_check_ground(w, &disc, k_origin, &below, nullptr, &ground) == -1; },
	    [&] { return ricochet_check_ground(w, &disc, k_origin, &steep, nullptr, &ground) == -1; },
	    [&] { return ricochet_slide_hull(w, &disc, k_origin, bad, nullptr, nullptr, &slid, nullptr, 0) == -1; },
	    [&] { return ricochet_slide_hull(w, &disc, k_origin, k_zero, &skin, nullptr, &slid, nullptr, 0) == -1; },
	    [&] { return ricochet_slide_hull(w, &disc, k_origin, k_zero, &push, nullptr, &slid, nullptr, 0) == -1; },
	    [&] {
		    return ricochet_cast_beam(w, bad, {1.0f, 0.0f}, nullptr, nullptr, 0, nullptr) == -1;
	    },
	    [&] {
		    return ricochet_cast_beam(w, k_zero, {1.0f, 0.0f}, &beam, nullptr, 0, nullptr) == -1;
	    },
	    [&] {
		    return ricochet_cast_beam(w, k_zero, {1.0f, 0.0f}, &faint, nullptr, 0, nullptr) == -1;
	    },
	    [&] { return ricochet_in_sight(w, k_zero, bad, nullptr) == -1; },
	    [&] { return ricochet_seen_fraction(w, bad, y.body, nullptr) < 0.0f; },
	    [&] { return ricochet_seen_fraction_within(w, bad, y.body, nullptr) < 0.0f; },
	    [&] { return ricochet_seen_fraction_within(w, k_zero, y.body, &sight) < 0.0f; },
	    [&] { return ricochet_visibility_polygon(w, k_zero, &sight, nullptr, 0) == -1; },
	    [&] { return ricochet_visibility_triangles(w, bad, nullptr, nullptr, 0) == -1; },
	    [&] { return ricochet_measure_blast(w, &blast, nullptr, 0) == -1; },
	    [&] { return ricochet_preview_blast(p, &blast, nullptr, 0) == -1; },
	    [&] { return ricochet_create_plugin(w, &rules) == nullptr; },
	    [&] { return !ricochet_step(p, k_nan, 8, 3); },
	    [&] { return ricochet_fire(p, &bullet).generation == 0; },
	    [&] { return ricochet_throw(p, &grenade).generation == 0; },
	    [&] { return !ricochet_explode(p, &blast); },
	    [&] { return !ricochet_steer_bullet(p, flying, bad, k_zero); },
	    [&] { return !ricochet_shift_origin(p, bad); },
	    [&] { return ricochet_preview_bullet(p, &sound, k_nan, 0.1f, nullptr, 0, nullptr, 0, nullptr, nullptr) == -1; },
	    [&] { return !ricochet_solve_launch(bad, k_zero, 1.0f, k_zero, 0.0f, angles); },
	    [&] { return !ricochet_solve_intercept(k_zero, &lostTarget, 1.0f, k_zero, 0.0f, 1.0f, &meeting); },
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

TEST(CRefusals, NumbersOfQueries)
{
	const Yard y;
	const ricochet_world* w = y.world.get();
	const ricochet_hull disc{&k_zero, 1, 0.5f};
	ricochet_turning_path path = ricochet_turning_path_default();
	path.hull = &disc;
	const auto backwards = With(path, &ricochet_turning_path::max_fraction, -1.0f);
	const auto intolerant = With(path, &ricochet_turning_path::tolerance, -1.0f);
	const auto longPath = With(path, &ricochet_turning_path::size, path.size + 4);
	const auto ofUp = With(ricochet_ground_def_default(), &ricochet_ground_def::up, k_zero);
	const auto above = With(ricochet_ground_def_default(), &ricochet_ground_def::distance, -1.0f);
	const auto flat = With(ricochet_ground_def_default(), &ricochet_ground_def::max_slope, -1.0f);
	const auto shortGround = With(ricochet_ground_def_default(), &ricochet_ground_def::size, 0u);
	const auto noMove = With(ricochet_slide_def_default(), &ricochet_slide_def::max_moves, 0);
	const auto skinless = With(ricochet_slide_def_default(), &ricochet_slide_def::skin, -1.0f);
	const auto pulled = With(ricochet_slide_def_default(), &ricochet_slide_def::max_push, -1.0f);
	const auto shortSlide = With(ricochet_slide_def_default(), &ricochet_slide_def::size, 0u);
	const ricochet_ray_fan two{k_zero, 0.0f, 1.0f, 1.0f, 2};
	const ricochet_ray_fan few{k_zero, 0.0f, 1.0f, 1.0f, -1};
	const ricochet_ray_fan narrow{k_zero, 0.0f, -1.0f, 1.0f, 1};
	const ricochet_ray_fan shrunk{k_zero, 0.0f, 1.0f, -1.0f, 1};
	ricochet_ray ray;
	ricochet_ray_hit hits[2];
	ricochet_nearest_hit near;
	ricochet_ground ground;
	ricochet_slide_result slid;
	const auto walk = [&](const ricochet_ground_def& def)
	{
		return ricochet_check_ground(w, &disc, k_origin, &def, nullptr, &ground) == -1;
	};
	const auto slide = [&](const ricochet_slide_def& def)
	{
		return ricochet_slide_hull(w, &disc, k_origin, k_zero, &def, nullptr, &slid, nullptr, 0) == -1;
	};
	const auto turn = [&](const ricochet_turning_path& def)
	{
		return ricochet_cast_turning_any(w, &def, nullptr) == -1;
	};
	const auto spread = [&](const ricochet_ray_fan& fan)
	{
		return ricochet_cast_ray_fan(w, &fan, nullptr, hits, 2) == -1;
	};
	struct Refusal
	{
		std::function<bool()> isRefused;
		ricochet_reason reason;
		const char* parameter;
	};
	const Refusal refusals[] = {
	    {[&] { return turn(backwards); }, RICOCHET_TOO_SMALL, "ricochet_turning_path::max_fraction"},
	    {[&] { return turn(intolerant); }, RICOCHET_TOO_SMALL, "ricochet_turning_path::tolerance"},
	    {[&] { return turn(longPath); }, RICOCHET_TOO_LARGE, "ricochet_turning_path::size"},
	    {[&] { return walk(ofUp); }, RICOCHET_NOT_POSITIVE, "|ricochet_ground_def::up|"},
	    {[&] { return walk(above); }, RICOCHET_TOO_SMALL, "ricochet_ground_def::distance"},
	    {[&] { return walk(flat); }, RICOCHET_TOO_SMALL, "ricochet_ground_def::max_slope"},
	    {[&] { return walk(shortGround); }, RICOCHET_TOO_SMALL, "ricochet_ground_def::size"},
	    {[&] { return slide(noMove); }, RICOCHET_TOO_SMALL, "ricochet_slide_def::max_moves"},
	    {[&] { return slide(skinless); }, RICOCHET_TOO_SMALL, "ricochet_slide_def::skin"},
	    {[&] { return slide(pulled); }, RICOCHET_TOO_SMALL, "ricochet_slide_def::max_push"},
	    {[&] { return slide(shortSlide); }, RICOCHET_TOO_SMALL, "ricochet_slide_def::size"},
	    {[&] { return spread(few); }, RICOCHET_TOO_SMALL, "ricochet_ray_fan::count"},
	    {[&] { return spread(narrow); }, RICOCHET_TOO_SMALL, "ricochet_ray_fan::angle"},
	    {[&] { return spread(shrunk); }, RICOCHET_TOO_SMALL, "ricochet_ray_fan::radius"},
	    {[&] { return ricochet_cast_ray_fan(w, &two, nullptr, hits, 1) == -1; }, RICOCHET_TOO_FEW, "hits"},
	    {[&] { return ricochet_cast_ray_fan(w, &two, nullptr, hits, -1) == -1; }, RICOCHET_TOO_SMALL, "capacity"},
	    {[&] { return ricochet_fan_ray(&two, 2, &ray) == false; }, RICOCHET_TOO_LARGE, "i"},
	    {[&] { return ricochet_fan_ray(&two, -1, &ray) == false; }, RICOCHET_TOO_SMALL, "i"},
	    {[&] { return ricochet_find_nearest(w, k_zero, -1.0f, nullptr, &near) == -1; }, RICOCHET_TOO_SMALL,
	     "max_distance"},
	    {[&] { return ricochet_find_all_nearest(w, k_zero, 1.0f, -1, nullptr, nullptr, 0) == -1; }, RICOCHET_TOO_SMALL,
	     "most"},
	    {[&] { return ricochet_cast_hull_solids(w, &disc, k_origin, k_zero, nullptr, nullptr, -1) == -1; },
	     RICOCHET_TOO_SMALL, "capacity"},
	};
	for (size_t i = 0; i < std::size(refusals); ++i)
	{
		EXPECT_TRUE(refusals[i].isRefused()) << i;
		EXPECT_EQ(ricochet_last_error().reason, refusals[i].reason) << i << ": " << ricochet_last_message();
		EXPECT_STREQ(ricochet_last_error().parameter, refusals[i].parameter) << i;
	}
}

TEST(CRefusals, TheNextHitAfterAFixtureThatIsGone)
{
	Yard y;
	const WorldHandle snapshot(ricochet_create_snapshot(y.world.get()));
	const WorldHandle wrapped(Wrap(Unwrap(y.world.get())));
	const ricochet_ray ray = ricochet_ray_between({-5.0f, 0.0f}, {5.0f, 0.0f});
	ricochet_ray_hit after;
	ricochet_ray_hit hit;
	ASSERT_EQ(ricochet_cast_ray_closest(y.world.get(), &ray, nullptr, &after), 1);

	// No hit has these numbers, so ricochet_cast_ray_next must return no hit, and must not fail in any other way.
	for (const ricochet_world* asked : {y.world.get(), snapshot.get()})
	{
		ricochet_ray_hit strange = after;
		strange.child = -2000000000;
		EXPECT_GE(ricochet_cast_ray_next(asked, &ray, &strange, nullptr, &hit), 0);
		strange.fixture = y.body;
		EXPECT_TRUE(IsRefused(ricochet_cast_ray_next(asked, &ray, &strange, nullptr, &hit) == -1,
		                      RICOCHET_NO_SUCH_ENTRY, static_cast<uint32_t>(y.body)));
	}
	// A cast still hits a body that is queued for destruction, and the search for the next hit can continue from its
	// fixture.
	ASSERT_TRUE(ricochet_queue_destroy(y.plugin.get(), y.body));
	ASSERT_EQ(ricochet_cast_ray_closest(y.world.get(), &ray, nullptr, &hit), 1);
	EXPECT_EQ(ricochet_cast_ray_next(y.world.get(), &ray, &hit, nullptr, &hit), 0);
	ASSERT_TRUE(ricochet_step(y.plugin.get(), 0.01f, 8, 3));
	EXPECT_TRUE(IsRefused(ricochet_cast_ray_next(y.world.get(), &ray, &after, nullptr, &hit) == -1,
	                      RICOCHET_NO_SUCH_ENTRY, static_cast<uint32_t>(y.box)));
	EXPECT_TRUE(ricochet_cast_ray_next(wrapped.get(), &ray, &after, nullptr, &hit) == -1);
	EXPECT_EQ(ricochet_cast_ray_next(snapshot.get(), &ray, &after, nullptr, &hit), 0);
}

TEST(CRefusals, AnArrayIsWrittenUpToItsCapacity)
{
	Yard y;
	ASSERT_NE(ricochet_add_box(y.world.get(), y.body, nullptr, 1.0f, 1.0f, {{0.5f, 0.0f}, 0.0f}), 0u);
	const ricochet_world* w = y.world.get();
	const ricochet_hull disc{&k_zero, 1, 0.5f};
	ricochet_turning_path path = ricochet_turning_path_default();
	path.hull = &disc;
	path.pose.position.x = -3.0f;
	path.translation.x = 6.0f;
	ricochet_turning_hit turned[2] = {};
	EXPECT_EQ(ricochet_cast_turning_all(w, &path, nullptr, turned, 1), 2);
	EXPECT_TRUE(turned[0].fixture == y.box && turned[1].fixture == 0);
	ricochet_nearest_hit near[2] = {};
	EXPECT_EQ(ricochet_find_all_nearest(w, {-3.0f, 0.0f}, 9.0f, 2, nullptr, near, 1), 2);
	EXPECT_TRUE(near[0].fixture == y.box && near[1].fixture == 0);
	EXPECT_EQ(ricochet_find_all_nearest(w, {-3.0f, 0.0f}, 9.0f, 1, nullptr, nullptr, 0), 1);
	ricochet_slide_result slid{};
	ricochet_slide_plane plane{};
	EXPECT_EQ(ricochet_slide_hull(w, &disc, path.pose, {6.0f, 0.0f}, nullptr, nullptr, &slid, nullptr, 0), 1);
	EXPECT_EQ(ricochet_slide_hull(w, &disc, path.pose, {6.0f, 0.0f}, nullptr, nullptr, &slid, &plane, 1), 1);
	EXPECT_TRUE(plane.fixture == y.box && plane.normal.x == -1.0f && slid.is_free && slid.left.x == 0.0f);
	ricochet_hull_hit solids[2] = {};
	EXPECT_EQ(ricochet_cast_hull_solids(w, &disc, path.pose, {6.0f, 0.0f}, nullptr, solids, 2), 1);
	EXPECT_TRUE(solids[0].span.fixture == y.box && solids[1].span.fixture == 0);
}

TEST(CRefusals, SizesAreThoseOfTheHeaders)
{
	EXPECT_EQ(ricochet_size_of("ricochet_ray_hit"), sizeof(ricochet_ray_hit));
	EXPECT_EQ(ricochet_size_of("ricochet_impact"), sizeof(ricochet_impact));
	EXPECT_EQ(ricochet_size_of("ricochet_bullet_def"), sizeof(ricochet_bullet_def));
	EXPECT_EQ(ricochet_size_of("ricochet_turning_path"), sizeof(ricochet_turning_path));
	EXPECT_EQ(ricochet_size_of("ricochet_convex_piece"), sizeof(ricochet_convex_piece));
	EXPECT_EQ(ricochet_size_of("ricochet_blast_decision"), sizeof(ricochet_blast_decision));
	EXPECT_EQ(ricochet_size_of("ricochet_box"), sizeof(ricochet_box));
	EXPECT_EQ(ricochet_size_of("ricochet_weld_counts"), sizeof(ricochet_weld_counts));
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

} // namespace ricochet::test::refusal_test
