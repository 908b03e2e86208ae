// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <ricochet/geometry/reflect.h>
#include <ricochet/projectile/materials.h>

#include <box2d/b2_contact.h>

#include <algorithm>
#include <optional>

// Tests which response an impact gets, how it changes the velocity, and which fixtures count.

namespace ricochet::test::impact_rules_test
{

namespace
{

std::vector<Response> ResponsesOf(const Plugin& plugin)
{
	std::vector<Response> responses;
	for (const ImpactEvent& event : plugin.Impacts())
	{
		responses.push_back(event.response);
	}
	return responses;
}

// Returns a bullet that arrives at x = 0 on the top of a floor (y = 0), in the middle of the step. `angle` is its angle
// to the floor (rad).
BulletDef TowardFloor(float angle, float speed = 300.0f)
{
	const b2Vec2 velocity = {speed * std::cos(angle), -speed * std::sin(angle)};
	return {.position = -0.5f * k_dt * velocity, .velocity = velocity, .gravityScale = 0.0f};
}

b2Fixture* AddFloor(FiringRange& range)
{
	return range.AddBox({0.0f, -1.0f}, 20.0f, 1.0f);
}

struct Walls
{
	b2Fixture* right; // its face is at x = 5
	b2Fixture* left;  // its face is at x = -5
	b2Fixture* far;   // its face is at x = -8
};

Walls AddWalls(FiringRange& range)
{
	return {range.AddBox({5.5f, 0.0f}, 0.5f, 5.0f), range.AddBox({-5.5f, 0.0f}, 0.5f, 5.0f),
	        range.AddBox({-8.5f, 0.0f}, 0.5f, 5.0f)};
}

} // namespace

TEST(ImpactRules, BounceComesBeforePierceBeforeStop)
{
	FiringRange range;
	const Walls walls = AddWalls(range);
	range.plugin.Fire({.velocity = {600.0f, 0.0f}, .gravityScale = 0.0f, .maxBounces = 1, .maxPierces = 1});
	range.Step(0.1f);
	const auto impacts = range.plugin.Impacts();
	ASSERT_EQ(impacts.size(), 3u);
	EXPECT_EQ(ResponsesOf(range.plugin), (std::vector{Response::Bounce, Response::Pierce, Response::Stop}));
	EXPECT_EQ(impacts[0].fixture, walls.right);
	EXPECT_EQ(impacts[1].fixture, walls.left);
	EXPECT_EQ(impacts[2].fixture, walls.far);
	EXPECT_NEAR(impacts[0].time, 5.0f / 600.0f, 1.0e-7f);
	EXPECT_NEAR(impacts[1].time, 15.0f / 600.0f, 1.0e-7f);
	EXPECT_NEAR(impacts[2].time, 18.0f / 600.0f, 1.0e-7f);
}

TEST(ImpactRules, BouncesAndPiercesAreCountedOverTheWholeLife)
{
	// The walls are a metre or more apart. A step is 0.4 m, so each step has at most one impact.
	for (const bool pierce : {true, false})
	{
		FiringRange range;
		for (int32_t i = 1; i <= 10; ++i)
		{
			range.AddBox({pierce ? static_cast<float>(i) : (i % 2 == 1 ? 1.0f : -1.0f), 0.0f}, 0.1f, 1.0f);
		}
		BulletDef def{.velocity = {24.0f, 0.0f}, .gravityScale = 0.0f};
		(pierce ? def.maxPierces : def.maxBounces) = 3;
		const BulletId id = range.plugin.Fire(def);
		std::vector<Response> responses;
		std::vector<b2Fixture*> fixtures;
		for (int32_t step = 0; step < 60; ++step)
		{
			range.Step(k_dt);
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				responses.push_back(event.response);
				fixtures.push_back(event.fixture);
			}
			if (const auto state = range.plugin.Find(id))
			{
				EXPECT_EQ(pierce ? state->pierces : state->bounces, static_cast<int32_t>(responses.size()));
			}
		}
		const Response first = pierce ? Response::Pierce : Response::Bounce;
		if (pierce)
		{
			EXPECT_EQ(responses, (std::vector{first, first, first, Response::Stop}));
		}
		else
		{
			// At each end, five boxes coincide. Whichever of them is hit, the fourth impact ends the flight.
			ASSERT_EQ(responses.size(), 4u);
			EXPECT_EQ(responses[2], first);
			EXPECT_EQ(responses[3], Response::Stop);
		}
	}
}

TEST(ImpactRules, OnlyFlatterThanTheRicochetAngleBounces)
{
	for (const float ricochetAngle : {0.1f, 0.5f, 1.0f, 1.5f})
	{
		for (const float difference : {-0.05f, -0.0005f, 0.0005f, 0.05f})
		{
			for (const int32_t maxPierces : {0, 1})
			{
				FiringRange range;
				range.plugin.SetSurface(AddFloor(range), {.resistance = 1.0f, .ricochetAngle = ricochetAngle});
				BulletDef def = TowardFloor(ricochetAngle + difference);
				def.maxBounces = 1;
				def.maxPierces = maxPierces;
				range.plugin.Fire(def);
				range.Step(k_dt);
				ASSERT_EQ(range.plugin.Impacts().size(), 1u);
				const Response otherwise = maxPierces > 0 ? Response::Pierce : Response::Stop;
				EXPECT_EQ(range.plugin.Impacts()[0].response, difference < 0.0f ? Response::Bounce : otherwise)
				    << ricochetAngle << " + " << difference;
			}
		}
	}
}

