// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ricochet
{

// Eight floats at once, for what only culls: no answer depends on how many of them a processor takes in one go.

/// Which of eight lanes, lane 0 in the lowest bit.
using LaneMask = uint32_t;

struct Lanes
{
	using Four = float __attribute__((vector_size(16)));
	Four low, high;

	static Lanes All(float x)
	{
		const Four four{x, x, x, x};
		return {four, four};
	}
	static Lanes Load(const float* from)
	{
		Lanes lanes;
		std::memcpy(&lanes, from, sizeof(lanes));
		return lanes;
	}

	friend Lanes operator+(const Lanes& a, const Lanes& b) { return {a.low + b.low, a.high + b.high}; }
	friend Lanes operator-(const Lanes& a, const Lanes& b) { return {a.low - b.low, a.high - b.high}; }
	friend Lanes operator*(const Lanes& a, const Lanes& b) { return {a.low * b.low, a.high * b.high}; }

	/// False where either is NaN.
	friend LaneMask operator>(const Lanes& a, const Lanes& b)
	{
		return MaskOf(a.low > b.low) | MaskOf(a.high > b.high) << 4;
	}

private:
	using FourBools = decltype(Four{} > Four{});
	static LaneMask MaskOf(FourBools bools)
	{
#if defined(__SSE2__)
		__m128 bits;
		std::memcpy(&bits, &bools, sizeof(bits));
		return static_cast<LaneMask>(_mm_movemask_ps(bits));
#else
		return (bools[0] & 1) | (bools[1] & 2) | (bools[2] & 4) | (bools[3] & 8);
#endif
	}
};

} // namespace ricochet
