// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/executor.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <pthread.h>
#ifndef _WIN32
#include <dlfcn.h>
#endif

// If no sanitizer replaces pthread_create, the tests can make thread creation fail.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define RICOCHET_COUNTS_THREADS
namespace
{
std::atomic<int64_t> g_threadsLeft = std::numeric_limits<int64_t>::max();
}

extern "C"
{
#ifdef _WIN32
	// On Windows, the C++ library is linked statically, so the linker option --wrap redirects its calls to these
	// functions.
	int __real_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

	int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
	                          void* argument)
	{
		const auto create = __real_pthread_create;
#else
	int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
	                   void* argument) noexcept
	{
		using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
		static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
#endif
		return g_threadsLeft.fetch_sub(1) > 0 ? create(thread, attributes, start, argument) : EAGAIN;
	}
}
#endif

namespace ricochet::test::executor_test
{

namespace
{

// Waits until the condition holds, and returns true. Returns false after 20 s.
template <class Condition>
bool ComesTrue(const Condition& condition)
{
	const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
	while (condition() == false)
	{
		if (std::chrono::steady_clock::now() > end)
		{
			return false;
		}
		std::this_thread::yield();
	}
	return true;
}

// Runs `count` tasks, and returns the number of calls of each. The counters are plain integers, which the caller may
// read by contract. The thread sanitizer checks this.
std::vector<int> CallsOf(const Executor& executor, int32_t count)
{
	std::vector<int> calls(static_cast<size_t>(count < 0 ? 0 : count));
	RunTasks(executor, count, [&](int32_t i) { ++calls[static_cast<size_t>(i)]; });
	return calls;
}

} // namespace

TEST(Executor, AnEmptyOneRunsInOrderOnTheCaller)
{
	std::vector<int32_t> order;
	const std::thread::id self = std::this_thread::get_id();
	RunTasks({}, 5,
	         [&](int32_t i)
	         {
		         EXPECT_EQ(std::this_thread::get_id(), self);
		         order.push_back(i);
	         });
	EXPECT_EQ(order, (std::vector<int32_t>{0, 1, 2, 3, 4}));
}

TEST(Executor, NothingIsCalledForNoTasks)
{
	int32_t loops = 0;
	const Executor executor = [&](int32_t, TaskRef)
	{
		++loops;
	};
	for (const int32_t count : {0, -1, std::numeric_limits<int32_t>::min()})
	{
		RunTasks(executor, count, [](int32_t) { ADD_FAILURE(); });
		RunTasks({}, count, [](int32_t) { ADD_FAILURE(); });
		ThreadPool pool(3);
		pool(count, [](int32_t) { ADD_FAILURE(); });
	}
	EXPECT_EQ(loops, 0);
}

TEST(Executor, AGamesOwnJobSystemGetsTheTask)
{
	// This executor runs the tasks in reverse order, each on its own thread. Any order and any thread is allowed.
	const Executor executor = [](int32_t count, TaskRef task)
	{
		for (int32_t i = count - 1; i >= 0; --i)
		{
			std::thread([copy = task, i] { copy(i); }).join();
		}
	};
	EXPECT_EQ(CallsOf(executor, 7), std::vector<int>(7, 1));
}

TEST(ThreadPool, CallsEveryIndexOnce)
{
	for (const int32_t threads : {-3, 0, 1, 2, 3, 8})
	{
		ThreadPool pool(threads);
		EXPECT_GE(pool.ThreadCount(), 1);
		EXPECT_LE(pool.ThreadCount(), threads > 0 ? threads : 256);
		for (const int32_t count : {1, 2, 3, 7, 64, 1000, 100000})
		{
			const std::vector<int> once(static_cast<size_t>(count), 1);
			EXPECT_EQ(CallsOf(pool.AsExecutor(), count), once) << threads << " threads, " << count;
		}
	}
}

TEST(ThreadPool, ManyShortLoopsLoseNothing)
{
	ThreadPool pool(4);
	int64_t sum = 0;
	for (int32_t round = 0; round < 3000; ++round)
	{
		std::atomic<int64_t> part = 0;
		pool(5, [&](int32_t i) { part += i; });
		sum += part;
	}
	EXPECT_EQ(sum, 3000 * 10);
}

TEST(ThreadPool, WorksOnAllItsThreadsAtOnce)
{
	ThreadPool pool(3);
	ASSERT_EQ(pool.ThreadCount(), 3);
	std::atomic<int32_t> arrived = 0;
	std::atomic<bool> met = true;
	pool(3,
	     [&](int32_t)
	     {
		     ++arrived;
		     met = met && ComesTrue([&] { return arrived == 3; });
	     });
	EXPECT_TRUE(met);
}

TEST(ThreadPool, ALoopInATaskRunsOnItsThreadInOrder)
{
	ThreadPool pool(4);
	ThreadPool other(4);
	std::atomic<int32_t> calls = 0;
	std::atomic<int32_t> wrong = 0;
	const auto nest = [&](ThreadPool& inner)
	{
		const std::thread::id self = std::this_thread::get_id();
		int32_t next = 0;
		inner(20,
		      [&](int32_t i)
		      {
			      wrong += i != next || std::this_thread::get_id() != self;
			      ++next;
			      ++calls;
		      });
	};
	for (const int32_t count : {1, 8}) // one iteration is a loop, too
	{
		calls = 0;
		pool(count,
		     [&](int32_t)
		     {
			     nest(pool);
			     nest(other);
		     });
		EXPECT_EQ(calls, count * 40);
		EXPECT_EQ(wrong, 0);
	}
}

TEST(ThreadPool, ManyThreadsUseItAtOnce)
{
	ThreadPool pool(3);
	std::atomic<int32_t> wrong = 0;
	std::vector<std::thread> callers;
	for (int32_t caller = 0; caller < 4; ++caller)
	{
		callers.emplace_back(
		    [&]
		    {
			    for (int32_t round = 0; round < 200; ++round)
			    {
				    wrong += CallsOf(pool.AsExecutor(), 50) != std::vector<int>(50, 1);
			    }
		    });
	}
	for (std::thread& caller : callers)
	{
		caller.join();
	}
	EXPECT_EQ(wrong, 0);
}

TEST(ThreadPool, NoCallerWaitsForAnothersLoop)
{
	ThreadPool pool(2);
	std::atomic<int32_t> held = 0;
	std::atomic<bool> released = false;
	std::atomic<bool> waited = true;
	std::thread holder(
	    [&]
	    {
		    pool(2,
		         [&](int32_t)
		         {
			         ++held;
			         waited = waited && ComesTrue([&] { return released.load(); });
		         });
	    });
	EXPECT_TRUE(ComesTrue([&] { return held == 2; })); // both threads of the pool are busy
	EXPECT_EQ(CallsOf(pool.AsExecutor(), 100), std::vector<int>(100, 1));
	released = true;
	holder.join();
	EXPECT_TRUE(waited);
}

TEST(ThreadPool, WhatATaskThrowsReachesTheCallerOnce)
{
	for (const int32_t threads : {1, 2, 4})
	{
		ThreadPool pool(threads);
		for (int32_t round = 0; round < 100; ++round)
		{
			constexpr int32_t k_count = 100000;
			std::atomic<int32_t> calls = 0;
			std::atomic<int32_t> running = 0;
			try
			{
				pool(k_count,
				     [&](int32_t i)
				     {
					     ++running;
					     ++calls;
					     const bool throws = i >= round; // several calls throw at the same time
					     --running;
					     if (throws)
					     {
						     throw std::runtime_error(std::to_string(i));
					     }
				     });
				ADD_FAILURE() << "nothing came";
			}
			catch (const std::runtime_error& error)
			{
				EXPECT_EQ(running, 0);
				EXPECT_GE(std::stoi(error.what()), round);
				EXPECT_LE(calls, round + threads); // no thread began another index
			}
			EXPECT_EQ(CallsOf(pool.AsExecutor(), 20), std::vector<int>(20, 1));
		}
	}
}

// The object is so large that its memory returns to the system as soon as it is freed.
struct LargeKept
{
	~LargeKept() { *lastWord = bytes[sizeof(bytes) - 1]; }

