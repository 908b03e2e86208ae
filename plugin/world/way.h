// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

/// The straight way from one point to another as a walk takes it.
struct Way
{
	Ray ray;                   ///< by floats
	float stray;               ///< the ray strays from the way by less (m)
	Vec<double> translation{}; ///< of the ray, before it was rounded to floats

	/// The difference of two floats rounds by a share of 2^-24. Where it leaves the range of float, its half does not.
	Way(b2Vec2 from, b2Vec2 to)
	    : ray(RayBetween(from, to)), translation{static_cast<double>(to.x) - from.x, static_cast<double>(to.y) - from.y}
	{
		if (IsValid(ray) == false)
		{
			translation = {0.5 * translation.x, 0.5 * translation.y};
			ray = {from, {0.5f * to.x - 0.5f * from.x, 0.5f * to.y - 0.5f * from.y}, 2.0f};
		}
		stray = 0x1p-22f * std::max(std::abs(ray.translation.x), std::abs(ray.translation.y));
	}
};

} // namespace ricochet
