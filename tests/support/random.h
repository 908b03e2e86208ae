// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ricochet::test
{

/// A generator that gives the same bits on every machine. (Shapes that are computed with a cosine may still differ by
/// an ulp.) Source: SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
class Random
{
public:
	explicit Random(uint64_t seed) : m_state(seed) {}

	uint64_t Bits()
	{
		uint64_t z = (m_state += 0x9E3779B97F4A7C15u);
		z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
		z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
		return z ^ (z >> 31);
	}

	/// Returns a number in [0, count).
	int Below(int count) { return static_cast<int>(Bits() % static_cast<uint64_t>(count)); }

	/// Returns a number in [low, high].
	int Between(int low, int high) { return low + Below(high - low + 1); }

	bool OneIn(int count) { return Below(count) == 0; }

	/// Returns a number in [low, high), up to rounding.
	float Uniform(float low, float high)
	{
		const double share = static_cast<double>(Bits() >> 11) * 0x1p-53;
		return static_cast<float>(low + share * (static_cast<double>(high) - static_cast<double>(low)));
	}

	float LogUniform(float low, float high)
	{
		const double from = std::log2(static_cast<double>(low));
		const double to = std::log2(static_cast<double>(high));
		const double share = static_cast<double>(Bits() >> 11) * 0x1p-53;
		return static_cast<float>(std::exp2(from + share * (to - from)));
	}

	float Sign() { return OneIn(2) ? 1.0f : -1.0f; }

	/// Returns a random mantissa at a random power of two.
	float MixedExponent(int low, int high)
	{
		return Sign() * std::ldexp(1.0f + static_cast<float>(Below(1 << 23)) * 0x1p-23f, Between(low, high));
	}

	float Denormal(int largest) { return Sign() * static_cast<float>(Below(largest + 1)) * 0x1p-149f; }

	/// Returns any bit pattern, including NaN and infinity.
	float AnyFloat() { return std::bit_cast<float>(static_cast<uint32_t>(Bits())); }

	template <class T>
	const T& OneOf(const std::vector<T>& list)
	{
		return list[static_cast<size_t>(Below(static_cast<int>(list.size())))];
	}

private:
	uint64_t m_state;
};

} // namespace ricochet::test
