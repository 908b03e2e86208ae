// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/shape_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ricochet
{

using Reason = ShapeError::Reason;

std::nullopt_t Refuse(ShapeError* error, Reason reason, size_t index, float value, std::string message)
{
	if (error != nullptr)
	{
		*error = {reason, static_cast<int32_t>(index), value, std::move(message)};
	}
	return std::nullopt;
}

bool CheckVertices(std::span<const b2Vec2> vertices, ShapeError* error)
{
	const auto bad =
	    std::find_if_not(vertices.begin(), vertices.end(), [](b2Vec2 v) { return IsInReach(v.x) && IsInReach(v.y); });
	if (bad == vertices.end())
	{
		return true;
	}
	const size_t index = static_cast<size_t>(bad - vertices.begin());
	Refuse(error, Reason::NotFinite, index, IsInReach(bad->x) ? bad->y : bad->x,
	       fmt::format("Vertex {} is ({}, {}): both coordinates must be finite, and at most {} m.", index, bad->x,
	                   bad->y, k_maxReach));
	return false;
}

bool CheckFinite(const char* name, size_t index, float value, ShapeError* error)
{
	if (std::isfinite(value))
	{
		return true;
	}
	Refuse(error, Reason::NotFinite, index, value, fmt::format("The {} is {}: it must be finite.", name, value));
	return false;
}

bool CheckPositive(const char* name, size_t index, float value, ShapeError* error)
{
	if (value > 0.0f)
	{
		return true;
	}
	Refuse(error, Reason::BadRadius, index, value,
	       fmt::format("The {} is {} m: it must be greater than zero.", name, value));
	return false;
}

bool CheckMinimum(size_t count, size_t minimum, const char* what, ShapeError* error)
{
	if (count >= minimum)
	{
		return true;
	}
	Refuse(error, Reason::TooFewVertices, k_noIndex, static_cast<float>(count),
	       fmt::format("{} needs at least {} vertices, but {} were given.", what, minimum, count));
	return false;
}

} // namespace ricochet
