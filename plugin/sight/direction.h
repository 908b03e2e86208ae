// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"

#include <cmath>

namespace ricochet
{

/// A direction from the eye, in the order of a full turn that starts and ends at the direction +x.
/// `turn` grows with the angle from 0 to 4 and is rounded; (x, y) is the direction, any length but 0. So a comparison
/// is one subtraction, but for directions that are nearly the same.
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

	/// The same direction as the end of an interval: +x is where the turn ends.
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

/// The sign of a's place in the turn minus b's, exactly.
[[nodiscard]] inline int Compare(const Direction& a, const Direction& b)
{
	const double difference = a.turn - b.turn;
	if (std::abs(difference) > 0x1p-40)
	{
		return difference > 0.0 ? 1 : -1;
	}
	return a.x == b.x && a.y == b.y ? 0 : SignOfCross(b.Vector(), a.Vector());
}

/// True if the direction is exactly that of a vector, of whatever length.
[[nodiscard]] inline bool IsTowards(const Direction& direction, const Vec<double>& v)
{
	return Dot(direction.Vector(), v) > 0.0 && SignOfCross(direction.Vector(), v) == 0;
}

} // namespace ricochet
