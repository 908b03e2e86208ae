// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/elementary.h"
#include "geometry/pair.h"

#include <box2d/b2_math.h>

namespace ricochet
{

/// Converts from the frame of a shape to the world, by doubles, consistently with casts. Casts rotate the ray by q^T,
/// and q need not be a unit vector:
///   q^T (p - x) = v  =>  p = x + q v / |q|^2
class ToWorld
{
public:
	explicit ToWorld(const b2Transform& pose) : m_p{pose.p.x, pose.p.y}
	{
		const Pair turn{pose.q.c, pose.q.s};
		m_x = turn / (turn[0] * turn[0] + turn[1] * turn[1]);
		m_y = Pair{-m_x[1], m_x[0]};
	}

	[[nodiscard]] Pair operator()(b2Vec2 v) const
	{
		return m_p + (m_x * static_cast<double>(v.x) + m_y * static_cast<double>(v.y));
	}

	[[nodiscard]] Vec<double> operator()(const Vec<double>& v) const
	{
		const Pair place = m_p + (m_x * v.x + m_y * v.y);
		return {place[0], place[1]};
	}

	/// Converts a vector, not a place.
	[[nodiscard]] Vec<double> Turn(const Vec<double>& v) const
	{
		const Pair turned = m_x * v.x + m_y * v.y;
		return {turned[0], turned[1]};
	}

	/// Converts a length to the world.
	[[nodiscard]] double operator()(float length) const
	{
		return length == 0.0f ? 0.0 : length * LengthOf(m_x[0], m_x[1]);
	}

private:
	Pair m_p;
	Pair m_x, m_y; // the axes of the shape's frame
};

} // namespace ricochet
