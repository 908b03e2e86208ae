// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

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

/// Which of two conditions are true, the first in the lowest bit.
template <class Bools>
[[nodiscard]] uint32_t MaskOf(Bools are)
{
#if defined(__SSE2__)
	__m128d bits;
	std::memcpy(&bits, &are, sizeof(bits));
	return static_cast<uint32_t>(_mm_movemask_pd(bits));
#else
	return static_cast<uint32_t>((are[0] & 1) | (are[1] & 2));
#endif
}

/// Two floats.
using FloatPair [[gnu::vector_size(8)]] = float;

inline FloatPair ToFloats(Pair a)
{
	return __builtin_convertvector(a, FloatPair);
}

inline Pair ToDoubles(FloatPair a)
{
	return __builtin_convertvector(a, Pair);
}

inline FloatPair LoadFloats(const float* from)
{
	FloatPair pair;
	std::memcpy(&pair, from, sizeof(pair));
	return pair;
}

/// Two floats as doubles, at once where there is an instruction for it.
inline Pair LoadDoubles(const float* from)
{
#if defined(__SSE2__)
	return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from))));
#else
	return ToDoubles(LoadFloats(from));
#endif
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