TEST(ImpactRules, ByDefaultEverythingUpToHeadOnMayBounce)
{
	for (const float angle : {0.01f, 0.8f, 1.57f, 1.57079633f})
	{
		FiringRange range;
		AddFloor(range);
		BulletDef def = TowardFloor(angle);
		if (angle > 1.5705f)
		{
			def.position = {0.0f, 2.5f};
			def.velocity = {0.0f, -300.0f}; // exactly perpendicular to the face
		}
		def.maxBounces = 1;
		range.plugin.Fire(def);
		range.Step(k_dt);
		EXPECT_EQ(ResponsesOf(range.plugin), std::vector{Response::Bounce}) << angle;
	}
}

TEST(ImpactRules, RestitutionIsTheLargerAndFrictionTheGeometricMean)
{
	for (const float bulletRestitution : {0.0f, 0.3f, 0.9f})
	{
		for (const float surfaceRestitution : {0.0f, 0.5f, 1.0f})
		{
			for (const float bulletFriction : {0.0f, 0.1f, 0.4f})
			{
				for (const float surfaceFriction : {0.0f, 0.2f, 0.9f})
				{
					FiringRange range;
					range.plugin.SetSurface(AddFloor(range),
					                        {.restitution = surfaceRestitution, .friction = surfaceFriction});
					BulletDef def = TowardFloor(0.7f);
					def.restitution = bulletRestitution;
					def.friction = bulletFriction;
					def.maxBounces = 1;
					range.plugin.Fire(def);
					range.Step(k_dt);
					ASSERT_EQ(range.plugin.Impacts().size(), 1u);
					const ImpactEvent& event = range.plugin.Impacts()[0];
					const float e = b2MixRestitution(bulletRestitution, surfaceRestitution);
					const float mu = b2MixFriction(bulletFriction, surfaceFriction);
					const b2Vec2 v = event.velocityBefore;
					const float loss = b2Min(mu * (1.0f + e) * -v.y, v.x);
					EXPECT_NEAR(event.velocityAfter.y, -e * v.y, 0.001f);
					EXPECT_NEAR(event.velocityAfter.x, v.x - loss, 0.001f);
				}
			}
		}
	}
}

TEST(ImpactRules, AFixtureWithoutASurfaceHasItsOwnRestitutionAndFriction)
{
	FiringRange range;
	b2Fixture* floor = AddFloor(range);
	floor->SetRestitution(0.7f);
	floor->SetFriction(0.09f);
	const Surface surface = range.plugin.GetSurface(floor);
	EXPECT_EQ(surface.resistance, 0.0f);
	EXPECT_EQ(surface.ricochetAngle, Surface().ricochetAngle);
	EXPECT_EQ(surface.restitution, 0.7f);
	EXPECT_EQ(surface.friction, 0.09f);

	BulletDef def = TowardFloor(0.7f);
	def.restitution = 0.0f;
	def.friction = 0.04f;
	def.maxBounces = 1;
	range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const ImpactEvent& event = range.plugin.Impacts()[0];
	EXPECT_NEAR(event.velocityAfter.y, -0.7f * event.velocityBefore.y, 0.001f);
	EXPECT_NEAR(event.velocityAfter.x, event.velocityBefore.x + 0.06f * 1.7f * event.velocityBefore.y, 0.001f);
}

