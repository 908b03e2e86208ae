// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vectors.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace ricochet
{

// Two doubles side by side.

inline Pair Abs(Pair a)
{
	return std::bit_cast<Pair>(std::bit_cast<BoolsOf<Pair>>(a) & INT64_MAX);
}

/// The bits of two conditions, the first in the lowest bit.
template <class Bools>
[[nodiscard]] uint32_t MaskOf(Bools are)
{
#if defined(RICOCHET_SSE2)
	__m128d bits;
	std::memcpy(&bits, &are, sizeof(bits));
	return static_cast<uint32_t>(_mm_movemask_pd(bits));
#else
	return static_cast<uint32_t>((are[0] & 1) | (are[1] & 2));
#endif
}

inline FloatPair ToFloats(Pair a)
{
	return ConvertTo<FloatPair>(a);
}

inline Pair ToDoubles(FloatPair a)
{
	return ConvertTo<Pair>(a);
}

inline FloatPair LoadFloats(const float* from)
{
	FloatPair pair;
	std::memcpy(&pair, from, sizeof(pair));
	return pair;
}

/// Converts two floats to doubles, with one instruction if there is one.
inline Pair LoadDoubles(const float* from)
{
#if defined(RICOCHET_SSE2)
	return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from))));
#else
	return ToDoubles(LoadFloats(from));
#endif
}

/// The integer parts of coordinates, clamped to 0 .. last; NaN gives 0. Requires: `last` fits.
inline WholePair WholeWithin(Pair place, Pair last)
{
	const Pair above = Choose(place > 0.0, place, Pair{});
	return ConvertTo<WholePair>(Choose(above < last, above, last));
}

inline Pair Root(Pair a)
{
#if defined(RICOCHET_SSE2)
	return _mm_sqrt_pd(a);
#else
	return Pair{std::sqrt(a[0]), std::sqrt(a[1])};
#endif
}

} // namespace ricochet
