// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/expect_error.h"
#include "support/failing_memory.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace ricochet::test
{

/// The number of allocations of a call.
template <class Call>
int64_t AllocationsOf(Call&& call)
{
	FailingMemory memory(FailingMemory::k_never);
	memory.Run(call);
	return memory.Allocations();
}

/// Lets the first, then the second, then every further allocation of a call fail, each time on a fresh subject, until
/// the call gets through. Returns how often it did not: then it gave OutOfMemory, and threw nothing.
template <class Make, class Call, class Check>
int32_t FailEach(const Make& make, const Call& call, const Check& check)
{
	for (int32_t k = 0;; ++k)
	{
		auto subject = make();
		FailingMemory memory(k);
		const Error error = memory.Run([&] { return call(*subject).GetError(); });
		const bool failed = error.reason == ErrorReason::OutOfMemory;
		ExpectError(error, {failed ? ErrorReason::OutOfMemory : ErrorReason::None});
		EXPECT_EQ(memory.Failures(), failed ? 1 : 0);
		check(*subject, failed);
		if (failed == false)
		{
			return k;
		}
	}
}

} // namespace ricochet::test
