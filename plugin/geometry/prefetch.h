// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"

#include <cstddef>

namespace ricochet
{

inline constexpr size_t k_cacheLine = 64; // bytes

/// Fetches all of an object into the processor's cache, for what reads it soon.
template <class Object>
void PrefetchAll(const Object& object)
{
	const auto* bytes = reinterpret_cast<const char*>(&object);
	for (size_t i = 0; i < sizeof(Object); i += k_cacheLine)
	{
		FetchLine(bytes + i);
	}
}

/// The same for what overwrites it soon.
template <class Object>
void PrefetchToWrite(const Object& object)
{
	const auto* bytes = reinterpret_cast<const char*>(&object);
	for (size_t i = 0; i < sizeof(Object); i += k_cacheLine)
	{
		FetchLineToWrite(bytes + i);
	}
}

} // namespace ricochet
