// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/launch.h>
#include <ricochet/projectile/plugin.h>

#include "support/expect_error.h"
#include "support/floats.h"
#include "support/scenes.h"

#include <box2d/b2_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

// Tests SolveLaunch. The closed form in long double, and bullets of a plugin in an empty world judge the results.

namespace ricochet::test::launch_test
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
	b2Vec2 to{0.0f, 0.0f};
	float speed = 0.0f;
	b2Vec2 gravity{0.0f, 0.0f};
	float drag = 0.0f;

	[[nodiscard]] Result<std::array<float, 2>> Solve() const { return SolveLaunch(from, to, speed, gravity, drag); }
	[[nodiscard]] Result<float> Least() const { return LeastLaunchSpeed(from, to, gravity, drag); }
	[[nodiscard]] Real Distance() const { return std::hypot(Real(to.x) - from.x, Real(to.y) - from.y); }
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

// Returns the distance from the target at this time.
Real MissAt(const Problem& problem, Point velocity, Real time)
{
	const Real f = VelocityShare(problem.drag, time);
	const Real g = GravityShare(problem.drag, time);
	return std::hypot(velocity.x * f + problem.gravity.x * g - (Real(problem.to.x) - problem.from.x),
	                  velocity.y * f + problem.gravity.y * g - (Real(problem.to.y) - problem.from.y));
}

struct Passage
{
	Real miss, time;
};

// Returns all local minima of the distance from the target between two times of a flight.
std::vector<Passage> PassagesOf(const Problem& problem, Point velocity, std::array<Real, 2> times, int32_t samples)
{
	const Real ratio = std::pow(times[1] / times[0], 1.0L / static_cast<Real>(samples));
	const auto missAt = [&](Real time)
	{
		return MissAt(problem, velocity, time);
	};
	std::vector<Passage> passages;
	Real before = HUGE_VALL, time = times[0], miss = missAt(time);
	for (int32_t i = 0; i <= samples; ++i)
	{
		const Real after = missAt(time * ratio);
		if (miss <= before && miss <= after)
		{
			Real low = time / ratio, high = time * ratio;
			for (int32_t j = 0; j < 120; ++j)
			{
				const Real a = low + (high - low) / 3.0L, b = high - (high - low) / 3.0L;
				const bool isLeft = missAt(a) < missAt(b);
				low = isLeft ? low : a;
				high = isLeft ? b : high;
			}
			passages.push_back({missAt(low), low});
		}
		before = miss;
		miss = after;
		time *= ratio;
	}
	return passages;
}

Point VelocityOf(const Problem& problem, float angle)
{
	return {problem.speed * std::cos(Real(angle)), problem.speed * std::sin(Real(angle))};
}

// Returns bounds of the duration of any flight to the target.
std::array<Real, 2> TimesOf(const Problem& problem)
{
	const Real pull = std::hypot(Real(problem.gravity.x), Real(problem.gravity.y));
	const Real distance = problem.Distance();
	const Real gain = problem.speed + std::sqrt(2.0L * pull * distance);
	const Real shortest = distance / gain / 4.0L;
	const Real fall = pull > 0.0L ? 2.0L * problem.speed / pull + std::sqrt(2.0L * distance / pull) : 0.0L;
	const Real sink = pull > 0.0L ? problem.drag * distance / pull : 0.0L;
	return {shortest, 4.0L * (fall + sink) + 1e3L * shortest};
}

// Returns the length of the path that the bullet would fly in `time` without gravity.
Real WayOf(const Problem& problem, Real time)
{
	return problem.speed * VelocityShare(problem.drag, time);
}

// Returns the passage with the smallest miss relative to the length of its path.
Passage PassageOf(const Problem& problem, float angle)
{
	const auto passages = PassagesOf(problem, VelocityOf(problem, angle), TimesOf(problem), 3000);
	const auto isNearer = [&](const Passage& a, const Passage& b)
	{
		return a.miss * WayOf(problem, b.time) < b.miss * WayOf(problem, a.time);
	};
	return passages.empty() ? Passage{HUGE_VALL, 0.0L} : *std::min_element(passages.begin(), passages.end(), isNearer);
}

