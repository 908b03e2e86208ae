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
	/// Implicit, so that a lambda can be passed.
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

/// The game's job system as a parallel loop.
///
///   Executor executor = [&jobs](int32_t count, TaskRef task) { jobs.ParallelFor(count, task); };
///
/// executor(count, task) must call task(i) exactly once for each i in [0, count), in any order, on any threads, several
/// at once. It returns when all calls have returned and everything that they wrote is visible to the caller. If
/// count <= 0, it calls nothing. An empty executor runs the loop in order, on the calling thread.
///
/// Within these rules the executor has no influence on ricochet's results.
using Executor = std::function<void(int32_t count, TaskRef task)>;

/// Runs a loop on an executor. If the executor is empty, runs it in order on the calling thread.
void RunTasks(const Executor& executor, int32_t count, TaskRef task);

/// Threads for a game that has no job system.
///
/// - Any number of threads may call one pool at once: their loops share its threads. Each caller works on its own loop
///   until no index of it is left to begin, so no caller waits for another's loop.
/// - If a task of a pool starts a loop on this or another pool, that loop runs in order on the thread of the task.
/// - If a task throws, no further index is begun. When all that were begun have ended, the caller gets the first
///   exception. The pool stays usable.
class ThreadPool
{
public:
	/// Makes a pool in which `threads` threads work on a loop, including the caller of the loop. Never throws.
	///
	///   0                   as many as the hardware runs at once
	///   1, or less than 0   the caller alone
	///   more than 256       256
	///
	/// If the system gives fewer threads or no memory, the pool works with the threads that it got.
	explicit ThreadPool(int32_t threads = 0) noexcept;

	/// Ends the threads. No loop may be running.
	~ThreadPool();

	ThreadPool(const ThreadPool&) = delete;
	ThreadPool& operator=(const ThreadPool&) = delete;

	/// Returns the number of threads that work on a loop, including the caller; at least 1.
	[[nodiscard]] int32_t ThreadCount() const noexcept;

	/// Runs a loop by the rules of Executor. Allocates nothing.
	void operator()(int32_t count, TaskRef task);

	/// Returns an executor that runs loops on this pool. The pool must outlive it.
	[[nodiscard]] Executor AsExecutor();

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
