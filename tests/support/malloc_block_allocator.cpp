// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/malloc_block_allocator.h"

#include <box2d/b2_block_allocator.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

// Takes the place of libbox2d's b2BlockAllocator: the shared library calls it through its procedure linkage table, and
// the dynamic linker finds the program's definition first. All five functions must come from here, since the library's
// own would read the members in another way. The object file must be linked directly, not out of an archive.

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

// Box2D declares it and leaves its definition to the allocator: here, the blocks in use and the sizes asked for.
struct b2Chunk
{
	std::unordered_map<void*, int32> blocks;
};

namespace
{

std::atomic<int64_t> s_liveBlocks = 0;

// As in b2_block_allocator.cpp; what is larger comes from malloc there too, and counts as one class.
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

b2BlockAllocator::b2BlockAllocator() : m_chunks(new b2Chunk), m_chunkCount(0), m_chunkSpace(0), m_freeLists{} {}

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
	void* block = std::malloc(static_cast<size_t>(size));
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
	std::free(p);
	--s_liveBlocks;
}

// b2World's destructor leaves its bodies, contacts and joints to this.
void b2BlockAllocator::Clear()
{
	for (const auto& [block, size] : m_chunks->blocks)
	{
		std::free(block);
		--s_liveBlocks;
	}
	m_chunks->blocks.clear();
}
