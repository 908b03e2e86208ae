// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_settings.h"

#include <cstddef>
#include <new>

/// Allocates the memory of shapes. It throws std::bad_alloc if there is none.
class b2BlockAllocator
{
public:
	void* Allocate(int32 size) { return ::operator new(static_cast<std::size_t>(size)); }
	void Free(void* memory, int32) { ::operator delete(memory); }
};
