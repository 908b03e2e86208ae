// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>

namespace ricochet
{

#ifndef __GNUC__
#error "ricochet needs the vectors of GCC and Clang"
#endif

/// Two numbers that are computed with side by side, each as if it were alone. Conditions choose in each.
using Pair [[gnu::vector_size(16)]] = double;

inline Pair Abs(Pair a)
{
	using Bits [[gnu::vector_size(16)]] = int64_t;
	return reinterpret_cast<Pair>(reinterpret_cast<Bits>(a) & INT64_MAX);
}

} // namespace ricochet
