// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/launch.h>
#include <ricochet/projectile/plugin.h>

#include "support/expect_error.h"
#include "support/floats.h"
#include "support/scenes.h"

#include <box2d/b2_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

// Tests SolveIntercept. Flights in long double, closed forms, and bullets of a plugin that hit moving bodies judge the
// results.

namespace ricochet::test::intercept_test
{

namespace
{

using Real = long double;

struct Point
{
	Real x, y;
};

struct Problem
{
	b2Vec2 from{0.0f, 0.0f};
	MovingTarget target;
	float speed = 0.0f;
	b2Vec2 gravity{0.0f, 0.0f};
	float drag = 0.0f;
	float lifetime = 5.0f;

	[[nodiscard]] Result<Intercept> Solve() const
	{
		return SolveIntercept(from, target, speed, gravity, drag, lifetime);
	}
};

Real VelocityShare(Real drag, Real time) // f(t)
{
	return drag == 0.0L ? time : -std::expm1(-drag * time) / drag;
}

Real GravityShare(Real drag, Real time) // g(t)
{
	const Real x = drag * time;
	return x < 1e-3L ? time * time * (0.5L - x / 6.0L + x * x / 24.0L - x * x * x / 120.0L)
	                 : (time - VelocityShare(drag, time)) / drag;
}

Point TargetAt(const MovingTarget& target, Real time)
{
	return {target.position.x + time * target.velocity.x + 0.5L * time * time * target.acceleration.x,
	        target.position.y + time * target.velocity.y + 0.5L * time * time * target.acceleration.y};
}

Point BulletAt(const Problem& problem, b2Vec2 velocity, Real time)
{
	const Real f = VelocityShare(problem.drag, time), g = GravityShare(problem.drag, time);
	return {problem.from.x + velocity.x * f + problem.gravity.x * g,
	        problem.from.y + velocity.y * f + problem.gravity.y * g};
}

Real Distance(Point a, Point b)
{
	return std::hypot(a.x - b.x, a.y - b.y);
}

Point Lift(b2Vec2 v)
{
	return {v.x, v.y};
}

Real LengthOf(b2Vec2 v)
{
	return std::hypot(Real(v.x), Real(v.y));
}

// Returns the sum of the lengths on which the result depends.
Real SizeOf(const Problem& problem, const Intercept& answer)
{
	const Real t = answer.time;
	const MovingTarget& target = problem.target;
	return LengthOf(problem.from) + LengthOf(target.position) + problem.speed * t + LengthOf(target.velocity) * t +
	       LengthOf(target.acceleration) * t * t + LengthOf(problem.gravity) * t * t;
}

// Returns the larger of the two distances of bullet and target from the meeting point, as a share of SizeOf.
Real MissOf(const Problem& problem, const Intercept& answer)
{
	const Point point = Lift(answer.point);
	return std::max(Distance(BulletAt(problem, answer.velocity, answer.time), point),
	                Distance(TargetAt(problem.target, answer.time), point)) /
	       SizeOf(problem, answer);
}

// Returns a share of the bullet's path that is positive if even the best aimed bullet has not reached the target at
// this time.
Real GapAt(const Problem& problem, Real time)
{
	const Point target = TargetAt(problem.target, time);
	const Real g = GravityShare(problem.drag, time);
	const Real way = std::hypot(target.x - problem.from.x - problem.gravity.x * g,
	                            target.y - problem.from.y - problem.gravity.y * g);
	const Real reach = problem.speed * VelocityShare(problem.drag, time);
	return way / reach - 1.0L;
}

// Returns the smallest gap at many times up to `end`.
Real LeastGapUpTo(const Problem& problem, Real end)
{
	Real least = HUGE_VALL;
	constexpr int32_t k_samples = 2000;
	for (int32_t i = 1; i <= k_samples; ++i)
	{
		least = std::min(least, GapAt(problem, end * i / k_samples));
		least = std::min(least, GapAt(problem, end * std::pow(0.5L, 0.02L * i)));
	}
	return least;
}

Problem AnyProblem(SceneRandom& random)
{
	Problem problem;
	problem.from = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(random.LogUniform(1.0f, 1e3f));
	problem.target.position = problem.from + random.LogUniform(0.1f, 1e3f) * random.Direction();
	problem.target.velocity = random.LogUniform(0.1f, 300.0f) * random.Direction();
	if (random.OneIn(2))
	{
		problem.target.acceleration = random.LogUniform(0.1f, 30.0f) * random.Direction();
	}
	problem.speed = random.LogUniform(1.0f, 1e3f);
	if (random.OneIn(3) == false)
	{
		problem.gravity = random.OneIn(2) ? b2Vec2{0.0f, -10.0f} : random.LogUniform(0.1f, 30.0f) * random.Direction();
	}
	problem.drag = random.OneIn(2) ? 0.0f : random.LogUniform(1e-2f, 5.0f);
	problem.lifetime = random.OneIn(4) ? k_inf : random.LogUniform(0.1f, 100.0f);
	return problem;
}

} // namespace

TEST(Intercept, BulletAndTargetMeetInThePoint)
{
	SceneRandom random(7001);
	int32_t met = 0;
	Real farthest = 0.0L, unlike = 0.0L;
	for (int32_t i = 0; i < ScaledCount(5000); ++i)
	{
		const Problem problem = AnyProblem(random);
		if (const auto answer = problem.Solve())
		{
			met += 1;
			farthest = std::max(farthest, MissOf(problem, *answer));
			unlike = std::max(unlike, std::abs(LengthOf(answer->velocity) / problem.speed - 1.0L));
			ASSERT_GT(answer->time, 0.0f);
			ASSERT_LE(answer->time, problem.lifetime);
		}
	}
	EXPECT_LT(farthest, 1e-7L);
	EXPECT_LT(unlike, 1e-7L) << "the speed";
	EXPECT_GT(met, ScaledCount(5000) / 3);
}

// A bullet of that speed cannot be at the target earlier, whatever its direction.
TEST(Intercept, ThereIsNoEarlierMeeting)
{
	SceneRandom random(7002);
	int32_t met = 0, refused = 0;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		const Problem problem = AnyProblem(random);
		const auto answer = problem.Solve();
		const Real last = std::isinf(problem.lifetime) ? 3e3L : Real(problem.lifetime);
		const Real end = answer ? answer->time * (1.0L - 1e-6L) : last;
		ASSERT_GT(LeastGapUpTo(problem, end), 0.0L) << i << (answer ? ": earlier" : ": a meeting");
		(answer ? met : refused) += 1;
	}
	EXPECT_GT(met, ScaledCount(300) / 3);
	EXPECT_GT(refused, ScaledCount(300) / 20);
}

