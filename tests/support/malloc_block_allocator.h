// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>

namespace ricochet::test
{

// A program that is linked with malloc_block_allocator.cpp runs Box2D on malloc and free. For AddressSanitizer, each
// body, fixture, shape and contact is then a block of its own. The program aborts with a message if a block is freed
// twice, through another allocator, or with a size of the wrong class.

/// Returns the number of blocks in use, over all worlds. It is 0 if no world exists.
[[nodiscard]] int64_t LiveBlocks();

/// If `again` is true, new worlds reuse the block of a size class that was freed last, as Box2D's own allocator does.
/// Until then, AddressSanitizer treats the block as freed. The default is false: malloc under AddressSanitizer does not
/// reuse an address for a long time.
void UseBlocksAgain(bool again);

/// False in test programs that run Box2D on malloc under AddressSanitizer, which does not reuse freed blocks for a long
/// time.
#ifdef RICOCHET_MALLOC_BLOCKS
inline constexpr bool k_blocksAreUsedAgain = false;
#else
inline constexpr bool k_blocksAreUsedAgain = true;
#endif

} // namespace ricochet::test
