// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/malloc_block_allocator.h"

#include <box2d/b2_block_allocator.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

// Replaces libbox2d's b2BlockAllocator. The shared library calls it through its procedure linkage table, and the
// dynamic linker finds the program's definition first. All five functions must be replaced together, because Box2D's
// own ones would read the members differently. The object file must be linked directly, not from an archive.

#if defined(__SANITIZE_ADDRESS__)
#define RICOCHET_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RICOCHET_HAS_ASAN 1
#endif
#endif

#ifdef RICOCHET_HAS_ASAN
#include <sanitizer/asan_interface.h>
#endif

// Allocates by malloc. Tests make operator new fail, and no exception may pass through Box2D, so the allocator's
// records do not use operator new.
template <class T>
struct BookAllocator
{
	using value_type = T;

	BookAllocator() = default;
	template <class U>
	BookAllocator(const BookAllocator<U>&) // NOLINT(google-explicit-constructor): as allocators convert
	{
	}

	T* allocate(size_t count) { return static_cast<T*>(std::malloc(count * sizeof(T))); }
	void deallocate(T* memory, size_t) { std::free(memory); }

	friend bool operator==(const BookAllocator&, const BookAllocator&) { return true; }
};

// Box2D declares this struct, and the allocator defines it. Here, it holds the blocks in use with their requested
// sizes, and the freed blocks that wait to be reused.
struct b2Chunk
{
	std::unordered_map<void*, int32, std::hash<void*>, std::equal_to<>, BookAllocator<std::pair<void* const, int32>>>
	    blocks;
	bool again;
	std::array<std::vector<void*>, b2_blockSizeCount> waiting;
};

namespace
{

std::atomic<int64_t> s_liveBlocks = 0;
std::atomic<bool> s_again = false;

// These are the size classes of b2_block_allocator.cpp. Box2D also takes larger blocks from malloc. Here, they form one
// class.
constexpr int32 k_classes[b2_blockSizeCount] = {16, 32, 64, 96, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640};

int32 ClassOf(int32 size)
{
	int32 i = 0;
	while (i < b2_blockSizeCount && size > k_classes[i])
	{
		++i;
	}
	return i;
}

void Poison([[maybe_unused]] void* block, [[maybe_unused]] int32 size)
{
#ifdef RICOCHET_HAS_ASAN
	__asan_poison_memory_region(block, static_cast<size_t>(size));
#endif
}

void Unpoison([[maybe_unused]] void* block, [[maybe_unused]] int32 size)
{
#ifdef RICOCHET_HAS_ASAN
	__asan_unpoison_memory_region(block, static_cast<size_t>(size));
#endif
}

// Returns a block for reuse. It has the size of its class, but the caller may touch only the bytes that it requested.
void* TakeBlock(b2Chunk& chunk, int32 size)
{
	const int32 kind = ClassOf(size);
	if (chunk.again == false || kind == b2_blockSizeCount)
	{
		return std::malloc(static_cast<size_t>(size));
	}
	std::vector<void*>& waiting = chunk.waiting[static_cast<size_t>(kind)];
	void* block = waiting.empty() ? std::malloc(static_cast<size_t>(k_classes[kind])) : waiting.back();
	if (waiting.empty() == false)
	{
		waiting.pop_back();
	}
	Poison(block, k_classes[kind]);
	Unpoison(block, size);
	return block;
}

void GiveBlock(b2Chunk& chunk, void* block, int32 size)
{
	const int32 kind = ClassOf(size);
	if (chunk.again == false || kind == b2_blockSizeCount)
	{
		std::free(block);
		return;
	}
	Poison(block, k_classes[kind]);
	chunk.waiting[static_cast<size_t>(kind)].push_back(block);
}

[[noreturn]] void Die(void* block)
{
	std::fflush(stderr);
#ifdef RICOCHET_HAS_ASAN
	__asan_describe_address(block);
#else
	static_cast<void>(block);
#endif
	std::abort();
}

} // namespace

int64_t ricochet::test::LiveBlocks()
{
	return s_liveBlocks;
}

void ricochet::test::UseBlocksAgain(bool again)
{
	s_again = again;
}

b2BlockAllocator::b2BlockAllocator()
    : m_chunks(new b2Chunk{{}, s_again, {}}), m_chunkCount(0), m_chunkSpace(0), m_freeLists{}
{
}

b2BlockAllocator::~b2BlockAllocator()
{
	Clear();
	delete m_chunks;
}

void* b2BlockAllocator::Allocate(int32 size)
{
	if (size < 0)
	{
		std::fprintf(stderr, "b2BlockAllocator: %d bytes asked for\n", size);
		Die(nullptr);
	}
	if (size == 0)
	{
		return nullptr;
	}
	void* block = TakeBlock(*m_chunks, size);
	m_chunks->blocks.emplace(block, size);
	++s_liveBlocks;
	return block;
}

void b2BlockAllocator::Free(void* p, int32 size)
{
	if (size == 0)
	{
		return;
	}
	const auto found = m_chunks->blocks.find(p);
	if (found == m_chunks->blocks.end())
	{
		std::fprintf(stderr, "b2BlockAllocator: %p is freed, but is no block in use\n", p);
		Die(p);
	}
	if (ClassOf(found->second) != ClassOf(size))
	{
		std::fprintf(stderr, "b2BlockAllocator: a block of %d bytes is freed as one of %d, another size class\n",
		             found->second, size);
		Die(p);
	}
	m_chunks->blocks.erase(found);
	GiveBlock(*m_chunks, p, size);
	--s_liveBlocks;
}

// Frees all blocks in use. b2World's destructor leaves the blocks of its bodies, contacts and joints to this function.
void b2BlockAllocator::Clear()
{
	for (const auto& [block, size] : m_chunks->blocks)
	{
		GiveBlock(*m_chunks, block, size);
		--s_liveBlocks;
	}
	m_chunks->blocks.clear();
	for (size_t kind = 0; kind < m_chunks->waiting.size(); ++kind)
	{
		for (void* block : m_chunks->waiting[kind])
		{
			Unpoison(block, k_classes[kind]);
			std::free(block);
		}
		m_chunks->waiting[kind].clear();
	}
}
