// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"

namespace ricochet
{

/// From where one looks: from an eye, or from infinitely far along a direction. Relative to it, an eye's frame is the
/// world's moved; that of a direction has x to its left and y along it.
class Vantage
{
public:
	static Vantage Eye(b2Vec2 eye) { return Vantage(eye, {0.0, 0.0}); }
	static Vantage Parallel(b2Vec2 origin, const Vec<double>& unitDirection) { return Vantage(origin, unitDirection); }

	/// The same eye, which rays reach rather than leave: edges are met from their other side.
	[[nodiscard]] Vantage Against() const;
	[[nodiscard]] bool IsAgainst() const { return m_isAgainst; }
	/// The same for a line that is farther along the direction.
	[[nodiscard]] Vantage Moved(double along) const;
	[[nodiscard]] bool IsParallel() const { return m_direction.x != 0.0 || m_direction.y != 0.0; }
	/// An offset in the world's frame.
	[[nodiscard]] Vec<double> ToLocal(const Vec<double>& offset) const;
	[[nodiscard]] b2Vec2 ToWorld(const Vec<double>& local) const;
	/// The place of a shape's vertex: where casts meet it, v = q^T (p - x), rounded to double.
	[[nodiscard]] Vec<double> Place(const b2Transform& pose, b2Vec2 vertex) const;
	[[nodiscard]] Vec<double> PlaceOf(const Vec<double>& point) const;
	/// The sign of the turn to the left from p to q as seen from here, exactly.
	[[nodiscard]] int TurnOf(const Vec<double>& p, const Vec<double>& q) const;

private:
	Vantage(b2Vec2 origin, const Vec<double>& direction) : m_origin{origin.x, origin.y}, m_direction(direction) {}

	Vec<double> m_origin;
	Vec<double> m_direction;
	bool m_isAgainst = false;
};

} // namespace ricochet
