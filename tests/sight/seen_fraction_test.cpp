// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_query.h>
#include <ricochet/sight/visibility.h>

#include "support/scenes.h"
#include "support/test_scale.h"
#include "support/value_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::test::seen_fraction_test
{

namespace
{

b2Fixture* AddBox(Scene& scene, b2Vec2 center, float hx, float hy, float angle = 0.0f)
{
	return scene.Add(scene.AddBody(center, angle), ValueOf(MakeBox(hx, hy)));
}

// Returns a box from (9, -1) to (11, 1). From the origin, its near face covers an angle of 2 atan(1 / 9).
b2Body* AddTarget(Scene& scene)
{
	return AddBox(scene, {10.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
}

TEST(SeenFraction, OfABodyAlone)
{
	Scene scene;
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *AddTarget(scene))), 1.0f);
}

TEST(SeenFraction, BehindAWall)
{
	Scene scene;
	const b2Body* target = AddTarget(scene);
	AddBox(scene, {5.0f, 0.0f}, 0.1f, 5.0f);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *target)), 0.0f);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {20.0f, 0.0f}, *target)), 1.0f);
}

TEST(SeenFraction, HalfBehindAWallThatEndsOnTheAxis)
{
	Scene scene;
	const b2Body* target = AddTarget(scene);
	scene.AddEdge({5.0f, 0.0f}, {5.0f, 8.0f});
	EXPECT_NEAR(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *target)), 0.5, 1e-7);
}

TEST(SeenFraction, IsAShareOfTheAngle)
{
	// The edge reaches up to y = 3 / 9 at x = 5, so it hides the near face up to y = 0.6.
	Scene scene;
	const b2Body* target = AddTarget(scene);
	scene.AddEdge({5.0f, -8.0f}, {5.0f, 3.0f / 9.0f});
	const double hidden = std::atan(3.0 / 45.0) + std::atan(1.0 / 9.0);
	EXPECT_NEAR(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *target)), 1.0 - hidden / (2.0 * std::atan(1.0 / 9.0)),
	            1e-6);
}

TEST(SeenFraction, OfACircle)
{
	Scene scene;
	const b2CircleShape circle = CircleOf(2.0f);
	b2Body* body = scene.AddBody({10.0f, 0.0f}, 0.7f);
	scene.Add(body, circle);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *body)), 1.0f);
	scene.AddEdge({5.0f, 0.5f}, {5.0f, 8.0f});
	const double half = std::asin(0.2);
	EXPECT_NEAR(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *body)), (half + std::atan(0.1)) / (2.0 * half), 1e-6);
}

TEST(SeenFraction, EyeInTheBodyAndInAnother)
{
	Scene scene;
	const b2Body* target = AddTarget(scene);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {10.0f, 0.0f}, *target)), 1.0f);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {9.0f, 0.5f}, *target)), 1.0f) << "on its face";
	AddBox(scene, {0.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.5f, 0.0f}, *target)), 0.0f);
	QueryFilter filter;
	filter.startInside = false;
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.5f, 0.0f}, *target, filter)), 1.0f);
}

TEST(SeenFraction, EyeInTheBodyWhateverTheFilterSaysOfSolidsAboutTheEye)
{
	Scene scene;
	QueryFilter filter;
	filter.startInside = false;
	b2Body* box = AddTarget(scene);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {10.0f, 0.0f}, *box, filter)), 1.0f);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {9.0f, 0.5f}, *box, filter)), 1.0f) << "on its face";
	b2CircleShape circle = CircleOf(2.0f);
	b2Body* disc = scene.AddBody({-10.0f, 0.0f}, 0.7f);
	scene.Add(disc, circle);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {-9.0f, 0.5f}, *disc, filter)), 1.0f);

	// A second part of the body is behind a wall. The eye is still inside the first part, so the fraction is 1.
	circle.m_p = {0.0f, 20.0f};
	scene.Add(box, circle);
	AddBox(scene, {10.0f, 10.0f}, 8.0f, 0.5f);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {10.0f, 0.0f}, *box, filter)), 1.0f);

	// Another solid also contains the eye, so startInside ignores that solid. It does not ignore the body itself.
	AddBox(scene, {10.0f, 0.0f}, 0.5f, 0.5f);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {10.0f, 0.0f}, *box, filter)), 1.0f);
	filter.ignoreBody = disc;
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {-9.0f, 0.5f}, *disc, filter)), 1.0f)
	    << "the body itself is never ignored";
}

