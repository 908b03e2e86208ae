// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_body.h>
#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

// Compares a point with a moving body without any ray cast. It evaluates the distance between point and shape again and
// again in double precision. It is slow, simple and independent of the library.

namespace ricochet::test
{

struct Point2
{
	double x = 0.0;
	double y = 0.0;
	friend Point2 operator+(Point2 a, Point2 b) { return {a.x + b.x, a.y + b.y}; }
	friend Point2 operator-(Point2 a, Point2 b) { return {a.x - b.x, a.y - b.y}; }
	friend Point2 operator*(double s, Point2 a) { return {s * a.x, s * a.y}; }
};

inline Point2 Widen(b2Vec2 v)
{
	return {v.x, v.y};
}

inline double Dot(Point2 a, Point2 b)
{
	return a.x * b.x + a.y * b.y;
}

inline double Cross(Point2 a, Point2 b)
{
	return a.x * b.y - a.y * b.x;
}

inline double Length(Point2 a)
{
	return std::hypot(a.x, a.y);
}

inline double DistanceToSegment(Point2 p, Point2 a, Point2 b)
{
	const Point2 along = b - a;
	const double share = std::clamp(Dot(p - a, along) / Dot(along, along), 0.0, 1.0);
	return Length(p - a - share * along);
}

/// Returns the distance from a point to a child of a shape, in the shape's frame (m). Negative: the depth inside. Edges
/// have no inside. Polygons have no skin.
inline double SignedDistance(const b2Shape& shape, int32_t child, Point2 p)
{
	switch (shape.GetType())
	{
	case b2Shape::e_circle:
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		return Length(p - Widen(circle.m_p)) - static_cast<double>(circle.m_radius);
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		double outside = HUGE_VAL;
		bool inside = true;
		for (int32_t i = 0; i < polygon.m_count; ++i)
		{
			const Point2 a = Widen(polygon.m_vertices[i]);
			const Point2 b = Widen(polygon.m_vertices[(i + 1) % polygon.m_count]);
			inside = inside && Cross(b - a, p - a) >= 0.0;
			outside = std::min(outside, DistanceToSegment(p, a, b));
		}
		const double round = polygon.m_radius > b2_polygonRadius ? static_cast<double>(polygon.m_radius) : 0.0;
		return (inside ? -outside : outside) - round;
	}
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		return DistanceToSegment(p, Widen(edge.m_vertex1), Widen(edge.m_vertex2));
	}
	default:
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		return DistanceToSegment(p, Widen(chain.m_vertices[child]), Widen(chain.m_vertices[child + 1]));
	}
	}
}

struct Pose2
{
	Point2 position;
	double sine = 0.0;
	double cosine = 1.0;

	[[nodiscard]] Point2 ToLocal(Point2 p) const
	{
		const Point2 d = p - position;
		return {cosine * d.x + sine * d.y, cosine * d.y - sine * d.x};
	}

	[[nodiscard]] Point2 ToWorld(Point2 p) const
	{
		return position + Point2{cosine * p.x - sine * p.y, sine * p.x + cosine * p.y};
	}
};

inline Pose2 PoseOf(const b2Body& body)
{
	const b2Transform& pose = body.GetTransform();
	return {Widen(pose.p), pose.q.s, pose.q.c};
}

/// Returns the distance from a point in the world to the nearest child of a fixture at its present pose.
inline double SignedDistance(const b2Fixture& fixture, Point2 p)
{
	const b2Shape& shape = *fixture.GetShape();
	const Point2 local = PoseOf(*fixture.GetBody()).ToLocal(p);
	double distance = HUGE_VAL;
	for (int32_t child = 0; child < shape.GetChildCount(); ++child)
	{
		distance = std::min(distance, SignedDistance(shape, child, local));
	}
	return distance;
}

/// Returns the distance from a point to the nearest fixture of a world that is not a sensor.
inline double SignedDistance(const b2World& world, Point2 p)
{
	double distance = HUGE_VAL;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			if (fixture->IsSensor() == false)
			{
				distance = std::min(distance, SignedDistance(*fixture, p));
			}
		}
	}
	return distance;
}

