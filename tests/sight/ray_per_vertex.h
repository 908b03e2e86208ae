// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/reference_flight.h"

#include <box2d/b2_world_callbacks.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::test
{

/// The usual method of games for light: casts a ray to every vertex, and two more at small angles to both sides, by
/// b2World::RayCast. It sorts the hits by angle and connects them. Eight more rays cover empty directions. It supports
/// polygons, circles (by their tangents) and edges.
class RayPerVertex : private b2QueryCallback
{
public:
	/// Replaces the content of `points` by the polygon, counter-clockwise. `turn` is the small angle (rad).
	void Look(const b2World& world, b2Vec2 eye, float radius, std::vector<b2Vec2>& points, float turn = 1e-4f)
	{
		m_eye = eye;
		m_angles.clear();
		b2AABB box;
		box.lowerBound = eye - b2Vec2{radius, radius};
		box.upperBound = eye + b2Vec2{radius, radius};
		world.QueryAABB(this, box);
		for (int i = -4; i < 4; ++i)
		{
			m_angles.push_back(0.78539816f * static_cast<float>(i));
		}
		m_hits.clear();
		for (const float angle : m_angles)
		{
			for (const float turned : {angle - turn, angle, angle + turn})
			{
				m_hits.push_back({turned, Cast(world, turned, radius)});
			}
		}
		std::sort(m_hits.begin(), m_hits.end(), [](const Hit& a, const Hit& b) { return a.angle < b.angle; });
		points.clear();
		for (const Hit& hit : m_hits)
		{
			points.push_back(hit.point);
		}
	}

private:
	struct Hit
	{
		float angle;
		b2Vec2 point;
	};

	struct Closest : b2RayCastCallback
	{
		b2Vec2 point{0.0f, 0.0f};
		bool hit = false;

		float ReportFixture(b2Fixture* fixture, const b2Vec2& where, const b2Vec2&, float fraction) override
		{
			if (fixture->IsSensor())
			{
				return -1.0f;
			}
			point = where;
			hit = true;
			return fraction;
		}
	};

	void AddVertex(b2Vec2 vertex) { m_angles.push_back(std::atan2(vertex.y - m_eye.y, vertex.x - m_eye.x)); }

	bool ReportFixture(b2Fixture* fixture) override
	{
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		const b2Shape* shape = fixture->GetShape();
		if (shape->GetType() == b2Shape::e_polygon)
		{
			const auto& polygon = static_cast<const b2PolygonShape&>(*shape);
			for (int32_t i = 0; i < polygon.m_count; ++i)
			{
				AddVertex(b2Mul(pose, polygon.m_vertices[i]));
			}
		}
		else if (shape->GetType() == b2Shape::e_edge)
		{
			const auto& edge = static_cast<const b2EdgeShape&>(*shape);
			AddVertex(b2Mul(pose, edge.m_vertex1));
			AddVertex(b2Mul(pose, edge.m_vertex2));
		}
		else if (shape->GetType() == b2Shape::e_circle)
		{
			const auto& circle = static_cast<const b2CircleShape&>(*shape);
			const b2Vec2 toCenter = b2Mul(pose, circle.m_p) - m_eye;
			const float half = std::asin(std::min(1.0f, circle.m_radius / toCenter.Length()));
			// Adds a ray for each tenth of the arc.
			for (int i = -5; i <= 5; ++i)
			{
				m_angles.push_back(std::atan2(toCenter.y, toCenter.x) + 0.2f * static_cast<float>(i) * half);
			}
		}
		return true;
	}

	b2Vec2 Cast(const b2World& world, float angle, float radius) const
	{
		Closest closest;
		const b2Vec2 end = m_eye + radius * b2Vec2{std::cos(angle), std::sin(angle)};
		world.RayCast(&closest, m_eye, end);
		return closest.hit ? closest.point : end;
	}

	b2Vec2 m_eye{0.0f, 0.0f};
	std::vector<float> m_angles;
	std::vector<Hit> m_hits;
};

inline double AreaOfPoints(const std::vector<b2Vec2>& points)
{
	double twice = 0.0;
	for (size_t i = 0; i < points.size(); ++i)
	{
		const Point2 a = Widen(points[i]) - Widen(points[0]);
		twice += Cross(a, Widen(points[(i + 1) % points.size()]) - Widen(points[0]));
	}
	return 0.5 * twice;
}

} // namespace ricochet::test
