// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <cmath>
#include <cstddef>
#include <span>

namespace ricochet
{

/// Checks the parameters of a call one after another and keeps the error of the first wrong one. The index is that of a
/// parameter in an array; -1: no array. Inline, since hot paths check: a correct parameter costs only a comparison.
class Checker
{
public:
	Checker& Finite(const char* parameter, double x, int32_t index = -1)
	{
		return std::isfinite(x) ? *this : Refuse({ErrorReason::NotFinite, parameter, index, x});
	}

	Checker& Finite(const char* parameter, b2Vec2 v, int32_t index = -1)
	{
		return Finite(parameter, v.x, index).Finite(parameter, v.y, index);
	}

	/// Requires a number that is finite and greater than 0.
	Checker& Positive(const char* parameter, double x)
	{
		Finite(parameter, x);
		return x > 0.0 ? *this : Refuse({ErrorReason::NotPositive, parameter, -1, x});
	}

	/// AtLeast: finite and not less than `least`. AtMost: finite and not greater than `most`.
	Checker& AtLeast(const char* parameter, double x, double least)
	{
		Finite(parameter, x);
		return x >= least ? *this : Refuse({ErrorReason::TooSmall, parameter, -1, x, least});
	}

	Checker& AtMost(const char* parameter, double x, double most)
	{
		Finite(parameter, x);
		return x <= most ? *this : Refuse({ErrorReason::TooLarge, parameter, -1, x, most});
	}

	/// Requires a number from 0 to 1.
	Checker& Share(const char* parameter, double x) { return AtLeast(parameter, x, 0.0).AtMost(parameter, x, 1.0); }

	/// Requires numbers that are finite and at most `limit` away from 0 in each coordinate.
	Checker& Within(const char* parameter, double x, double limit, int32_t index = -1)
	{
		Finite(parameter, x, index);
		return std::abs(x) <= limit ? *this : Refuse({ErrorReason::TooLarge, parameter, index, x, limit});
	}

	Checker& Within(const char* parameter, b2Vec2 v, double limit, int32_t index = -1)
	{
		return Within(parameter, v.x, limit, index).Within(parameter, v.y, limit, index);
	}

	Checker& Within(const char* parameter, std::span<const b2Vec2> vertices, double limit);

	/// Requires a count from `least` to `most`.
	Checker& Count(const char* parameter, size_t count, size_t least, size_t most = SIZE_MAX);

	Checker& NotNull(const char* parameter, const void* pointer)
	{
		return pointer != nullptr ? *this : Refuse({ErrorReason::Null, parameter});
	}

	Checker& Require(bool holds, const Error& error) { return holds ? *this : Refuse(error); }

	[[nodiscard]] bool IsSound() const { return m_error.reason == ErrorReason::None; }
	[[nodiscard]] Result<> Outcome() const { return m_error; }

private:
	Checker& Refuse(const Error& error);

	Error m_error;
};

} // namespace ricochet
