// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/exact.h"

#include "geometry/compiler.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cfloat>
#include <cmath>

namespace ricochet
{

Exact::Exact(double value, int degree) : m_degree(degree)
{
	const uint64_t bits = std::bit_cast<uint64_t>(value);
	const uint64_t biased = (bits >> 52) & 0x7FFu;
	const uint64_t fraction = bits & 0xFFFFFFFFFFFFFu;
	const uint64_t mantissa = biased == 0 ? fraction : (fraction | 0x10000000000000u);
	if (mantissa == 0 || biased == 0x7FFu)
	{
		return;
	}

	// value = mantissa * 2^exponent; split the exponent into whole limbs and a shift inside them.
	const int exponent = (biased == 0 ? 1 : static_cast<int>(biased)) - 1075;
	m_base = exponent >= 0 ? exponent / 64 : -((63 - exponent) / 64);
	const int shift = exponent - 64 * m_base;
	m_limbs[0] = mantissa << shift;
	m_limbs[1] = shift == 0 ? 0 : mantissa >> (64 - shift);
	m_count = 2;
	m_negative = (bits >> 63) != 0;
	Trim();
}

double Exact::ToDouble() const
{
	if (m_count == 0)
	{
		return 0.0;
	}

	// The top 64 bits. If any lower bit is set, the lowest of them is set as well, so that ties round correctly.
	const int top = m_base + m_count - 1;
	const int zeros = std::countl_zero(LimbAt(top));
	uint64_t head = LimbAt(top) << zeros;
	uint64_t rest = LimbAt(top - 1);
	if (zeros > 0)
	{
		head |= rest >> (64 - zeros);
		rest <<= zeros;
	}
	if (rest != 0 || m_count > 2)
	{
		head |= 1u;
	}

	const double magnitude = std::ldexp(static_cast<double>(head), 64 * top - zeros);
	const double clamped = std::clamp(magnitude, DBL_MIN, DBL_MAX);
	return m_negative ? -clamped : clamped;
}

uint64_t Exact::LimbAt(int position) const
{
	const int i = position - m_base;
	return i >= 0 && i < m_count ? m_limbs[static_cast<size_t>(i)] : 0;
}

void Exact::SetDegree(int degree)
{
	assert(degree <= k_maxDegree);
	m_degree = degree;
}

void Exact::Trim()
{
	while (m_count > 0 && m_limbs[static_cast<size_t>(m_count - 1)] == 0)
	{
		--m_count;
	}

	int zeros = 0;
	while (zeros < m_count && m_limbs[static_cast<size_t>(zeros)] == 0)
	{
		++zeros;
	}
	if (zeros > 0)
	{
		std::copy(m_limbs.begin() + zeros, m_limbs.begin() + m_count, m_limbs.begin());
		m_count -= zeros;
		m_base += zeros;
	}
}

int Exact::CompareMagnitude(const Exact& a, const Exact& b)
{
	const int top = std::max(a.m_base + a.m_count, b.m_base + b.m_count);
	const int bottom = std::min(a.m_base, b.m_base);
	for (int i = top - 1; i >= bottom; --i)
	{
		if (a.LimbAt(i) != b.LimbAt(i))
		{
			return a.LimbAt(i) < b.LimbAt(i) ? -1 : 1;
		}
	}
	return 0;
}

Exact Exact::AddMagnitude(const Exact& a, const Exact& b)
{
	Exact sum;
	sum.SetDegree(std::max(a.m_degree, b.m_degree));
	sum.m_base = std::min(a.m_base, b.m_base);
	const int top = std::max(a.m_base + a.m_count, b.m_base + b.m_count);
	uint64_t carry = 0;
	for (int i = sum.m_base; i <= top; ++i)
	{
		const Uint128 value = static_cast<Uint128>(a.LimbAt(i)) + b.LimbAt(i) + carry;
		sum.m_limbs[static_cast<size_t>(sum.m_count++)] = static_cast<uint64_t>(value);
		carry = static_cast<uint64_t>(value >> 64);
	}
	sum.Trim();
	return sum;
}

Exact Exact::SubtractMagnitude(const Exact& larger, const Exact& smaller)
{
	Exact difference;
	difference.SetDegree(std::max(larger.m_degree, smaller.m_degree));
	difference.m_base = std::min(larger.m_base, smaller.m_base);
	const int top = larger.m_base + larger.m_count;
	uint64_t borrow = 0;
	for (int i = difference.m_base; i < top; ++i)
	{
		const Uint128 value = static_cast<Uint128>(larger.LimbAt(i)) - smaller.LimbAt(i) - borrow;
		difference.m_limbs[static_cast<size_t>(difference.m_count++)] = static_cast<uint64_t>(value);
		borrow = static_cast<uint64_t>(value >> 64) & 1u;
	}
	difference.Trim();
	return difference;
}

Exact operator+(const Exact& a, const Exact& b)
{
	if (a.m_count == 0)
	{
		return b;
	}
	if (b.m_count == 0)
	{
		return a;
	}
	if (a.m_negative == b.m_negative)
	{
		Exact sum = Exact::AddMagnitude(a, b);
		sum.m_negative = a.m_negative;
		return sum;
	}

	const int order = Exact::CompareMagnitude(a, b);
	if (order == 0)
	{
		return {};
	}
	Exact difference = order > 0 ? Exact::SubtractMagnitude(a, b) : Exact::SubtractMagnitude(b, a);
	difference.m_negative = order > 0 ? a.m_negative : b.m_negative;
	return difference;
}

Exact operator-(const Exact& a, const Exact& b)
{
	return a + -b;
}

Exact operator*(const Exact& a, const Exact& b)
{
	Exact product;
	if (a.m_count == 0 || b.m_count == 0)
	{
		return product;
	}

	product.SetDegree(a.m_degree + b.m_degree);
	product.m_base = a.m_base + b.m_base;
	product.m_count = a.m_count + b.m_count;
	std::fill_n(product.m_limbs.begin(), product.m_count, uint64_t{0});
	for (int i = 0; i < a.m_count; ++i)
	{
		uint64_t carry = 0;
		for (int j = 0; i + j < product.m_count; ++j)
		{
			const uint64_t factor = j < b.m_count ? b.m_limbs[static_cast<size_t>(j)] : 0;
			uint64_t& limb = product.m_limbs[static_cast<size_t>(i + j)];
			const Uint128 value = static_cast<Uint128>(a.m_limbs[static_cast<size_t>(i)]) * factor + limb + carry;
			limb = static_cast<uint64_t>(value);
			carry = static_cast<uint64_t>(value >> 64);
		}
	}
	product.m_negative = a.m_negative != b.m_negative;
	product.Trim();
	return product;
}

} // namespace ricochet
