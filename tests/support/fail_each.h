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

/// Lets the first, then the second, then every allocation of a call fail, each time on a fresh subject. Returns how
/// often the call did not get through: then it gave OutOfMemory, and threw nothing. It gets through where memory was
/// asked for that may be refused: by a stable sort, and on Windows when a thread_local object is made.
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
