// MIT License, Copyright (c) 2026 the ricochet authors

#include "common/claim.h"
#include "common/words.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

using namespace common;

TEST(Claim, WhatIsOutsideItsBoundsIsTold)
{
	const Claim wide[] = {{"gap", 3.0, 0.0, 2.0, "mm"}};
	EXPECT_FALSE(AllHold(wide));
	EXPECT_EQ(Figures(wide), "gap 3 mm (should be 0 to 2)");
	EXPECT_EQ(Seen(wide, "gap"), 3.0);
	EXPECT_TRUE(std::isnan(Seen(wide, "width")));
	const Claim none[] = {{"gap", std::nan(""), 0.0, 2.0, "mm"}};
	EXPECT_FALSE(AllHold(none)) << "no number is within any bounds";
	const Claim both[] = {{"gap", 0.0001, 0.0, 2.0, "mm"}, {"turns", 2.5, 2.0, 3.0}};
	EXPECT_TRUE(AllHold(both));
	EXPECT_EQ(Figures(both), "gap below 0.001 mm, turns 2.5");
}

TEST(Words, AreBrokenIntoLinesThatFit)
{
	EXPECT_EQ(Wrap("one two three", 7), (std::vector<std::string>{"one two", "three"}));
	EXPECT_EQ(Wrap("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
	EXPECT_EQ(Wrap("", 3), std::vector<std::string>{""});
}

} // namespace