TEST(ImpactRules, AnElasticFrictionlessBounceIsReflect)
{
	const uint64_t seed = 51;
	SceneRandom random(seed);
	Trouble trouble;
	for (int32_t i = ScaledCount(1000); i > 0; --i)
	{
		FiringRange range;
		range.AddBox({0.0f, 0.0f}, 0.5f, 0.3f, random.Uniform(-3.0f, 3.0f));
		const b2Vec2 velocity = random.LogUniform(10.0f, 1000.0f) * random.Direction();
		const b2Vec2 aim = random.InBox(0.2f);
		range.plugin.Fire(
		    {.position = aim - 0.1f * velocity, .velocity = velocity, .gravityScale = 0.0f, .maxBounces = 1});
		range.Step(0.1f);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u) << "seed " << seed << ", " << i << " to go";
		const ImpactEvent& event = range.plugin.Impacts()[0];
		const b2Vec2 mirrored = Reflect(event.velocityBefore, event.enter.normal);
		if (event.response != Response::Bounce ||
		    DistanceOf(event.velocityAfter, mirrored) > 1.0e-5 * SpeedOf(velocity) ||
		    std::abs(SpeedOf(event.velocityAfter) - SpeedOf(velocity)) > 1.0e-6 * SpeedOf(velocity))
		{
			trouble.Add("v (%.9g, %.9g), n (%.9g, %.9g): (%.9g, %.9g), not (%.9g, %.9g)",
			            static_cast<double>(velocity.x), static_cast<double>(velocity.y),
			            static_cast<double>(event.enter.normal.x), static_cast<double>(event.enter.normal.y),
			            static_cast<double>(event.velocityAfter.x), static_cast<double>(event.velocityAfter.y),
			            static_cast<double>(mirrored.x), static_cast<double>(mirrored.y));
		}

		// The bullet must leave the surface: the rest of its path ends outside.
		const b2Vec2 end = range.plugin.Bullets().front().position;
		const b2Vec2 expected = event.enter.point + (0.1f - event.time) * mirrored;
		if (DistanceOf(end, expected) > 1.0e-4 + 1.0e-5 * SpeedOf(velocity))
		{
			trouble.Add("ends at (%.9g, %.9g), not (%.9g, %.9g)", static_cast<double>(end.x),
			            static_cast<double>(end.y), static_cast<double>(expected.x), static_cast<double>(expected.y));
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "seed " << seed << "; first: " << trouble.First();
}

TEST(ImpactRules, PierceNeedsTheEnergyForTheWholeThickness)
{
	// The bullet has 450 J, and the wall is 0.1 m thick.
	for (const float share : {0.0f, 0.5f, 0.99f, 1.01f, 10.0f, k_inf})
	{
		FiringRange range;
		b2Fixture* wall = range.AddBox({0.05f, 0.0f}, 0.05f, 1.0f);
		range.plugin.SetSurface(wall, {.resistance = share * 4500.0f});
		range.plugin.Fire(
		    {.position = {-2.0f, 0.0f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .maxPierces = 5});
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& event = range.plugin.Impacts()[0];
		EXPECT_EQ(event.response, share < 1.0f ? Response::Pierce : Response::Stop) << share;
		if (share < 1.0f)
		{
			EXPECT_NEAR(event.velocityAfter.x, 300.0f * std::sqrt(1.0f - share), 0.05f) << share;
		}
	}
}

TEST(ImpactRules, AnEdgeOfInfiniteResistanceIsNeverPierced)
{
	FiringRange range;
	range.plugin.SetSurface(range.AddEdge({0.0f, -1.0f}, {0.0f, 1.0f}), {.resistance = k_inf});
	range.plugin.Fire({.position = {-2.0f, 0.0f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .maxPierces = 5});
	range.Step(k_dt);
	ASSERT_EQ(ResponsesOf(range.plugin), std::vector{Response::Stop});
	EXPECT_EQ(range.plugin.Impacts()[0].velocityAfter, b2Vec2(0.0f, 0.0f));
}

TEST(ImpactRules, AnObliquePierceIsAsThickAsItsWay)
{
	FiringRange range;
	range.AddBox({0.0f, -0.05f}, 20.0f, 0.05f);
	BulletDef def = TowardFloor(0.5f);
	def.maxPierces = 1;
	range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const ImpactEvent& event = range.plugin.Impacts()[0];
	EXPECT_EQ(event.response, Response::Pierce);
	EXPECT_NEAR(event.thickness, 0.1f / std::sin(0.5f), 1.0e-5f);
	EXPECT_NEAR(event.thickness, DistanceOf(event.enter.point, event.exit.point), 1.0e-5);
	EXPECT_NEAR(event.exit.point.y, -0.1f, 1.0e-5f);
	EXPECT_NEAR(event.exit.normal.y, -1.0f, 1.0e-6f);
	EXPECT_NEAR(event.exit.fraction - event.enter.fraction, event.thickness / (300.0f * k_dt), 1.0e-5f);
}

TEST(ImpactRules, WhatABulletMeetsWhileItWaitsAtABodyIsAsThickAsItsOwnWay)
{
	SceneRandom random(29);
	for (int trial = 0; trial < 100; ++trial)
	{
		// A heavy bullet pushes a light plate, which the world moves only in its next step. The bullet waits at the
		// plate, slides along it, and reaches a wall.
		const b2Vec2 corner{random.Uniform(20.0f, 30.0f), random.Uniform(20.0f, 30.0f)};
		const b2Vec2 velocity{random.Uniform(0.5f, 1.5f), random.Uniform(-1.5f, -0.5f)};
		FiringRange range;
		b2Fixture* plate = range.AddBox(corner - b2Vec2{0.5f, 0.1f}, 0.499f, 0.1f, 0.0f, b2_dynamicBody);
		plate->GetBody()->SetFixedRotation(true);
		b2Fixture* wall = range.AddBox(corner + b2Vec2{0.1f, 0.0f}, 0.1f, 10.0f);
		b2Filter apart;
		apart.groupIndex = -1;
		plate->SetFilterData(apart);
		wall->SetFilterData(apart);
		const b2Vec2 landing = corner - b2Vec2{random.Uniform(0.01f, 0.02f), 0.0f};
		range.plugin.Fire({.position = landing - 0.01f * velocity,
		                   .velocity = velocity,
		                   .mass = 100.0f,
		                   .gravityScale = 0.0f,
		                   .maxBounces = 1,
		                   .maxPierces = 1});
		range.plugin.Step(0.1f, 8, 3);
		ASSERT_EQ(range.plugin.Impacts().size(), 2u);
		ASSERT_EQ(range.plugin.Impacts()[0].fixture, plate);
		const ImpactEvent& impact = range.plugin.Impacts()[1];
		ASSERT_EQ(impact.fixture, wall);
		const b2Vec2 way = impact.velocityBefore;
		const float due = 0.2f * way.Length() / way.x;
		EXPECT_NEAR(impact.thickness, due, 1.0e-4f * due);
	}
}

TEST(ImpactRules, EveryFixtureOfAStackIsPiercedByItself)
{
	FiringRange range;
	std::vector<b2Fixture*> walls;
	for (int32_t i = 0; i < 4; ++i)
	{
		// Neighbouring walls overlap by half of their thickness.
		walls.push_back(range.AddBox({0.25f + 0.25f * static_cast<float>(i), 0.0f}, 0.25f, 1.0f));
	}
	const BulletId id = range.plugin.Fire(
	    {.position = {-2.0f, 0.0f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .maxPierces = 4});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 4u);
	for (size_t i = 0; i < 4; ++i)
	{
		EXPECT_EQ(range.plugin.Impacts()[i].fixture, walls[i]);
		EXPECT_NEAR(range.plugin.Impacts()[i].thickness, 0.5f, 1.0e-5f);
	}
	ASSERT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_EQ(range.plugin.Find(id)->pierces, 4);
}

TEST(ImpactRules, TwelveFixturesInOneAnotherArePierced)
{
	FiringRange range;
	const int32_t count = 12;
	for (int32_t i = 0; i < count; ++i)
	{
		range.AddBox({2.0f + 0.1f * static_cast<float>(i), 0.0f}, 1.0f, 1.0f);
	}
	const BulletId id = range.plugin.Fire(
	    {.position = {-1.0f, 0.0f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .maxPierces = 100});
	range.Step(k_dt);
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Impacts().size(), 0u);
	ASSERT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_EQ(range.plugin.Find(id)->pierces, count);
}

TEST(ImpactRules, APiercedFixtureIsMetAgainOnTheWayBack)
{
	// The bullet passes through the pane, bounces off the wall, and passes through the pane again. This happens in one
	// step or in many.
	for (const int32_t parts : {1, 40})
	{
		FiringRange range;
		b2Fixture* pane = range.AddBox({2.0f, 0.0f}, 0.1f, 1.0f);
		b2Fixture* wall = range.AddBox({5.0f, 0.0f}, 0.5f, 1.0f);
		range.plugin.SetSurface(pane, {.resistance = 0.0f, .ricochetAngle = 0.0f});
		range.plugin.Fire({.velocity = {240.0f, 0.0f}, .gravityScale = 0.0f, .maxBounces = 1, .maxPierces = 2});
		std::vector<b2Fixture*> met;
		for (int32_t step = 0; step < 2 * parts; ++step)
		{
			range.Step(k_dt * 2.0f / static_cast<float>(parts));
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				met.push_back(event.fixture);
			}
		}
		EXPECT_EQ(met, (std::vector{pane, wall, pane})) << parts;
	}
}

TEST(ImpactRules, TheRuleIsToldTheChosenResponseAndOverridesIt)
{
	const Response responses[] = {Response::Stop, Response::Bounce, Response::Pierce};
	for (const Response chosen : responses)
	{
		for (const Response wanted : responses)
		{
			int32_t calls = 0;
			PluginDef plugin;
			plugin.rule = [&](const ImpactEvent& event)
			{
				++calls;
				EXPECT_EQ(event.response, chosen);
				EXPECT_EQ(event.decided, chosen);
				EXPECT_EQ(event.userData, 9u);
				EXPECT_EQ(event.velocityBefore, b2Vec2(300.0f, 0.0f));
				return wanted;
			};
			FiringRange range({0.0f, 0.0f}, plugin);
			range.AddBox({0.05f, 0.0f}, 0.05f, 1.0f);
			const BulletId id = range.plugin.Fire({.position = {-2.0f, 0.0f},
			                                       .velocity = {300.0f, 0.0f},
			                                       .gravityScale = 0.0f,
			                                       .maxBounces = chosen == Response::Bounce ? 1 : 0,
			                                       .maxPierces = chosen == Response::Pierce ? 1 : 0,
			                                       .userData = 9});
			range.Step(k_dt);
			EXPECT_EQ(calls, 1);
			ASSERT_EQ(range.plugin.Impacts().size(), 1u);
			const ImpactEvent& event = range.plugin.Impacts()[0];
			EXPECT_EQ(event.response, wanted);
			EXPECT_EQ(event.decided, wanted);
			const float after = wanted == Response::Stop ? 0.0f : (wanted == Response::Bounce ? -300.0f : 300.0f);
			EXPECT_NEAR(event.velocityAfter.x, after, 0.001f);
			EXPECT_NEAR(event.impulse.x, 0.01f * (300.0f - after), 1.0e-4f);
			EXPECT_EQ(range.plugin.Find(id).has_value(), wanted != Response::Stop);
		}
	}
}

TEST(ImpactRules, IgnoreGoesOnAsIfNothingWereThere)
{
	b2Fixture* glass = nullptr;
	int32_t calls = 0;
	PluginDef plugin;
	plugin.rule = [&](const ImpactEvent& event)
	{
		++calls;
		return event.fixture == glass ? Response::Ignore : event.response;
	};
	FiringRange range({0.0f, 0.0f}, plugin);
	glass = range.AddBox({0.5f, 0.0f}, 0.5f, 1.0f, 0.0f, b2_dynamicBody);
	b2Fixture* wall = range.AddBox({20.5f, 0.0f}, 0.5f, 1.0f);
	const BulletId id =
	    range.plugin.Fire({.position = {-2.0f, 0.0f}, .velocity = {150.0f, 0.0f}, .gravityScale = 0.0f});

	// The first step ends inside the glass, the second one beyond it, and the third one at the wall.
	range.Step(k_dt);
	ASSERT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.5f, 1.0e-5f);
	EXPECT_EQ(range.plugin.Find(id)->velocity, b2Vec2(150.0f, 0.0f));
	EXPECT_EQ(range.plugin.Find(id)->pierces, 0);
	EXPECT_EQ(glass->GetBody()->GetLinearVelocity(), b2Vec2(0.0f, 0.0f));
	range.Step(k_dt);
	ASSERT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 3.0f, 1.0e-5f);
	EXPECT_EQ(calls, 1) << "one passage, one question";
	b2Fixture* stoppedBy = nullptr;
	for (int32_t step = 0; step < 10; ++step)
	{
		range.Step(k_dt);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			stoppedBy = event.fixture;
		}
	}
	EXPECT_EQ(stoppedBy, wall);
	EXPECT_EQ(calls, 2);
}

