// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cmath>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

/// Two whole numbers.
using WholePair [[gnu::vector_size(8)]] = int32_t;

/// The whole parts of places, none below 0 or above the last one; of a NaN 0. Requires: the last ones fit.
inline WholePair WholeWithin(Pair place, Pair last)
{
	const Pair above = place > 0.0 ? place : Pair{};
	return __builtin_convertvector(above < last ? above : last, WholePair);
}

inline Pair Root(Pair a)
{
#if defined(__SSE2__)
	return _mm_sqrt_pd(a);
#else
	return Pair{std::sqrt(a[0]), std::sqrt(a[1])};
#endif
}

} // namespace ricochet
