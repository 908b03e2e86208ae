// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>

namespace ricochet::test
{

// A program that is linked with malloc_block_allocator.cpp runs Box2D on malloc and free: bodies, fixtures, shapes and
// contacts are blocks that AddressSanitizer knows. A block that is freed twice, through another allocator, or by a size
// of another size class than it was asked for, aborts the program with a message.

/// Blocks that are in use now, over all worlds. 0 when there is no world.
[[nodiscard]] int64_t LiveBlocks();

/// Worlds that are made from now on give a block that was freed last to the next of its size class, as Box2D's own
/// allocator does; AddressSanitizer knows that it is not in use until then. False at first: on malloc under
/// AddressSanitizer nothing comes again at the same address for long.
void UseBlocksAgain(bool again);

/// False in test programs that keep Box2D on malloc under AddressSanitizer, which holds freed blocks back for long.
#ifdef RICOCHET_MALLOC_BLOCKS
inline constexpr bool k_blocksAreUsedAgain = false;
#else
inline constexpr bool k_blocksAreUsedAgain = true;
#endif

} // namespace ricochet::test
