// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/peers/caster.h"

#include <malloc.h>

#include <chrono>
#include <cstddef>
#include <ctime>

namespace ricochet::test
{

/// Of this process, in seconds: what other programs take does not count.
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

/// Bytes that malloc has given out.
[[nodiscard]] inline size_t HeapBytes()
{
	const struct mallinfo2 info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

/// Runs what builds something, and notes in a caster what time and memory that took.
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
