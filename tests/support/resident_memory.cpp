// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/resident_memory.h"

// This is a file of its own, because windows.h defines common words as macros.
#ifdef _WIN32
#include <windows.h>

#include <psapi.h>
#else
#include <cstdio>

#include <unistd.h>
#endif

namespace ricochet::test
{

#ifdef _WIN32
size_t ResidentBytes()
{
	PROCESS_MEMORY_COUNTERS counters = {};
	const BOOL known = GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof(counters));
	return known != 0 ? counters.WorkingSetSize : 0;
}
#else
size_t ResidentBytes()
{
	size_t total = 0;
	size_t resident = 0;
	std::FILE* file = std::fopen("/proc/self/statm", "r");
	if (file != nullptr)
	{
		const int fields = std::fscanf(file, "%zu %zu", &total, &resident);
		std::fclose(file);
		resident = fields == 2 ? resident : 0;
	}
	return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}
#endif

} // namespace ricochet::test
