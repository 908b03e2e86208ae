// MIT License, Copyright (c) 2026 the ricochet authors

// These tests call the functions of the C interface that only a scene has.

#include <ricochet/c/scene.h>

#include "c/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>

namespace ricochet::test::scene_test
{

constexpr float k_dt = 1.0f / 60.0f;

/// Two worlds with the same bodies. Steps move the bodies of `stepped`. Moves copy these motions to `moved`.
struct Twins
{
	explicit Twins(uint64_t seed) : random(seed)
	{
		for (int32_t i = 0; i < 40; ++i)
		{
			ricochet_body_def def = ricochet_body_def_default();
			def.type = random.Below(3);
			def.pose = {ToC(random.InBox(10.0f)), random.Uniform(-3.0f, 3.0f)};
			def.velocity = ToC(random.InBox(20.0f));
			def.angular_velocity = random.Uniform(-20.0f, 20.0f);
			def.user_data = static_cast<uint64_t>(i);
			for (Yard* yard : {&stepped, &moved})
			{
				const ricochet_body body = ricochet_create_body(yard->world.get(), &def);
				ricochet_add_box(yard->world.get(), body, nullptr, 0.7f, 0.3f, k_origin);
			}
		}
	}

	/// Returns the motions of all bodies of the first world. If `haveAngles` is false, the scene continues its own
	/// angles.
	std::vector<ricochet_scene_motion> Motions(bool haveAngles) const
	{
		std::vector<ricochet_scene_motion> motions;
		for (b2Body* body = Unwrap(stepped.world.get())->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			const b2Transform& pose = body->GetTransform();
			motions.push_back({stepped.world->state->IdOf(body), ToC(pose.p), pose.q.s, pose.q.c,
			                   haveAngles ? body->GetAngle() : NAN, ToC(body->GetLinearVelocity()),
			                   body->GetAngularVelocity()});
		}
		return motions;
	}

	void Fire()
	{
		for (int32_t i = 0; i < 20; ++i)
		{
			ricochet_bullet_def def = ricochet_bullet_def_default();
			def.position = ToC(random.InBox(10.0f));
			def.velocity = ToC(random.InBox(500.0f));
			def.max_pierces = 2;
			ricochet_fire(stepped.plugin.get(), &def);
			ricochet_fire(moved.plugin.get(), &def);
		}
	}

	static std::vector<ricochet_impact> ImpactsOf(const Yard& yard)
	{
		std::vector<ricochet_impact> impacts(static_cast<size_t>(ricochet_impacts(yard.plugin.get(), 0, nullptr, 0)));
		ricochet_impacts(yard.plugin.get(), 0, impacts.data(), static_cast<int32_t>(impacts.size()));
		return impacts;
	}

	SceneRandom random;
	Yard stepped, moved;
};

// The impacts must agree in every bit, because each centre of mass is the body's origin, whose position is passed.
TEST(Scene, MovesGiveTheImpactsThatStepsGive)
{
	Twins twins(5);
	size_t count = 0;
	for (int32_t step = 0; step < 60; ++step)
	{
		twins.Fire();
		ASSERT_TRUE(ricochet_begin_step(twins.stepped.plugin.get()));
		ASSERT_TRUE(ricochet_begin_step(twins.moved.plugin.get()));
		ASSERT_TRUE(ricochet_step_world(twins.stepped.world.get(), k_dt, 8, 3)) << ricochet_last_message();
		const auto motions = twins.Motions(true);
		ASSERT_TRUE(ricochet_scene_move(twins.moved.world.get(), motions.data(), static_cast<int32_t>(motions.size())))
		    << ricochet_last_message();
		ASSERT_TRUE(ricochet_end_step(twins.stepped.plugin.get(), k_dt));
		ASSERT_TRUE(ricochet_end_step(twins.moved.plugin.get(), k_dt));
		const auto a = Twins::ImpactsOf(twins.stepped);
		const auto b = Twins::ImpactsOf(twins.moved);
		ASSERT_EQ(a.size(), b.size()) << step;
		for (size_t i = 0; i < a.size(); ++i)
		{
			ASSERT_EQ(a[i].hit.body, b[i].hit.body) << step;
			ASSERT_EQ(a[i].hit.enter.point.x, b[i].hit.enter.point.x) << step;
			ASSERT_EQ(a[i].hit.enter.point.y, b[i].hit.enter.point.y) << step;
			ASSERT_EQ(a[i].impulse.x, b[i].impulse.x) << step;
			ASSERT_EQ(a[i].time, b[i].time) << step;
		}
		count += a.size();
	}
	EXPECT_GT(count, 200u);
}

TEST(Scene, AnglesGoOnBySineAndCosine)
{
	Twins twins(6);
	for (int32_t step = 0; step < 200; ++step)
	{
		ASSERT_TRUE(ricochet_step(twins.stepped.plugin.get(), k_dt, 8, 3));
		const auto motions = twins.Motions(false);
		ASSERT_TRUE(ricochet_scene_move(twins.moved.world.get(), motions.data(), static_cast<int32_t>(motions.size())));
	}
	for (const ricochet_scene_motion& motion : twins.Motions(true))
	{
		ricochet_body_state state;
		ASSERT_TRUE(ricochet_get_body(twins.moved.world.get(), motion.body, &state));
		EXPECT_NEAR(state.pose.angle, motion.angle, 1e-3f); // The angles are up to 67 rad by now.
	}
}

struct OneBody : Yard
{
	OneBody()
	{
		ricochet_body_def def = ricochet_body_def_default();
		def.type = RICOCHET_DYNAMIC;
		def.pose.position = {50.0f, 50.0f};
		def.user_data = 9;
		disc = ricochet_create_body(world.get(), &def);
		fixture = ricochet_add_circle(world.get(), disc, nullptr, {0.0f, 0.0f}, 0.5f);
	}

