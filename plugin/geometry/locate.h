// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

#include <ricochet/geometry/locate.h>

#include <span>

namespace ricochet
{

// Locate the exact start of a ray. Contracts as in <ricochet/geometry/locate.h>; the ray must be valid.

[[nodiscard]] Location LocateStartInConvex(const LocalRay& ray, std::span<const b2Vec2> vertices);
[[nodiscard]] Location LocateStartInPolygon(const LocalRay& ray, std::span<const b2Vec2> vertices);

[[nodiscard]] inline bool AllFinite(std::span<const b2Vec2> vertices)
{
	// Zero times NaN or infinity is NaN, and makes the sum NaN.
	float sum = 0.0f;
	for (const b2Vec2& v : vertices)
	{
		sum += 0.0f * v.x + 0.0f * v.y;
	}
	return sum == 0.0f;
}

} // namespace ricochet
