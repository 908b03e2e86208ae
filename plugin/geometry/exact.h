// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace ricochet
{

/// A signed number, sum(limb[i] * 2^(64 * (base + i))), for the values of polynomials of floats without any rounding.
///
/// Sums, differences and products are exact up to k_maxDegree. A float has degree 1, a double has degree 8, whatever
/// their values. So each formula is in range for all numbers or for none. Exceeding the degree is an error of the
/// program (asserted). NaN and infinity count as 0.
///
/// The largest degree in use is 32, for products of four doubles: which of two walls an eye sees. The largest degree of
/// floats is 14, for the arcs of a rounded polygon. Results do not depend on rounding mode, contraction or register
/// width.
class Exact
{
public:
	static constexpr int k_maxDegree = 32;

	Exact() = default;
	Exact(double value) : Exact(value, k_degreeOfDouble) {} // NOLINT(google-explicit-constructor): any finite number
	Exact(float value) : Exact(value, 1) {}                 // NOLINT(google-explicit-constructor): any finite number

	// Copies only the limbs in use.
	Exact(const Exact& other) { *this = other; }
	Exact& operator=(const Exact& other)
	{
		std::copy_n(other.m_limbs.begin(), other.m_count, m_limbs.begin());
		m_base = other.m_base;
		m_count = other.m_count;
		m_degree = other.m_degree;
		m_negative = other.m_negative;
		return *this;
	}

	[[nodiscard]] int Sign() const { return m_count == 0 ? 0 : (m_negative ? -1 : 1); }

	/// The nearest double or its neighbour. Outside the range of double: the largest or smallest normal double. Keeps
	/// the sign.
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
	// A product of n floats has degree n and needs the bits 2^(-149 n) to 2^(128 n). A double needs 2^-1074 to 2^1023,
	// which degree 8 holds.
	static constexpr int k_degreeOfDouble = 8;
	static_assert(149 * k_degreeOfDouble >= 1074 && 128 * k_degreeOfDouble >= 1024);

	// Limbs from that of 2^(-149 n) to that of 2^(128 n + 63), for sums of up to 2^63 terms. One more limb on either
	// side, which sums and products fill with zeros.
	static constexpr int k_capacity = (149 * k_maxDegree + 63) / 64 + (128 * k_maxDegree + 63) / 64 + 3;

	Exact(double value, int degree);

	[[nodiscard]] uint64_t LimbAt(int position) const; // limb of weight 2^(64 * position)
	void SetDegree(int degree);
	void Trim();
	static int CompareMagnitude(const Exact& a, const Exact& b);
	static Exact AddMagnitude(const Exact& a, const Exact& b);
	static Exact SubtractMagnitude(const Exact& larger, const Exact& smaller);

	std::array<uint64_t, k_capacity> m_limbs; // only the first m_count are set
	int m_base = 0;
	int m_count = 0;
	int m_degree = 0;
	bool m_negative = false;
};

} // namespace ricochet
