// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/light.h>

#include "support/reference_flight.h"

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

// The share of a luminous disc that convex things leave in sight, by formula. It uses only angles, and none of the code
// under test.

namespace ricochet::test
{

/// A convex polygon or an edge, given by its corners in order, or a circle, given by its centre and radius.
struct Occluder
{
	std::vector<Point2> corners;
	double radius = 0.0;
};

/// Requires: the fixture is a circle, a polygon or an edge.
inline Occluder OccluderOf(const b2Fixture& fixture)
{
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	const double s = pose.q.s, c = pose.q.c, stretch = s * s + c * c;
	const auto place = [&](b2Vec2 v)
	{
		return Widen(pose.p) + (1.0 / stretch) * Point2{c * v.x - s * v.y, s * v.x + c * v.y};
	};
	Occluder occluder;
	if (fixture.GetType() == b2Shape::e_circle)
	{
		const auto& circle = static_cast<const b2CircleShape&>(*fixture.GetShape());
		return {{place(circle.m_p)}, circle.m_radius / std::sqrt(stretch)};
	}
	if (fixture.GetType() == b2Shape::e_edge)
	{
		const auto& edge = static_cast<const b2EdgeShape&>(*fixture.GetShape());
		return {{place(edge.m_vertex1), place(edge.m_vertex2)}};
	}
	const auto& polygon = static_cast<const b2PolygonShape&>(*fixture.GetShape());
	std::transform(polygon.m_vertices, polygon.m_vertices + polygon.m_count, std::back_inserter(occluder.corners),
	               place);
	return occluder;
}

class LampInSight
{
public:
	LampInSight(const Light& light, b2Vec2 from) : m_from(Widen(from)), m_size(light.size)
	{
		const Point2 way = Widen(light.position) - m_from;
		m_distance = Length(way);
		m_ahead = (1.0 / m_distance) * way;
		m_half = std::asin(m_size / m_distance);
	}

	/// Returns the visible share of the disc's angle. Requires: no occluder overlaps the disc or contains the point.
	double Share(std::span<const Occluder> occluders) const
	{
		std::vector<std::pair<double, double>> hidden;
		for (const Occluder& occluder : occluders)
		{
			const auto [from, to] = HiddenBy(occluder);
			if (from < to)
			{
				hidden.emplace_back(from, to);
			}
		}
		std::sort(hidden.begin(), hidden.end());
		double share = 1.0;
		double done = -m_half;
		for (const auto& [from, to] : hidden)
		{
			share -= std::max(0.0, to - std::max(from, done)) / (2.0 * m_half);
			done = std::max(done, to);
		}
		return share;
	}

private:
	static double Turn(Point2 from, Point2 to) { return std::atan2(Cross(from, to), Dot(from, to)); }

	// Returns the range of angles in which an occluder is in front of the disc, relative to the direction to the disc's
	// centre.
	std::pair<double, double> HiddenBy(const Occluder& occluder) const
	{
		// The angles are relative to a direction into the occluder. No part of it is half a turn away from that
		// direction.
		Point2 middle{};
		for (const Point2 corner : occluder.corners)
		{
			middle = middle + (1.0 / static_cast<double>(occluder.corners.size())) * (corner - m_from);
		}
		double from = std::numeric_limits<double>::infinity();
		double to = -from;
		for (const Point2 corner : occluder.corners)
		{
			const double half = std::asin(std::min(1.0, occluder.radius / Length(corner - m_from)));
			from = std::min(from, Turn(middle, corner - m_from) - half);
			to = std::max(to, Turn(middle, corner - m_from) + half);
		}
		const double ahead = Turn(m_ahead, middle);
		for (const double turn : {ahead, ahead - 2.0 * std::numbers::pi, ahead + 2.0 * std::numbers::pi})
		{
			const double first = std::max(turn + from, -m_half);
			const double last = std::min(turn + to, m_half);
			if (first < last && DistanceTo(occluder, 0.5 * (first + last)) < DistanceToDisc(0.5 * (first + last)))
			{
				return {first, last};
			}
		}
		return {0.0, 0.0};
	}

	Point2 DirectionAt(double angle) const
	{
		const double c = std::cos(angle), s = std::sin(angle);
		return {c * m_ahead.x - s * m_ahead.y, s * m_ahead.x + c * m_ahead.y};
	}

	double DistanceToDisc(double angle) const
	{
		const double side = m_distance * std::sin(angle);
		return m_distance * std::cos(angle) - std::sqrt(std::max(0.0, m_size * m_size - side * side));
	}

	double DistanceTo(const Occluder& occluder, double angle) const
	{
		const Point2 way = DirectionAt(angle);
		double nearest = std::numeric_limits<double>::infinity();
		for (size_t i = 0; i < occluder.corners.size(); ++i)
		{
			const Point2 a = occluder.corners[i] - m_from;
			const Point2 edge = occluder.corners[(i + 1) % occluder.corners.size()] - occluder.corners[i];
			const double across = Cross(way, a);
			if (occluder.radius > 0.0)
			{
				nearest = Dot(way, a) - std::sqrt(std::max(0.0, occluder.radius * occluder.radius - across * across));
			}
			else if (const double slope = Cross(way, edge);
			         slope != 0.0 && -across / slope >= 0.0 && -across / slope <= 1.0)
			{
				nearest = std::min(nearest, Dot(way, a) - across / slope * Dot(way, edge));
			}
		}
		return nearest;
	}

	Point2 m_from;
	double m_size;
	double m_distance;
	Point2 m_ahead{};
	double m_half;
};

} // namespace ricochet::test
