// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>
#include <cstdlib>

#ifndef _WIN32
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace ricochet::test
{

/// Runs body(i) for each i of a range in a child process, because it may abort. Returns the first index for which it
/// aborts or returns false; -1 if there is none. Windows has no fork, so there it runs in this process. An abort then
/// ends the program, and the test fails.
template <class Body>
int32_t FirstFailure(int32_t begin, int32_t end, const Body& body)
{
#ifdef _WIN32
	int32_t i = begin;
	while (i < end && body(i))
	{
		++i;
	}
	return i < end ? i : -1;
#else
	void* page = mmap(nullptr, sizeof(int32_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
	{
		return begin;
	}
	auto* current = static_cast<volatile int32_t*>(page);
	*current = begin;
	const pid_t child = fork();
	if (child == 0)
	{
		for (int32_t i = begin; i < end; ++i)
		{
			*current = i;
			if (body(i) == false)
			{
				_exit(EXIT_FAILURE);
			}
		}
		_exit(EXIT_SUCCESS);
	}
	int status = 0;
	const bool ended = child > 0 && waitpid(child, &status, 0) == child;
	const bool passed = ended && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
	const int32_t failed = passed ? -1 : *current;
	munmap(page, sizeof(int32_t));
	return failed;
#endif
}

} // namespace ricochet::test
