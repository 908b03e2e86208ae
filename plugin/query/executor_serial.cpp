// MIT License, Copyright (c) 2026 the ricochet authors

// Replaces executor.cpp if the system has no threads.

#include <ricochet/query/executor.h>

namespace ricochet
{

struct ThreadPool::State
{
};

ThreadPool::ThreadPool(int32_t) noexcept {}

ThreadPool::~ThreadPool() = default;

int32_t ThreadPool::ThreadCount() const noexcept
{
	return 1;
}

void ThreadPool::operator()(int32_t count, TaskRef task)
{
	RunTasks({}, count, task);
}

} // namespace ricochet
