// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>

// Tests that grenades bounce, slide, rest, ride and fall as discs do, and are never inside a solid.

namespace ricochet::test::grenade_test
{

namespace
{

constexpr float k_radius = 0.05f;

GrenadeDef Grenade(b2Vec2 position, b2Vec2 velocity = {0.0f, 0.0f})
{
	GrenadeDef def{.position = position, .velocity = velocity, .radius = k_radius};
	def.rollingResistance = 1.0f; // the grenade slides
	def.fuse = 1.0e6f;
	return def;
}

b2Fixture* AddFloor(FiringRange& range)
{
	return range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
}

// Returns a slope through the origin whose surface falls to the right by `angle`.
b2Fixture* AddSlope(FiringRange& range, float angle)
{
	return range.Add(range.AddBody({0.0f, 0.0f}, -angle), BoxOf(100.0f, 1.0f, {0.0f, -1.0f}, 0.0f));
}

// Returns the depth of the disc inside the nearest solid (m).
double DepthOf(const FiringRange& range, const GrenadeState& state)
{
	return static_cast<double>(state.radius) - SignedDistance(range.world, Widen(state.position));
}

// Runs steps. After each one, checks that the grenade exists and is not inside a solid.
testing::AssertionResult StepClear(FiringRange& range, GrenadeId id, int32_t steps, float dt = k_dt)
{
	for (int32_t step = 0; step < steps; ++step)
	{
		range.Step(dt);
		const auto state = range.plugin.Find(id);
		if (state.has_value() == false)
		{
			return testing::AssertionFailure() << "gone in step " << step;
		}
		if (DepthOf(range, *state) > k_contactSlack)
		{
			return testing::AssertionFailure() << DepthOf(range, *state) << " m deep in a solid after step " << step
			                                   << ", at (" << state->position.x << ", " << state->position.y << ")";
		}
	}
	return testing::AssertionSuccess();
}

testing::AssertionResult StaysAtRest(FiringRange& range, GrenadeId id, int32_t steps)
{
	const auto first = range.plugin.Find(id);
	if (first.has_value() == false || first->resting == false)
	{
		return testing::AssertionFailure() << "does not rest";
	}
	for (int32_t step = 0; step < steps; ++step)
	{
		range.Step(k_dt);
		const auto state = range.plugin.Find(id);
		if (state.has_value() == false || state->resting == false || state->position.x != first->position.x ||
		    state->position.y != first->position.y || SpeedOf(state->velocity) != 0.0 ||
		    range.plugin.Impacts().empty() == false)
		{
			return testing::AssertionFailure() << "moves in step " << step;
		}
	}
	return testing::AssertionSuccess();
}

} // namespace

TEST(Grenade, ABounceRisesBySquareOfRestitution)
{
	for (const float rate : {30.0f, 60.0f, 240.0f})
	{
		for (const float restitution : {0.3f, 0.5f, 0.8f, 1.0f})
		{
			FiringRange range(k_gravity);
			AddFloor(range);
			GrenadeDef def = Grenade({0.0f, 2.0f + k_radius});
			def.restitution = restitution;
			const GrenadeId id = range.plugin.Throw(def);
			double height = -1.0;
			for (int32_t step = 0; step < 10 * static_cast<int32_t>(rate) && height < 0.0; ++step)
			{
				range.Step(1.0f / rate);
				const auto state = range.plugin.Find(id);
				ASSERT_TRUE(state.has_value());
				const double speed = state->velocity.y;
				if (speed > 0.0)
				{
					height =
					    static_cast<double>(state->position.y) - static_cast<double>(k_radius) + speed * speed / 20.0;
				}
			}
			const double expected = 2.0 * static_cast<double>(restitution) * static_cast<double>(restitution);
			EXPECT_NEAR(height, expected, 0.01 * expected) << rate << " Hz, restitution " << restitution;
		}
	}
}

TEST(Grenade, RestitutionIsTheLargerOfItsOwnAndTheSurfaces)
{
	FiringRange range({0.0f, 0.0f});
	range.plugin.SetSurface(AddFloor(range), {.restitution = 0.75f, .friction = 0.0f});
	GrenadeDef def = Grenade({0.0f, 0.1f}, {0.0f, -20.0f});
	def.restitution = 0.25f;
	range.plugin.Throw(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Impacts()[0].velocityAfter.y, 15.0f, 0.001f);
}

TEST(Grenade, OnlyAnApproachFasterThanItsThresholdBounces)
{
	for (const float threshold : {0.0f, 1.0f, 5.0f})
	{
		for (const float speed : {0.9f, 1.1f, 4.9f, 5.1f})
		{
			// The grenade is fast along the floor. Only its velocity into the floor counts.
			FiringRange range;
			AddFloor(range);
			GrenadeDef def = Grenade({0.0f, k_radius + 0.001f}, {20.0f, -speed});
			def.gravityScale = 0.0f;
			def.friction = 0.0f;
			def.restitutionThreshold = threshold;
			range.plugin.Throw(def);
			range.Step(k_dt);
			ASSERT_EQ(range.plugin.Impacts().size(), 1u);
			EXPECT_NEAR(range.plugin.Impacts()[0].velocityAfter.y, speed > threshold ? 0.4f * speed : 0.0f, 1.0e-4f)
			    << threshold << ", " << speed;
			EXPECT_NEAR(range.plugin.Impacts()[0].velocityAfter.x, 20.0f, 1.0e-4f);
		}
	}
}

TEST(Grenade, AnImpactNamesTheGrenadeAndItsDisc)
{
	FiringRange range({0.0f, 0.0f});
	b2Fixture* floor = AddFloor(range);
	GrenadeDef def = Grenade({1.0f, 1.0f}, {0.0f, -90.0f});
	def.userData = 77;
	def.gravityScale = 0.0f;
	const GrenadeId id = range.plugin.Throw(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const ImpactEvent& event = range.plugin.Impacts()[0];
	EXPECT_EQ(event.grenade, id);
	EXPECT_FALSE(event.bullet);
	EXPECT_EQ(event.userData, 77u);
	EXPECT_EQ(event.fixture, floor);
	EXPECT_EQ(event.body, floor->GetBody());
	EXPECT_EQ(event.response, Response::Bounce);
	EXPECT_NEAR(event.time, 0.95f / 90.0f, 1.0e-6f);
	EXPECT_NEAR(event.enter.fraction, event.time / k_dt, 1.0e-5f);
	EXPECT_NEAR(event.enter.point.x, 1.0f, 1.0e-6f);
	EXPECT_NEAR(event.enter.point.y, 0.0f, 2.5e-7f);
	EXPECT_NEAR(event.position.x, 1.0f, 1.0e-6f);
	EXPECT_NEAR(event.position.y, k_radius, 1.0e-5f);
	EXPECT_NEAR(event.enter.normal.y, 1.0f, 1.0e-6f);
	EXPECT_EQ(event.velocityBefore, b2Vec2(0.0f, -90.0f));
	EXPECT_NEAR(event.velocityAfter.y, 36.0f, 0.001f);
	EXPECT_NEAR(event.impulse.y, -0.4f * 126.0f, 0.001f);
}

TEST(Grenade, ABounceGivesItsMomentumToADynamicBody)
{
	FiringRange range({0.0f, 0.0f});
	b2Body* body = range.AddBox({0.5f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	GrenadeDef def = Grenade({-1.0f, 0.2f}, {90.0f, 0.0f});
	def.gravityScale = 0.0f;
	def.friction = 0.0f;
	range.plugin.Throw(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const ImpactEvent& event = range.plugin.Impacts()[0];
	EXPECT_NEAR(event.impulse.x, 0.4f * (90.0f - event.velocityAfter.x), 1.0e-4f);
	EXPECT_NEAR(body->GetMass() * body->GetLinearVelocity().x, event.impulse.x, 1.0e-4f);
	EXPECT_NEAR(CentralInertia(*body) * static_cast<double>(body->GetAngularVelocity()),
	            static_cast<double>(-0.2f * event.impulse.x), 1.0e-3);
	EXPECT_LT(EnergyOf(0.4, event.velocityAfter) + EnergyOf(*body), EnergyOf(0.4, event.velocityBefore));
}

TEST(Grenade, ComesToRestOnAFloorAndStaysToTheBit)
{
	FiringRange range(k_gravity);
	AddFloor(range);
	const GrenadeId id = range.plugin.Throw(Grenade({-3.0f, 1.0f}, {4.0f, 2.0f}));
	EXPECT_TRUE(StepClear(range, id, 300));
	EXPECT_TRUE(StaysAtRest(range, id, 10000));
}

TEST(Grenade, RestsOnASlopeThatItsFrictionHoldsAndStaysToTheBit)
{
	// A friction of 0.5 holds on slopes up to atan(0.5), which is 26.6 degrees.
	for (const float angle : {0.1f, 0.3f, 0.44f})
	{
		FiringRange range(k_gravity);
		range.plugin.SetSurface(AddSlope(range, angle), {.friction = 0.5f});
		GrenadeDef def = Grenade({0.0f, 0.3f});
		def.friction = 0.5f;
		def.restitution = 0.2f;
		const GrenadeId id = range.plugin.Throw(def);
		EXPECT_TRUE(StepClear(range, id, 300)) << angle;
		EXPECT_TRUE(StaysAtRest(range, id, 10000)) << angle;
	}
}

TEST(Grenade, SlidesDownASteeperSlopeAsCoulombSays)
{
	for (const float rate : {30.0f, 60.0f, 240.0f})
	{
		for (const float angle : {0.5f, 0.8f, 1.2f})
		{
			for (const float friction : {0.0f, 0.3f, 0.5f})
			{
				FiringRange range(k_gravity);
				range.plugin.SetSurface(AddSlope(range, angle), {.friction = friction});
				const b2Vec2 normal = {std::sin(angle), std::cos(angle)};
				const b2Vec2 down = {std::cos(angle), -std::sin(angle)};
				GrenadeDef def = Grenade((k_radius + 1.0e-4f) * normal);
				def.friction = friction;
				const GrenadeId id = range.plugin.Throw(def);
				const float acceleration = 10.0f * (std::sin(angle) - friction * std::cos(angle));
				EXPECT_TRUE(StepClear(range, id, static_cast<int32_t>(rate), 1.0f / rate));
				const auto state = range.plugin.Find(id);
				ASSERT_TRUE(state.has_value());
				EXPECT_FALSE(state->resting);
				EXPECT_NEAR(b2Dot(state->velocity, down), acceleration, 0.02f * acceleration + 0.01f)
				    << rate << " Hz, angle " << angle << ", friction " << friction;
				EXPECT_NEAR(b2Dot(state->position, down), 0.5f * acceleration, 0.02f * 0.5f * acceleration + 0.01f)
				    << rate << " Hz, angle " << angle << ", friction " << friction;
				EXPECT_NEAR(b2Dot(state->position, normal), k_radius, 0.001f);
			}
		}
	}
}

TEST(Grenade, SlidesToAStopOnAFloorWithinItsBrakingDistance)
{
	FiringRange range(k_gravity);
	range.plugin.SetSurface(AddFloor(range), {.friction = 0.4f});
	GrenadeDef def = Grenade({0.0f, k_radius + 1.0e-4f}, {4.0f, 0.0f});
	def.friction = 0.4f;
	const GrenadeId id = range.plugin.Throw(def);
	EXPECT_TRUE(StepClear(range, id, 120));
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 16.0f / (2.0f * 4.0f), 0.04f);
	EXPECT_TRUE(StaysAtRest(range, id, 100));
}

TEST(Grenade, RestsInAGroove)
{
	// Each side alone is too steep for the grenade to rest on it.
	for (const float friction : {0.0f, 0.3f})
	{
		for (const bool chain : {false, true})
		{
			FiringRange range(k_gravity);
			if (chain)
			{
				range.AddChain({{-2.0f, 2.0f}, {0.0f, 0.0f}, {2.0f, 2.0f}});
			}
			else
			{
				range.AddBox({-1.0f, 0.0f}, 5.0f, 0.70710678f, -0.78539816f);
				range.AddBox({1.0f, 0.0f}, 5.0f, 0.70710678f, 0.78539816f);
			}
			GrenadeDef def = Grenade({0.3f, 1.5f});
			def.friction = friction;
			def.restitution = 0.2f;
			const GrenadeId id = range.plugin.Throw(def);
			EXPECT_TRUE(StepClear(range, id, 1200)) << "chain " << chain << ", friction " << friction;
			const auto state = range.plugin.Find(id);
			ASSERT_TRUE(state.has_value());
			if (friction > 0.0f)
			{
				EXPECT_TRUE(StaysAtRest(range, id, 1000)) << "chain " << chain;
				EXPECT_LT(SignedDistance(range.world, Widen(state->position)), static_cast<double>(k_radius) + 0.002);
			}
			EXPECT_NEAR(state->position.x, 0.0f, friction > 0.0f ? 0.1f : 0.5f) << "chain " << chain;
		}
	}
}

TEST(Grenade, ComesToRestInACorner)
{
	// The grenade is thrown hard into the corner of a floor and a wall. Then it falls between the walls of a wedge of
	// 30 degrees.
	{
		FiringRange range(k_gravity);
		AddFloor(range);
		range.AddBox({3.0f, 1.0f}, 1.0f, 5.0f);
		const GrenadeId id = range.plugin.Throw(Grenade({0.0f, 0.5f}, {40.0f, -10.0f}));
		EXPECT_TRUE(StepClear(range, id, 600));
		EXPECT_TRUE(StaysAtRest(range, id, 100));
	}
	for (const b2Vec2 velocity : {b2Vec2{0.0f, 0.0f}, b2Vec2{0.0f, -100.0f}, b2Vec2{1.0f, -30.0f}})
	{
		FiringRange range(k_gravity);
		range.AddLoop({{0.0f, 0.0f}, {0.53589838f, 2.0f}, {-0.53589838f, 2.0f}});
		const GrenadeId id = range.plugin.Throw(Grenade({0.05f, 1.5f}, velocity));
		EXPECT_TRUE(StepClear(range, id, 1200));
		EXPECT_TRUE(StaysAtRest(range, id, 100)) << velocity.y;
		EXPECT_LT(range.plugin.Find(id)->position.y, 0.5f);
	}
}

TEST(Grenade, ComesToRestUnderAnOverhang)
{
	// The grenade slides down a slope into the acute corner under a wall that leans over it. Gravity pulls the grenade
	// off the wall, and the slope presses it onto the wall.
	for (const float lean : {0.02f, 0.2f, 0.6f})
	{
		for (const float friction : {0.0f, 0.3f})
		{
			FiringRange range(k_gravity);
			AddSlope(range, 0.55f);
			range.Add(range.AddBody({1.0f, -0.6f}, lean), BoxOf(1.0f, 5.0f, {1.0f, 0.0f}, 0.0f));
			GrenadeDef def = Grenade({0.0f, k_radius + 0.05f});
			def.friction = friction;
			const GrenadeId id = range.plugin.Throw(def);
			EXPECT_TRUE(StepClear(range, id, 600)) << "lean " << lean << ", friction " << friction;
			EXPECT_TRUE(StaysAtRest(range, id, 60)) << "lean " << lean << ", friction " << friction;
		}
	}
}

TEST(Grenade, StartsToSlideWhenItsPlatformTilts)
{
	// A friction of 0.5 holds up to 0.46 rad. At 0.2 rad/s, the platform reaches this angle after 2.3 s.
	FiringRange range(k_gravity);
	b2Fixture* platform = range.AddBox({0.0f, 0.0f}, 10.0f, 0.1f, 0.0f, b2_kinematicBody);
	range.plugin.SetSurface(platform, {.friction = 0.5f});
	GrenadeDef def = Grenade({0.0f, 0.1f + k_radius + 0.001f});
	def.friction = 0.5f;
	const GrenadeId id = range.plugin.Throw(def);
	EXPECT_TRUE(StepClear(range, id, 60));
	platform->GetBody()->SetAngularVelocity(-0.2f);
	EXPECT_TRUE(StepClear(range, id, 120));
	EXPECT_LT(std::abs(b2MulT(platform->GetBody()->GetTransform(), range.plugin.Find(id)->position).x), 0.05f);
	EXPECT_TRUE(StepClear(range, id, 60));
	EXPECT_GT(b2MulT(platform->GetBody()->GetTransform(), range.plugin.Find(id)->position).x, 0.05f);
}

TEST(Grenade, IsHitByAFastBody)
{
	FiringRange range(k_gravity);
	AddFloor(range);
	const GrenadeId id = range.plugin.Throw(Grenade({0.0f, k_radius + 0.01f}));
	EXPECT_TRUE(StepClear(range, id, 60));
	const b2PolygonShape shape = BoxOf(0.25f, 0.25f);
	b2Body* box = range.AddBody({-5.0f, 0.26f}, 0.0f, b2_dynamicBody);
	range.Add(box, shape, 1000.0f);
	box->SetFixedRotation(true);
	box->SetLinearVelocity({60.0f, 0.0f});
	EXPECT_TRUE(StepClear(range, id, 10));
	EXPECT_GT(range.plugin.Find(id)->position.x, box->GetPosition().x + 0.25f);
	EXPECT_GT(range.plugin.Find(id)->velocity.x, 55.0f);
}

TEST(Grenade, ARuleLetsItThroughOrMakesItStay)
{
	for (const Response response : {Response::Ignore, Response::Pierce, Response::Stop})
	{
		PluginDef plugin;
		b2Fixture* plate = nullptr;
		int32_t calls = 0;
		plugin.rule = [&](const ImpactEvent& event)
		{
			calls += event.fixture == plate ? 1 : 0;
			EXPECT_EQ(event.response, Response::Bounce);
			return event.fixture == plate ? response : event.response;
		};
		FiringRange range(k_gravity, plugin);
		AddFloor(range);
		plate = range.AddBox({0.0f, 2.0f}, 1.0f, 0.2f);
		const GrenadeId id = range.plugin.Throw(Grenade({0.0f, 5.0f}));
		for (int32_t step = 0; step < 180; ++step)
		{
			range.Step(k_dt);
		}
		const auto state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value());
		EXPECT_NEAR(state->position.y, (response == Response::Stop ? 2.2f : 0.0f) + k_radius, 0.002f);
		EXPECT_TRUE(state->resting);
		EXPECT_EQ(calls, 1) << "one passage, one question";
	}
}

TEST(Grenade, RidesALiftUpAndDown)
{
	FiringRange range(k_gravity);
	b2Body* lift = range.AddBox({0.0f, 0.0f}, 1.0f, 0.1f, 0.0f, b2_kinematicBody)->GetBody();
	const GrenadeId id = range.plugin.Throw(Grenade({0.0f, 0.1f + k_radius + 0.001f}));
	EXPECT_TRUE(StepClear(range, id, 60));
	for (int32_t step = 0; step < 1200; ++step)
	{
		// The lift moves at up to 1 m/s and always accelerates less than gravity.
		lift->SetLinearVelocity({0.0f, std::sin(0.5f * b2_pi * static_cast<float>(step) * k_dt)});
		range.Step(k_dt);
		const auto state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value());
		const double gap = -DepthOf(range, *state);
		ASSERT_LT(gap, 0.002) << "step " << step;
		ASSERT_GT(gap, -k_contactSlack) << "step " << step;
		ASSERT_NEAR(state->position.x, 0.0f, 0.01f) << "step " << step;
	}
}

TEST(Grenade, RidesALiftThatStartsAtFullSpeed)
{
	FiringRange range(k_gravity);
	b2Body* lift = range.AddBox({0.0f, 0.0f}, 1.0f, 0.1f, 0.0f, b2_kinematicBody)->GetBody();
	const GrenadeId id = range.plugin.Throw(Grenade({0.0f, 0.1f + k_radius + 0.001f}));
	EXPECT_TRUE(StepClear(range, id, 60));
	EXPECT_TRUE(range.plugin.Find(id)->resting);
	lift->SetLinearVelocity({0.0f, 1.0f});
	EXPECT_TRUE(StepClear(range, id, 60));
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 1.1f + k_radius, 0.002f);
	EXPECT_NEAR(range.plugin.Find(id)->velocity.y, 1.0f, 0.2f);
}

TEST(Grenade, IsCarriedByAPlatformsFriction)
{
	FiringRange range(k_gravity);
	b2Fixture* platform = range.AddBox({0.0f, 0.0f}, 5.0f, 0.1f, 0.0f, b2_kinematicBody);
	range.plugin.SetSurface(platform, {.friction = 0.5f});
	GrenadeDef def = Grenade({0.0f, 0.1f + k_radius + 0.001f});
	def.friction = 0.5f;
	const GrenadeId id = range.plugin.Throw(def);
	EXPECT_TRUE(StepClear(range, id, 60));
	platform->GetBody()->SetLinearVelocity({1.0f, 0.0f});
	EXPECT_TRUE(StepClear(range, id, 60));
	const auto carried = range.plugin.Find(id);
	EXPECT_NEAR(carried->velocity.x, 1.0f, 0.01f);

	// The grenade slips until friction has accelerated it by mu g to the platform's speed. It then lags behind by v^2 /
	// (2 mu g).
	EXPECT_NEAR(carried->position.x, 1.0f - 1.0f / (2.0f * 5.0f), 0.02f);
	EXPECT_TRUE(StepClear(range, id, 60));
	EXPECT_NEAR(range.plugin.Find(id)->position.x - carried->position.x, 1.0f, 0.01f);

	platform->GetBody()->SetLinearVelocity({0.0f, 0.0f});
	EXPECT_TRUE(StepClear(range, id, 60));
	EXPECT_TRUE(StaysAtRest(range, id, 10));
}

TEST(Grenade, FallsWhenItsSupportGoes)
{
	enum class Change
	{
		DestroyBody,
		DestroyFixture,
		Disable,
		Teleport,
		DriveAway,
		Sensor
	};
	for (const Change change : {Change::DestroyBody, Change::DestroyFixture, Change::Disable, Change::Teleport,
	                            Change::DriveAway, Change::Sensor})
	{
		SCOPED_TRACE(static_cast<int>(change));
		FiringRange range(k_gravity);
		b2Fixture* support = range.AddBox({0.0f, 0.0f}, 1.0f, 0.1f, 0.0f, b2_kinematicBody);
		b2Body* body = support->GetBody();
		const GrenadeId id = range.plugin.Throw(Grenade({0.0f, 0.1f + k_radius + 0.01f}));
		EXPECT_TRUE(StepClear(range, id, 60));
		ASSERT_TRUE(StaysAtRest(range, id, 60));
		const float height = range.plugin.Find(id)->position.y;
		switch (change)
		{
		case Change::DestroyBody:
			range.world.DestroyBody(body);
			break;
		case Change::DestroyFixture:
			body->DestroyFixture(support);
			break;
		case Change::Disable:
			body->SetEnabled(false);
			break;
		case Change::Teleport:
			body->SetTransform({50.0f, 0.0f}, 0.0f);
			break;
		case Change::DriveAway:
			body->SetLinearVelocity({0.0f, -50.0f});
			break;
		default:
			support->SetSensor(true);
			break;
		}
		for (int32_t step = 0; step < 30; ++step)
		{
			range.Step(k_dt);
		}
		const auto state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value());
		EXPECT_FALSE(state->resting);
		EXPECT_NEAR(state->position.y, height - 1.25f, 0.2f);
	}
}

