// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/failing_memory.h"

#include <cstdlib>
#include <new>

#if defined(__GLIBC__) || defined(_WIN32)
#include <malloc.h>
#endif

namespace ricochet::test
{

namespace
{
thread_local FailingMemory* t_running = nullptr;

// On Windows, over-aligned blocks are separate, and free does not accept them.
#ifdef _WIN32
void* AllocateAligned(size_t alignment, size_t size)
{
	return _aligned_malloc(size, alignment);
}

void FreeAligned(void* memory)
{
	_aligned_free(memory);
}
#else
void* AllocateAligned(size_t alignment, size_t size)
{
	return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void FreeAligned(void* memory)
{
	std::free(memory);
}
#endif

int64_t BytesOf(void* memory, bool isAligned)
{
	(void)isAligned;
#if defined(__GLIBC__)
	return static_cast<int64_t>(malloc_usable_size(memory));
#elif defined(_WIN32)
	return isAligned ? 0 : static_cast<int64_t>(_msize(memory));
#else
	(void)memory;
	return 0;
#endif
}
} // namespace

bool FailingMemory::FailsNow(bool throws) noexcept
{
	FailingMemory* memory = t_running;
	if (memory == nullptr)
	{
		return false;
	}
	const int64_t index = memory->m_allocations++;
	const bool fails = index >= memory->m_first && index - memory->m_first < memory->m_count;
	memory->m_failures += fails && throws ? 1 : 0;
	memory->m_blocks += fails ? 0 : 1;
	return fails;
}

void FailingMemory::NoteNew(void* memory, bool isAligned) noexcept
{
	if (t_running != nullptr && memory != nullptr)
	{
		t_running->m_bytes += BytesOf(memory, isAligned);
	}
}

void FailingMemory::NoteDelete(void* memory, bool isAligned) noexcept
{
	if (t_running != nullptr && memory != nullptr)
	{
		t_running->m_blocks -= 1;
		t_running->m_bytes -= BytesOf(memory, isAligned);
	}
}

FailingMemory::Scope::Scope(FailingMemory& memory) noexcept
{
	t_running = &memory;
}

FailingMemory::Scope::~Scope()
{
	t_running = nullptr;
}

} // namespace ricochet::test

// The operators must not be inlined, because GCC would report malloc and free as a mismatch of new and delete.

[[gnu::noinline]] void* operator new(size_t size)
{
	void* memory = ricochet::test::FailingMemory::FailsNow(true) ? nullptr : std::malloc(size == 0 ? 1 : size);
	if (memory == nullptr)
	{
		throw std::bad_alloc();
	}
	ricochet::test::FailingMemory::NoteNew(memory, false);
	return memory;
}

[[gnu::noinline]] void* operator new(size_t size, std::align_val_t alignment)
{
	const bool fails = ricochet::test::FailingMemory::FailsNow(true);
	void* memory = fails ? nullptr : ricochet::test::AllocateAligned(static_cast<size_t>(alignment), size);
	if (memory == nullptr)
	{
		throw std::bad_alloc();
	}
	ricochet::test::FailingMemory::NoteNew(memory, true);
	return memory;
}

[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept
{
	void* memory = ricochet::test::FailingMemory::FailsNow(false) ? nullptr : std::malloc(size == 0 ? 1 : size);
	ricochet::test::FailingMemory::NoteNew(memory, false);
	return memory;
}

[[gnu::noinline]] void operator delete(void* memory) noexcept
{
	ricochet::test::FailingMemory::NoteDelete(memory, false);
	std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept
{
	ricochet::test::FailingMemory::NoteDelete(memory, false);
	std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept
{
	ricochet::test::FailingMemory::NoteDelete(memory, false);
	std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept
{
	ricochet::test::FailingMemory::NoteDelete(memory, true);
	ricochet::test::FreeAligned(memory);
}

[[gnu::noinline]] void operator delete(void* memory, size_t, std::align_val_t) noexcept
{
	ricochet::test::FailingMemory::NoteDelete(memory, true);
	ricochet::test::FreeAligned(memory);
}
