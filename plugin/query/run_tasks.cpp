// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/executor.h>

namespace ricochet
{

void RunTasks(const Executor& executor, int32_t count, TaskRef task)
{
	if (count > 0 && executor != nullptr)
	{
		executor(count, task);
		return;
	}
	for (int32_t i = 0; i < count; ++i)
	{
		task(i);
	}
}

Executor ThreadPool::AsExecutor()
{
	return [this](int32_t count, TaskRef task)
	{
		(*this)(count, task);
	};
}

} // namespace ricochet
