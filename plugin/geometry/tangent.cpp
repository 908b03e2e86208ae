// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/tangent.h>

#include "geometry/local_ray.h"
#include "geometry/round_to_float.h"

#include <cmath>

namespace ricochet
{

namespace
{

// Let d = from - c. The tangent points are c + (r / |d|^2) (r d + s perp(d)), with s^2 = |d|^2 - r^2. Here perp turns d
// by a right angle, to the right for the left point and to the left for the right one. For a coordinate of the left
// point let e = d.x and f = d.y, or e = d.y and f = -d.x. For the right point f has the opposite sign. The coordinate
// is
//   (p + q s) / |d|^2,  p = c |d|^2 + r^2 e,  q = r f
// If p and q differ in sign, the sum would cancel. Then the product of the coordinates of both points is used:
//   k / (p - q s),      k = (c e + r^2)^2 + f^2 (c^2 - r^2)
// since (p + q s) (p - q s) = |d|^2 k.
class Tangent
{
public:
	Tangent(b2Vec2 from, b2Vec2 center, float radius) : m_from(from), m_center(center), m_radius(radius) {}

	/// s^2 with a proven sign: > 0 outside, 0 on the circle.
	[[nodiscard]] double RootSquared() const
	{
		return Certain([&]<class T>(T) { return LengthSquared<T>() - T(m_radius) * T(m_radius); });
	}

	/// turn 1: the left point, -1: the right one.
	[[nodiscard]] b2Vec2 Point(double rootSquared, int turn) const
	{
		const float x = Coordinate(
		    rootSquared, m_center.x, [&]<class T>(T) { return Offset<T>().x; },
		    [&]<class T>(T) { return turn > 0 ? Offset<T>().y : -Offset<T>().y; });
		const float y = Coordinate(
		    rootSquared, m_center.y, [&]<class T>(T) { return Offset<T>().y; },
		    [&]<class T>(T) { return turn > 0 ? -Offset<T>().x : Offset<T>().x; });
		return {x, y};
	}

private:
	template <class T>
	[[nodiscard]] Vec<T> Offset() const
	{
		return Lift<T>(m_from) - Lift<T>(m_center);
	}

	template <class T>
	[[nodiscard]] T LengthSquared() const
	{
		return Dot(Offset<T>(), Offset<T>());
	}

	template <class E, class F>
	[[nodiscard]] float Coordinate(double rootSquared, float center, const E& along, const F& across) const
	{
		const double p = Certain([&]<class T>(T tag)
		                         { return T(center) * LengthSquared<T>() + T(m_radius) * T(m_radius) * along(tag); });
		const double q = Certain([&]<class T>(T tag) { return T(m_radius) * across(tag); }) * std::sqrt(rootSquared);
		if (p * q >= 0.0)
		{
			return RoundToFloat((p + q) / Certain([&]<class T>(T) { return LengthSquared<T>(); }));
		}
		const double k = Certain(
		    [&]<class T>(T tag)
		    {
			    const T c(center);
			    const T squared = T(m_radius) * T(m_radius);
			    const T foot = c * along(tag) + squared;
			    return foot * foot + across(tag) * across(tag) * (c * c - squared);
		    });
		return RoundToFloat(k / (p - q));
	}

	b2Vec2 m_from, m_center;
	float m_radius;
};

} // namespace

std::optional<std::array<b2Vec2, 2>> TangentPoints(b2Vec2 from, b2Vec2 center, float radius)
{
	const double sum = static_cast<double>(from.x) + from.y + center.x + center.y + radius;
	if (std::isfinite(sum) == false || radius < 0.0f)
	{
		return std::nullopt;
	}

	const Tangent tangent(from, center, radius);
	const double rootSquared = tangent.RootSquared();
	if (rootSquared < 0.0)
	{
		return std::nullopt;
	}
	if (rootSquared == 0.0)
	{
		return std::array{from, from};
	}
	return std::array{tangent.Point(rootSquared, 1), tangent.Point(rootSquared, -1)};
}

} // namespace ricochet