// A refusal reports the number that would suffice. With that number there is a result, and just below it there is none.
TEST(Intercept, ARefusalNamesTheNumberThatIsEnough)
{
	SceneRandom random(7003);
	int32_t slow = 0, late = 0;
	for (int32_t i = 0; i < ScaledCount(3000); ++i)
	{
		Problem problem = AnyProblem(random);
		const Error error = problem.Solve().GetError();
		if (error.reason == ErrorReason::None)
		{
			continue;
		}
		ASSERT_EQ(error.reason, ErrorReason::TooSmall);
		const auto limit = static_cast<float>(error.limit);
		const bool isLate = std::string_view(error.parameter) == "lifetime";
		float& number = isLate ? problem.lifetime : problem.speed;
		ASSERT_EQ(static_cast<double>(limit), error.limit);
		ASSERT_EQ(static_cast<double>(number), error.value);
		ASSERT_GT(limit, number);
		number = limit;
		const auto answer = problem.Solve();
		ASSERT_TRUE(answer) << i << ": " << error.Message();
		ASSERT_LT(MissOf(problem, *answer), 1e-7L);
		for (const float more : {1.001f, 1.5f, 10.0f})
		{
			number = more * limit;
			ASSERT_TRUE(problem.Solve()) << i << ": " << error.Message();
		}
		number = limit * (1.0f - 1e-6f);
		ASSERT_FALSE(problem.Solve()) << i << ": " << error.Message();
		(isLate ? late : slow) += 1;
	}
	EXPECT_GT(slow, ScaledCount(3000) / 20);
	EXPECT_GT(late, ScaledCount(3000) / 50);
}

