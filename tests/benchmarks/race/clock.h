// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/peers/caster.h"

#include <malloc.h>

#include <chrono>
#include <cstddef>
#include <ctime>

namespace ricochet::test
{

/// Returns the processor time of this process in seconds. The time of other programs does not count.
[[nodiscard]] inline double ProcessorTime()
{
	timespec now{};
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

[[nodiscard]] inline double WallTime()
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Returns the number of bytes that malloc has in use.
[[nodiscard]] inline size_t HeapBytes()
{
	const struct mallinfo2 info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

/// Runs `build` and stores the time and the memory that it took in a caster.
template <class Build>
void Measure(Caster& caster, const Build& build)
{
	const size_t bytes = HeapBytes();
	const double start = ProcessorTime();
	build();
	caster.buildSeconds = ProcessorTime() - start;
	caster.bytes = HeapBytes() - bytes;
}

} // namespace ricochet::test
