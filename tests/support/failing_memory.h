// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>
#include <utility>

namespace ricochet::test
{

// A program that is linked with failing_memory.cpp takes its memory through an operator new that can be told to fail.
// Box2D takes its own by malloc and is not concerned.

/// Lets allocations by operator new fail. They are counted from 0 on over all calls of Run of one thread; those from
/// `first` on fail, `count` of them. What allocates outside Run is neither counted nor fails.
class FailingMemory
{
public:
	static constexpr int64_t k_never = INT64_MAX;

	explicit FailingMemory(int64_t first, int64_t count = 1) : m_first(first), m_count(count) {}
	FailingMemory(const FailingMemory&) = delete;
	FailingMemory& operator=(const FailingMemory&) = delete;

	/// The call, with its result. Not nested.
	template <class Call>
	decltype(auto) Run(Call&& call)
	{
		const Scope scope(*this);
		return std::forward<Call>(call)();
	}

	/// How many allocations there were, those that failed among them.
	[[nodiscard]] int64_t Allocations() const { return m_allocations; }

	/// How many threw std::bad_alloc. One that may return null instead fails without being counted here.
	[[nodiscard]] int64_t Failures() const { return m_failures; }

	/// How many blocks were taken and not given back, both while it ran.
	[[nodiscard]] int64_t Blocks() const { return m_blocks; }

	/// How many bytes were taken and not given back, both while it ran. On Windows without blocks of an alignment of
	/// their own; 0 if the system does not say.
	[[nodiscard]] int64_t Bytes() const { return m_bytes; }

	/// For operator new and delete: blocks with or without an alignment of their own.
	static void NoteNew(void* memory, bool isAligned) noexcept;
	static void NoteDelete(void* memory, bool isAligned) noexcept;

	/// For operator new: counts an allocation; true if it is to fail. No allocation fails where none is running.
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