	[[nodiscard]] int32_t Cast() const
	{
		const ricochet_ray ray = ricochet_ray_between({45.0f, 50.0f}, {55.0f, 50.0f});
		ricochet_ray_hit hit;
		return ricochet_cast_ray_closest(world.get(), &ray, nullptr, &hit);
	}

	ricochet_body disc = 0;
	ricochet_fixture fixture = 0;
};

TEST(Scene, ChangesAreTakenOnce)
{
	OneBody y;
	ASSERT_TRUE(ricochet_apply_impulse(y.world.get(), y.disc, {2.0f, 0.0f}, {50.0f, 50.25f}));
	ASSERT_TRUE(ricochet_apply_impulse(y.world.get(), y.disc, {1.0f, 0.5f}, {50.0f, 50.0f}));
	ASSERT_TRUE(ricochet_set_body_pose(y.world.get(), y.body, {{1.0f, 2.0f}, 0.5f}));
	EXPECT_EQ(ricochet_scene_take_changes(y.world.get(), nullptr, 0), 2);
	ricochet_scene_change change{};
	ASSERT_EQ(ricochet_scene_take_changes(y.world.get(), &change, 1), 2);
	EXPECT_EQ(change.body, y.disc);
	EXPECT_EQ(change.user_data, 9u);
	EXPECT_EQ(change.impulse.x, 3.0f);
	EXPECT_EQ(change.impulse.y, 0.5f);
	EXPECT_EQ(change.angular_impulse, -0.5f);
	EXPECT_FALSE(change.is_put);
	ASSERT_EQ(ricochet_scene_take_changes(y.world.get(), &change, 1), 1);
	EXPECT_EQ(change.body, y.body);
	EXPECT_TRUE(change.is_put);
	EXPECT_EQ(change.pose.position.y, 2.0f);
	EXPECT_EQ(change.sine, std::sin(0.5f));
	EXPECT_EQ(ricochet_scene_take_changes(y.world.get(), &change, 1), 0);

	ASSERT_TRUE(ricochet_apply_impulse(y.world.get(), y.disc, {2.0f, 0.0f}, {50.0f, 50.25f}));
	ASSERT_TRUE(ricochet_destroy_body(y.world.get(), y.disc));
	EXPECT_EQ(ricochet_scene_take_changes(y.world.get(), &change, 1), 0);
}

TEST(Scene, ABodyThatAGrenadeHoldsBackIsPutElsewhere)
{
	OneBody y;
	ricochet_body_def ground = ricochet_body_def_default();
	ground.pose.position = {50.0f, 48.0f};
	ricochet_add_box(y.world.get(), ricochet_create_body(y.world.get(), &ground), nullptr, 5.0f, 1.0f, k_origin);
	ricochet_grenade_def grenade = ricochet_grenade_def_default();
	grenade.position = {50.0f, 49.0f + grenade.radius};
	grenade.fuse = std::numeric_limits<float>::infinity();
	ricochet_throw(y.plugin.get(), &grenade);
	ricochet_scene_change change{};
	float height = 50.0f;
	for (int32_t step = 0; step < 60 && change.is_put == false; ++step)
	{
		height -= 2.0f * k_dt;
		const ricochet_scene_motion motion{y.disc, {50.0f, height}, 0.0f, 1.0f, 0.0f, {0.0f, -2.0f}, 0.0f};
		ASSERT_TRUE(ricochet_begin_step(y.plugin.get()));
		ASSERT_TRUE(ricochet_scene_move(y.world.get(), &motion, 1));
		ASSERT_TRUE(ricochet_end_step(y.plugin.get(), k_dt));
		ricochet_scene_take_changes(y.world.get(), &change, 1);
	}
	EXPECT_TRUE(change.is_put);
	EXPECT_NEAR(change.pose.position.y, 49.0f + 2.0f * grenade.radius + 0.5f, 1e-3f);
	EXPECT_GT(change.pose.position.y, height);
}

TEST(Scene, TellsWhatWasDestroyed)
{
	OneBody y;
	ASSERT_TRUE(ricochet_queue_destroy(y.plugin.get(), y.disc));
	const ricochet_scene_motion motion{y.disc, {51.0f, 50.0f}, 0.0f, 1.0f, NAN, {0.0f, 0.0f}, 0.0f};
	EXPECT_TRUE(ricochet_scene_move(y.world.get(), &motion, 1)) << ricochet_last_message();
	EXPECT_EQ(ricochet_scene_take_destroyed(y.world.get(), nullptr, 0), 0);
	ASSERT_TRUE(ricochet_step(y.plugin.get(), k_dt, 8, 3));
	ricochet_scene_destroyed gone{};
	ASSERT_EQ(ricochet_scene_take_destroyed(y.world.get(), &gone, 1), 1);
	EXPECT_EQ(gone.body, y.disc);
	EXPECT_EQ(gone.user_data, 9u);
	EXPECT_EQ(ricochet_scene_take_destroyed(y.world.get(), &gone, 1), 0);
}

TEST(Scene, TheMassIsThatOfTheGame)
{
	OneBody y;
	ASSERT_TRUE(ricochet_scene_set_mass(y.world.get(), y.disc, 4.0f, 0.5f, {0.25f, 0.0f}));
	ricochet_add_circle(y.world.get(), y.disc, nullptr, {0.0f, 0.0f}, 0.5f);
	ASSERT_TRUE(ricochet_apply_impulse(y.world.get(), y.disc, {0.0f, 2.0f}, {50.5f, 50.0f}));
	ricochet_body_state state;
	ASSERT_TRUE(ricochet_get_body(y.world.get(), y.disc, &state));
	EXPECT_EQ(state.mass, 4.0f);
	EXPECT_EQ(state.velocity.y, 0.5f);
	EXPECT_EQ(state.angular_velocity, 1.0f);
	ASSERT_TRUE(ricochet_scene_set_type(y.world.get(), y.disc, RICOCHET_KINEMATIC));
	ASSERT_TRUE(ricochet_get_body(y.world.get(), y.disc, &state));
	EXPECT_EQ(state.mass, 0.0f);
	ASSERT_TRUE(ricochet_scene_set_type(y.world.get(), y.disc, RICOCHET_DYNAMIC));
	ASSERT_TRUE(ricochet_get_body(y.world.get(), y.disc, &state));
	EXPECT_EQ(state.mass, 4.0f);
}

TEST(Scene, AStaticBodyGetsManyFixturesInATimePerFixture)
{
	// 16 times as many fixtures may take 64 times as long. If adding a fixture summed over all, they would take 256
	// times as long.
	const auto timeOf = [](int32_t fixtures)
	{
		std::clock_t least = std::numeric_limits<std::clock_t>::max();
		for (int32_t round = 0; round < 5; ++round)
		{
			OneBody y;
			const std::clock_t begin = std::clock();
			for (int32_t i = 0; i < fixtures; ++i)
			{
				ricochet_add_circle(y.world.get(), y.body, nullptr, {static_cast<float>(i), 0.0f}, 0.5f);
			}
			least = std::min(least, std::clock() - begin);
		}
		return static_cast<double>(std::max<std::clock_t>(least, 1));
	};
	EXPECT_LT(timeOf(16000), 64.0 * timeOf(1000));
}

TEST(Scene, ABodyThatBecomesDynamicHasTheMassOfItsFixtures)
{
	OneBody y;
	std::array<ricochet_body_state, 2> states{};
	for (const int32_t type : {RICOCHET_STATIC, RICOCHET_DYNAMIC})
	{
		ricochet_body_def def = ricochet_body_def_default();
		def.type = type;
		const ricochet_body body = ricochet_create_body(y.world.get(), &def);
		for (int32_t i = 0; i < 10; ++i)
		{
			const float size = 0.1f + 0.03f * static_cast<float>(i);
			ricochet_add_circle(y.world.get(), body, nullptr, {size, 0.0f}, size);
		}
		ASSERT_TRUE(ricochet_scene_set_type(y.world.get(), body, RICOCHET_DYNAMIC));
		ASSERT_TRUE(ricochet_apply_impulse(y.world.get(), body, {1.0f, 2.0f}, {3.0f, 4.0f}));
		ASSERT_TRUE(ricochet_get_body(y.world.get(), body, &states[type == RICOCHET_STATIC ? 0 : 1]));
	}
	EXPECT_GT(states[0].mass, 0.0f);
	EXPECT_EQ(states[0].mass, states[1].mass);
	EXPECT_EQ(states[0].velocity.x, states[1].velocity.x);
	EXPECT_EQ(states[0].angular_velocity, states[1].angular_velocity);
}

TEST(Scene, DisabledBodiesAndFilteredFixturesAreNotHit)
{
	OneBody y;
	EXPECT_EQ(y.Cast(), 1);
	ASSERT_TRUE(ricochet_scene_set_enabled(y.world.get(), y.disc, false));
	EXPECT_EQ(y.Cast(), 0);
	ASSERT_TRUE(ricochet_scene_set_enabled(y.world.get(), y.disc, true));
	EXPECT_EQ(y.Cast(), 1);
	ricochet_fixture_def def = ricochet_fixture_def_default();
	def.mask_bits = 0;
	ASSERT_TRUE(ricochet_scene_set_fixture(y.world.get(), y.fixture, &def));
	EXPECT_EQ(y.Cast(), 0);
	def.mask_bits = 0xFFFF;
	def.user_data = 77;
	ASSERT_TRUE(ricochet_scene_set_fixture(y.world.get(), y.fixture, &def));
	EXPECT_EQ(y.Cast(), 1);
	def.sensor = true;
	ASSERT_TRUE(ricochet_scene_set_fixture(y.world.get(), y.fixture, &def));
	EXPECT_EQ(y.Cast(), 0);
}

TEST(Scene, ShapesAreTakenAsTheyAre)
{
	OneBody y;
	ASSERT_TRUE(ricochet_destroy_fixture(y.world.get(), y.fixture));
	const ricochet_vec triangle[] = {{-0.002f, -0.001f}, {0.002f, -0.001f}, {0.0f, 0.001f}};
	const ricochet_vec turned[] = {{-0.002f, -0.001f}, {0.0f, 0.001f}, {0.002f, -0.001f}};
	const auto add = [&](const ricochet_vec* points, int32_t count, float radius)
	{
		return ricochet_scene_add_solid(y.world.get(), y.disc, nullptr, points, count, radius);
	};
	for (const auto& [points, count, radius] : {std::tuple(triangle, 3, 0.0f), std::tuple(triangle, 3, 0.001f),
	                                            std::tuple(triangle, 2, 0.0015f), std::tuple(triangle + 2, 1, 0.002f)})
	{
		const ricochet_fixture made = add(points, count, radius);
		ASSERT_NE(made, 0u) << ricochet_last_message();
		EXPECT_EQ(y.Cast(), 1) << count;
		ASSERT_TRUE(ricochet_destroy_fixture(y.world.get(), made));
	}
	EXPECT_EQ(add(turned, 3, 0.0f), 0u);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NOT_A_SOLID);
	EXPECT_EQ(add(triangle, 2, 0.0f), 0u);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NOT_POSITIVE);
	EXPECT_EQ(add(triangle, 0, 0.1f), 0u);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_TOO_FEW);
}

