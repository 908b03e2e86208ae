// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/ray.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::test
{

/// True if a crossing's point is where its fraction says. The tolerance is `units` units in the last place of the
/// point's larger coordinate, plus a rounding of the fraction. If a ray ends inside a solid, the exit's point must
/// equal PointAt exactly. Beyond the range of floats, the largest float is expected. Oracles check whether the point is
/// inside the solid.
[[nodiscard]] inline bool IsPointNearFraction(const Ray& ray, const Crossing& crossing, double units = 2.0)
{
	const b2Vec2 got = crossing.point;
	if (crossing.normal.x == 0.0f && crossing.normal.y == 0.0f)
	{
		const b2Vec2 want = PointAt(ray, crossing.fraction);
		return got.x == want.x && got.y == want.y;
	}
	const double t = crossing.fraction;
	constexpr double k_largestFloat = std::numeric_limits<float>::max();
	const double x = std::clamp(ray.origin.x + t * ray.translation.x, -k_largestFloat, k_largestFloat);
	const double y = std::clamp(ray.origin.y + t * ray.translation.y, -k_largestFloat, k_largestFloat);
	const double way = t * std::max(std::abs(ray.translation.x), std::abs(ray.translation.y));
	const double start = std::max(std::abs(ray.origin.x), std::abs(ray.origin.y));
	const double unit = std::max({0x1p-23 * std::abs(x), 0x1p-23 * std::abs(y), 0x1p-27 * start, 0x1p-100});
	const double reach = std::max(std::abs(ray.translation.x), std::abs(ray.translation.y));
	const double allowed = units * unit + 0x1p-23 * way + 0x1p-149 * reach;
	return std::abs(got.x - x) <= allowed && std::abs(got.y - y) <= allowed;
}

/// True if a hit point is at most 2 units in the last place of the larger coordinate away from a point of the surface.
[[nodiscard]] inline bool IsBeside(b2Vec2 point, b2Vec2 surface)
{
	const float unit = 0x1p-23f * std::max(std::abs(surface.x), std::abs(surface.y));
	return std::abs(point.x - surface.x) <= 2.0f * unit && std::abs(point.y - surface.y) <= 2.0f * unit;
}

} // namespace ricochet::test