TEST(ImpactRules, AnIgnoredMovingTargetStaysIgnoredWhileTheBulletIsInIt)
{
	b2Fixture* glass = nullptr;
	PluginDef plugin;
	int32_t calls = 0;
	plugin.rule = [&](const ImpactEvent&)
	{
		++calls;
		return Response::Ignore;
	};
	FiringRange range({0.0f, 0.0f}, plugin);
	glass = range.AddBox({1.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody);
	glass->GetBody()->SetAngularVelocity(3.0f);
	glass->GetBody()->SetLinearVelocity({0.5f, 0.1f});
	const BulletId id = range.plugin.Fire({.position = {-0.4f, 0.0f}, .velocity = {20.0f, 0.0f}, .gravityScale = 0.0f});
	for (int32_t step = 0; step < 30; ++step)
	{
		range.Step(k_dt);
	}
	ASSERT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_NEAR(range.plugin.Find(id)->position.x, -0.4f + 10.0f, 1.0e-4f);
	EXPECT_EQ(calls, 1);
}

TEST(ImpactRules, GrazingIsNoImpact)
{
	// The paths lead along the top of a box, past its corner, and along the rim of a circle. All numbers are exact in
	// floats.
	FiringRange range;
	range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	range.AddCircle({0.0f, 8.0f}, 1.0f);
	for (const float y : {1.0f, 9.0f, 7.0f})
	{
		range.plugin.Fire({.position = {-2.5f, y}, .velocity = {320.0f, 0.0f}, .gravityScale = 0.0f});
	}
	// This bullet only touches the corner (-1, 1).
	range.plugin.Fire({.position = {-2.0f, 0.0f}, .velocity = {256.0f, 256.0f}, .gravityScale = 0.0f});
	range.Step(1.0f / 64.0f);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_EQ(range.plugin.Bullets().size(), 4u);
}

TEST(ImpactRules, SensorsAreMetOnlyWhenAskedFor)
{
	for (const bool sensors : {false, true})
	{
		FiringRange range;
		range.AddBox({0.5f, 0.0f}, 0.5f, 1.0f)->SetSensor(true);
		range.plugin.Fire({.position = {-2.0f, 0.0f},
		                   .velocity = {300.0f, 0.0f},
		                   .gravityScale = 0.0f,
		                   .filter = {.sensors = sensors}});
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Impacts().size(), sensors ? 1u : 0u);
	}
}