// Without gravity, drag and acceleration, the time is the smaller positive root of (u^2 - s^2) t^2 + 2 p u t + p^2 = 0.
TEST(Intercept, WithoutForcesIsTheRootOfAQuadratic)
{
	SceneRandom random(7004);
	int32_t met = 0, never = 0;
	for (int32_t i = 0; i < ScaledCount(5000); ++i)
	{
		Problem problem;
		problem.target.position = random.LogUniform(1.0f, 1e3f) * random.Direction();
		problem.target.velocity = random.LogUniform(1.0f, 1e3f) * random.Direction();
		problem.speed = random.OneIn(4) ? problem.target.velocity.Length() : random.LogUniform(1.0f, 1e3f);
		problem.lifetime = k_inf;
		const Point p = Lift(problem.target.position), u = Lift(problem.target.velocity);
		const Real a = u.x * u.x + u.y * u.y - Real(problem.speed) * problem.speed;
		const Real b = p.x * u.x + p.y * u.y, c = p.x * p.x + p.y * p.y;
		const Real discriminant = b * b - a * c;
		// With q = -b + sqrt(d), the roots are c / q and q / a. If b <= 0 or a < 0, the first one is the earlier
		// positive root.
		const Real q = -b + std::sqrt(std::max(0.0L, discriminant));
		const Real time = discriminant >= 0.0L && q > 0.0L ? c / q : HUGE_VALL;
		const auto answer = problem.Solve();
		if (std::abs(discriminant) < 1e-9L * (b * b + std::abs(a * c)) || (time > 9e5L && time < 1.1e6L))
		{
			continue; // rounding decides the result
		}
		ASSERT_EQ(static_cast<bool>(answer), time <= 1e6L) << i;
		(answer ? met : never) += 1;
		// The path is exact to within 2^-46. The root is as exact as the slope there allows.
		const Real slope = std::abs(b + a * time);
		const Real within = 1e-7L * time + 0x1p-46L * Real(problem.speed) * problem.speed * time * time / slope;
		ASSERT_TRUE(!answer || std::abs(answer->time - time) <= within) << i << ", " << answer->time;
	}
	EXPECT_GT(met, ScaledCount(5000) / 4);
	EXPECT_GT(never, ScaledCount(5000) / 10);
}

TEST(Intercept, WhatSchoolbooksSay)
{
	const b2Vec2 down{0.0f, -10.0f}, k_zero{0.0f, 0.0f};
	const auto expect = [](const Result<Intercept>& answer, float time, b2Vec2 velocity, b2Vec2 point)
	{
		ASSERT_TRUE(answer) << answer.GetError().Message();
		EXPECT_NEAR(answer->time, time, 1e-6f);
		EXPECT_NEAR(b2Distance(answer->velocity, velocity), 0.0f, 1e-5f);
		EXPECT_NEAR(b2Distance(answer->point, point), 0.0f, 1e-5f);
	};
	// The target moves towards the shooter, away from it, and across (3, 4, 5).
	expect(SolveIntercept({0.0f, 0.0f}, {{30.0f, 0.0f}, {-5.0f, 0.0f}}, 10.0f, k_zero), 2.0f, {10.0f, 0.0f},
	       {20.0f, 0.0f});
	expect(SolveIntercept({0.0f, 0.0f}, {{10.0f, 0.0f}, {5.0f, 0.0f}}, 10.0f, k_zero), 2.0f, {10.0f, 0.0f},
	       {20.0f, 0.0f});
	expect(SolveIntercept({1.0f, 1.0f}, {{5.0f, 1.0f}, {0.0f, 3.0f}}, 5.0f, k_zero), 1.0f, {4.0f, 3.0f}, {5.0f, 4.0f});
	// The monkey and the hunter: a shot that is aimed straight at a falling target hits it.
	expect(SolveIntercept({0.0f, 0.0f}, {{3.0f, 4.0f}, k_zero, down}, 5.0f, down), 1.0f, {3.0f, 4.0f}, {3.0f, -1.0f});
	// The target is at rest, under gravity. The solution is the low arc of SolveLaunch, at 15 degrees.
	const float low = 0.26179939f, speed = std::sqrt(200.0f);
	expect(SolveIntercept(k_zero, {{10.0f, 0.0f}}, speed, down), 10.0f / (speed * std::cos(low)),
	       speed * b2Vec2{std::cos(low), std::sin(low)}, {10.0f, 0.0f});
	// The target accelerates away from rest: t^2 / 2 + 4 = 3 t.
	expect(SolveIntercept(k_zero, {{4.0f, 0.0f}, k_zero, {1.0f, 0.0f}}, 3.0f, k_zero), 2.0f, {3.0f, 0.0f},
	       {6.0f, 0.0f});
	// The target is at the muzzle.
	expect(SolveIntercept({1.0f, 2.0f}, {{1.0f, 2.0f}, {3.0f, 0.0f}}, 7.0f, down), 0.0f, {7.0f, 0.0f}, {1.0f, 2.0f});
	// The bullet reaches the target at the end of its lifetime.
	expect(SolveIntercept(k_zero, {{10.0f, 0.0f}}, 10.0f, k_zero, 0.0f, 1.0f), 1.0f, {10.0f, 0.0f}, {10.0f, 0.0f});

	const auto refused = [](const Result<Intercept>& answer, const char* parameter, float limit)
	{
		EXPECT_EQ(answer.GetError().reason, ErrorReason::TooSmall);
		EXPECT_STREQ(answer.GetError().parameter, parameter);
		EXPECT_NEAR(answer.GetError().limit, limit, 1e-6f * limit);
	};
	refused(SolveIntercept(k_zero, {{10.0f, 0.0f}}, 10.0f, k_zero, 0.0f, 0.5f), "lifetime", 1.0f);
	// The target moves away at 20 m/s, so the bullet must fly 110 m within 5 s. Out of range, the bullet needs 10 m/s
	// at 45 degrees.
	refused(SolveIntercept(k_zero, {{10.0f, 0.0f}, {20.0f, 0.0f}}, 15.0f, k_zero), "speed", 22.0f);
	refused(SolveIntercept(k_zero, {{10.0f, 0.0f}}, 9.0f, down), "speed", 10.0f);
	refused(SolveIntercept(k_zero, {{10.0f, 0.0f}, {20.0f, 0.0f}}, 20.0f, k_zero), "speed", 22.0f);
}

