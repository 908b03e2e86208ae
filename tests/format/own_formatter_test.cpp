// MIT License, Copyright (c) 2026 the ricochet authors

// If a game has its own formatter for b2Vec2, fmt must use it, wherever it is defined. Here it is defined after
// ricochet's header, which is the harder case.

#include <ricochet/format.h>

#include <gtest/gtest.h>

template <>
struct fmt::formatter<b2Vec2> : fmt::formatter<float>
{
	template <class Context>
	auto format(b2Vec2 v, Context& context) const
	{
		return fmt::format_to(context.out(), "<{} | {}>", v.x, v.y);
	}
};

namespace ricochet::test::own_formatter_test
{

TEST(FormatOfAGame, IsTakenForItsOwnUse)
{
	EXPECT_EQ(fmt::format("{}", b2Vec2(1.0f, 2.0f)), "<1 | 2>");
}

TEST(FormatOfAGame, LeavesRicochetsTextAsItIs)
{
	EXPECT_EQ(fmt::format("{}", Ray{{1.0f, 2.0f}, {3.0f, 4.0f}}), "from (1, 2) m by (3, 4) m");
}

} // namespace ricochet::test::own_formatter_test