TEST(ImpactRules, TheFilterDecidesWhatIsMet)
{
	// The filter lets the bullet pass the nearer wall, but not the farther one.
	struct Row
	{
		const char* name;
		uint16_t category, mask;
		int16_t group, wallGroup;
		bool passes;
	};
	const Row rows[] = {
	    {"the bullet's mask has the wall's category", 0x0002, 0xFFFF, 0, 0, false},
	    {"it has not", 0x0002, 0xFFFB, 0, 0, true},
	    {"the wall's mask has not the bullet's category", 0x0008, 0xFFFF, 0, 0, true},
	    {"a shared negative group", 0x0002, 0xFFFF, -3, -3, true},
	    {"a shared positive group outvotes the masks", 0x0008, 0x0000, 3, 3, false},
	    {"different groups count nothing", 0x0002, 0xFFFF, -3, -4, false},
	};
	for (const Row& row : rows)
	{
		FiringRange range;
		b2Fixture* wall = range.AddBox({0.5f, 0.0f}, 0.5f, 1.0f);
		b2Filter filter;
		filter.categoryBits = 0x0004;
		filter.maskBits = 0xFFF7;
		filter.groupIndex = row.wallGroup;
		wall->SetFilterData(filter);
		range.plugin.Fire({.position = {-2.0f, 0.0f},
		                   .velocity = {300.0f, 0.0f},
		                   .gravityScale = 0.0f,
		                   .filter = {.categoryBits = row.category, .maskBits = row.mask, .groupIndex = row.group}});
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Impacts().empty(), row.passes) << row.name;
	}
}

