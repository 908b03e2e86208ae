// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::test
{

/// Expects the errors to be equal in every field, where any two NaNs are equal. Also expects a message if and only if
/// there is an error.
inline void ExpectError(const Error& error, const Error& expected)
{
	const auto isSame = [](double a, double b)
	{
		return a == b || (std::isnan(a) && std::isnan(b));
	};
	EXPECT_EQ(error.reason, expected.reason) << error.Message();
	EXPECT_STREQ(error.parameter, expected.parameter) << error.Message();
	EXPECT_EQ(error.index, expected.index) << error.Message();
	EXPECT_TRUE(isSame(error.value, expected.value)) << error.value << ", not " << expected.value;
	EXPECT_TRUE(isSame(error.limit, expected.limit)) << error.limit << ", not " << expected.limit;
	EXPECT_EQ(error.Message().empty(), expected.reason == ErrorReason::None);
}

} // namespace ricochet::test
