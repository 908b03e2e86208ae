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

inline bool IsFinite(b2Vec2 v)
{
	return std::isfinite(v.x) && std::isfinite(v.y);
}

std::nullopt_t Refuse(ShapeError* error, ShapeError::Reason reason, size_t index, float value, std::string message);

[[nodiscard]] bool CheckFinite(std::span<const b2Vec2> vertices, ShapeError* error);
[[nodiscard]] bool CheckFinite(const char* name, size_t index, float value, ShapeError* error);
[[nodiscard]] bool CheckPositive(const char* name, size_t index, float value, ShapeError* error);
[[nodiscard]] bool CheckMinimum(size_t count, size_t minimum, const char* what, ShapeError* error);

void RefuseMass(float reach, ShapeError* error);

/// True if Box2D's own sums for mass, centre and inertia stay finite. `reach` is named in the message (m).
/// Requires: a polygon has an area, or Box2D asserts.
[[nodiscard]] bool CheckMass(const b2Shape& shape, float reach, ShapeError* error);

} // namespace ricochet
