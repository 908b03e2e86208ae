// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/checker.h"

namespace ricochet
{

Checker& Checker::Refuse(const Error& error)
{
	if (IsSound())
	{
		m_error = error;
	}
	return *this;
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
	if (count < least)
	{
		return Refuse({ErrorReason::TooFew, parameter, -1, given, static_cast<double>(least)});
	}
	return count <= most ? *this : Refuse({ErrorReason::TooMany, parameter, -1, given, static_cast<double>(most)});
}

} // namespace ricochet
