// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/checker.h"

#include <cmath>

namespace ricochet
{

Checker& Checker::Require(bool holds, const Error& error)
{
	if (holds == false && IsSound())
	{
		m_error = error;
	}
	return *this;
}

Checker& Checker::Finite(const char* parameter, float x, int32_t index)
{
	return Require(std::isfinite(x), {ErrorReason::NotFinite, parameter, index, x});
}

Checker& Checker::Finite(const char* parameter, b2Vec2 v, int32_t index)
{
	return Finite(parameter, v.x, index).Finite(parameter, v.y, index);
}

Checker& Checker::Positive(const char* parameter, float x)
{
	return Finite(parameter, x).Require(x > 0.0f, {ErrorReason::NotPositive, parameter, -1, x});
}

Checker& Checker::AtLeast(const char* parameter, double x, double least)
{
	return Require(std::isfinite(x), {ErrorReason::NotFinite, parameter, -1, x})
	    .Require(x >= least, {ErrorReason::TooSmall, parameter, -1, x, least});
}

Checker& Checker::AtMost(const char* parameter, double x, double most)
{
	return Require(std::isfinite(x), {ErrorReason::NotFinite, parameter, -1, x})
	    .Require(x <= most, {ErrorReason::TooLarge, parameter, -1, x, most});
}

Checker& Checker::Within(const char* parameter, float x, double limit, int32_t index)
{
	return Finite(parameter, x, index)
	    .Require(std::abs(static_cast<double>(x)) <= limit, {ErrorReason::TooLarge, parameter, index, x, limit});
}

Checker& Checker::Within(const char* parameter, b2Vec2 v, double limit, int32_t index)
{
	return Within(parameter, v.x, limit, index).Within(parameter, v.y, limit, index);
}

Checker& Checker::Within(const char* parameter, std::span<const b2Vec2> vertices, double limit)
{
	for (size_t i = 0; i < vertices.size() && IsSound(); ++i)
	{
		Within(parameter, vertices[i], limit, static_cast<int32_t>(i));
	}
	return *this;
}

Checker& Checker::Count(const char* parameter, size_t count, size_t least, size_t most)
{
	const double given = static_cast<double>(count);
	return Require(count >= least, {ErrorReason::TooFew, parameter, -1, given, static_cast<double>(least)})
	    .Require(count <= most, {ErrorReason::TooMany, parameter, -1, given, static_cast<double>(most)});
}

Checker& Checker::NotNull(const char* parameter, const void* pointer)
{
	return Require(pointer != nullptr, {ErrorReason::Null, parameter});
}

} // namespace ricochet
