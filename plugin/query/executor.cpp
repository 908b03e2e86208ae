// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/executor.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

namespace ricochet
{

namespace
{

thread_local bool t_inTask = false;

// Marks that the current thread is running tasks of a pool.
class InTask
{
public:
	InTask() : m_before(t_inTask) { t_inTask = true; }
	~InTask() { t_inTask = m_before; }
	InTask(const InTask&) = delete;
	InTask& operator=(const InTask&) = delete;

private:
	bool m_before;
};

// No machine needs more threads. A wrong number must not take the whole machine.
constexpr int32_t k_mostThreads = 256;

} // namespace

// A loop lives on its caller's stack. Threads take indices from it without a lock. The helpers at work are counted
// under the pool's lock, and the caller returns when their number is 0.
struct PoolLoop
{
	PoolLoop(int32_t indexCount, TaskRef loopTask) : count(indexCount), task(loopTask) {}

	// 64 bits, because every thread takes one index too many.
	std::atomic<int64_t> next = 0;
	int64_t count;
	TaskRef task;
	std::atomic_flag failed = {};
	std::exception_ptr exception;

	// Only accessed under the pool's lock.
	PoolLoop* following = nullptr;
	int32_t helpers = 0;

	[[nodiscard]] bool HasMore() const { return next.load(std::memory_order_relaxed) < count; }

	void Work()
	{
		const InTask inTask;
		for (int64_t i = next.fetch_add(1, std::memory_order_relaxed); i < count;
		     i = next.fetch_add(1, std::memory_order_relaxed))
		{
			try
			{
				task(static_cast<int32_t>(i));
			}
			catch (...)
			{
				if (failed.test_and_set() == false)
				{
					exception = std::current_exception();
				}
				next.store(count, std::memory_order_relaxed);
			}
		}
	}
};

struct ThreadPool::State
{
	std::mutex lock;
	std::condition_variable loopCame; // or the pool ends
	std::condition_variable helperLeft;
	PoolLoop* loops = nullptr;
	bool ends = false;
	std::vector<std::thread> threads;

	[[nodiscard]] PoolLoop* LoopWithMore() const
	{
		PoolLoop* loop = loops;
		while (loop != nullptr && loop->HasMore() == false)
		{
			loop = loop->following;
		}
		return loop;
	}

	void Help()
	{
		std::unique_lock held(lock);
		while (true)
		{
			PoolLoop* loop = nullptr;
			loopCame.wait(held, [&] { return ends || (loop = LoopWithMore()) != nullptr; });
			if (loop == nullptr)
			{
				return;
			}
			++loop->helpers;
			held.unlock();
			loop->Work();
			held.lock();
			if (--loop->helpers == 0)
			{
				helperLeft.notify_all();
			}
		}
	}

	void Start(int32_t count)
	{
		try
		{
			threads.reserve(static_cast<size_t>(count));
			for (int32_t i = 0; i < count; ++i)
			{
				threads.emplace_back([this] { Help(); });
			}
		}
		catch (...) // out of threads or memory: the pool works with the threads that have started
		{
		}
	}

	void Run(PoolLoop& loop)
	{
		{
			const std::lock_guard held(lock);
			loop.following = loops;
			loops = &loop;
		}
		for (size_t i = std::min(threads.size(), static_cast<size_t>(loop.count - 1)); i > 0; --i)
		{
			loopCame.notify_one();
		}
		loop.Work();

		std::unique_lock held(lock);
		PoolLoop** link = &loops;
		while (*link != &loop)
		{
			link = &(*link)->following;
		}
		*link = loop.following;
		helperLeft.wait(held, [&] { return loop.helpers == 0; });
	}
};

ThreadPool::ThreadPool(int32_t threads) noexcept
{
	const int32_t wanted = threads == 0 ? static_cast<int32_t>(std::thread::hardware_concurrency()) : threads;
	m_state.reset(wanted > 1 ? new (std::nothrow) State : nullptr);
	if (m_state != nullptr)
	{
		m_state->Start(std::min(wanted, k_mostThreads) - 1);
	}
}

ThreadPool::~ThreadPool()
{
	if (m_state == nullptr)
	{
		return;
	}
	{
		const std::lock_guard held(m_state->lock);
		m_state->ends = true;
	}
	m_state->loopCame.notify_all();
	for (std::thread& thread : m_state->threads)
	{
		thread.join();
	}
}

int32_t ThreadPool::ThreadCount() const noexcept
{
	return m_state == nullptr ? 1 : 1 + static_cast<int32_t>(m_state->threads.size());
}

void ThreadPool::operator()(int32_t count, TaskRef task)
{
	if (count <= 1 || t_inTask || ThreadCount() == 1)
	{
		const InTask inTask;
		RunTasks({}, count, task);
		return;
	}
	PoolLoop loop(count, task);
	m_state->Run(loop);
	if (loop.exception != nullptr)
	{
		std::rethrow_exception(loop.exception);
	}
}

} // namespace ricochet
