// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/turning_scene.h"
#include "support/test_scale.h"

#include "geometry/turning_cast.h"

#include <gtest/gtest.h>

namespace ricochet::test::turning_cast_laws_test
{

namespace
{

// Checks the laws of the header at the given number of places before the touch.
std::string BrokenLaw(const TurningScene& scene, float tolerance, int places)
{
	const std::optional<TurningTouch> touch = scene.Cast(tolerance);
	const double start = scene.GapAt(0.0);
	const double told = scene.Told(tolerance);
	constexpr double k_noise = 1e-9;
	if (touch && touch->startsInside)
	{
		return touch->fraction == 0.0f && start <= k_noise ? "" : "it does not start inside";
	}
	if (start < -k_noise)
	{
		return "it starts inside";
	}
	if (touch && touch->isCertain && scene.GapAt(touch->fraction) > std::min(told, std::max(start, 0.0) + k_noise))
	{
		return "too soon by " + std::to_string(scene.GapAt(touch->fraction) - told);
	}
	const double end = touch ? touch->fraction : scene.motion.maxFraction;
	for (int i = 1; i <= places; ++i)
	{
		const double fraction = end * i / places;
		if (scene.GapAt(fraction) < -k_noise)
		{
			return "went through at " + std::to_string(fraction) + " before " + std::to_string(end);
		}
	}
	return "";
}

std::string Answer(const std::optional<TurningTouch>& touch)
{
	return touch ? "hit at " + std::to_string(touch->fraction) : "miss";
}

} // namespace

TEST(TurningCast, TouchesWithinTheToleranceAndNotLater)
{
	Random random(0x7417);
	int hits = 0;
	const int count = ScaledCount(200000);
	for (int i = 0; i < count; ++i)
	{
		const TurningScene scene = RandomTurning(random);
		ASSERT_EQ(BrokenLaw(scene, k_turningTolerance, 24), "") << "trial " << i << ": " << scene.Text();
		hits += scene.Cast().has_value();
	}
	EXPECT_GT(hits, count / 5);
	EXPECT_LT(hits, 4 * count / 5);
}

TEST(TurningCast, ManySubstepsFindNothingBefore)
{
	Random random(0x1000);
	for (int i = 0; i < ScaledCount(4000); ++i)
	{
		const TurningScene scene = RandomTurning(random);
		ASSERT_EQ(BrokenLaw(scene, random.LogUniform(1e-6f, 1e-1f), 1000), "") << "trial " << i << ": " << scene.Text();
	}
}

// If substeps find an overlap deeper than the tolerance, a cast must find it at least as early.
TEST(TurningCast, WhatSubstepsFindIsFound)
{
	Random random(0x5b5);
	int found = 0;
	for (int i = 0; i < ScaledCount(4000); ++i)
	{
		const TurningScene scene = RandomTurning(random);
		const std::optional<TurningTouch> touch = scene.Cast();
		for (int k = 0; k <= 1000; ++k)
		{
			const float fraction = scene.motion.maxFraction * static_cast<float>(k) / 1000.0f;
			if (Overlaps({scene.moving, scene.movingRadius}, PoseAt(scene.motion, fraction),
			             {scene.still, scene.stillRadius}, scene.stillPose) &&
			    scene.GapAt(fraction) < -1e-4 - 1e-6 * scene.Way())
			{
				ASSERT_TRUE(touch) << "trial " << i << ": " << scene.Text();
				ASSERT_LE(touch->fraction, fraction) << "trial " << i << ": " << scene.Text();
				++found;
				break;
			}
		}
	}
	EXPECT_GT(found, ScaledCount(4000) / 5);
}

TEST(TurningCast, ASmallerToleranceIsNotSooner)
{
	Random random(0x511);
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const TurningScene scene = RandomTurning(random);
		const std::optional<TurningTouch> coarse = scene.Cast(1e-1f);
		const std::optional<TurningTouch> fine = scene.Cast(1e-4f);
		if (fine)
		{
			ASSERT_TRUE(coarse) << scene.Text();
			// At the result of the smaller tolerance, the gap must be at most about twice that tolerance.
			ASSERT_LE(scene.GapAt(fine->fraction), 1e-4 + scene.Told(1e-4)) << scene.Text();
		}
	}
}

