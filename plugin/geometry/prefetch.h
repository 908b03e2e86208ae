// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>

namespace ricochet
{

/// Fetches all of an object into the processor's cache, for what reads it soon.
template <class Object>
void PrefetchAll(const Object& object)
{
	constexpr size_t k_line = 64; // bytes
	const auto* bytes = reinterpret_cast<const char*>(&object);
	for (size_t i = 0; i < sizeof(Object); i += k_line)
	{
		__builtin_prefetch(bytes + i);
	}
}

} // namespace ricochet
