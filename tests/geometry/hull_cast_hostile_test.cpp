// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_scenes.h"
#include "support/floats.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::test::hull_cast_hostile_test
{

namespace
{

HullScene Hitting()
{
	HullScene scene;
	scene.moving = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {0.0f, 1.0f}};
	scene.movingRadius = 0.25f;
	scene.movingPose.p = {-8.0f, 0.0f};
	scene.translation = {16.0f, 0.0f};
	scene.still = {{-1.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	scene.stillRadius = 0.5f;
	return scene;
}

std::vector<float*> NumbersOf(HullScene& scene)
{
	std::vector<float*> numbers = {&scene.movingRadius, &scene.stillRadius, &scene.maxFraction};
	const auto add = [&](b2Vec2& v)
	{
		numbers.push_back(&v.x);
		numbers.push_back(&v.y);
	};
	for (b2Transform* pose : {&scene.movingPose, &scene.stillPose})
	{
		add(pose->p);
		numbers.push_back(&pose->q.s);
		numbers.push_back(&pose->q.c);
	}
	add(scene.translation);
	for (std::vector<b2Vec2>* vertices : {&scene.moving, &scene.still})
	{
		std::for_each(vertices->begin(), vertices->end(), add);
	}
	return numbers;
}

bool IsFinite(b2Vec2 v)
{
	return std::isfinite(v.x) && std::isfinite(v.y);
}

/// True if an end of a span is valid. Its place may be beyond the range of float, but must not be NaN.
bool IsSound(const Crossing& crossing, float maxFraction, size_t edges)
{
	return crossing.fraction >= 0.0f && crossing.fraction <= maxFraction && IsFinite(crossing.normal) &&
	       std::isnan(crossing.point.x) == false && std::isnan(crossing.point.y) == false && crossing.edge >= -1 &&
	       crossing.edge < static_cast<int32_t>(edges);
}

std::string Unsound(const HullScene& scene, const std::optional<HullSpan>& span)
{
	if (span.has_value() == false)
	{
		return "";
	}
	const size_t count = scene.still.size();
	const bool areSound = IsSound(span->enter, scene.maxFraction, count) &&
	                      IsSound(span->exit, scene.maxFraction, count) && span->enter.fraction <= span->exit.fraction;
	if (areSound == false)
	{
		return "an end is unsound: " + ToText(*span);
	}
	if (IsFinite(span->contact) == false || IsFinite(span->wayOut) == false || std::isfinite(span->depth) == false)
	{
		return "not finite: contact " + ToText(span->contact) + " depth " + ToText(span->depth);
	}
	const auto isFeature = [](const HullFeature& f, size_t vertices)
	{
		return f.vertex < static_cast<int32_t>(vertices) && f.edge < static_cast<int32_t>(vertices);
	};
	const bool areFeatures = isFeature(span->still, count) && isFeature(span->moving, scene.moving.size());
	return areFeatures ? "" : "no such feature";
}

} // namespace

TEST(CastHullHostile, WhatIsNotANumberMisses)
{
	HullScene scene = Hitting();
	ASSERT_TRUE(scene.Cast().has_value());
	for (float* number : NumbersOf(scene))
	{
		const float good = *number;
		for (const float bad : {k_nan, k_inf, -k_inf})
		{
			*number = bad;
			EXPECT_FALSE(scene.Cast().has_value()) << scene.Text();
		}
		*number = good;
	}
}

TEST(CastHullHostile, WhatIsNoHullMisses)
{
	const auto expectMiss = [](const auto& change)
	{
		for (const float maxFraction : {0.0f, 1.0f})
		{
			HullScene scene = Hitting();
			scene.maxFraction = maxFraction;
			change(scene);
			EXPECT_FALSE(scene.Cast().has_value()) << scene.Text();
			EXPECT_FALSE(Overlaps(scene.Moving(), scene.movingPose, scene.Still(), scene.stillPose));
		}
	};
	expectMiss([](HullScene& s) { s.moving.clear(); });
	expectMiss([](HullScene& s) { s.still.clear(); });
	expectMiss([](HullScene& s) { s.movingRadius = -0x1p-149f; });
	expectMiss([](HullScene& s) { s.stillRadius = -1.0f; });
	expectMiss([](HullScene& s) { s.movingPose.q.c = 0.9f; });
	expectMiss([](HullScene& s) { s.stillPose.q.s = 0.5f; });
	HullScene negative = Hitting();
	negative.maxFraction = -1.0f;
	EXPECT_FALSE(negative.Cast().has_value());
}

TEST(CastHullHostile, TakesEveryFloatInEveryField)
{
	const std::vector<float> hard = {0.0f,  -0.0f,     0x1p-149f,  -0x1p-149f, 0x1p-126f, 1e-38f,
	                                 1e38f, k_largest, -k_largest, 1.0f,       0x1p60f,   -0x1p-60f};
	Random random(0x4051);
	for (int i = 0; i < ScaledCount(40000); ++i)
	{
		HullScene scene = Hitting();
		for (float* number : NumbersOf(scene))
		{
			*number = random.OneIn(4) ? (random.OneIn(2) ? random.OneOf(hard) : random.AnyFloat()) : *number;
		}
		if (random.OneIn(2))
		{
			scene.movingPose.q = scene.stillPose.q = b2Rot(0.0f);
		}
		const std::optional<HullSpan> span = scene.Cast();
		ASSERT_EQ(Unsound(scene, span), "") << scene.Text() << " trial " << i;
	}
}

TEST(CastHullHostile, VerticesInAnyOrderGiveSomeAnswer)
{
	Random random(0x4052);
	for (int i = 0; i < ScaledCount(40000); ++i)
	{
		HullDraw draw(random, random.OneIn(2) ? HullNumbers::Grid : HullNumbers::Real);
		HullScene scene = draw.Scene();
		for (std::vector<b2Vec2>* vertices : {&scene.moving, &scene.still})
		{
			// The order is clockwise, or the hull is concave or crosses itself.
			std::reverse(vertices->begin(), vertices->end());
			for (int j = random.Below(4); j > 0; --j)
			{
				vertices->push_back(draw.Point());
			}
		}
		ASSERT_EQ(Unsound(scene, scene.Cast()), "") << scene.Text() << " trial " << i;
	}
}

TEST(CastHullHostile, HullsAtTheEndsOfTheRangeOfFloatAreExact)
{
	for (const float size : {0x1p-149f, 0x1p-140f, 0x1p-126f, 0x1p-100f, 0x1p100f, 0x1p120f})
	{
		Random random(0x4053);
		for (int i = 0; i < ScaledCount(500); ++i)
		{
			const auto number = [&]
			{
				return size * static_cast<float>(random.Between(-4, 4));
			};
			HullScene scene;
			const b2Vec2 a{number(), number()}, b{number(), number()};
			scene.still = {{-size, -size}, {2.0f * size, -size}, {size, 3.0f * size}};
			scene.moving = random.OneIn(2) ? std::vector<b2Vec2>{a, b} : std::vector<b2Vec2>{a};
			scene.stillRadius = std::abs(number());
			scene.movingRadius = random.OneIn(2) ? 0.0f : std::abs(number());
			scene.movingPose.p = {4.0f * number(), 4.0f * number()};
			scene.stillPose.q = random.OneIn(2) ? b2Rot(0.0f) : b2Rot(random.Uniform(-4.0f, 4.0f));
			scene.translation = {8.0f * number(), 8.0f * number()};
			const std::optional<HullSpan> span = scene.Cast();
			ASSERT_EQ(HullMismatch(scene, span), "") << scene.Text() << " trial " << i;
			ASSERT_EQ(Unsound(scene, span), "") << scene.Text() << " trial " << i;
		}
	}
}

TEST(CastHullHostile, RadiiAndDistancesFarBelowTheRoundingOfPlacesAreExact)
{
	Random random(0x4054);
	int32_t hits = 0;
	const int32_t trials = ScaledCount(4000);
	for (int32_t i = 0; i < trials; ++i)
	{
		const auto tiny = [&]
		{
			return std::exp2(random.Uniform(-120.0f, -20.0f));
		};
		HullScene scene;
		const float aside = tiny();
		scene.moving = {{aside, random.Uniform(0.5f, 2.0f)}, {aside, random.Uniform(-2.0f, -0.5f)}};
		scene.still = {{0.0f, 0.0f}, {-1.0f, 0.5f}, {-1.0f, -0.5f}};
		scene.still.resize(static_cast<size_t>(random.Between(1, 3)));
		scene.movingRadius = random.OneIn(4) ? 0.0f : tiny();
		scene.stillRadius = random.OneIn(2) ? 0.0f : tiny();
		scene.stillPose.q = b2Rot(random.Uniform(-4.0f, 4.0f));
		scene.movingPose.q = scene.stillPose.q; // otherwise rounding would remove the tiny numbers
		scene.translation = random.OneIn(4) ? b2Vec2{tiny(), tiny()} : b2Vec2{0.0f, 0.0f};
		const std::optional<HullSpan> span = scene.Cast();
		ASSERT_EQ(HullMismatch(scene, span), "") << scene.Text() << " trial " << i;
		hits += span.has_value() ? 1 : 0;
	}
	EXPECT_GT(hits, trials / 5);
	EXPECT_LT(hits, trials * 4 / 5);
}

} // namespace ricochet::test::hull_cast_hostile_test
