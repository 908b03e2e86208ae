// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/blast/facing.h"

#include "geometry/elementary.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

struct Node
{
	double place, weight;
};

// Abramowitz and Stegun, table 25.4, n = 10. On a piece of CurveFacing::Add the distance's branch points lie at the
// nearest point +- i of its height or more: on an ellipse about [-1, 1] of a sum of half axes of 3.1 or more, so that
// the error is a share of some 3.1^-20.
constexpr Node k_nodes[] = {{0.1488743389816312, 0.2955242247147529},
                            {0.4333953941292472, 0.2692667193099963},
                            {0.6794095682990244, 0.2190863625159820},
                            {0.8650633666889845, 0.1494513491505806},
                            {0.9739065285171717, 0.0666713443086881}};

// A line by its length, counter-clockwise from the origin's foot on it.
class WallCurve
{
public:
	explicit WallCurve(const Obstacle& wall) : m_along(UnitOf(wall.to - wall.from))
	{
		m_height = std::abs(Cross(wall.from, m_along));
		m_foot = {m_height * m_along.y, -m_height * m_along.x};
	}

	[[nodiscard]] Vec<double> At(double x) const { return m_foot + x * m_along; }
	[[nodiscard]] Vec<double> SlopeAt(double) const { return m_along; }
	[[nodiscard]] double ParameterOf(const Vec<double>& point) const { return Dot(point, m_along); }
	[[nodiscard]] double ParameterAt(double distance) const
	{
		return distance > m_height ? std::sqrt((distance - m_height) * (distance + m_height)) : 0.0;
	}

private:
	Vec<double> m_along;
	double m_height;
	Vec<double> m_foot{};
};

// The near side of a circle by the angle at its centre, counter-clockwise about the origin from the nearest point.
class ArcCurve
{
public:
	explicit ArcCurve(const Obstacle& arc)
	    : m_center(arc.center), m_radius(arc.radius), m_distance(Length(arc.center)),
	      m_axis(UnitOf(arc.center)), m_left{-m_axis.y, m_axis.x}
	{
	}

	[[nodiscard]] Vec<double> At(double x) const
	{
		const SinCos angle = SinCosOf(x);
		return m_center + m_radius * (angle.sin * m_left - angle.cos * m_axis);
	}
	[[nodiscard]] Vec<double> SlopeAt(double x) const
	{
		const SinCos angle = SinCosOf(x);
		return m_radius * (angle.sin * m_axis + angle.cos * m_left);
	}
	[[nodiscard]] double ParameterOf(const Vec<double>& point) const
	{
		const Vec<double> spoke = point - m_center;
		return AngleOf(-Dot(spoke, m_axis), Dot(spoke, m_left));
	}
	// distance^2 = nearest^2 + 4 center radius sin^2(x / 2).
	[[nodiscard]] double ParameterAt(double distance) const
	{
		const double nearest = m_distance - m_radius;
		const double square = (distance - nearest) * (distance + nearest) / (4.0 * m_distance * m_radius);
		const double clamped = distance > nearest ? std::min(square, 1.0) : 0.0;
		return 2.0 * AngleOf(std::sqrt(1.0 - clamped), std::sqrt(clamped));
	}

private:
	Vec<double> m_center;
	double m_radius;
	double m_distance;
	Vec<double> m_axis, m_left;
};

// The sums over a part of a curve, whose distance grows with its parameter to both sides of 0.
template <class Curve>
class CurveFacing
{
public:
	CurveFacing(const Curve& curve, const Vec<double>& along, const BlastReach& reach)
	    : m_curve(curve), m_along(along), m_reach(reach)
	{
	}

	FacingPart Of(const Vec<double>& from, const Vec<double>& to)
	{
		const double first = m_curve.ParameterOf(from);
		const double last = std::max(first, m_curve.ParameterOf(to));
		m_sum.nearest = m_curve.At(std::clamp(0.0, first, last));
		m_sum.distance = Length(m_sum.nearest);
		m_sum.length = LengthBetween(first, last);
		AddHalf(-1.0, std::max(0.0, -last), -first);
		AddHalf(1.0, std::max(0.0, first), last);
		return m_sum;
	}

	[[nodiscard]] double LengthOf(const Vec<double>& from, const Vec<double>& to) const
	{
		const double first = m_curve.ParameterOf(from);
		return LengthBetween(first, std::max(first, m_curve.ParameterOf(to)));
	}

private:
	// A chord, whatever the curve does between.
	[[nodiscard]] double LengthBetween(double first, double last) const
	{
		const double end = m_curve.ParameterAt(m_reach.reach);
		const Vec<double> chord = m_curve.At(std::clamp(last, -end, end)) - m_curve.At(std::clamp(first, -end, end));
		return Cross(m_along, chord);
	}

	void AddHalf(double side, double first, double last)
	{
		const double end = std::min(last, m_curve.ParameterAt(m_reach.reach));
		if (first < end)
		{
			double at = std::clamp(m_curve.ParameterAt(m_reach.radius), first, end);
			Add(side, first, at);
			while (at < end)
			{
				const double doubled = m_curve.ParameterAt(2.0 * Length(m_curve.At(side * at)));
				const double next = doubled > at ? std::min(doubled, end) : end;
				Add(side, at, next);
				at = next;
			}
		}
	}

	void Add(double side, double first, double last)
	{
		const double middle = 0.5 * (first + last);
		const double half = 0.5 * (last - first);
		for (const Node& node : k_nodes)
		{
			AddPoint(side * (middle - half * node.place), half * node.weight);
			AddPoint(side * (middle + half * node.place), half * node.weight);
		}
	}

	void AddPoint(double x, double weight)
	{
		const Vec<double> point = m_curve.At(x);
		const double push = weight * m_reach.FalloffAt(Length(point)) * Cross(m_along, m_curve.SlopeAt(x));
		m_sum.weighted += push;
		m_sum.moment += push * Cross(point, m_along);
	}

	const Curve& m_curve;
	Vec<double> m_along;
	BlastReach m_reach;
	FacingPart m_sum;
};

} // namespace

Vec<double> NearestOf(const Obstacle& obstacle)
{
	if (obstacle.kind == ObstacleKind::Arc)
	{
		return ArcCurve(obstacle).At(0.0);
	}
	const WallCurve wall(obstacle);
	return wall.At(std::clamp(0.0, wall.ParameterOf(obstacle.from), wall.ParameterOf(obstacle.to)));
}

FacingPart FacingOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to, const Vec<double>& along,
                    const BlastReach& reach)
{
	if (obstacle.kind == ObstacleKind::Arc)
	{
		const ArcCurve arc(obstacle);
		return CurveFacing(arc, along, reach).Of(from, to);
	}
	const WallCurve wall(obstacle);
	return CurveFacing(wall, along, reach).Of(from, to);
}

double FacingLengthOf(const Obstacle& obstacle, const Vec<double>& from, const Vec<double>& to,
                      const Vec<double>& along, const BlastReach& reach)
{
	if (obstacle.kind == ObstacleKind::Arc)
	{
		const ArcCurve arc(obstacle);
		return CurveFacing(arc, along, reach).LengthOf(from, to);
	}
	const WallCurve wall(obstacle);
	return CurveFacing(wall, along, reach).LengthOf(from, to);
}

} // namespace ricochet
