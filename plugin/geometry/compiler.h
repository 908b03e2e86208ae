// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// Compiler extensions beyond standard C++, each with a standard replacement. They are used here and in vectors.h,
// nowhere else. With RICOCHET_PLAIN_CPP, GCC and Clang compile the replacements, which give the same bits. So the code
// that other compilers get is tested too.

#include <cstddef>
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

/// Prefetches the cache line of an address that will soon be read. Any address is allowed: no result depends on the
/// fetched data.
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

/// Prefetches a cache line that will soon be overwritten.
RICOCHET_ALWAYS_INLINE void FetchLineToWrite([[maybe_unused]] const void* at)
{
#if defined(RICOCHET_GNU)
	__builtin_prefetch(at, 1);
#else
	FetchLine(at);
#endif
}

/// Prefetches a cache line that is read only once, without displacing other data from the caches.
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

/// An unsigned integer of 128 bits with the operations that exact sums and products need.
struct PlainUint128
{
	uint64_t low;
	uint64_t high = 0;

	explicit PlainUint128(uint64_t number) : low(number) {}
	explicit operator uint64_t() const { return low; }

	friend PlainUint128 operator+(PlainUint128 a, uint64_t b)
	{
		a.low += b;
		a.high += a.low < b ? 1 : 0;
		return a;
	}

	/// Modulo 2^128.
	friend PlainUint128 operator-(PlainUint128 a, uint64_t b)
	{
		a.high -= a.low < b ? 1 : 0;
		a.low -= b;
		return a;
	}

	/// Requires: a is below 2^64.
	friend PlainUint128 operator*(PlainUint128 a, uint64_t b)
	{
#if defined(RICOCHET_MSVC) && defined(_M_X64)
		a.low = _umul128(a.low, b, &a.high);
#else
		constexpr uint64_t k_half = UINT32_MAX;
		const uint64_t least = (a.low & k_half) * (b & k_half);
		const uint64_t middle = (a.low >> 32) * (b & k_half) + (least >> 32);
		const uint64_t other = (a.low & k_half) * (b >> 32) + (middle & k_half);
		a.high = (a.low >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
		a.low = (other << 32) | (least & k_half);
#endif
		return a;
	}

	/// Shifts by 64. Requires: the given shift is 64.
	friend PlainUint128 operator>>(PlainUint128 a, int)
	{
		return PlainUint128(a.high);
	}
};

#if defined(RICOCHET_GNU) && defined(__SIZEOF_INT128__)
__extension__ using Uint128 = unsigned __int128;
#else
using Uint128 = PlainUint128;
#endif

inline constexpr size_t k_cacheLine = 64; // bytes

/// Prefetches all cache lines of an object that will soon be read.
template <class Object>
void PrefetchAll(const Object& object)
{
	const auto* bytes = reinterpret_cast<const char*>(&object);
	for (size_t i = 0; i < sizeof(Object); i += k_cacheLine)
	{
		FetchLine(bytes + i);
	}
}

/// Prefetches all cache lines of an object that will soon be overwritten.
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
