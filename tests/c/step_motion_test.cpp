// MIT License, Copyright (c) 2026 the ricochet authors

// Casts through a step by the C interface. The results must equal those of the C++ interface in every bit, and wrong
// arguments must be refused.

#include <ricochet/projectile/step_motion.h>

#include "c/random_asks.h"

#include <limits>

namespace ricochet::test::c_step_motion_test
{

namespace
{

struct DestroyStep
{
	void operator()(ricochet_step_motion* step) const { ricochet_destroy_step_motion(step); }
};
using StepHandle = std::unique_ptr<ricochet_step_motion, DestroyStep>;

void ExpectRefused(int32_t answer, ricochet_reason reason, const char* parameter)
{
	EXPECT_EQ(answer, -1);
	EXPECT_EQ(ricochet_last_error().reason, reason) << ricochet_last_message();
	EXPECT_STREQ(ricochet_last_error().parameter, parameter);
}

} // namespace

TEST(CStepMotion, AnswersAsTheCppInterface)
{
	int32_t met = 0;
	for (uint64_t seed = 1; seed <= 4; ++seed)
	{
		Wrapped w(7800 + seed);
		b2World& world = *w.scene.world;
		for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetLinearVelocity(60.0f * w.random.Direction());
			body->SetAngularVelocity(w.random.Uniform(-60.0f, 60.0f));
		}
		StepMotion step(world);
		const StepHandle handle(ricochet_create_step_motion(w.world.get()));
		ASSERT_TRUE(step.Begin() && ricochet_begin_step_motion(handle.get()));
		world.Step(1.0f / 60.0f, 8, 3);
		ASSERT_TRUE(step.End() && ricochet_end_step_motion(handle.get()));
		for (int32_t i = 0; i < ScaledCount(150) && HasFailure() == false; ++i)
		{
			SCOPED_TRACE(i);
			const Filters filter(w.random, w.scene);
			const Ray ray{w.random.InBox(w.scene.halfWidth), w.random.InBox(6.0f)};
			const ricochet_ray asked = ToC(ray);
			ricochet_ray_hit hit;
			const auto expected = CastRayClosest(step, ray, filter.cpp);
			ASSERT_EQ(ricochet_cast_ray_in_step(handle.get(), &asked, &filter.c, &hit), expected ? 1 : 0);
			EXPECT_TRUE(!expected || IsSame(*expected, hit));

			const RandomHull hull(w.random, w.scene.halfWidth);
			const ricochet_hull view = hull.ViewC();
			ricochet_hull_hit touch;
			const auto touched = CastHullClosest(step, hull.Path(), filter.cpp);
			ASSERT_EQ(
			    ricochet_cast_hull_in_step(handle.get(), &view, hull.pose, ToC(hull.translation), &filter.c, &touch),
			    touched ? 1 : 0);
			EXPECT_TRUE(!touched || IsSame(*touched, touch));

			ricochet_beam_def def = ricochet_beam_def_default();
			def.length = 20.0f;
			def.max_bounces = 5;
			def.filter = &filter.c;
			ricochet_beam_leg legs[k_room];
			std::vector<BeamLeg> flown;
			(void)CastBeam(step, ray.origin, ray.translation, {.length = 20.0f, .maxBounces = 5, .filter = filter.cpp},
			               flown);
			ASSERT_EQ(
			    ricochet_cast_beam_in_step(handle.get(), asked.origin, asked.translation, &def, legs, k_room, nullptr),
			    static_cast<int32_t>(flown.size()));
			for (size_t leg = 0; leg < flown.size(); ++leg)
			{
				EXPECT_TRUE(IsSame(flown[leg], legs[leg].hit));
			}
			met += expected && touched ? 1 : 0;
		}
	}
	EXPECT_GT(met, ScaledCount(30));
}

TEST(CStepMotion, RefusesWhatItCannotDo)
{
	const Yard yard;
	const StepHandle step(ricochet_create_step_motion(yard.world.get()));
	const ricochet_ray ray{{-5.0f, 0.0f}, {10.0f, 0.0f}, 1.0f};
	const ricochet_ray bad{{std::numeric_limits<float>::quiet_NaN(), 0.0f}, {10.0f, 0.0f}, 1.0f};
	const ricochet_vec center{0.0f, 0.0f};
	const ricochet_hull disc{&center, 1, 0.5f};
	const ricochet_hull none{&center, 0, 0.5f};
	ricochet_ray_hit hit;
	ricochet_hull_hit touch;
	ricochet_beam_leg leg;

	EXPECT_EQ(ricochet_create_step_motion(nullptr), nullptr);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NULL);
	const WorldHandle snapshot(ricochet_create_snapshot(yard.world.get()));
	EXPECT_EQ(ricochet_create_step_motion(snapshot.get()), nullptr);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_IS_A_SNAPSHOT);
	EXPECT_FALSE(ricochet_begin_step_motion(nullptr));
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NULL);
	EXPECT_FALSE(ricochet_end_step_motion(step.get()));
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_STEP_HAS_NOT_BEGUN);

	ExpectRefused(ricochet_cast_ray_in_step(nullptr, &ray, nullptr, &hit), RICOCHET_NULL, "step");
	ExpectRefused(ricochet_cast_ray_in_step(step.get(), nullptr, nullptr, &hit), RICOCHET_NULL, "ray");
	ExpectRefused(ricochet_cast_ray_in_step(step.get(), &ray, nullptr, nullptr), RICOCHET_NULL, "hit");
	ExpectRefused(ricochet_cast_ray_in_step(step.get(), &bad, nullptr, &hit), RICOCHET_NOT_FINITE,
	              "ricochet_ray::origin");
	ExpectRefused(ricochet_cast_hull_in_step(nullptr, &disc, k_origin, center, nullptr, &touch), RICOCHET_NULL, "step");
	ExpectRefused(ricochet_cast_hull_in_step(step.get(), &none, k_origin, center, nullptr, &touch), RICOCHET_TOO_FEW,
	              "ricochet_hull::count");
	ExpectRefused(ricochet_cast_beam_in_step(nullptr, center, center, nullptr, &leg, 1, nullptr), RICOCHET_NULL,
	              "step");
	ExpectRefused(ricochet_cast_beam_in_step(step.get(), center, center, nullptr, &leg, 1, nullptr),
	              RICOCHET_NOT_POSITIVE, "|direction|");

	EXPECT_EQ(ricochet_cast_ray_in_step(step.get(), &ray, nullptr, &hit), 1);
	EXPECT_EQ(hit.fixture, yard.box);
	ricochet_destroy_step_motion(nullptr);
}

} // namespace ricochet::test::c_step_motion_test