// The mirrored scene: y and angles change their signs, and the order of vertices is reversed.
TEST(TurningCast, AMirrorChangesNothing)
{
	Random random(0x3144);
	const auto mirrored = [](const TurningScene& scene)
	{
		TurningScene other = scene;
		const auto flip = [](std::vector<b2Vec2>& vertices)
		{
			for (b2Vec2& v : vertices)
			{
				v.y = -v.y;
			}
			std::reverse(vertices.begin(), vertices.end());
		};
		const auto flipPose = [](b2Transform& pose)
		{
			pose.p.y = -pose.p.y;
			pose.q.s = -pose.q.s;
		};
		flip(other.moving);
		flip(other.still);
		flipPose(other.stillPose);
		flipPose(other.motion.pose);
		other.motion.localCenter.y = -other.motion.localCenter.y;
		other.motion.translation.y = -other.motion.translation.y;
		other.motion.angle = -other.motion.angle;
		return other;
	};
	for (int i = 0; i < ScaledCount(50000); ++i)
	{
		const TurningScene scene = RandomTurning(random);
		const std::optional<TurningTouch> touch = scene.Cast();
		const std::optional<TurningTouch> seen = mirrored(scene).Cast();
		if (touch.has_value() != seen.has_value())
		{
			// If the hulls come closer than the tolerance without touching, either result is right.
			const float fraction = touch ? touch->fraction : seen->fraction;
			ASSERT_LE(scene.GapAt(fraction), scene.Told(k_turningTolerance)) << scene.Text();
			continue;
		}
		if (touch && touch->startsInside == false)
		{
			ASSERT_NEAR(touch->fraction, seen->fraction, 1e-5f) << Answer(touch) << Answer(seen) << scene.Text();
		}
	}
}

// If the moving hull only rotates about its own centre, the static hull rotates about the same centre, seen from the
// moving one. So exchanging both hulls must give the same time.
TEST(TurningCast, ExchangedTheyTouchAtTheSameTime)
{
	Random random(0xe4c4);
	int hits = 0;
	for (int i = 0; i < ScaledCount(50000); ++i)
	{
		TurningScene scene = RandomTurning(random);
		scene.motion.translation = {0.0f, 0.0f};
		scene.stillPose = {b2Vec2{0.0f, 0.0f}, b2Rot(0.0f)};
		scene.motion.pose = {b2Vec2{0.0f, 0.0f}, b2Rot(0.0f)};
		TurningScene other = scene;
		std::swap(other.moving, other.still);
		std::swap(other.movingRadius, other.stillRadius);
		other.motion.angle = -scene.motion.angle;
		const std::optional<TurningTouch> touch = scene.Cast();
		const std::optional<TurningTouch> seen = other.Cast();
		ASSERT_EQ(touch && touch->startsInside, seen && seen->startsInside) << scene.Text();
		// The difference is at most the sum of both tolerances.
		const double told = scene.Told(k_turningTolerance) + other.Told(k_turningTolerance);
		for (const auto& [hit, by] : {std::pair(touch, scene), std::pair(seen, scene)})
		{
			if (hit && hit->isCertain)
			{
				ASSERT_LE(by.GapAt(hit->fraction), told) << scene.Text();
			}
		}
		hits += touch && touch->startsInside == false;
	}
	EXPECT_GT(hits, ScaledCount(50000) / 100);
}

// The search ends after few steps, even if the moving hull rotates many times.
TEST(TurningCast, EndsAfterFewSteps)
{
	Random random(0x57e9);
	int64_t sum = 0;
	int32_t most = 0;
	int32_t uncertain = 0;
	const int count = ScaledCount(100000);
	for (int i = 0; i < count; ++i)
	{
		const TurningScene scene = RandomTurning(random);
		const TurningSearchResult result =
		    CastTurningUpTo(scene.motion.maxFraction, {scene.moving, scene.movingRadius}, scene.motion,
		                    {scene.still, scene.stillRadius}, scene.stillPose, k_turningTolerance);
		ASSERT_LE(result.steps, k_mostTurningSteps);
		sum += result.steps;
		most = std::max(most, result.steps);
		uncertain += result.touch && result.touch->isCertain == false;
	}
	RecordProperty("mean", std::to_string(static_cast<double>(sum) / count));
	RecordProperty("most", most);
	EXPECT_LT(static_cast<double>(sum) / count, 3.0);
	EXPECT_LT(most, 1000);
	EXPECT_EQ(uncertain, 0);
}

} // namespace ricochet::test::turning_cast_laws_test
