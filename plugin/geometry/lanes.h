// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/vectors.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace ricochet
{

// Eight floats at once, for culling only: no result depends on how many of them a processor handles per instruction.

/// One bit for each of eight lanes, lane 0 in the lowest bit.
using LaneMask = uint32_t;

struct Lanes
{
	using Four = FloatFour;
	Four low, high;

	static Lanes Load(const float* from) { return {LoadFour(from), LoadFour(from + 4)}; }

	void Store(float* to) const
	{
		std::memcpy(to, &low, sizeof(low));
		std::memcpy(to + 4, &high, sizeof(high));
	}

	friend Lanes operator+(const Lanes& a, const Lanes& b) { return {a.low + b.low, a.high + b.high}; }
	friend Lanes operator-(const Lanes& a, const Lanes& b) { return {a.low - b.low, a.high - b.high}; }
	friend Lanes operator*(const Lanes& a, const Lanes& b) { return {a.low * b.low, a.high * b.high}; }
	friend Lanes operator/(const Lanes& a, const Lanes& b) { return {a.low / b.low, a.high / b.high}; }

	friend Lanes Abs(const Lanes& a) { return {AbsOf(a.low), AbsOf(a.high)}; }
	friend Lanes Root(const Lanes& a) { return {RootOf(a.low), RootOf(a.high)}; }

	/// If either number is NaN, the result is that of b.
	friend Lanes Min(const Lanes& a, const Lanes& b) { return {MinOf(a.low, b.low), MinOf(a.high, b.high)}; }
	friend Lanes Max(const Lanes& a, const Lanes& b) { return {MaxOf(a.low, b.low), MaxOf(a.high, b.high)}; }

	/// One condition for each of eight lanes.
	struct Bools
	{
		using FourBools = BoolsOf<Four>;
		FourBools low, high;

		friend Bools operator|(const Bools& a, const Bools& b) { return {a.low | b.low, a.high | b.high}; }
		friend Bools operator&(const Bools& a, const Bools& b) { return {a.low & b.low, a.high & b.high}; }
		[[nodiscard]] LaneMask Mask() const { return MaskOf(low) | MaskOf(high) << 4; }
	};

	/// False if either is NaN.
	friend Bools operator>(const Lanes& a, const Lanes& b) { return {a.low > b.low, a.high > b.high}; }

	/// In each lane: a if the condition holds, else b.
	friend Lanes Choose(const Bools& are, const Lanes& a, const Lanes& b)
	{
		return {ricochet::Choose(are.low, a.low, b.low), ricochet::Choose(are.high, a.high, b.high)};
	}

	/// The same number in all lanes, stored in half the space.
	struct Same
	{
		Four four;

		explicit Same(float x) : four{x, x, x, x} {}
		[[nodiscard]] float Number() const { return four[0]; }
		operator Four() const { return four; }          // NOLINT(google-explicit-constructor): nothing is lost
		operator Lanes() const { return {four, four}; } // NOLINT(google-explicit-constructor): nothing is lost
	};

	static Four AbsOf(Four four)
	{
		WordFour bits;
		std::memcpy(&bits, &four, sizeof(bits));
		bits &= 0x7fffffffu;
		std::memcpy(&four, &bits, sizeof(bits));
		return four;
	}

	/// The bits of the lanes that are greater than 0; NaN is not.
	static LaneMask PositiveOf(Four a) { return MaskOf(a > Four{}); }

	static Four MinOf(Four a, Four b)
	{
#if defined(RICOCHET_SSE2)
		return _mm_min_ps(a, b);
#else
		return ricochet::Choose(a < b, a, b);
#endif
	}

	static Four MaxOf(Four a, Four b)
	{
#if defined(RICOCHET_SSE2)
		return _mm_max_ps(a, b);
#else
		return ricochet::Choose(a > b, a, b);
#endif
	}

	static Four LoadFour(const float* from)
	{
		Four four;
		std::memcpy(&four, from, sizeof(four));
		return four;
	}

	static Four RootOf(Four a)
	{
#if defined(RICOCHET_SSE2)
		return _mm_sqrt_ps(a);
#else
		return Four{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
	}

	static LaneMask MaskOf(Bools::FourBools bools)
	{
#if defined(RICOCHET_SSE2)
		__m128 bits;
		std::memcpy(&bits, &bools, sizeof(bits));
		return static_cast<LaneMask>(_mm_movemask_ps(bits));
#else
		return static_cast<LaneMask>((bools[0] & 1) | (bools[1] & 2) | (bools[2] & 4) | (bools[3] & 8));
#endif
	}
};

/// The x and the y of eight points, which are stored as x, y, x, y, ...
struct LanePairs
{
	Lanes x, y;
};

/// Moves each lane's value one lane down: lane i gets lane i + 1, the last lane gets the first.
inline Lanes FromNext(const Lanes& a)
{
	return {Shuffle<1, 2, 3, 4>(a.low, a.high), Shuffle<1, 2, 3, 4>(a.high, a.low)};
}

inline LanePairs LoadPairs(const float* from)
{
	const Lanes first = Lanes::Load(from);
	const Lanes second = Lanes::Load(from + 8);
	return {{Shuffle<0, 2, 4, 6>(first.low, first.high), Shuffle<0, 2, 4, 6>(second.low, second.high)},
	        {Shuffle<1, 3, 5, 7>(first.low, first.high), Shuffle<1, 3, 5, 7>(second.low, second.high)}};
}

/// x and y of four points that lie one after the other.
struct FourPairs
{
	Lanes::Four x, y;
};

inline FourPairs LoadFourPairs(const float* from)
{
	const Lanes four = Lanes::Load(from);
	return {Shuffle<0, 2, 4, 6>(four.low, four.high), Shuffle<1, 3, 5, 7>(four.low, four.high)};
}

} // namespace ricochet
