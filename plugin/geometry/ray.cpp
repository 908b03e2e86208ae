// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/ray.h>

#include "geometry/round_to_float.h"
#include "geometry/vec.h"

#include <ricochet/geometry/reflect.h>

#include <cmath>
#include <limits>

namespace ricochet
{

Ray RayBetween(b2Vec2 from, b2Vec2 to)
{
	return {from, {to.x - from.x, to.y - from.y}};
}

Ray RayToward(b2Vec2 origin, b2Vec2 direction, float distance)
{
	// In double: the length of any float direction but zero is a normal number there.
	const double x = direction.x;
	const double y = direction.y;
	const double length = std::sqrt(x * x + y * y);
	if (length > 0.0 && std::isfinite(length) && std::isfinite(distance))
	{
		const double scale = distance / length;
		return {origin, {ToFloat(scale * x), ToFloat(scale * y)}};
	}
	const float nan = std::numeric_limits<float>::quiet_NaN();
	return {origin, {nan, nan}};
}

bool IsValid(const Ray& ray)
{
	return std::isfinite(ray.origin.x) && std::isfinite(ray.origin.y) && std::isfinite(ray.translation.x) &&
	       std::isfinite(ray.translation.y) && std::isfinite(ray.maxFraction) && ray.maxFraction >= 0.0f;
}

b2Vec2 PointAt(const Ray& ray, float fraction)
{
	const double t = fraction;
	return {ToFloat(ray.origin.x + t * ray.translation.x), ToFloat(ray.origin.y + t * ray.translation.y)};
}

b2Vec2 Reflect(b2Vec2 velocity, b2Vec2 normal)
{
	// In double: a normal component that is small compared with the velocity keeps its digits.
	const double nx = normal.x;
	const double ny = normal.y;
	const double along = velocity.x * nx + velocity.y * ny;
	return {RoundToFloat(velocity.x - 2.0 * along * nx), RoundToFloat(velocity.y - 2.0 * along * ny)};
}

// The part of the velocity along the surface is multiplied by the ratio, which is Snell's law for the sines. The part
// across the surface gets the rest of the length.
std::optional<b2Vec2> Refract(b2Vec2 velocity, b2Vec2 normal, float ratio)
{
	const Vec<double> v = Lift<double>(velocity);
	const Vec<double> n = Lift<double>(normal);
	const double square = Dot(n, n);
	if (square == 0.0)
	{
		return velocity;
	}
	const double through = Dot(v, n);
	const Vec<double> along = ratio * (v - (through / square) * n);
	const double rest = Dot(v, v) - Dot(along, along);
	if ((rest > 0.0) == false)
	{
		return std::nullopt;
	}
	const double across = std::copysign(std::sqrt(rest / square), through);
	return RoundToFloat(along + across * n);
}

} // namespace ricochet