TEST(Grenade, RestsOnADynamicBodyAndFallsWithIt)
{
	FiringRange range(k_gravity);
	b2Fixture* floor = AddFloor(range);
	b2Body* box = range.AddBox({0.0f, 0.5f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	for (int32_t step = 0; step < 120; ++step)
	{
		range.Step(k_dt);
	}
	const GrenadeId id = range.plugin.Throw(Grenade({0.0f, 1.0f + k_radius + 0.05f}));
	EXPECT_TRUE(StepClear(range, id, 120));
	EXPECT_TRUE(StaysAtRest(range, id, 60));
	range.world.DestroyBody(floor->GetBody());
	for (int32_t step = 0; step < 60; ++step)
	{
		range.Step(k_dt);
		ASSERT_LT(DepthOf(range, *range.plugin.Find(id)), k_contactSlack) << step;
	}
	EXPECT_NEAR(range.plugin.Find(id)->position.y, box->GetPosition().y + 0.5f + k_radius, 0.1f);
	EXPECT_LT(range.plugin.Find(id)->position.y, -2.0f);
}

TEST(Grenade, IsPushedByAMovingWall)
{
	for (const float speed : {0.5f, 2.0f, 30.0f})
	{
		FiringRange range(k_gravity);
		AddFloor(range);
		b2Body* wall = range.AddBox({-2.0f, 1.02f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
		const GrenadeId id = range.plugin.Throw(Grenade({0.0f, k_radius + 0.01f}));
		EXPECT_TRUE(StepClear(range, id, 60));
		ASSERT_TRUE(range.plugin.Find(id)->resting);
		wall->SetLinearVelocity({speed, 0.0f});
		EXPECT_TRUE(StepClear(range, id, static_cast<int32_t>(60.0f * 3.0f / speed))) << speed;
		EXPECT_GT(range.plugin.Find(id)->position.x, wall->GetPosition().x + 1.0f) << speed;
		EXPECT_GT(range.plugin.Find(id)->position.x, 0.9f) << speed;
	}
}

TEST(Grenade, IsCrushedWhereThereIsNoPlaceLeft)
{
	FiringRange range(k_gravity);
	AddFloor(range);
	b2Body* press = range.AddBox({0.0f, 2.0f}, 10.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
	GrenadeDef def = Grenade({0.0f, k_radius + 0.01f});
	def.userData = 8;
	const GrenadeId id = range.plugin.Throw(def);
	press->SetLinearVelocity({0.0f, -1.0f});
	bool crushed = false;
	for (int32_t step = 0; step < 70 && crushed == false; ++step)
	{
		range.Step(k_dt);
		if (const auto state = range.plugin.Find(id))
		{
			ASSERT_LT(DepthOf(range, *state), k_contactSlack) << "step " << step;
		}
		for (const ExpiredEvent& event : range.plugin.Expired())
		{
			crushed = true;
			EXPECT_EQ(event.reason, ExpiredEvent::Reason::Crushed);
			EXPECT_EQ(event.grenade, id);
			EXPECT_EQ(event.userData, 8u);
			EXPECT_NEAR(press->GetPosition().y, 1.0f + 2.0f * k_radius, 0.04f);
		}
	}
	EXPECT_TRUE(crushed);
	EXPECT_TRUE(range.plugin.Grenades().empty());
}

TEST(Grenade, TheFuseEndsItAtItsTime)
{
	for (const float fuse : {0.01f, 0.1234f, 1.0f, 3.0f})
	{
		FiringRange range(k_gravity);
		AddFloor(range);
		GrenadeDef def = Grenade({0.0f, 0.5f});
		def.fuse = fuse;
		def.userData = 6;
		const GrenadeId id = range.plugin.Throw(def);
		int32_t steps = 0;
		while (range.plugin.Find(id) && steps < 1000)
		{
			range.Step(k_dt);
			++steps;
		}
		ASSERT_EQ(range.plugin.Expired().size(), 1u);
		const ExpiredEvent& event = range.plugin.Expired()[0];
		EXPECT_EQ(event.reason, ExpiredEvent::Reason::Fuse);
		EXPECT_EQ(event.grenade, id);
		EXPECT_FALSE(event.bullet);
		EXPECT_EQ(event.userData, 6u);
		EXPECT_NEAR(static_cast<float>(steps - 1) * k_dt + event.time, fuse, 2.0e-5f) << fuse;
		EXPECT_GE(event.time, 0.0f);
		EXPECT_LE(event.time, k_dt);
		if (fuse < 0.2f)
		{
			EXPECT_NEAR(event.position.y, 0.5f - 5.0f * fuse * fuse, 1.0e-4f);
			EXPECT_NEAR(event.velocity.y, -10.0f * fuse, 1.0e-3f);
		}
	}
}

TEST(Grenade, SlidesOverTheVerticesOfAChainWithoutSticking)
{
	// The chain is straight and level, has no friction, and has 10 vertices per metre. It must not slow the grenade
	// down.
	{
		FiringRange range(k_gravity);
		std::vector<b2Vec2> vertices;
		for (int32_t i = 200; i >= -10; --i)
		{
			vertices.push_back({0.1f * static_cast<float>(i), 0.0f});
		}
		range.plugin.SetSurface(range.AddChain(vertices), {.friction = 0.0f});
		const GrenadeId id = range.plugin.Throw(Grenade({0.0f, k_radius + 1.0e-4f}, {3.0f, 0.0f}));
		EXPECT_TRUE(StepClear(range, id, 300));
		EXPECT_NEAR(range.plugin.Find(id)->velocity.x, 3.0f, 0.01f);
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 15.0f, 0.05f);
		EXPECT_NEAR(range.plugin.Find(id)->position.y, k_radius, 0.001f);
	}

	// The same on a row of boxes.
	{
		FiringRange range(k_gravity);
		for (int32_t i = -2; i < 20; ++i)
		{
			range.plugin.SetSurface(range.AddBox({static_cast<float>(i) + 0.5f, -0.5f}, 0.5f, 0.5f),
			                        {.friction = 0.0f});
		}
		const GrenadeId id = range.plugin.Throw(Grenade({0.0f, k_radius + 1.0e-4f}, {3.0f, 0.0f}));
		EXPECT_TRUE(StepClear(range, id, 300));
		EXPECT_NEAR(range.plugin.Find(id)->velocity.x, 3.0f, 0.01f);
	}
}

TEST(Grenade, ComesOverAHillOfEdges)
{
	// The hill is y = cos x, and the grenade starts at its top. Without friction, it slides off with the energy of the
	// height that it lost.
	FiringRange range(k_gravity);
	std::vector<b2Vec2> vertices;
	for (int32_t i = 64; i >= -64; --i)
	{
		const float x = static_cast<float>(i) * 3.0f / 64.0f;
		vertices.push_back({x, std::cos(x)});
	}
	range.plugin.SetSurface(range.AddChain(vertices), {.friction = 0.0f});
	GrenadeDef def = Grenade({0.0f, 1.0f + k_radius + 1.0e-4f}, {1.0f, 0.0f});
	def.restitution = 0.0f;
	const GrenadeId id = range.plugin.Throw(def);
	for (int32_t step = 0; step < 200 && range.plugin.Find(id)->position.x < 1.5f; ++step)
	{
		EXPECT_TRUE(StepClear(range, id, 1));
	}
	const auto state = range.plugin.Find(id);
	EXPECT_GE(state->position.x, 1.5f);
	const double expected =
	    0.5 * 1.0 + 10.0 * (1.0 + static_cast<double>(k_radius) - static_cast<double>(state->position.y));
	EXPECT_NEAR(EnergyOf(1.0, state->velocity), expected, 0.05 * expected);
	EXPECT_LE(EnergyOf(1.0, state->velocity), 1.001 * expected);
}

TEST(Grenade, ASmallFastOneDoesNotPassAThinWall)
{
	// A grenade of 1 cm flies at 200 m/s, which is 3.3 m per step. The wall is 1 cm thick.
	const uint64_t seed = 81;
	SceneRandom random(seed);
	for (const int32_t kind : {0, 1, 2})
	{
		FiringRange range({0.0f, 0.0f});
		if (kind == 0)
		{
			range.AddBox({0.005f, 0.0f}, 0.005f, 10.0f);
		}
		else if (kind == 1)
		{
			range.AddEdge({0.0f, -10.0f}, {0.0f, 10.0f});
		}
		else
		{
			std::vector<b2Vec2> vertices;
			for (int32_t i = -100; i <= 100; ++i)
			{
				vertices.push_back({0.0f, 0.1f * static_cast<float>(i)});
			}
			range.AddChain(vertices);
		}
		for (int32_t i = ScaledCount(500); i > 0; --i)
		{
			GrenadeDef def = Grenade({random.Uniform(-7.0f, -0.011f), random.Uniform(-2.0f, 2.0f)},
			                         {200.0f, random.Uniform(-100.0f, 100.0f)});
			def.radius = 0.01f;
			range.plugin.Throw(def);
		}
		size_t impacts = 0;
		const size_t thrown = range.plugin.Grenades().size();
		for (int32_t step = 0; step < 4; ++step)
		{
			range.Step(k_dt);
			impacts += range.plugin.Impacts().size();
			for (const GrenadeState& state : range.plugin.Grenades())
			{
				ASSERT_LT(state.position.x, -0.01f + static_cast<float>(k_contactSlack))
				    << "seed " << seed << ", kind " << kind;
			}
		}
		EXPECT_EQ(impacts, thrown) << "kind " << kind;
	}
}

TEST(Grenade, BouncesFromWallToWallThroughAllOfTheStep)
{
	FiringRange range({0.0f, 0.0f});
	range.AddBox({-0.5f, 0.0f}, 0.5f, 5.0f);
	range.AddBox({1.5f, 0.0f}, 0.5f, 5.0f);
	GrenadeDef def = Grenade({0.5f, 0.0f}, {540.0f, 0.0f});
	def.restitution = 1.0f;
	def.friction = 0.0f;
	const GrenadeId id = range.plugin.Throw(def);
	range.Step(k_dt);

	// The grenade flies 9 m. Between the walls, its centre has a path of 0.9 m.
	EXPECT_EQ(range.plugin.Impacts().size(), 10u);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 0.5f, 1.0e-3f);
	EXPECT_NEAR(SpeedOf(range.plugin.Find(id)->velocity), 540.0, 1.0e-3);
}

TEST(Grenade, RespectsItsFilter)
{
	FiringRange range(k_gravity);
	b2Fixture* floor = AddFloor(range);
	b2Fixture* sensor = range.AddBox({0.0f, 0.5f}, 1.0f, 0.1f);
	sensor->SetSensor(true);
	b2Fixture* own = range.AddBox({0.0f, 0.8f}, 1.0f, 0.05f);
	GrenadeDef def = Grenade({0.0f, 2.0f});
	def.filter.ignoreBody = own->GetBody();
	const GrenadeId id = range.plugin.Throw(def);
	b2Fixture* first = nullptr;
	for (int32_t step = 0; step < 120 && first == nullptr; ++step)
	{
		range.Step(k_dt);
		for (const ImpactEvent& event : range.plugin.Impacts())
		{
			first = event.fixture;
		}
	}
	EXPECT_EQ(first, floor);
	EXPECT_TRUE(range.plugin.Find(id).has_value());
}

// A grenade that reports sensors, and a grenade that ignores them, must have the same path.
TEST(GrenadeInSensor, FliesAsIfThereWereNone)
{
	for (int32_t kind = 0; kind < 6; ++kind)
	{
		std::vector<b2Vec2> paths[2];
		for (const bool sees : {false, true})
		{
			FiringRange range(k_gravity);
			b2PolygonShape box;
			box.SetAsBox(50.0f, 0.5f, {0.0f, -0.5f}, 0.0f);
			range.Add(range.AddBody({0.0f, 0.0f}), box);
			box.SetAsBox(0.5f, 3.0f, {6.0f, 3.0f}, 0.0f);
			range.Add(range.AddBody({0.0f, 0.0f}), box);
			b2Body* zone = range.AddBody(kind < 2 ? b2Vec2{0.0f, 0.5f} : b2Vec2{-8.0f, 0.9f}, 0.2f, b2_kinematicBody);
			box.SetAsBox(1.0f, 1.0f);
			range.Add(zone, box)->SetSensor(true);
			GrenadeDef def{.position = {0.0f, 1.0f}, .velocity = {3.0f, 2.0f}, .fuse = 100.0f};
			def.filter.sensors = sees;
			def.sticky = kind % 2 == 1;
			const GrenadeId id = range.plugin.Throw(def);
			int32_t told = 0;
			for (int32_t step = 0; step < 240; ++step)
			{
				const float x = -2.0f + 0.2f * static_cast<float>(step);
				if (kind == 2 || kind == 3)
				{
					zone->SetTransform({x, 0.9f}, 0.2f);
				}
				else if (kind >= 4 && step > 100)
				{
					zone->SetTransform(step % 40 < 20 ? b2Vec2{2.0f, 0.4f} : b2Vec2{20.0f, 5.0f}, 0.2f);
				}
				range.Step(k_dt);
				ASSERT_TRUE(range.plugin.Expired().empty()) << kind;
				paths[sees ? 1 : 0].push_back(range.plugin.Find(id)->position);
				for (const ImpactEvent& impact : range.plugin.Impacts())
				{
					told += impact.fixture->IsSensor() ? 1 : 0;
					ASSERT_TRUE(impact.fixture->IsSensor() == false || impact.response == Response::Ignore);
				}
			}
			EXPECT_EQ(told, sees && kind < 4 ? 1 : 0) << kind;
		}
		for (size_t i = 0; i < paths[0].size(); ++i)
		{
			ASSERT_LE(b2Distance(paths[0][i], paths[1][i]), 2.0e-3f) << kind << " " << i;
		}
	}
}

TEST(GrenadeInSensor, StopsIfARuleSaysSo)
{
	for (const Response response : {Response::Stop, Response::Bounce})
	{
		PluginDef def;
		def.rule = [&](const ImpactEvent&)
		{
			return response;
		};
		FiringRange range({0.0f, 0.0f}, def);
		b2CircleShape circle;
		circle.m_radius = 1.0f;
		b2Body* zone = range.AddBody({0.0f, 0.0f});
		range.Add(zone, circle)->SetSensor(true);
		GrenadeDef thrown{.position = {0.1f, 0.0f}, .velocity = {3.0f, 0.0f}, .fuse = 100.0f};
		thrown.filter.sensors = true;
		const GrenadeId id = range.plugin.Throw(thrown);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& impact = range.plugin.Impacts()[0];
		EXPECT_TRUE(impact.startsInside);
		EXPECT_EQ(impact.response, Response::Stop);
		EXPECT_EQ(impact.decided, response);
		EXPECT_EQ(impact.velocityAfter, b2Vec2_zero);
		for (int32_t step = 0; step < 30; ++step)
		{
			range.Step(k_dt);
			EXPECT_TRUE(range.plugin.Impacts().empty());
		}
		EXPECT_EQ(range.plugin.Find(id)->velocity, b2Vec2_zero);
	}
}

} // namespace ricochet::test::grenade_test
