// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/ray.h>

#include <fuzzer/FuzzedDataProvider.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

// The fuzz targets share these helpers. They turn bytes into numbers and end the run when a law is broken.

namespace ricochet::fuzz
{

[[noreturn]] inline void Fail(const char* law, const std::string& details)
{
	std::fprintf(stderr, "Broken: %s\n%s\n", law, details.c_str());
	std::abort();
}

/// If the law does not hold, ends the run so that libFuzzer keeps the input. Only then is `describe() -> std::string`
/// called.
template <class Describe>
void Require(bool holds, const char* law, Describe&& describe)
{
	if (holds == false)
	{
		Fail(law, describe());
	}
}

inline void Require(bool holds, const char* law)
{
	if (holds == false)
	{
		Fail(law, "");
	}
}

/// Aborts if a check has found an error. `wrong`: the check's description of the error; empty: no error.
template <class Describe>
void RequireNothing(const std::string& wrong, Describe&& describe)
{
	Require(wrong.empty(), wrong.c_str(), std::forward<Describe>(describe));
}

inline bool IsFinite(b2Vec2 v)
{
	return std::isfinite(v.x) && std::isfinite(v.y);
}

/// Reads the bytes of one input as the numbers of one run. After the end it reads zeros.
class Input
{
public:
	Input(const uint8_t* data, size_t size)
	    : m_kind(size > 0 ? data[0] : 0), m_data(data, size), m_tameness(1 << 2 * Between(0, 3))
	{
	}

	/// Returns the first byte, for choices. It is the last byte that is read as a number, so such a choice shifts no
	/// other number.
	[[nodiscard]] uint8_t Kind() const { return m_kind; }

	[[nodiscard]] bool IsEmpty() { return m_data.remaining_bytes() == 0; }
	bool Flag() { return m_data.ConsumeBool(); }
	bool OneIn(int32_t count) { return Between(1, count) == count; }

	/// Returns a number in [low, high].
	int32_t Between(int32_t low, int32_t high) { return m_data.ConsumeIntegralInRange(low, high); }

	/// Returns an index in [0, count).
	size_t Index(size_t count) { return m_data.ConsumeIntegralInRange<size_t>(0, count - 1); }

	template <class Integer>
	Integer Bits()
	{
		return m_data.ConsumeIntegral<Integer>();
	}

	/// Returns a number in a range, for values that must be moderate.
	float Uniform(float low, float high) { return m_data.ConsumeFloatingPointInRange(low, high); }

	/// Returns any bit pattern.
	float AnyFloat() { return std::bit_cast<float>(Bits<uint32_t>()); }

	/// Returns a number that is usual or hard in geometry: a small number that often repeats, or a neighbour of an
	/// earlier number. Sometimes, and in some inputs more often, it is one of the hardest numbers, or any bits.
	float Float()
	{
		const float value = Draw();
		m_recent[m_next++ % m_recent.size()] = value;
		return value;
	}

	/// Returns a number like Float(), but 0 in place of NaN or infinity.
	float Finite()
	{
		const float value = Float();
		return std::isfinite(value) ? value : 0.0f;
	}

	b2Vec2 Vector()
	{
		const float x = Float();
		return {x, Float()};
	}

	b2Vec2 FiniteVector()
	{
		const float x = Finite();
		return {x, Finite()};
	}

	std::vector<b2Vec2> Vectors(int32_t most)
	{
		std::vector<b2Vec2> vectors(static_cast<size_t>(Between(0, most)));
		for (b2Vec2& v : vectors)
		{
			v = Vector();
		}
		return vectors;
	}

	Ray AnyRay()
	{
		const b2Vec2 origin = Vector();
		const b2Vec2 translation = Vector();
		return {origin, translation, OneIn(3) ? Float() : 1.0f};
	}

private:
	float Draw()
	{
		using Limits = std::numeric_limits<float>;
		constexpr std::array k_hard{0.0f,
		                            -0.0f,
		                            0x1p-149f,
		                            0x1p-126f,
		                            1e-20f,
		                            1e-7f,
		                            0.005f,
		                            0.0025f,
		                            0x1.000002p0f,
		                            16777216.0f,
		                            1e20f,
		                            1e6f,
		                            3e38f,
		                            800.0f,
		                            Limits::max(),
		                            Limits::infinity(),
		                            Limits::quiet_NaN()};
		if (OneIn(m_tameness))
		{
			const float value = k_hard[Index(k_hard.size())];
			return Flag() ? AnyFloat() : (Flag() ? -value : value);
		}
		switch (Between(0, 7))
		{
		case 0:
			return Near(m_recent[Index(m_recent.size())]);
		case 1:
			return m_recent[Index(m_recent.size())];
		case 2:
			return Uniform(-10.0f, 10.0f);
		default:
			return 0.5f * static_cast<float>(Between(-16, 16));
		}
	}

	float Near(float value)
	{
		const int32_t ulps = Between(-3, 3);
		for (int32_t i = 0; i < std::abs(ulps); ++i)
		{
			value = std::nextafter(value, ulps > 0 ? HUGE_VALF : -HUGE_VALF);
		}
		return value;
	}

	uint8_t m_kind;
	FuzzedDataProvider m_data;
	int32_t m_tameness; // one in this many numbers is wild
	std::array<float, 8> m_recent{};
	size_t m_next = 0;
};

} // namespace ricochet::fuzz
