// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/shapes/shape_factory.h>

#include <cmath>
#include <new>
#include <utility>

namespace ricochet
{

// The checks that the shape factories share. Each returns true, or false with the reason in *error (if not null).

/// What a factory makes, and an error in any case: cleared, or the reason, which may be that memory ran out.
template <class Make>
auto Made(ShapeError* error, Make&& make) noexcept -> decltype(make())
{
	ShapeError ignored;
	ShapeError& result = error != nullptr ? *error : ignored;
	result = {};
	try
	{
		return make();
	}
	catch (const std::bad_alloc&)
	{
		result = {};
		result.reason = ShapeError::Reason::OutOfMemory;
		result.message = "Out of memory."; // short enough for a string without an allocation
		return std::nullopt;
	}
}

/// For reasons that concern no single vertex.
inline constexpr size_t k_noIndex = static_cast<size_t>(-1);

/// The farthest coordinate that a shape may have (m). Up to here no product in Box2D's arithmetic overflows.
inline constexpr float k_maxReach = 1e9f;

/// False for NaN.
inline bool IsInReach(float coordinate)
{
	return std::abs(coordinate) <= k_maxReach;
}

std::nullopt_t Refuse(ShapeError* error, ShapeError::Reason reason, size_t index, float value, std::string message);

[[nodiscard]] bool CheckVertices(std::span<const b2Vec2> vertices, ShapeError* error);
[[nodiscard]] bool CheckFinite(const char* name, size_t index, float value, ShapeError* error);
[[nodiscard]] bool CheckPositive(const char* name, size_t index, float value, ShapeError* error);
[[nodiscard]] bool CheckMinimum(size_t count, size_t minimum, const char* what, ShapeError* error);

} // namespace ricochet
