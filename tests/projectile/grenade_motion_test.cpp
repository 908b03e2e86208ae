// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>

// Tests the motion of a grenade that no body presses. If a wall that pushes the grenade slows down, the grenade
// continues without the wall. On a support, a grenade sinks to the contact gap. Far from the origin, it is as fast as
// near the origin.

namespace ricochet::test::grenade_motion_test
{

namespace
{

GrenadeDef Grenade(b2Vec2 position, b2Vec2 velocity = {0.0f, 0.0f})
{
	GrenadeDef def{.position = position, .velocity = velocity};
	def.fuse = 1.0e6f;
	return def;
}

// A wall pushes a grenade along x at 2 m/s and then slows down. The grenade continues at its speed.
void RunRetreat(float deceleration, float rate, bool isEdge)
{
	FiringRange range;
	b2Body* wall = range.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody);
	const b2PolygonShape box = BoxOf(0.5f, 5.0f, {-0.5f, 0.0f}, 0.0f);
	isEdge ? range.Add(wall, EdgeOf({0.0f, -5.0f}, {0.0f, 5.0f})) : range.Add(wall, box);
	GrenadeDef def = Grenade({0.051f, 0.0f});
	def.restitution = 0.0f;
	const GrenadeId id = range.plugin.Throw(def);
	float speed = 2.0f;
	for (int32_t i = 0; i < 30; ++i)
	{
		wall->SetLinearVelocity({speed, 0.0f});
		range.Step(1.0f / rate);
	}
	const GrenadeState pushed = *range.plugin.Find(id);
	ASSERT_NEAR(pushed.velocity.x, 2.0f, 1.0e-4f);
	for (int32_t i = 1; i <= 200; ++i)
	{
		speed -= deceleration / rate;
		wall->SetLinearVelocity({speed, 0.0f});
		range.Step(1.0f / rate);
		const GrenadeState state = *range.plugin.Find(id);
		ASSERT_NEAR(state.velocity.x, pushed.velocity.x, 1.0e-5f) << "slowed in step " << i;
		ASSERT_NEAR(state.position.x, pushed.position.x + 2.0f * static_cast<float>(i) / rate, 1.0e-4f) << "step " << i;
	}
}

// A grenade lies on a floor. Its gap must be what disc_cast.h promises: 0.02 mm, a hundredth of the radius, or 4 units
// in the last place. One more unit is allowed for the rounding of the position.
void RunRest(b2Vec2 place, float radius)
{
	FiringRange range(k_gravity);
	const b2Fixture* floor = range.AddBox(place, 10.0f, 1.0f);
	const double largest = std::max({std::abs(place.x), std::abs(place.y), 1.0f});
	const double ulp = std::max(UlpOf(largest), 0x1p-23);
	GrenadeDef def = Grenade(place + b2Vec2{0.0f, 1.0f + radius + 0.1f});
	def.radius = radius;
	const GrenadeId id = range.plugin.Throw(def);
	for (int32_t i = 0; i < 300; ++i)
	{
		range.Step(1.0f / 60.0f);
	}
	const auto state = range.plugin.Find(id);
	ASSERT_TRUE(state.has_value());
	EXPECT_TRUE(state->resting);
	const double gap = SignedDistance(*floor, Widen(state->position)) - static_cast<double>(radius);
	const double promised = std::max(std::min(2.0e-5, 0.01 * static_cast<double>(radius)), 4.0 * ulp);
	EXPECT_GE(gap, -1.0e-8);
	EXPECT_LE(gap, promised + ulp);
}

void RestEverywhere(float far)
{
	for (const b2Vec2 place : {b2Vec2{far, 0.0f}, b2Vec2{0.0f, far}, b2Vec2{-far, far}})
	{
		for (const float radius : {0.05f, 0.5f})
		{
			SCOPED_TRACE(testing::Message() << "at (" << place.x << ", " << place.y << "), radius " << radius);
			RunRest(place, radius);
		}
	}
}

} // namespace

TEST(GrenadeMotion, AWallThatSlowsDownDoesNotTakeItAlong)
{
	const struct
	{
		float deceleration, rate;
	} cases[] = {{0.1f, 60.0f}, {0.6f, 60.0f}, {3.0f, 240.0f}, {10.0f, 1000.0f}, {30.0f, 60.0f}};
	for (const auto& what : cases)
	{
		for (const bool isEdge : {false, true})
		{
			SCOPED_TRACE(testing::Message() << what.deceleration << " m/s^2 at " << what.rate << " Hz");
			RunRetreat(what.deceleration, what.rate, isEdge);
		}
	}
}

TEST(GrenadeMotion, AWallThatStartsToGoAwayDoesNotTakeItAlong)
{
	for (const float acceleration : {0.1f, 0.6f, 10.0f})
	{
		FiringRange range;
		b2Body* wall = range.AddBox({-0.5f, 0.0f}, 0.5f, 5.0f, 0.0f, b2_kinematicBody)->GetBody();
		const GrenadeId id = range.plugin.Throw(Grenade({0.05001f, 0.0f}));
		float speed = 0.0f;
		for (int32_t i = 0; i < 120; ++i)
		{
			speed -= acceleration / 60.0f;
			wall->SetLinearVelocity({speed, 0.0f});
			range.Step(1.0f / 60.0f);
			ASSERT_EQ(range.plugin.Find(id)->velocity, b2Vec2(0.0f, 0.0f)) << acceleration << " m/s^2, step " << i;
			ASSERT_EQ(range.plugin.Find(id)->position.x, 0.05001f) << acceleration << " m/s^2, step " << i;
		}
	}
}

TEST(GrenadeMotion, RestsAtTheGapThatIsPromised)
{
	RestEverywhere(0.0f);
}

TEST(GrenadeMotion, RestsAtTheGapThatIsPromisedAKilometreOut)
{
	RestEverywhere(1.0e3f);
}

TEST(GrenadeMotion, RestsAtTheGapThatIsPromisedAHundredKilometresOut)
{
	RestEverywhere(1.0e5f);
}

TEST(GrenadeMotion, MovesByLessThanAFloatShowsInAStep)
{
	// At 240 Hz, 0.1 m/s is 0.42 mm per step, while the spacing of floats is 0.98 mm. The grenade flies in the air or
	// slides on a smooth floor.
	for (const bool onFloor : {false, true})
	{
		FiringRange range(onFloor ? k_gravity : b2Vec2{0.0f, 0.0f});
		range.AddBox({10000.0f, -1.0f}, 50.0f, 1.0f);
		GrenadeDef def = Grenade({10000.0f, onFloor ? 0.055f : 1.0f}, {0.1f, 0.0f});
		def.friction = 0.0f;
		const GrenadeId id = range.plugin.Throw(def);
		for (int32_t i = 1; i <= 2400; ++i)
		{
			range.Step(1.0f / 240.0f);
			const double way = static_cast<double>(range.plugin.Find(id)->position.x) - 10000.0;
			ASSERT_NEAR(way, 0.1 * i / 240.0, 0.003) << (onFloor ? "on the floor" : "in the air") << ", step " << i;
		}
	}
}

} // namespace ricochet::test::grenade_motion_test