// Bullets of a plugin are aimed at the centre of a disc on a kinematic body, and hit it.
TEST(Intercept, ABulletOfThePluginHitsTheBodyThere)
{
	SceneRandom random(7005);
	int32_t shots = 0;
	Real farthest = 0.0L;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		Problem problem = AnyProblem(random);
		problem.from = random.InBox(10.0f);
		problem.target.position = problem.from + random.Uniform(5.0f, 100.0f) * random.Direction();
		problem.target.velocity = random.Uniform(0.0f, 60.0f) * random.Direction();
		problem.target.acceleration = {0.0f, 0.0f};
		problem.speed = random.Uniform(20.0f, 300.0f);
		problem.lifetime = 5.0f;
		const auto answer = problem.Solve();
		if (!answer || answer->time < 0.02f)
		{
			continue;
		}
		b2World world(problem.gravity);
		Plugin plugin(world);
		b2BodyDef def;
		def.type = b2_kinematicBody;
		def.position = problem.target.position;
		def.linearVelocity = problem.target.velocity;
		b2Body* body = world.CreateBody(&def);
		constexpr float k_radius = 0.05f;
		const b2CircleShape disc = CircleOf(k_radius);
		body->CreateFixture(&disc, 1.0f);
		plugin.Fire({.position = problem.from, .velocity = answer->velocity, .drag = problem.drag, .lifetime = 6.0f});
		std::optional<ImpactEvent> hit;
		Real time = 0.0L;
		constexpr float k_dt = 1.0f / 60.0f;
		while (!hit && time < 5.5L)
		{
			plugin.Step(k_dt, 1, 1);
			if (plugin.Impacts().empty() == false)
			{
				hit = plugin.Impacts()[0];
				time += hit->enter.fraction * Real(k_dt);
				break;
			}
			time += k_dt;
		}
		ASSERT_TRUE(hit && hit->body == body) << i << ": passes the target";
		// The bullet is aimed at the centre of the disc, and enters the disc one radius before it.
		const b2Vec2 closing = hit->velocityBefore - problem.target.velocity;
		const Real speed = LengthOf(closing);
		EXPECT_NEAR(static_cast<double>(time), static_cast<double>(answer->time - k_radius / speed), 2e-4) << i;
		const Point middle = TargetAt(problem.target, time);
		const Real across = (hit->position.x - middle.x) * closing.y - (hit->position.y - middle.y) * closing.x;
		farthest = std::max(farthest, std::abs(across) / speed);
		shots += 1;
	}
	EXPECT_GT(shots, ScaledCount(300) / 2);
	EXPECT_LT(farthest, 1e-3L) << "m beside the middle";
}

