// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <array>
#include <cstdint>

namespace ricochet
{

/// A number sum(limb[i] * 2^(64 * (base + i))) with a sign: what polynomials of floats come to, without any rounding.
/// Sums, differences and products are exact as long as the result spans at most k_capacity limbs. A polynomial of
/// degree n in finite floats spans at most 277 n + 64 bits; the largest degree in use is 13, which needs 58 limbs. One
/// of degree n in doubles within 2^-700 .. 2^256 spans at most 1009 n + 64 bits: degree 4 has room. Independent of
/// rounding mode, contraction and the width of the registers.
class Exact
{
public:
	Exact() = default;
	Exact(double value); // NOLINT(google-explicit-constructor): every finite double is an exact number

	[[nodiscard]] int Sign() const { return m_count == 0 ? 0 : (m_negative ? -1 : 1); }

	/// The nearest double or its neighbour; out of double's range the largest or smallest normal one. Keeps the sign.
	[[nodiscard]] double ToDouble() const;

	friend Exact operator-(Exact value)
	{
		value.m_negative = value.m_negative == false;
		return value;
	}
	friend Exact operator+(const Exact& a, const Exact& b);
	friend Exact operator-(const Exact& a, const Exact& b);
	friend Exact operator*(const Exact& a, const Exact& b);

private:
	static constexpr int k_capacity = 64;

	[[nodiscard]] uint64_t LimbAt(int position) const; // limb of weight 2^(64 * position)
	void Trim();
	static int CompareMagnitude(const Exact& a, const Exact& b);
	static Exact AddMagnitude(const Exact& a, const Exact& b);
	static Exact SubtractMagnitude(const Exact& larger, const Exact& smaller);

	std::array<uint64_t, k_capacity> m_limbs; // only the first m_count are set
	int m_base = 0;
	int m_count = 0;
	bool m_negative = false;
};

} // namespace ricochet
