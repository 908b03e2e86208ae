// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"
#include "geometry/local_ray.h"

#include <cmath>

namespace ricochet
{

/// A direction from the eye, ordered within a full turn that starts and ends at the direction +x.
/// `turn` increases with the angle from 0 to 4 and is rounded. (x, y) is the direction, of any length but 0. So a
/// comparison needs only one subtraction, unless the directions are almost equal.
struct Direction
{
	double x = 1.0;
	double y = 0.0;
	double turn = 0.0;

	static Direction Begin() { return {1.0, 0.0, 0.0}; }
	static Direction End() { return {1.0, 0.0, 4.0}; }
	static Direction Of(const Vec<double>& v)
	{
		const double share = v.y / (std::abs(v.x) + std::abs(v.y));
		return {v.x, v.y, v.x < 0.0 ? 2.0 - share : (v.y < 0.0 ? 4.0 + share : share)};
	}

	/// The direction as the end of an interval: +x becomes the end of the turn.
	[[nodiscard]] Direction AsEnd() const { return y == 0.0 && x > 0.0 ? Direction{x, y, 4.0} : *this; }
	[[nodiscard]] Vec<double> Vector() const { return {x, y}; }
	[[nodiscard]] bool IsVector(const Vec<double>& v) const { return x == v.x && y == v.y; }
};

/// The exact sign of cross(a, b).
[[nodiscard]] inline int SignOfCross(const Vec<double>& a, const Vec<double>& b)
{
	const double left = a.x * b.y;
	const double right = a.y * b.x;
	const double cross = left - right;
	if (std::abs(cross) > 0x1p-51 * (std::abs(left) + std::abs(right)))
	{
		return cross > 0.0 ? 1 : -1;
	}
	const bool isSame = a.x == b.x && a.y == b.y;
	return isSame || (left == 0.0 && right == 0.0) ? 0 : (Exact(a.x) * Exact(b.y) - Exact(a.y) * Exact(b.x)).Sign();
}

/// The exact sign of the difference between a's place and b's place in the turn.
[[nodiscard]] inline int Compare(const Direction& a, const Direction& b)
{
	const double difference = a.turn - b.turn;
	if (std::abs(difference) > 0x1p-40)
	{
		return difference > 0.0 ? 1 : -1;
	}
	return a.x == b.x && a.y == b.y ? 0 : SignOfCross(b.Vector(), a.Vector());
}

/// True if the direction is exactly that of a vector of any length.
[[nodiscard]] inline bool IsTowards(const Direction& direction, const Vec<double>& v)
{
	return Dot(direction.Vector(), v) > 0.0 && SignOfCross(direction.Vector(), v) == 0;
}

/// The origin of a view: an eye, or infinitely far along a direction. The frame of an eye is the world's frame,
/// translated. In the frame of a direction x points to its left and y along it.
class Vantage
{
public:
	static Vantage Eye(b2Vec2 eye) { return Vantage(eye, {0.0, 0.0}); }
	static Vantage Parallel(b2Vec2 origin, const Vec<double>& unitDirection) { return Vantage(origin, unitDirection); }

	/// This eye, for rays that run towards it. Such rays hit edges from the other side.
	[[nodiscard]] Vantage Against() const;
	[[nodiscard]] bool IsAgainst() const { return m_isAgainst; }
	/// This direction, with the origin moved along it (m).
	[[nodiscard]] Vantage Moved(double along) const;
	[[nodiscard]] bool IsParallel() const { return m_direction.x != 0.0 || m_direction.y != 0.0; }
	/// Converts an offset from the world's frame.
	[[nodiscard]] Vec<double> ToLocal(const Vec<double>& offset) const;
	[[nodiscard]] b2Vec2 ToWorld(const Vec<double>& local) const;
	/// The position of a shape's vertex as in casts, v = q^T (p - x), rounded to double.
	[[nodiscard]] Vec<double> Place(const b2Transform& pose, b2Vec2 vertex) const;
	[[nodiscard]] Vec<double> PlaceOf(const Vec<double>& point) const;
	/// The exact sign of the turn from p to q, positive to the left, seen from here.
	[[nodiscard]] int TurnOf(const Vec<double>& p, const Vec<double>& q) const;

private:
	Vantage(b2Vec2 origin, const Vec<double>& direction) : m_origin{origin.x, origin.y}, m_direction(direction) {}

	Vec<double> m_origin;
	Vec<double> m_direction;
	bool m_isAgainst = false;
};

} // namespace ricochet