	std::atomic<int>* lastWord = nullptr;
	char bytes[1 << 21] = {};
};

TEST(ThreadPool, WhatAThreadKeepsIsDestroyedBeforeItsMemoryIsFreed)
{
	std::atomic<int> lastWord = 0;
	std::thread(
	    [&]
	    {
		    thread_local LargeKept kept;
		    kept.lastWord = &lastWord;
		    kept.bytes[sizeof(kept.bytes) - 1] = 7;
	    })
	    .join();
	EXPECT_EQ(lastWord, 7);
}

#ifdef RICOCHET_COUNTS_THREADS
TEST(ThreadPool, WorksWithTheThreadsThatThereAre)
{
	for (const int32_t left : {0, 1, 3})
	{
		g_threadsLeft = left;
		ThreadPool pool(8);
		g_threadsLeft = std::numeric_limits<int64_t>::max();
		EXPECT_EQ(pool.ThreadCount(), left + 1);
		EXPECT_EQ(CallsOf(pool.AsExecutor(), 1000), std::vector<int>(1000, 1));
	}
}

TEST(ThreadPool, TakesNoMoreThan256Threads)
{
	constexpr int64_t k_plenty = 100000;
	g_threadsLeft = k_plenty;
	{
		ThreadPool pool(std::numeric_limits<int32_t>::max());
		EXPECT_LE(k_plenty - g_threadsLeft, 255);
		EXPECT_EQ(CallsOf(pool.AsExecutor(), 1000), std::vector<int>(1000, 1));
	}
	g_threadsLeft = std::numeric_limits<int64_t>::max();
}
#endif

} // namespace ricochet::test::executor_test
