// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The body of a parallel loop: a reference to a callable that takes an index, of the size of two pointers. It owns
/// nothing, allocates nothing and may be copied to other threads; the callable must outlive the loop.
class TaskRef
{
public:
	/// Implicit: a lambda is what is given.
	template <class Callable>
	requires(!std::same_as<std::remove_cvref_t<Callable>, TaskRef> && std::invocable<const Callable&, int32_t>)
	    TaskRef(const Callable& callable) // NOLINT(google-explicit-constructor)
	    : m_callable(&callable),
	      m_call([](const void* task, int32_t index) { (*static_cast<const Callable*>(task))(index); })
	{
	}

	void operator()(int32_t index) const { m_call(m_callable, index); }

private:
	const void* m_callable;
	void (*m_call)(const void*, int32_t);
};

/// The game's job system as a parallel loop. executor(count, task) calls task(i) exactly once for each i in [0, count),
/// in any order, on any threads, several at once, and returns when all calls have returned and what they wrote is
/// visible to the caller. count <= 0: no call. Empty: in order, on the calling thread.
///
///   Executor executor = [&jobs](int32_t count, TaskRef task) { jobs.ParallelFor(count, task); };
///
/// What ricochet computes is the same whatever the executor does within these rules.
using Executor = std::function<void(int32_t count, TaskRef task)>;

/// Runs a loop on an executor, or here and now if it is empty.
void RunTasks(const Executor& executor, int32_t count, TaskRef task);

/// Threads for a game that has no job system.
///
/// Any number of threads may call one pool at once: their loops share its threads, and each caller works on its own
/// loop until nothing of it is left to begin, so none waits for another's. A loop that is started from inside a task of
/// a pool, of this one or another, runs on the thread of that task, in order.
/// If a task throws, no further index is begun, and the first exception reaches the caller when those that were begun
/// have ended. The pool is then as good as new.
class ThreadPool
{
public:
	/// A pool in which `threads` threads work at a loop, the caller of the loop among them. 0: as many as the hardware
	/// runs at once; 1 or less than 0: the caller alone; more than 256: 256. Where the system gives fewer threads or no
	/// memory, the pool works with what it got. Never throws.
	explicit ThreadPool(int32_t threads = 0) noexcept;

	/// Ends the threads. No loop may be running.
	~ThreadPool();

	ThreadPool(const ThreadPool&) = delete;
	ThreadPool& operator=(const ThreadPool&) = delete;

	/// How many threads work at a loop, the caller among them; at least 1.
	[[nodiscard]] int32_t ThreadCount() const noexcept;

	/// Runs a loop as Executor says. Allocates nothing.
	void operator()(int32_t count, TaskRef task);

	/// The pool as an executor, which must not outlive it.
	[[nodiscard]] Executor AsExecutor();

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
