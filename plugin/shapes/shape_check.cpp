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

bool CheckFinite(std::span<const b2Vec2> vertices, ShapeError* error)
{
	const auto bad = std::find_if_not(vertices.begin(), vertices.end(), IsFinite);
	if (bad == vertices.end())
	{
		return true;
	}
	const size_t index = static_cast<size_t>(bad - vertices.begin());
	Refuse(error, Reason::NotFinite, index, std::isfinite(bad->x) ? bad->y : bad->x,
	       fmt::format("Vertex {} is ({}, {}): both coordinates must be finite.", index, bad->x, bad->y));
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

void RefuseMass(float reach, ShapeError* error)
{
	Refuse(error, Reason::NotFinite, k_noIndex, reach,
	       fmt::format("The shape reaches {} m from its origin: its moment of inertia is not finite.", reach));
}

bool CheckMass(const b2Shape& shape, float reach, ShapeError* error)
{
	b2MassData mass;
	shape.ComputeMass(&mass, 1.0f);
	if (std::isfinite(mass.mass) && std::isfinite(mass.I) && IsFinite(mass.center))
	{
		return true;
	}
	RefuseMass(reach, error);
	return false;
}

} // namespace ricochet
