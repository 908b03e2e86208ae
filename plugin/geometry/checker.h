// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <cstddef>
#include <span>

namespace ricochet
{

/// Checks the parameters of a call one after another, and keeps what the first one that is wrong says. The index tells
/// which of several it is; -1: there is one.
class Checker
{
public:
	Checker& Finite(const char* parameter, float x, int32_t index = -1);
	Checker& Finite(const char* parameter, b2Vec2 v, int32_t index = -1);

	/// Finite and above 0.
	Checker& Positive(const char* parameter, float x);

	/// Finite, and no less than `least`, or no more than `most`.
	Checker& AtLeast(const char* parameter, double x, double least);
	Checker& AtMost(const char* parameter, double x, double most);

	/// From 0 to 1.
	Checker& Share(const char* parameter, float x) { return AtLeast(parameter, x, 0.0).AtMost(parameter, x, 1.0); }

	/// Finite, and no coordinate farther than `limit` from 0.
	Checker& Within(const char* parameter, float x, double limit, int32_t index = -1);
	Checker& Within(const char* parameter, b2Vec2 v, double limit, int32_t index = -1);
	Checker& Within(const char* parameter, std::span<const b2Vec2> vertices, double limit);

	/// So many of them.
	Checker& Count(const char* parameter, size_t count, size_t least, size_t most = SIZE_MAX);

	Checker& NotNull(const char* parameter, const void* pointer);
	Checker& Require(bool holds, const Error& error);

	[[nodiscard]] bool IsSound() const { return m_error.reason == ErrorReason::None; }
	[[nodiscard]] Result<> Outcome() const { return m_error; }

private:
	Error m_error;
};

} // namespace ricochet
