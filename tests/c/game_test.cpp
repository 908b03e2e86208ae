// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/game.h"

#include <gtest/gtest.h>

namespace ricochet::test::game_test
{

TEST(CInterface, ABulletIsFiredAndTellsWhatItHit)
{
	EXPECT_STREQ(game_first_bullet(), nullptr);
}

TEST(CInterface, FiresABulletAtAPastTime)
{
	EXPECT_STREQ(game_past_bullet(), nullptr);
}

TEST(CInterface, RulesAndSteeringAreFunctionsInC)
{
	EXPECT_STREQ(game_rules(), nullptr);
}

TEST(CInterface, PredicatesAreFunctionsInC)
{
	EXPECT_STREQ(game_predicates(), nullptr);
}

TEST(CInterface, AGrenadeBouncesAndExplodes)
{
	EXPECT_STREQ(game_grenade(), nullptr);
}

TEST(CInterface, ABlastRuleIsAFunctionInC)
{
	EXPECT_STREQ(game_blast_rule(), nullptr);
}

TEST(CInterface, ErrorsSayWhatWasWrong)
{
	EXPECT_STREQ(game_errors(), nullptr);
}

} // namespace ricochet::test::game_test