Real LeastMissOf(const Problem& problem, float angle)
{
	Real least = problem.Distance();
	for (const Passage& passage : PassagesOf(problem, VelocityOf(problem, angle), TimesOf(problem), 400))
	{
		least = std::min(least, passage.miss);
	}
	return least;
}

Problem AnyProblem(SceneRandom& random)
{
	Problem problem;
	problem.from = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(random.LogUniform(1.0f, 1e3f));
	problem.to = problem.from + random.LogUniform(0.1f, 1e3f) * random.Direction();
	problem.speed = random.LogUniform(1.0f, 1e3f);
	problem.gravity = random.OneIn(2) ? b2Vec2{0.0f, -10.0f} : random.LogUniform(0.1f, 100.0f) * random.Direction();
	problem.drag = random.OneIn(3) ? 0.0f : random.LogUniform(1e-2f, 10.0f);
	return problem;
}

// Flies a bullet of a plugin for `time` in 16 steps. Returns its distance from the target.
double FlyBullet(const Problem& problem, b2Vec2 velocity, float time)
{
	b2World world(problem.gravity);
	Plugin plugin(world);
	const BulletId id =
	    plugin.Fire({.position = problem.from, .velocity = velocity, .drag = problem.drag, .lifetime = 2.0f * time});
	for (int32_t i = 0; i < 16; ++i)
	{
		plugin.Step(time / 16.0f, 1, 1);
	}
	const auto bullet = plugin.Find(id);
	return bullet ? static_cast<double>(b2Distance(bullet->position, problem.to)) : HUGE_VAL;
}

float AngleBetween(float a, float b)
{
	return std::abs(std::remainder(a - b, 2.0f * std::numbers::pi_v<float>));
}

} // namespace