TEST(ImpactRules, IgnoreBodyAndPredicateLetThrough)
{
	FiringRange range;
	b2Body* shooter = range.AddBox({0.0f, 0.0f}, 0.5f, 1.0f)->GetBody();
	b2Fixture* friendly = range.AddBox({1.0f, 0.0f}, 0.1f, 1.0f);
	b2Fixture* target = range.AddBox({2.0f, 0.0f}, 0.1f, 1.0f);
	BulletDef def{.velocity = {300.0f, 0.0f}, .gravityScale = 0.0f};
	def.filter.ignoreBody = shooter;
	def.filter.accept = [=](b2Fixture* fixture)
	{
		return fixture != friendly;
	};
	range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Impacts()[0].fixture, target);
}

TEST(ImpactRules, AMuzzleInsideASolidHitsIt)
{
	FiringRange range;
	b2Fixture* box = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.Fire({.position = {0.25f, 0.5f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const ImpactEvent& event = range.plugin.Impacts()[0];
	EXPECT_EQ(event.fixture, box);
	EXPECT_EQ(event.time, 0.0f);
	EXPECT_EQ(event.response, Response::Stop);
	EXPECT_TRUE(event.startsInside);
	EXPECT_EQ(event.enter.point, b2Vec2(0.25f, 0.5f));
	EXPECT_EQ(event.enter.normal, b2Vec2(0.0f, 0.0f));
	EXPECT_NEAR(event.thickness, 0.75f, 1.0e-6f);
}

TEST(ImpactRules, AMuzzleInsideASolidPiercesWhatIsLeftOfIt)
{
	FiringRange range;
	b2Fixture* box = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.SetSurface(box, {.resistance = 100.0f});
	const BulletId id = range.plugin.Fire(
	    {.position = {0.25f, 0.5f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .maxPierces = 1});
	range.Step(k_dt);
	ASSERT_EQ(ResponsesOf(range.plugin), std::vector{Response::Pierce});
	EXPECT_NEAR(range.plugin.Impacts()[0].velocityAfter.x, std::sqrt(300.0f * 300.0f - 2.0f * 75.0f / 0.01f), 0.05f);
	EXPECT_TRUE(range.plugin.Find(id).has_value());
}

TEST(ImpactRules, WithoutStartInsideTheBulletLeavesAndMeetsTheSolidFromOutside)
{
	// The bullet is so slow that the first step ends inside the box. The second step must not report an impact either.
	for (const float speed : {30.0f, 300.0f})
	{
		FiringRange range;
		b2Fixture* box = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
		b2Fixture* wall = range.AddBox({4.0f, 0.0f}, 1.0f, 1.0f);
		range.plugin.Fire(
		    {.velocity = {speed, 0.0f}, .gravityScale = 0.0f, .maxBounces = 1, .filter = {.startInside = false}});
		std::vector<ImpactEvent> events;
		for (int32_t step = 0; step < 20; ++step)
		{
			range.Step(k_dt);
			events.insert(events.end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
		}
		ASSERT_EQ(events.size(), 2u);
		EXPECT_EQ(events[0].fixture, wall);
		EXPECT_EQ(events[0].response, Response::Bounce);
		EXPECT_EQ(events[1].fixture, box);
		EXPECT_EQ(events[1].response, Response::Stop);
		EXPECT_NEAR(events[1].enter.point.x, 1.0f, 1.0e-5f);
		EXPECT_FALSE(events[1].startsInside);
	}
}

TEST(ImpactRules, WhatIsPutOverABulletInFlightIsHitAtOnceOrFlownOutOfAsStartInsideSays)
{
	for (const bool startInside : {true, false})
	{
		for (const b2BodyType type : {b2_staticBody, b2_kinematicBody})
		{
			FiringRange range;
			b2Fixture* box = range.AddBox({0.0f, 10.0f}, 1.0f, 1.0f, 0.0f, type);
			b2Fixture* wall = range.AddBox({4.0f, 0.0f}, 1.0f, 1.0f);
			const BulletId id = range.plugin.Fire({.position = {-2.0f, 0.0f},
			                                       .velocity = {30.0f, 0.0f},
			                                       .gravityScale = 0.0f,
			                                       .filter = {.startInside = startInside}});
			for (int32_t step = 0; step < 4; ++step)
			{
				range.Step(k_dt);
				ASSERT_TRUE(range.plugin.Impacts().empty());
			}
			ASSERT_NEAR(range.plugin.Find(id)->position.x, 0.0f, 1.0e-5f);
			box->GetBody()->SetTransform({0.0f, 0.0f}, 0.0f);
			std::vector<ImpactEvent> events;
			for (int32_t step = 0; step < 20; ++step)
			{
				range.Step(k_dt);
				events.insert(events.end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
			}
			ASSERT_EQ(events.size(), 1u);
			EXPECT_EQ(events[0].fixture, startInside ? box : wall);
			EXPECT_EQ(events[0].startsInside, startInside);
			EXPECT_NEAR(events[0].enter.point.x, startInside ? 0.0f : 3.0f, 1.0e-5f);
			EXPECT_NEAR(SpeedOf(events[0].enter.normal), startInside ? 0.0 : 1.0, 1.0e-5);
		}
	}
}

TEST(ImpactRules, ABounceWithoutASurfaceStopsAndTheEventNamesIt)
{
	for (const float radius : {0.0f, 0.125f})
	{
		PluginDef plugin;
		plugin.rule = [](const ImpactEvent&) -> ImpactDecision
		{
			ImpactDecision bounce = Response::Bounce;
			bounce.velocityAfter = b2Vec2{-50.0f, 0.0f};
			bounce.damage = 3.0f;
			return bounce;
		};
		FiringRange range({0.0f, 0.0f}, plugin);
		range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
		BulletDef def = Straight({0.0f, 0.0f}, {300.0f, 0.0f});
		def.radius = radius;
		const BulletId id = range.plugin.Fire(def);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& event = range.plugin.Impacts()[0];
		EXPECT_TRUE(event.startsInside);
		EXPECT_EQ(event.response, Response::Stop);
		EXPECT_EQ(event.decided, Response::Bounce);
		EXPECT_EQ(event.damage, 3.0f);
		EXPECT_EQ(event.velocityAfter, b2Vec2(0.0f, 0.0f)) << "the velocity was that of the bounce";
		EXPECT_FALSE(range.plugin.Find(id).has_value());
	}
}

TEST(ImpactRules, ARuleThatPiercesNeedsNoEnergy)
{
	// The bullet has 450 J. The two touching boxes of one body are 1 m thick each, and cost 2 MJ or an infinite energy.
	for (const float resistance : {1.0e6f, k_inf})
	{
		for (const float radius : {0.0f, 0.125f})
		{
			for (const std::optional<b2Vec2> wanted : {std::optional<b2Vec2>(), std::optional(b2Vec2{200.0f, 0.0f})})
			{
				PluginDef plugin;
				plugin.rule = [&](const ImpactEvent& event)
				{
					EXPECT_EQ(event.response, Response::Stop);
					ImpactDecision pierce = Response::Pierce;
					pierce.velocityAfter = wanted;
					pierce.damage = 5.0f;
					return pierce;
				};
				FiringRange range({0.0f, 0.0f}, plugin);
				b2Body* body = range.AddBody({0.0f, 0.0f});
				for (const float x : {3.5f, 4.5f})
				{
					b2Fixture* box = range.Add(body, ValueOf(MakeBox(0.5f, 1.0f, {x, 0.0f}, 0.0f)));
					range.plugin.SetSurface(box, {.resistance = resistance});
				}
				BulletDef def = Straight({0.0f, 0.0f}, {300.0f, 0.0f});
				def.radius = radius;
				const BulletId id = range.plugin.Fire(def);
				range.Step(0.125f);
				ASSERT_EQ(range.plugin.Impacts().size(), 1u);
				const ImpactEvent& event = range.plugin.Impacts()[0];
				EXPECT_EQ(event.response, Response::Pierce);
				EXPECT_EQ(event.decided, Response::Pierce);
				EXPECT_EQ(event.damage, 5.0f);
				EXPECT_NEAR(event.thickness, 2.0f, 1.0e-5f) << "the whole solid";
				EXPECT_NEAR(event.exit.point.x, 5.0f, 1.0e-5f);
				const float after = wanted ? 200.0f : 300.0f;
				EXPECT_EQ(event.velocityAfter, b2Vec2(after, 0.0f));
				EXPECT_NEAR(event.energyLost, 0.005f * (300.0f * 300.0f - after * after), 0.01f);
				const auto state = range.plugin.Find(id);
				ASSERT_TRUE(state.has_value());
				EXPECT_EQ(state->pierces, 1);
				const float enter = 3.0f - radius;
				EXPECT_NEAR(state->position.x, enter + after * (0.125f - enter / 300.0f), 1.0e-3f);
			}
		}
	}
}

TEST(ImpactRules, TheSidesOfAChainCount)
{
	// The chain runs upwards, so its front is its right side. A bullet with positive x comes from there.
	for (const Sides sides : {Sides::Both, Sides::Front, Sides::Back})
	{
		for (const float side : {1.0f, -1.0f})
		{
			FiringRange range;
			range.AddChain({{0.0f, -1.0f}, {0.0f, 1.0f}});
			BulletDef def{.position = {2.0f * side, 0.25f}, .velocity = {-300.0f * side, 0.0f}, .gravityScale = 0.0f};
			def.filter.sides = sides;
			range.plugin.Fire(def);
			range.Step(k_dt);
			const bool hit = sides == Sides::Both || (sides == Sides::Front) == (side > 0.0f);
			EXPECT_EQ(range.plugin.Impacts().size(), hit ? 1u : 0u) << static_cast<int>(sides) << ", " << side;
		}
	}
}

TEST(ImpactRules, IntoACornerAndBackAgain)
{
	// The bullet flies exactly into the corner of two walls that touch. Both walls reverse it.
	FiringRange range;
	range.AddBox({2.5f, 0.0f}, 0.5f, 3.0f);
	range.AddBox({0.0f, 2.5f}, 3.0f, 0.5f);
	const BulletId id = range.plugin.Fire({.velocity = {256.0f, 256.0f}, .gravityScale = 0.0f, .maxBounces = 10});
	range.Step(1.0f / 64.0f);
	ASSERT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_EQ(range.plugin.Impacts().size(), 2u);
	EXPECT_NEAR(range.plugin.Find(id)->velocity.x, -256.0f, 1.0e-3f);
	EXPECT_NEAR(range.plugin.Find(id)->velocity.y, -256.0f, 1.0e-3f);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.0f, 1.0e-4f);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 0.0f, 1.0e-4f);
}

TEST(ImpactRules, APierceOfATurningBodyIsOneImpactOverManySteps)
{
	for (const float spin : {0.0f, 0.5f, -2.0f})
	{
		FiringRange range;
		b2Body* body = range.AddBox({1.0f, 0.0f}, 1.0f, 2.0f, 0.0f, b2_kinematicBody)->GetBody();
		body->SetAngularVelocity(spin);
		body->SetLinearVelocity({0.25f, 0.5f});
		const BulletId id = range.plugin.Fire(
		    {.position = {-0.5f, 0.1f}, .velocity = {10.0f, 0.0f}, .gravityScale = 0.0f, .maxPierces = 5});
		int32_t impacts = 0;
		for (int32_t step = 0; step < 60; ++step)
		{
			range.Step(k_dt);
			impacts += CountOf(range.plugin.Impacts(), id);
		}
		EXPECT_EQ(impacts, 1) << spin;
		ASSERT_TRUE(range.plugin.Find(id).has_value()) << spin;
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 9.5f, 1.0e-3f) << spin;
	}
}

TEST(ImpactRules, ALifetimeEndsAtItsTime)
{
	FiringRange range;
	const BulletId id =
	    range.plugin.Fire({.velocity = {100.0f, 0.0f}, .gravityScale = 0.0f, .lifetime = 0.1f, .userData = 5});
	int32_t steps = 0;
	while (range.plugin.Find(id) && steps < 100)
	{
		range.Step(k_dt);
		++steps;
	}
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	const ExpiredEvent& event = range.plugin.Expired()[0];
	EXPECT_EQ(event.bullet, id);
	EXPECT_EQ(event.userData, 5u);
	EXPECT_EQ(event.reason, ExpiredEvent::Reason::Lifetime);
	EXPECT_NEAR(static_cast<float>(steps - 1) * k_dt + event.time, 0.1f, 1.0e-6f);
	EXPECT_NEAR(event.position.x, 10.0f, 1.0e-4f);
	EXPECT_EQ(event.velocity, b2Vec2(100.0f, 0.0f));
}

TEST(ImpactRules, NothingIsHitAfterTheLifetime)
{
	// The bullet reaches the wall after 0.01 s of a step of 1 / 60 s.
	for (const float lifetime : {0.0099f, 0.0101f})
	{
		FiringRange range;
		range.AddBox({1.5f, 0.0f}, 0.5f, 1.0f);
		range.plugin.Fire({.velocity = {100.0f, 0.0f}, .gravityScale = 0.0f, .lifetime = lifetime});
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Impacts().size(), lifetime > 0.01f ? 1u : 0u);
		ASSERT_EQ(range.plugin.Expired().size(), 1u);
		EXPECT_EQ(range.plugin.Expired()[0].reason,
		          lifetime > 0.01f ? ExpiredEvent::Reason::Stopped : ExpiredEvent::Reason::Lifetime);
	}
}

TEST(ImpactRules, MaterialsStopBulletsAtTheDepthsThatTheyName)
{
	struct Shot
	{
		Surface surface;
		float mass;
		float speed;
		float depth; // m; 0: the bullet passes through the whole metre
	};
	for (const Shot& shot :
	     {Shot{materials::k_softwood, 0.008f, 350.0f, 0.245f}, Shot{materials::k_softwood, 0.0095f, 830.0f, 0.0f},
	      Shot{materials::k_concrete, 0.0095f, 830.0f, 0.047f}, Shot{materials::k_steel, 0.0095f, 830.0f, 0.011f}})
	{
		FiringRange range;
		range.plugin.SetSurface(range.AddBox({1.0f, 0.0f}, 0.5f, 1.0f), shot.surface);
		BulletDef def = Straight({0.0f, 0.0f}, {shot.speed, 0.0f});
		def.mass = shot.mass;
		def.maxPierces = 1;
		range.plugin.Fire(def);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		EXPECT_NEAR(range.plugin.Impacts()[0].depth, shot.depth, 0.0005f);
	}
}

} // namespace ricochet::test::impact_rules_test
