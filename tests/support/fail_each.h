// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/expect_error.h"
#include "support/failing_memory.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace ricochet::test
{

/// Counts the allocations of a call.
template <class Call>
int64_t AllocationsOf(Call&& call)
{
	FailingMemory memory(FailingMemory::k_never);
	memory.Run(call);
	return memory.Allocations();
}

/// Lets each allocation of a call fail in turn, each time on a new subject. A call must either succeed or return
/// OutOfMemory, and must throw nothing. Returns the number of calls that were refused. Some calls succeed, because a
/// stable sort can do without its memory. On Windows, the same is true for the creation of a thread_local object.
template <class Make, class Call, class Check>
int32_t FailEach(const Make& make, const Call& call, const Check& check)
{
	int32_t refused = 0;
	for (int32_t k = 0;; ++k)
	{
		auto subject = make();
		FailingMemory memory(k);
		const Error error = memory.Run([&] { return call(*subject).GetError(); });
		const bool failed = error.reason == ErrorReason::OutOfMemory;
		ExpectError(error, {failed ? ErrorReason::OutOfMemory : ErrorReason::None});
		EXPECT_EQ(memory.Failures(), failed ? 1 : 0);
		check(*subject, failed);
		refused += failed ? 1 : 0;
		if (memory.Allocations() <= k)
		{
			return refused;
		}
	}
}

} // namespace ricochet::test
