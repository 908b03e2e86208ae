// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// What compilers have beyond C++, each with what stands in its place where there is none: here and in vectors.h,
// nowhere else. With RICOCHET_PLAIN_CPP the same is compiled by GCC and Clang without anything of theirs, to the same
// bits: so what another compiler is given is tested.

#include <cstdint>

#if (defined(__GNUC__) || defined(__clang__)) && !defined(RICOCHET_PLAIN_CPP)
#define RICOCHET_GNU
#elif defined(_MSC_VER) && !defined(__clang__)
#define RICOCHET_MSVC
#include <intrin.h>
#endif

#if defined(RICOCHET_GNU) && defined(__SSE2__)
#define RICOCHET_SSE2
#include <emmintrin.h>
#endif

#if defined(RICOCHET_GNU)
#define RICOCHET_ALWAYS_INLINE [[gnu::always_inline]] inline
#define RICOCHET_NEVER_INLINE [[gnu::noinline]]
#elif defined(RICOCHET_MSVC)
#define RICOCHET_ALWAYS_INLINE __forceinline
#define RICOCHET_NEVER_INLINE __declspec(noinline)
#else
#define RICOCHET_ALWAYS_INLINE inline
#define RICOCHET_NEVER_INLINE
#endif

namespace ricochet
{

/// Has the line of an address brought into the processor's cache, for what reads it soon. Any address will do: what is
/// fetched decides nothing.
RICOCHET_ALWAYS_INLINE void FetchLine([[maybe_unused]] const void* at)
{
#if defined(RICOCHET_GNU)
	__builtin_prefetch(at);
#elif defined(RICOCHET_MSVC) && defined(_M_X64)
	_mm_prefetch(static_cast<const char*>(at), _MM_HINT_T0);
#elif defined(RICOCHET_MSVC) && defined(_M_ARM64)
	__prefetch(at);
#endif
}

/// The same for what overwrites it soon.
RICOCHET_ALWAYS_INLINE void FetchLineToWrite([[maybe_unused]] const void* at)
{
#if defined(RICOCHET_GNU)
	__builtin_prefetch(at, 1);
#else
	FetchLine(at);
#endif
}

/// The same for what is read once, past the caches that other things are in.
RICOCHET_ALWAYS_INLINE void FetchLineOnce([[maybe_unused]] const void* at)
{
#if defined(RICOCHET_GNU)
	__builtin_prefetch(at, 0, 0);
#elif defined(RICOCHET_MSVC) && defined(_M_X64)
	_mm_prefetch(static_cast<const char*>(at), _MM_HINT_NTA);
#else
	FetchLine(at);
#endif
}

/// A whole number below 2^128.
struct Wide
{
	uint64_t low, high;
};

/// a b, by products of halves.
[[nodiscard]] inline Wide PlainProduct(uint64_t a, uint64_t b)
{
	constexpr uint64_t k_half = UINT32_MAX;
	const uint64_t least = (a & k_half) * (b & k_half);
	const uint64_t middle = (a >> 32) * (b & k_half) + (least >> 32);
	const uint64_t other = (a & k_half) * (b >> 32) + (middle & k_half);
	return {(other << 32) | (least & k_half), (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32)};
}

/// a + b + carry, of which the high half carries. Requires: a carry of 0 or 1.
[[nodiscard]] inline Wide PlainAdd(uint64_t a, uint64_t b, uint64_t carry)
{
	const uint64_t sum = a + b;
	const uint64_t low = sum + carry;
	return {low, static_cast<uint64_t>((sum < a) | (low < sum))};
}

/// a - b - borrow, of which the high half is what the next limb has to lend. Requires: a borrow of 0 or 1.
[[nodiscard]] inline Wide PlainSubtract(uint64_t a, uint64_t b, uint64_t borrow)
{
	const uint64_t difference = a - b;
	return {difference - borrow, static_cast<uint64_t>((a < b) | (difference < borrow))};
}

/// a b + c + d, which always is a number below 2^128.
[[nodiscard]] inline Wide PlainMultiplyAdd(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
#if defined(RICOCHET_MSVC) && defined(_M_X64)
	Wide product;
	product.low = _umul128(a, b, &product.high);
#else
	const Wide product = PlainProduct(a, b);
#endif
	const Wide sum = PlainAdd(product.low, c, 0);
	const Wide all = PlainAdd(sum.low, d, 0);
	return {all.low, product.high + sum.high + all.high};
}

#if defined(RICOCHET_GNU) && defined(__SIZEOF_INT128__)

__extension__ using Native128 = unsigned __int128;

[[nodiscard]] inline Wide AddWithCarry(uint64_t a, uint64_t b, uint64_t carry)
{
	const Native128 value = static_cast<Native128>(a) + b + carry;
	return {static_cast<uint64_t>(value), static_cast<uint64_t>(value >> 64)};
}

[[nodiscard]] inline Wide SubtractWithBorrow(uint64_t a, uint64_t b, uint64_t borrow)
{
	const Native128 value = static_cast<Native128>(a) - b - borrow;
	return {static_cast<uint64_t>(value), static_cast<uint64_t>(value >> 64) & 1u};
}

[[nodiscard]] inline Wide MultiplyAdd(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	const Native128 value = static_cast<Native128>(a) * b + c + d;
	return {static_cast<uint64_t>(value), static_cast<uint64_t>(value >> 64)};
}

#else

[[nodiscard]] inline Wide AddWithCarry(uint64_t a, uint64_t b, uint64_t carry)
{
	return PlainAdd(a, b, carry);
}

[[nodiscard]] inline Wide SubtractWithBorrow(uint64_t a, uint64_t b, uint64_t borrow)
{
	return PlainSubtract(a, b, borrow);
}

[[nodiscard]] inline Wide MultiplyAdd(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	return PlainMultiplyAdd(a, b, c, d);
}

#endif

} // namespace ricochet