// For a target at rest, the result must equal SolveLaunch's low arc, up to the rounding of an angle.
TEST(Intercept, OfATargetAtRestIsTheLowArc)
{
	SceneRandom random(7006);
	int32_t asked = 0;
	for (int32_t i = 0; i < ScaledCount(2000); ++i)
	{
		Problem problem = AnyProblem(random);
		problem.target = {problem.target.position};
		problem.lifetime = k_inf;
		const auto angles =
		    SolveLaunch(problem.from, problem.target.position, problem.speed, problem.gravity, problem.drag);
		const auto answer = problem.Solve();
		const auto least = LeastLaunchSpeed(problem.from, problem.target.position, problem.gravity, problem.drag);
		if (std::abs(problem.speed - ValueOf(least)) < 1e-5f * problem.speed)
		{
			continue;
		}
		ASSERT_EQ(static_cast<bool>(angles), static_cast<bool>(answer)) << i;
		if (answer)
		{
			const float angle = std::atan2(answer->velocity.y, answer->velocity.x);
			ASSERT_NEAR(std::remainder(angle - (*angles)[0], 6.2831853f), 0.0f, 1e-3f * std::sqrt(1e-5f) + 2e-4f) << i;
			asked += 1;
		}
		else if (problem.gravity != b2Vec2{0.0f, 0.0f})
		{
			ASSERT_NEAR(answer.GetError().limit, ValueOf(least), 1e-6f * ValueOf(least)) << i;
		}
	}
	EXPECT_GT(asked, ScaledCount(2000) / 4);
}

TEST(Intercept, NoBitPatternHangsOrGivesWhatIsNotFinite)
{
	SceneRandom random(7007);
	int32_t met = 0;
	const auto number = [&]
	{
		switch (random.Below(6))
		{
		case 0:
			return std::bit_cast<float>(static_cast<uint32_t>(random.Bits()));
		case 1:
			return 0.0f;
		case 2:
			return random.Uniform(-1.0f, 1.0f);
		case 3:
			return std::ldexp(1.0f, random.Below(276) - 149);
		case 4:
			return 1.0f;
		default:
			return -std::ldexp(1.0f, random.Below(41) - 20);
		}
	};
	for (int32_t i = 0; i < ScaledCount(4000); ++i)
	{
		Problem problem{{number(), number()},
		                {{number(), number()}, {number(), number()}, {number(), number()}},
		                std::abs(number()),
		                {number(), number()},
		                random.OneIn(2) ? 0.0f : std::abs(number()),
		                std::abs(number())};
		if (const auto answer = problem.Solve())
		{
			ASSERT_TRUE(std::isfinite(answer->time) && answer->velocity.IsValid() && answer->point.IsValid());
			met += 1;
		}
		else
		{
			ASSERT_FALSE(answer.GetError().Message().empty());
		}
	}
	EXPECT_GT(met, ScaledCount(4000) / 50);
}

TEST(Intercept, BadInputIsRefusedByName)
{
	const auto solve = [](const Problem& problem)
	{
		return problem.Solve().GetError();
	};
	const Problem good{.target = {{10.0f, 0.0f}}, .speed = 10.0f};
	EXPECT_EQ(solve(good).reason, ErrorReason::None);
	Problem bad = good;
	bad.from.y = k_nan;
	ExpectError(solve(bad), {ErrorReason::NotFinite, "from", -1, k_nan});
	bad = good;
	bad.target.position.x = k_inf;
	ExpectError(solve(bad), {ErrorReason::NotFinite, "MovingTarget::position", -1, k_inf});
	bad = good;
	bad.target.velocity.x = k_inf;
	ExpectError(solve(bad), {ErrorReason::NotFinite, "MovingTarget::velocity", -1, k_inf});
	bad = good;
	bad.target.acceleration.y = k_nan;
	ExpectError(solve(bad), {ErrorReason::NotFinite, "MovingTarget::acceleration", -1, k_nan});
	bad = good;
	bad.gravity.y = k_nan;
	ExpectError(solve(bad), {ErrorReason::NotFinite, "gravity", -1, k_nan});
	bad = good;
	bad.speed = 0.0f;
	ExpectError(solve(bad), {ErrorReason::NotPositive, "speed", -1, 0.0});
	bad = good;
	bad.drag = -1.0f;
	ExpectError(solve(bad), {ErrorReason::TooSmall, "drag", -1, -1.0});
	bad = good;
	bad.lifetime = k_nan;
	ExpectError(solve(bad), {ErrorReason::NotFinite, "lifetime", -1, k_nan});
	bad = good;
	bad.lifetime = 0.0f;
	ExpectError(solve(bad), {ErrorReason::NotPositive, "lifetime", -1, 0.0});
	bad = good;
	bad.lifetime = k_inf;
	EXPECT_EQ(solve(bad).reason, ErrorReason::None);
	bad = {.from = {2e38f, 0.0f}, .target = {{3e38f, 0.0f}, {1e38f, 0.0f}}, .speed = 2e38f};
	EXPECT_EQ(solve(bad).reason, ErrorReason::TooLarge);
	EXPECT_STREQ(solve(bad).parameter, "point");
}

} // namespace ricochet::test::intercept_test