TEST(SeenFraction, OfABodyThatTheFilterIgnoresOrDoesNotAccept)
{
	Scene scene;
	const b2Body* target = AddTarget(scene);
	QueryFilter filter;
	filter.ignoreBody = target;
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *target, filter)), 1.0f)
	    << "the body itself is never ignored";
	filter = {};
	filter.maskBits = 0x0002;
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *target, filter)), 0.0f);
	EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, *scene.AddBody({3.0f, 0.0f}, 0.0f))), 0.0f)
	    << "no fixtures";
}

TEST(SeenFraction, BadEye)
{
	Scene scene;
	const b2Body* target = AddTarget(scene);
	const float nan = std::numeric_limits<float>::quiet_NaN();
	EXPECT_EQ(SeenFraction(*scene.world, {nan, 0.0f}, *target).GetError().reason, ErrorReason::NotFinite);
	EXPECT_EQ(SeenFraction(*scene.world, {0.0f, HUGE_VALF}, *target).GetError().reason, ErrorReason::NotFinite);
}

// Casts rays in many directions. Returns the share that hits the body first, among the rays that hit the body at all.
double FractionOfRays(const b2World& world, b2Vec2 eye, const b2Body& body, int32_t rays)
{
	QueryFilter alone;
	alone.accept = [&](const b2Fixture* fixture)
	{
		return fixture->GetBody() == &body;
	};
	int32_t any = 0;
	int32_t first = 0;
	for (int32_t i = 0; i < rays; ++i)
	{
		const double angle = 6.283185307179586 * (i + 0.5) / rays;
		const b2Vec2 way{static_cast<float>(200.0 * std::cos(angle)), static_cast<float>(200.0 * std::sin(angle))};
		if (CastRayAny(world, {eye, way}, alone))
		{
			const auto closest = CastRayClosest(world, {eye, way});
			++any;
			first += closest.has_value() && closest->fixture->GetBody() == &body ? 1 : 0;
		}
	}
	return any > 0 ? static_cast<double>(first) / any : 0.0;
}

TEST(SeenFraction, IsThatOfManyRays)
{
	SceneRandom random(404);
	const int32_t rays = ScaledCount(20000);
	for (int32_t round = 0; round < 20; ++round)
	{
		const Scene scene = MakeMixedScene(30, 100 + static_cast<uint64_t>(round));
		const b2Vec2 eye = random.InBox(scene.halfWidth);
		const b2Fixture* fixture = scene.fixtures[static_cast<size_t>(random.Below(30))];
		if (fixture->IsSensor())
		{
			continue;
		}
		const b2Body& body = *fixture->GetBody();
		const bool isInside =
		    std::any_of(scene.fixtures.begin(), scene.fixtures.end(),
		                [&](b2Fixture* other) { return other->TestPoint(eye) && other->IsSensor() == false; });
		if (isInside == false)
		{
			const double expected = FractionOfRays(*scene.world, eye, body, rays);
			const double angleOfRay = 6.283 / rays;
			const double size = 0.2 / (eye - body.GetPosition()).Length();
			EXPECT_NEAR(ValueOf(SeenFraction(*scene.world, eye, body)), expected, 8.0 * angleOfRay / size)
			    << "round " << round;
		}
	}
}

} // namespace

} // namespace ricochet::test::seen_fraction_test
