// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

namespace ricochet::test::hull_cast_oracle_test
{

namespace
{

void CompareWithOracle(uint64_t seed, HullNumbers numbers, int count)
{
	Random random(seed);
	int hits = 0;
	for (int i = 0; i < ScaledCount(count); ++i)
	{
		const HullScene scene = HullDraw(random, numbers).Scene();
		const std::optional<HullSpan> span = scene.Cast();
		hits += span ? 1 : 0;
		ASSERT_EQ(HullMismatch(scene, span), "") << scene.Text() << " trial " << i;
		if (span && span->startsInside == false)
		{
			ASSERT_EQ(ContactMismatch(scene, *span), "") << scene.Text() << " trial " << i;
		}
	}
	EXPECT_GT(hits, ScaledCount(count) / 10);
}

} // namespace

TEST(CastHull, AgreesWithExactArithmeticOnAGrid)
{
	CompareWithOracle(0x4011, HullNumbers::Grid, 20000);
}

TEST(CastHull, AgreesWithExactArithmeticOnRealNumbers)
{
	CompareWithOracle(0x4012, HullNumbers::Real, 10000);
}

TEST(CastHull, AgreesWithExactArithmeticFarFromTheOrigin)
{
	CompareWithOracle(0x4013, HullNumbers::Far, 10000);
}

TEST(CastHull, AgreesWithExactArithmeticOnTinyBesideHuge)
{
	CompareWithOracle(0x4014, HullNumbers::Wild, 5000);
}

} // namespace ricochet::test::hull_cast_oracle_test