TEST(Scene, RefusesWhatIsWrong)
{
	OneBody y;
	std::array<ricochet_scene_motion, 2> motions{};
	for (ricochet_scene_motion& motion : motions)
	{
		motion = {y.disc, {60.0f, 50.0f}, 0.0f, 1.0f, NAN, {0.0f, 0.0f}, 0.0f};
	}
	motions[1].velocity.x = std::numeric_limits<float>::infinity();
	EXPECT_FALSE(ricochet_scene_move(y.world.get(), motions.data(), 2));
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NOT_FINITE);
	EXPECT_EQ(ricochet_last_error().index, 1);
	EXPECT_EQ(y.Cast(), 1); // nothing has moved
	motions[1].body = y.fixture;
	EXPECT_FALSE(ricochet_scene_move(y.world.get(), motions.data(), 2));
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NO_SUCH_ENTRY);
	EXPECT_FALSE(ricochet_scene_move(y.world.get(), nullptr, 2));
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NULL);
	EXPECT_TRUE(ricochet_scene_move(y.world.get(), nullptr, 0));
	EXPECT_EQ(ricochet_wrap_world(&y), nullptr);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_HAS_NO_B2_WORLD);
	EXPECT_EQ(ricochet_b2_world(y.world.get()), nullptr);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_HAS_NO_B2_WORLD);
	EXPECT_FALSE(ricochet_scene_set_mass(y.world.get(), y.disc, -1.0f, 0.0f, {0.0f, 0.0f}));
	EXPECT_FALSE(ricochet_scene_set_type(y.world.get(), y.disc, 3));
	EXPECT_EQ(ricochet_scene_take_changes(y.world.get(), nullptr, 1), -1);
}

} // namespace ricochet::test::scene_test