TEST(Launch, BothAnglesReachTheTarget)
{
	SceneRandom random(9000);
	int32_t reached = 0;
	for (int32_t i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
	{
		const Problem problem = AnyProblem(random);
		const auto angles = problem.Solve();
		if (!angles)
		{
			continue;
		}
		std::array<Passage, 2> passages;
		for (size_t j = 0; j < 2; ++j)
		{
			const float angle = (*angles)[j];
			passages[j] = PassageOf(problem, angle);
			const Real way = WayOf(problem, passages[j].time);
			ASSERT_LE(passages[j].miss, 1.3e-7L * way) << i << ", " << j;

			const b2Vec2 velocity{problem.speed * std::cos(angle), problem.speed * std::sin(angle)};
			const Real pull = b2Vec2(problem.gravity).Length();
			const Real size = way + pull * GravityShare(problem.drag, passages[j].time) + problem.from.Length();
			ASSERT_LE(FlyBullet(problem, velocity, static_cast<float>(passages[j].time)),
			          3e-6 * static_cast<double>(size))
			    << i << ", " << j;
		}
		ASSERT_LE(passages[0].time, passages[1].time * 1.001L);
		++reached;
	}
	EXPECT_GT(reached, ScaledCount(2000) / 2);
}

// Tries all directions. A direction that is not near one of the two results never comes near the target. Beyond the
// reach, no direction does.
TEST(Launch, ThereIsNoOtherAngle)
{
	SceneRandom random(9100);
	int32_t beyond = 0;
	for (int32_t i = 0; i < ScaledCount(25) && HasFailure() == false; ++i)
	{
		Problem problem = AnyProblem(random);
		const bool isBeyond = random.OneIn(2);
		problem.speed =
		    ValueOf(problem.Least()) * (isBeyond ? random.Uniform(0.5f, 0.98f) : random.Uniform(1.05f, 3.0f));
		const auto angles = problem.Solve();
		ASSERT_EQ(static_cast<bool>(angles), isBeyond == false);
		Real nearest = HUGE_VALL, nearestOther = HUGE_VALL;
		constexpr int32_t k_directions = 720;
		for (int32_t j = 0; j < k_directions; ++j)
		{
			const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(j) / k_directions;
			const Real miss = LeastMissOf(problem, angle);
			nearest = std::min(nearest, miss);
			const bool isNear =
			    angles && (AngleBetween(angle, (*angles)[0]) < 0.01f || AngleBetween(angle, (*angles)[1]) < 0.01f);
			nearestOther = isNear ? nearestOther : std::min(nearestOther, miss);
		}
		EXPECT_GT(nearestOther, 1e-4L * problem.Distance()) << i;
		if (isBeyond)
		{
			EXPECT_GT(nearest, 1e-3L * problem.Distance()) << i;
			++beyond;
		}
	}
	EXPECT_GT(beyond, ScaledCount(25) / 4);
}

TEST(Launch, WhatSchoolbooksSay)
{
	const b2Vec2 down{0.0f, -10.0f};
	const auto expect = [](const Result<std::array<float, 2>>& angles, double low, double high)
	{
		ASSERT_TRUE(angles);
		EXPECT_NEAR((*angles)[0], low, 2e-7);
		EXPECT_NEAR((*angles)[1], high, 2e-7);
	};
	constexpr double k_pi = std::numbers::pi;
	expect(SolveLaunch({0.0f, 0.0f}, {10.0f, 0.0f}, std::sqrt(200.0f), down), k_pi / 12.0, 5.0 * k_pi / 12.0);
	expect(SolveLaunch({3.0f, 4.0f}, {-7.0f, 4.0f}, std::sqrt(200.0f), down), 11.0 * k_pi / 12.0, 7.0 * k_pi / 12.0);
	expect(SolveLaunch({0.0f, 0.0f}, {10.0f, 0.0f}, 10.0f, down), k_pi / 4.0, k_pi / 4.0);
	expect(SolveLaunch({0.0f, 0.0f}, {0.0f, -10.0f}, 3.0f, down), -k_pi / 2.0, k_pi / 2.0);
	expect(SolveLaunch({0.0f, 0.0f}, {0.0f, 5.0f}, 10.0f, down), k_pi / 2.0, k_pi / 2.0);
	expect(SolveLaunch({1.0f, 1.0f}, {1.0f, 1.0f}, 7.0f, down), k_pi / 2.0, k_pi / 2.0);
	expect(SolveLaunch({1.0f, 1.0f}, {1.0f, 1.0f}, 7.0f, {4.0f, 0.0f}, 2.0f), k_pi, k_pi);
	expect(SolveLaunch({1.0f, 1.0f}, {1.0f, 1.0f}, 7.0f, {0.0f, 0.0f}), 0.0, 0.0);
	expect(SolveLaunch({1.0f, 1.0f}, {4.0f, 4.0f}, 1e-3f, {0.0f, 0.0f}), k_pi / 4.0, k_pi / 4.0);
	expect(SolveLaunch({1.0f, 1.0f}, {-2.0f, 1.0f}, 6.1f, {0.0f, 0.0f}, 2.0f), k_pi, k_pi);
	EXPECT_FLOAT_EQ(ValueOf(LeastLaunchSpeed({0.0f, 0.0f}, {10.0f, 0.0f}, down)), 10.0f);
	EXPECT_FLOAT_EQ(ValueOf(LeastLaunchSpeed({0.0f, 0.0f}, {0.0f, 5.0f}, down)), 10.0f);
	EXPECT_EQ(ValueOf(LeastLaunchSpeed({0.0f, 0.0f}, {0.0f, -5.0f}, down)), 0.0f);
	EXPECT_EQ(ValueOf(LeastLaunchSpeed({0.0f, 0.0f}, {3.0f, -5.0f}, {0.0f, 0.0f})), 0.0f);
	EXPECT_EQ(ValueOf(LeastLaunchSpeed({2.0f, 2.0f}, {2.0f, 2.0f}, down, 1.0f)), 0.0f);
	EXPECT_EQ(ValueOf(LeastLaunchSpeed({1.0f, 1.0f}, {-2.0f, 1.0f}, {0.0f, 0.0f}, 2.0f)), std::nextafter(6.0f, 7.0f));
	const b2Vec2 velocity = ValueOf(LaunchVelocity({0.0f, 0.0f}, {10.0f, 0.0f}, 2.0f, down));
	EXPECT_EQ(velocity, (b2Vec2{5.0f, 10.0f}));
}

// At the least speed there is a result, and at the next smaller float there is none. The refusal reports the least
// speed.
TEST(Launch, TheLimitOfReachIsOneSpeed)
{
	SceneRandom random(9200);
	for (int32_t i = 0; i < ScaledCount(5000) && HasFailure() == false; ++i)
	{
		Problem problem = AnyProblem(random);
		const float size = std::exp2(static_cast<float>(random.Below(61) - 30));
		problem.from = {0.0f, 0.0f};
		problem.to = size * problem.to;
		problem.gravity = random.OneIn(8) ? b2Vec2{0.0f, 0.0f} : problem.gravity;
		const float least = ValueOf(problem.Least());
		if (least == 0.0f)
		{
			continue;
		}
		problem.speed = least;
		const auto angles = problem.Solve();
		ASSERT_TRUE(angles) << i;
		ASSERT_LE(AngleBetween((*angles)[0], (*angles)[1]), 1e-3f) << i;
		for (const float more : {std::nextafter(least, k_inf), 1.1f * least, 1e3f * least})
		{
			problem.speed = more;
			ASSERT_TRUE(problem.Solve()) << i;
		}
		for (const float less : {std::nextafter(least, 0.0f), 0.5f * least, 1e-3f * least})
		{
			problem.speed = less;
			ExpectError(problem.Solve().GetError(), {ErrorReason::TooSmall, "speed", -1, less, least});
		}
	}
}

TEST(Launch, AsDragVanishesSoDoesItsEffect)
{
	SceneRandom random(9300);
	for (int32_t i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
	{
		Problem problem = AnyProblem(random);
		problem.drag = 0.0f;
		problem.speed = ValueOf(problem.Least()) * random.Uniform(1.1f, 10.0f);
		const auto without = ValueOf(problem.Solve());
		problem.drag = 1e-12f;
		const auto with = ValueOf(problem.Solve());
		ASSERT_LE(AngleBetween(without[0], with[0]), 3e-7f) << i;
		ASSERT_LE(AngleBetween(without[1], with[1]), 3e-7f) << i;
	}
}

TEST(Launch, AVelocityForATimeArrivesInThatTime)
{
	SceneRandom random(9400);
	for (int32_t i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
	{
		const Problem problem = AnyProblem(random);
		const float time = random.LogUniform(0.01f, 10.0f);
		const b2Vec2 velocity = ValueOf(LaunchVelocity(problem.from, problem.to, time, problem.gravity, problem.drag));
		const Real way = velocity.Length() * VelocityShare(problem.drag, time);
		ASSERT_LE(MissAt(problem, {velocity.x, velocity.y}, time), 1e-7L * way) << i;
		const Real fall = b2Vec2(problem.gravity).Length() * GravityShare(problem.drag, time);
		ASSERT_LE(FlyBullet(problem, velocity, time),
		          3e-6 * static_cast<double>(way + fall + problem.from.Length() + problem.to.Length()))
		    << i;
	}
}

// If LaunchVelocity reaches the target, SolveLaunch must accept its speed and return its direction as one of the two
// results.
TEST(Launch, AnglesAndVelocitiesAreOfOneKind)
{
	SceneRandom random(9500);
	for (int32_t i = 0; i < ScaledCount(5000) && HasFailure() == false; ++i)
	{
		Problem problem = AnyProblem(random);
		const float time = random.LogUniform(0.01f, 10.0f);
		const b2Vec2 velocity = ValueOf(LaunchVelocity(problem.from, problem.to, time, problem.gravity, problem.drag));
		problem.speed = 1.000001f * velocity.Length();
		const auto angles = problem.Solve();
		ASSERT_TRUE(angles) << i;
		const float angle = std::atan2(velocity.y, velocity.x);
		ASSERT_LE(std::min(AngleBetween(angle, (*angles)[0]), AngleBetween(angle, (*angles)[1])), 3e-3f) << i;
	}
}

TEST(Launch, FromAMillimetreToAThousandKilometres)
{
	for (float distance = 1e-3f; distance < 2e6f; distance *= 10.0f)
	{
		for (const float drag : {0.0f, 0.01f, 1.0f})
		{
			Problem problem{.to = {distance, 0.25f * distance}, .gravity = {0.0f, -10.0f}, .drag = drag};
			problem.speed = 1.5f * ValueOf(problem.Least());
			const auto angles = ValueOf(problem.Solve());
			for (const float angle : angles)
			{
				const Passage passage = PassageOf(problem, angle);
				EXPECT_LE(passage.miss, 1.3e-7L * WayOf(problem, passage.time)) << distance;
			}
		}
	}
}

TEST(Launch, NoBitPatternHangsOrGivesWhatIsNotFinite)
{
	SceneRandom random(9600);
	const auto any = [&]
	{
		return std::bit_cast<float>(static_cast<uint32_t>(random.Bits()));
	};
	const auto size = [&]
	{
		const float drawn[] = {0.0f, 1e-45f, 1e-38f, 1.0f, 3e38f, -3e38f, random.Denormal(1000), any(), any()};
		return drawn[random.Below(9)];
	};
	int32_t solved = 0;
	for (int32_t i = 0; i < ScaledCount(20000); ++i)
	{
		const Problem problem{{size(), size()}, {size(), size()}, std::abs(size()), {size(), size()}, std::abs(size())};
		if (const auto angles = problem.Solve())
		{
			ASSERT_LE(std::abs((*angles)[0]), 3.1415928f) << i;
			ASSERT_LE(std::abs((*angles)[1]), 3.1415928f) << i;
			++solved;
		}
		else
		{
			const Error& error = angles.GetError();
			ASSERT_TRUE(error.reason == ErrorReason::TooSmall ? error.limit >= 0.0 && std::isfinite(error.limit)
			                                                  : error.reason != ErrorReason::None);
		}
		const auto least = problem.Least();
		ASSERT_TRUE(!least || (std::isfinite(*least) && *least >= 0.0f));
		const auto velocity = LaunchVelocity(problem.from, problem.to, problem.speed, problem.gravity, problem.drag);
		ASSERT_TRUE(!velocity || velocity->IsValid()) << i;
	}
	EXPECT_GT(solved, ScaledCount(20000) / 50);
}

TEST(Launch, BadInputIsRefusedByName)
{
	const Problem good{.to = {1.0f, 1.0f}, .speed = 100.0f, .gravity = {0.0f, -10.0f}, .drag = 1.0f};
	const auto expect = [&](Problem problem, const Error& error)
	{
		ExpectError(problem.Solve().GetError(), error);
		if (std::string(error.parameter) != "speed")
		{
			ExpectError(problem.Least().GetError(), error);
			ExpectError(LaunchVelocity(problem.from, problem.to, 1.0f, problem.gravity, problem.drag).GetError(),
			            error);
		}
	};
	for (const float bad : {k_nan, k_inf, -k_inf})
	{
		const auto with = [&](auto field, float& (*pick)(Problem&))
		{
			Problem problem = good;
			pick(problem) = bad;
			expect(problem, {ErrorReason::NotFinite, field, -1, bad});
		};
		with("from", [](Problem& p) -> float& { return p.from.y; });
		with("to", [](Problem& p) -> float& { return p.to.x; });
		with("gravity", [](Problem& p) -> float& { return p.gravity.x; });
		with("drag", [](Problem& p) -> float& { return p.drag; });
		with("speed", [](Problem& p) -> float& { return p.speed; });
		ExpectError(LaunchVelocity(good.from, good.to, bad, good.gravity).GetError(),
		            {ErrorReason::NotFinite, "duration", -1, bad});
	}
	Problem problem = good;
	problem.drag = -1e-30f;
	expect(problem, {ErrorReason::TooSmall, "drag", -1, -1e-30f, 0.0});
	for (const float bad : {0.0f, -1.0f})
	{
		problem = good;
		problem.speed = bad;
		expect(problem, {ErrorReason::NotPositive, "speed", -1, bad});
		ExpectError(LaunchVelocity(good.from, good.to, bad, good.gravity).GetError(),
		            {ErrorReason::NotPositive, "duration", -1, bad});
	}
	EXPECT_EQ(LaunchVelocity({0.0f, 0.0f}, {3e38f, 0.0f}, 0.1f, {0.0f, 0.0f}).GetError().reason, ErrorReason::TooLarge);
	EXPECT_EQ(LeastLaunchSpeed({-3e38f, 0.0f}, {3e38f, 0.0f}, {0.0f, -3e38f}).GetError().reason, ErrorReason::TooLarge);
}

} // namespace ricochet::test::launch_test
