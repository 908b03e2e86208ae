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
	static Lanes Load(const float* from) { return {LoadFour(from), LoadFour(from + 4)}; }

	[[nodiscard]] float First() const { return low[0]; }

	friend Lanes operator+(const Lanes& a, const Lanes& b) { return {a.low + b.low, a.high + b.high}; }
	friend Lanes operator-(const Lanes& a, const Lanes& b) { return {a.low - b.low, a.high - b.high}; }
	friend Lanes operator*(const Lanes& a, const Lanes& b) { return {a.low * b.low, a.high * b.high}; }

	friend Lanes Abs(const Lanes& a) { return {AbsOf(a.low), AbsOf(a.high)}; }

	/// Answers for eight lanes.
	struct Bools
	{
		using FourBools = decltype(Four{} > Four{});
		FourBools low, high;

		friend Bools operator|(const Bools& a, const Bools& b) { return {a.low | b.low, a.high | b.high}; }
		[[nodiscard]] LaneMask Mask() const { return MaskOf(low) | MaskOf(high) << 4; }
	};

	/// False where either is NaN.
	friend Bools operator>(const Lanes& a, const Lanes& b) { return {a.low > b.low, a.high > b.high}; }

private:
	static Four LoadFour(const float* from)
	{
		Four four;
		std::memcpy(&four, from, sizeof(four));
		return four;
	}

	static Four AbsOf(Four four)
	{
		using FourBits = uint32_t __attribute__((vector_size(16)));
		FourBits bits;
		std::memcpy(&bits, &four, sizeof(bits));
		bits &= 0x7fffffffu;
		std::memcpy(&four, &bits, sizeof(bits));
		return four;
	}

	static LaneMask MaskOf(Bools::FourBools bools)
	{
#if defined(__SSE2__)
		__m128 bits;
		std::memcpy(&bits, &bools, sizeof(bits));
		return static_cast<LaneMask>(_mm_movemask_ps(bits));
#else
		return static_cast<LaneMask>((bools[0] & 1) | (bools[1] & 2) | (bools[2] & 4) | (bools[3] & 8));
#endif
	}
};

} // namespace ricochet
