// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>

// Tests the motion of bullets under forces against closed forms. Where none exists, a referee integrates the equation
// in small steps.

namespace ricochet::test::forces_test
{

namespace
{

struct State
{
	long double x = 0.0L, y = 0.0L, vx = 0.0L, vy = 0.0L;
};

using Force = std::function<State(const State&)>; // the derivative

State RungeKutta(State s, const Force& force, long double duration, int32_t count)
{
	const long double h = duration / count;
	const auto plus = [](const State& a, long double share, const State& d)
	{
		return State{a.x + share * d.x, a.y + share * d.y, a.vx + share * d.vx, a.vy + share * d.vy};
	};
	for (int32_t i = 0; i < count; ++i)
	{
		const State a = force(s);
		const State b = force(plus(s, h / 2, a));
		const State c = force(plus(s, h / 2, b));
		const State d = force(plus(s, h, c));
		s = plus(plus(plus(plus(s, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
	}
	return s;
}

// Returns the distance between the bullet's end and the referee's, as a share of the length of the path.
double Miss(const BulletDef& def, const Force& force, float dt, int32_t steps)
{
	FiringRange range(k_gravity);
	const BulletId id = range.plugin.Fire(def);
	for (int32_t step = 0; step < steps; ++step)
	{
		range.Step(dt);
	}
	const auto state = range.plugin.Find(id);
	if (state.has_value() == false)
	{
		return 1.0e9;
	}
	const long double time = static_cast<long double>(dt) * steps;
	const State start{def.position.x, def.position.y, def.velocity.x, def.velocity.y};
	const State end = RungeKutta(start, force, time, 20000);
	const long double way = std::hypot(end.x - start.x, end.y - start.y) + 0.01L;
	return static_cast<double>(std::hypot(state->position.x - end.x, state->position.y - end.y) / way);
}

} // namespace

TEST(Forces, AccelerationAndWindHaveAClosedForm)
{
	for (const float drag : {0.0f, 0.01f, 0.5f, 20.0f})
	{
		for (const float dt : {1.0f / 240.0f, 1.0f / 60.0f, 0.25f})
		{
			const BulletDef def{.position = {1.0f, 2.0f},
			                    .velocity = {30.0f, 10.0f},
			                    .gravityScale = 0.5f,
			                    .drag = drag,
			                    .acceleration = {-3.0f, 7.0f},
			                    .wind = {-12.0f, 4.0f}};
			const auto force = [drag](const State& s)
			{
				const long double k = drag;
				return State{s.vx, s.vy, -3.0L - k * (s.vx + 12.0L), 7.0L - 5.0L - k * (s.vy - 4.0L)};
			};
			EXPECT_LT(Miss(def, force, dt, 8), 2.0e-6) << "drag " << drag << ", dt " << dt;
		}
	}
}

TEST(Forces, QuadraticDragIsThatOfItsEquation)
{
	for (const float drag : {1.0e-4f, 0.01f, 0.5f})
	{
		for (const float speed : {3.0f, 80.0f, 900.0f})
		{
			for (const float dt : {1.0f / 120.0f, 1.0f / 30.0f})
			{
				const BulletDef def{
				    .velocity = {0.8f * speed, 0.6f * speed}, .wind = {5.0f, -2.0f}, .dragQuadratic = drag};
				const auto force = [drag](const State& s)
				{
					const long double x = s.vx - 5.0L;
					const long double y = s.vy + 2.0L;
					const long double k = static_cast<long double>(drag) * std::hypot(x, y);
					return State{s.vx, s.vy, -k * x, -k * y - 10.0L};
				};
				EXPECT_LT(Miss(def, force, dt, 60), 1.0e-4) << "drag " << drag << ", " << speed << " m/s, dt " << dt;
			}
		}
	}
}

TEST(Forces, ThrustPushesAlongTheVelocity)
{
	for (const float thrust : {0.5f, 20.0f, 300.0f})
	{
		for (const float speed : {3.0f, 80.0f})
		{
			const BulletDef def{.velocity = {0.8f * speed, 0.6f * speed}, .thrust = thrust};
			const auto force = [thrust](const State& s)
			{
				const long double k = static_cast<long double>(thrust) / std::hypot(s.vx, s.vy);
				return State{s.vx, s.vy, k * s.vx, k * s.vy - 10.0L};
			};
			EXPECT_LT(Miss(def, force, k_dt, 40), 1.0e-4) << "thrust " << thrust << ", " << speed << " m/s";
		}
	}
}

TEST(Forces, ABrakeDoesNotTurnItRound)
{
	FiringRange range;
	BulletDef def = Lasting({0.0f, 0.0f}, {10.0f, 0.0f});
	def.thrust = -20.0f;
	const BulletId id = range.plugin.Fire(def);
	for (int32_t step = 0; step < 60; ++step)
	{
		range.Step(k_dt);
		ASSERT_GE(range.plugin.Find(id)->velocity.x, -1.0e-6f);
	}
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 2.5, 2.5e-3);
	EXPECT_NEAR(range.plugin.Find(id)->velocity.x, 0.0, 1.0e-6);
}

TEST(Forces, HomingTurnsOnACircleAndKeepsItsSpeed)
{
	for (const float rate : {0.2f, 3.0f, 40.0f})
	{
		FiringRange range;
		BulletDef def = Lasting({0.0f, 0.0f}, {20.0f, 0.0f});
		def.homing = {.point = {-1.0e5f, 1.0e-3f}, .turnRate = rate}; // behind the bullet, so that it always turns left
		const BulletId id = range.plugin.Fire(def);
		const double radius = 20.0 / static_cast<double>(rate);
		const int32_t steps = static_cast<int32_t>(3.0f / rate / k_dt);
		for (int32_t step = 1; step <= steps; ++step)
		{
			range.Step(k_dt);
			const double angle = static_cast<double>(rate) * step * static_cast<double>(k_dt);
			const BulletState state = *range.plugin.Find(id);
			ASSERT_NEAR(SpeedOf(state.velocity), 20.0, 1.0e-4);
			ASSERT_NEAR(state.position.x, radius * std::sin(angle), 1.0e-4 * radius * angle + 1.0e-5) << rate;
			ASSERT_NEAR(state.position.y, radius * (1.0 - std::cos(angle)), 1.0e-4 * radius * angle + 1.0e-5) << rate;
		}
	}
}

namespace
{

// Turns the velocity towards a target by at most the angle `most` (rad). The time step is so short that the moment of
// the turn does not matter.
void TurnTo(State& s, long double targetX, long double targetY, long double most)
{
	const long double x = targetX - s.x;
	const long double y = targetY - s.y;
	const long double angle = std::clamp(std::atan2(s.vx * y - s.vy * x, s.vx * x + s.vy * y), -most, most);
	const long double c = std::cos(angle);
	const long double sine = std::sin(angle);
	s = {s.x, s.y, c * s.vx - sine * s.vy, sine * s.vx + c * s.vy};
}

struct Chase
{
	b2Vec2 velocity;
	float turnRate;
	float thrust;
	b2Vec2 target;
	b2Vec2 flees; // the velocity at which the target moves away
};

} // namespace

// Compares homing together with other forces and moving targets with the referee. The equation of homing changes when
// the bullet begins to face the target, or no longer faces away from it. The error must not be larger than with the
// forces alone.
TEST(Forces, HomingUnderOtherForcesIsThatOfItsEquation)
{
	const std::array chases{
	    Chase{{3.0f, 1.0f}, 3.0f, 0.0f, {-40.0f, 9.0f}, {0.0f, 0.0f}}, // turns all the time, and falls
	    // The bullet turns to the target. Then homing holds the bullet up against gravity.
	    Chase{{5.0f, 0.0f}, 4.0f, 2.0f, {60.0f, 30.0f}, {0.0f, 0.0f}},
	    Chase{{20.0f, 0.0f}, 2.0f, 0.0f, {30.0f, 5.0f}, {0.0f, 25.0f}},    // follows a target that crosses its path
	    Chase{{3.0f, -0.3f}, 0.4f, 0.0f, {90.0f, -30.0f}, {0.0f, 0.0f}},   // falls across the line to the target
	    Chase{{-3.0f, 0.5f}, 1.0f, 0.0f, {90.0f, 0.0f}, {0.0f, 0.0f}},     // falls across the line away from the target
	    Chase{{20.0f, 0.0f}, 0.3f, 0.0f, {400.0f, 40.0f}, {-5.0f, 10.0f}}, // hardly turns
	};
	for (size_t i = 0; i < chases.size(); ++i)
	{
		for (const float dt : {1.0f / 120.0f, 1.0f / 30.0f})
		{
			const Chase& chase = chases[i];
			FiringRange range(k_gravity);
			b2Body* target = range.AddBox(chase.target, 0.1f, 0.1f, 0.0f, b2_kinematicBody)->GetBody();
			target->SetLinearVelocity(chase.flees);
			BulletDef def{.velocity = chase.velocity, .thrust = chase.thrust};
			def.homing = {.body = target, .turnRate = chase.turnRate};
			const BulletId id = range.plugin.Fire(def);
			const auto force = [&chase](const State& s)
			{
				const long double k = chase.thrust / std::hypot(s.vx, s.vy);
				return State{s.vx, s.vy, k * s.vx, k * s.vy - 10.0L};
			};
			State flown{0.0L, 0.0L, chase.velocity.x, chase.velocity.y};
			long double way = 0.0L;
			for (int32_t step = 0; step < static_cast<int32_t>(0.6f / dt); ++step)
			{
				constexpr int32_t k_parts = 1000;
				const b2Vec2 from = target->GetWorldCenter();
				range.Step(dt);
				const b2Vec2 moved = target->GetWorldCenter() - from;
				const long double part = static_cast<long double>(dt) / k_parts;
				for (int32_t j = 0; j < k_parts; ++j)
				{
					const long double share = (j + 0.5L) / k_parts;
					flown = RungeKutta(flown, force, part / 2, 1);
					TurnTo(flown, from.x + share * moved.x, from.y + share * moved.y, chase.turnRate * part);
					flown = RungeKutta(flown, force, part / 2, 1);
					way += part * std::hypot(flown.vx, flown.vy);
				}
				const b2Vec2 there = range.plugin.Find(id)->position;
				ASSERT_LT(std::hypot(there.x - flown.x, there.y - flown.y), 1.0e-4L * way + 1.0e-6L)
				    << "chase " << i << ", dt " << dt << ", step " << step;
			}
		}
	}
}

TEST(Forces, HomingReachesABodyThatFlees)
{
	for (const b2Vec2 flight : {b2Vec2{15.0f, 0.0f}, b2Vec2{0.0f, 20.0f}, b2Vec2{-10.0f, -10.0f}})
	{
		FiringRange range;
		b2Fixture* target = range.AddBox({30.0f, 20.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody);
		target->GetBody()->SetLinearVelocity(flight);
		BulletDef def = Lasting({0.0f, 0.0f}, {-60.0f, 0.0f});
		def.homing = {.body = target->GetBody(), .turnRate = 4.0f};
		range.plugin.Fire(def);
		bool met = false;
		for (int32_t step = 0; step < 300 && met == false; ++step)
		{
			range.Step(k_dt);
			met = range.plugin.Impacts().empty() == false;
		}
		EXPECT_TRUE(met) << flight.x << ", " << flight.y;
	}
}

TEST(Forces, WhenItsTargetDiesItFliesStraightOn)
{
	for (const bool told : {false, true})
	{
		FiringRange range;
		b2Body* target = range.AddBox({0.0f, 50.0f}, 0.5f, 0.5f)->GetBody();
		BulletDef def = Lasting({0.0f, 0.0f}, {20.0f, 0.0f});
		def.homing = {.body = target, .turnRate = 1.0f};
		const BulletId id = range.plugin.Fire(def);
		range.Step(k_dt);
		EXPECT_GT(range.plugin.Find(id)->velocity.y, 0.1f);
		if (told)
		{
			range.plugin.Forget(target);
		}
		range.world.DestroyBody(target);
		if (told)
		{
			range.AddBox({0.0f, 50.0f}, 0.5f, 0.5f); // at the same address, if Box2D's allocator reuses it
		}
		const b2Vec2 velocity = range.plugin.Find(id)->velocity;
		range.Step(k_dt);
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Find(id)->velocity, velocity);
		EXPECT_EQ(range.plugin.DefOf(id)->homing.turnRate, 0.0f);
	}
}

TEST(Forces, ASteeringRuleIsAskedOnceAStepWithTheStateAtItsBeginning)
{
	FiringRange range;
	int32_t calls = 0;
	BulletId id;
	BulletDef def = Lasting({0.0f, 0.0f}, {20.0f, 0.0f});
	def.steering = [&](const BulletState& state)
	{
		EXPECT_EQ(state.id, id);
		EXPECT_EQ(state.position, range.plugin.Find(id)->position);
		EXPECT_EQ(state.velocity, range.plugin.Find(id)->velocity);
		++calls;
		return b2Vec2{0.0f, 6.0f};
	};
	id = range.plugin.Fire(def);
	for (int32_t step = 0; step < 60; ++step)
	{
		range.Step(k_dt);
	}
	EXPECT_EQ(calls, 60);
	const double time = 60.0 * static_cast<double>(k_dt);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 20.0 * time, 1.0e-4);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 3.0 * time * time, 1.0e-4);
}

TEST(Forces, ASteeringRuleMayCancelAndThrow)
{
	FiringRange range;
	BulletId id;
	BulletDef def = Lasting({0.0f, 0.0f}, {20.0f, 0.0f});
	def.steering = [&](const BulletState&) -> b2Vec2
	{
		range.plugin.Cancel(id);
		return {0.0f, 0.0f};
	};
	id = range.plugin.Fire(def);
	range.Step(k_dt);
	EXPECT_FALSE(range.plugin.Find(id));
	EXPECT_TRUE(range.plugin.Expired().empty());

	def.steering = [](const BulletState&) -> b2Vec2
	{
		throw std::runtime_error("lost");
	};
	id = range.plugin.Fire(def);
	EXPECT_THROW(range.Step(k_dt), std::runtime_error);
	ASSERT_TRUE(range.plugin.Find(id));
	EXPECT_EQ(range.plugin.Find(id)->position, def.position);
}

TEST(Forces, WhatIsGuidedMeetsWhatIsInItsWay)
{
	FiringRange range;
	range.AddBox({0.0f, 6.0f}, 20.0f, 0.01f); // the circle's top is at 2 r = 10 m
	BulletDef def = Lasting({0.0f, 0.0f}, {20.0f, 0.0f});
	def.homing = {.point = {-1.0e5f, 0.0f}, .turnRate = 4.0f};
	def.homing.point.y = 1.0f;
	def.maxRange = 1000.0f;
	range.plugin.Fire(def);
	double time = -1.0;
	for (int32_t step = 0; step < 100 && time < 0.0; ++step)
	{
		range.Step(k_dt);
		for (const ImpactEvent& hit : range.plugin.Impacts())
		{
			time = step * static_cast<double>(k_dt) + static_cast<double>(hit.time);
			EXPECT_NEAR(hit.enter.point.x, 5.0 * std::sin(4.0 * time), 1.5e-3);
		}
	}
	// 5 (1 - cos 4 t) = 5.99
	EXPECT_NEAR(time, std::acos(1.0 - 5.99 / 5.0) / 4.0, 1.0e-3);
}

TEST(Forces, ARangeHoldsForWhatIsGuidedToo)
{
	FiringRange range;
	BulletDef def = Lasting({0.0f, 0.0f}, {20.0f, 0.0f});
	def.homing = {.point = {-1.0e5f, 1.0f}, .turnRate = 4.0f};
	def.maxRange = 7.0f;
	range.plugin.Fire(def);
	for (int32_t step = 0; step < 100; ++step)
	{
		range.Step(k_dt);
		for (const ExpiredEvent& end : range.plugin.Expired())
		{
			EXPECT_EQ(end.reason, ExpiredEvent::Reason::Range);
			EXPECT_NEAR(step * static_cast<double>(k_dt) + static_cast<double>(end.time), 7.0 / 20.0, 1.0e-4);
		}
	}
	EXPECT_TRUE(range.plugin.Bullets().empty());
}

} // namespace ricochet::test::forces_test