/// The motion of a body in a step as b2Sweep defines it. The centre of mass moves straight, and the angle changes at a
/// constant rate.
class BodyPath
{
public:
	/// Records the pose before the step.
	explicit BodyPath(const b2Body& body)
	    : m_body(&body), m_centerBefore(Widen(body.GetWorldCenter())), m_angleBefore(body.GetAngle())
	{
		Close();
	}

	/// Records the pose after the step.
	void Close()
	{
		m_centerAfter = Widen(m_body->GetWorldCenter());
		m_angleAfter = m_body->GetAngle();
	}

	[[nodiscard]] Point2 CenterAt(double share) const
	{
		return m_centerBefore + share * (m_centerAfter - m_centerBefore);
	}

	[[nodiscard]] Pose2 At(double share) const
	{
		const double angle = m_angleBefore + share * (m_angleAfter - m_angleBefore);
		Pose2 pose{{}, std::sin(angle), std::cos(angle)};
		pose.position = CenterAt(share) - pose.ToWorld(Widen(m_body->GetLocalCenter()));
		return pose;
	}

	[[nodiscard]] double Turn() const { return m_angleAfter - m_angleBefore; }
	[[nodiscard]] Point2 Translation() const { return m_centerAfter - m_centerBefore; }

private:
	const b2Body* m_body;
	Point2 m_centerBefore;
	Point2 m_centerAfter;
	double m_angleBefore;
	double m_angleAfter;
};

/// A point that flies straight at a constant speed through a step, against one fixture of a moving body.
class Encounter
{
public:
	static constexpr double k_resolution = 1.0e-6; ///< m: FirstWithin may miss an approach of this size

	Encounter(const b2Fixture& fixture, const BodyPath& path, Point2 from, Point2 to)
	    : m_shape(*fixture.GetShape()), m_path(path), m_from(from), m_to(to)
	{
		// An upper bound of the point's speed in the body's frame, in metres per step. The distance to a shape changes
		// no faster than the point moves, so this bounds the distance between two samples.
		const double reach = std::max(Length(from - path.CenterAt(0.0)), Length(to - path.CenterAt(1.0)));
		m_rate = Length(to - from - path.Translation()) + std::abs(path.Turn()) * reach;
	}

	[[nodiscard]] Point2 PointAt(double share) const { return m_from + share * (m_to - m_from); }

	/// Returns the distance at a share of the step; negative inside.
	[[nodiscard]] double DistanceAt(double share) const
	{
		const Point2 local = m_path.At(share).ToLocal(PointAt(share));
		double distance = HUGE_VAL;
		for (int32_t child = 0; child < m_shape.GetChildCount(); ++child)
		{
			distance = std::min(distance, SignedDistance(m_shape, child, local));
		}
		return distance;
	}

	/// Returns the first share of the step at which the distance is at most `level`; null if there is none.
	[[nodiscard]] std::optional<double> FirstWithin(double level) const
	{
		return Search(0.0, DistanceAt(0.0), 1.0, DistanceAt(1.0), level);
	}

private:
	[[nodiscard]] std::optional<double> Search(double start, double startDistance, double end, double endDistance,
	                                           double level) const
	{
		if (startDistance <= level)
		{
			return start;
		}
		const double way = m_rate * (end - start);
		if (0.5 * (startDistance + endDistance - way) > level)
		{
			return std::nullopt;
		}
		if (way < k_resolution)
		{
			return endDistance <= level ? std::optional(end) : std::nullopt;
		}
		const double middle = 0.5 * (start + end);
		const double middleDistance = DistanceAt(middle);
		const auto found = Search(start, startDistance, middle, middleDistance, level);
		return found ? found : Search(middle, middleDistance, end, endDistance, level);
	}

	const b2Shape& m_shape;
	const BodyPath& m_path;
	Point2 m_from;
	Point2 m_to;
	double m_rate = 0.0;
};

} // namespace ricochet::test
