// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>
#include <utility>

namespace ricochet::test
{

// A program that is linked with failing_memory.cpp allocates through an operator new that tests can make fail. Box2D
// allocates by malloc and is not affected.

/// Makes allocations by operator new fail. It counts them from 0 over all calls of Run in one thread. From the number
/// `first` on, `count` allocations fail. Allocations outside Run are not counted and do not fail.
class FailingMemory
{
public:
	static constexpr int64_t k_never = INT64_MAX;

	explicit FailingMemory(int64_t first, int64_t count = 1) : m_first(first), m_count(count) {}
	FailingMemory(const FailingMemory&) = delete;
	FailingMemory& operator=(const FailingMemory&) = delete;

	/// Runs the call and returns its result. Calls must not be nested.
	template <class Call>
	decltype(auto) Run(Call&& call)
	{
		const Scope scope(*this);
		return std::forward<Call>(call)();
	}

	/// Returns the number of allocations, including the failed ones.
	[[nodiscard]] int64_t Allocations() const { return m_allocations; }

	/// Returns the number of allocations that threw std::bad_alloc. Allocations that return null instead are not
	/// counted here.
	[[nodiscard]] int64_t Failures() const { return m_failures; }

	/// Returns the number of blocks that were allocated in Run and not freed in Run.
	[[nodiscard]] int64_t Blocks() const { return m_blocks; }

	/// Returns the number of bytes that were allocated in Run and not freed in Run. On Windows, over-aligned blocks are
	/// not included. 0 if the system does not report sizes.
	[[nodiscard]] int64_t Bytes() const { return m_bytes; }

	/// Called by operator new and delete, for blocks with or without extra alignment.
	static void NoteNew(void* memory, bool isAligned) noexcept;
	static void NoteDelete(void* memory, bool isAligned) noexcept;

	/// Called by operator new: counts an allocation, and returns true if it must fail. Outside Run, none fails.
	[[nodiscard]] static bool FailsNow(bool throws) noexcept;

private:
	class Scope
	{
	public:
		explicit Scope(FailingMemory& memory) noexcept;
		~Scope();
		Scope(const Scope&) = delete;
		Scope& operator=(const Scope&) = delete;
	};

	int64_t m_first;
	int64_t m_count;
	int64_t m_allocations = 0;
	int64_t m_failures = 0;
	int64_t m_blocks = 0;
	int64_t m_bytes = 0;
};

} // namespace ricochet::test
