// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/solid.h"

#include <ricochet/shapes/shape_factory.h>

#include <cmath>

namespace ricochet::leaks
{

namespace
{

constexpr double k_turn = 6.283185307179586;

} // namespace

Solid::Solid(SceneRandom& random, const Frame& frame, Kind kind) : m_frame(frame), m_kind(kind)
{
	switch (kind)
	{
	case Kind::Polygon:
	case Kind::Rounded:
	case Kind::Box:
		MakePolygonOf(random);
		break;
	case Kind::Circle:
		m_circle.m_p = frame.VertexAt({0.0, 0.0});
		m_circle.m_radius = static_cast<float>(frame.size);
		m_plan = {frame.PlanOf(m_circle.m_p)};
		break;
	case Kind::Capsule:
		MakeCapsule();
		break;
	}
	if (kind == Kind::Rounded || kind == Kind::Capsule)
	{
		m_grownBy = static_cast<float>(0.4 * frame.size);
	}
}

void Solid::MakePolygonOf(SceneRandom& random)
{
	const int32_t count = m_kind == Kind::Box ? 4 : 3 + random.Below(6);
	const double jitter = m_kind == Kind::Box ? 0.0 : 0.1;
	std::vector<b2Vec2> vertices;
	for (int32_t i = 0; i < count; ++i)
	{
		const double angle = k_turn * (i + 0.5 + Uniform(random, -jitter, jitter)) / count;
		vertices.push_back(
		    m_frame.VertexAt(m_frame.Snapped(m_frame.size * Point{std::cos(angle), std::sin(angle)}, 16.0)));
	}
	const auto polygon = MakePolygon(vertices);
	m_sound = polygon && polygon->m_count == count;
	if (m_sound)
	{
		m_polygon = *polygon;
		for (const b2Vec2 vertex : std::span(m_polygon.m_vertices, static_cast<size_t>(count)))
		{
			m_plan.push_back(m_frame.PlanOf(vertex));
		}
	}
}

void Solid::MakeCapsule()
{
	m_edge.SetTwoSided(m_frame.VertexAt({-m_frame.size, 0.0}), m_frame.VertexAt({m_frame.size, 0.0}));
	m_plan = {m_frame.PlanOf(m_edge.m_vertex1), m_frame.PlanOf(m_edge.m_vertex2)};
}

const b2Shape& Solid::Shape() const
{
	if (m_kind == Kind::Circle)
	{
		return m_circle;
	}
	return m_kind == Kind::Capsule ? static_cast<const b2Shape&>(m_edge) : m_polygon;
}

Point Solid::DrawOnSurface(SceneRandom& random) const
{
	if (m_kind == Kind::Circle)
	{
		const double angle = random.OneIn(4) ? k_turn / 4.0 * random.Below(4) : Uniform(random, 0.0, k_turn);
		return m_plan[0] + m_frame.size * Point{std::cos(angle), std::sin(angle)};
	}

	// Takes a random vertex, or a point on the side that follows it. A capsule has two sides: the second one leads back
	// to the first vertex.
	const auto i = static_cast<size_t>(random.Below(static_cast<int32_t>(m_plan.size())));
	const Point a = m_plan[i];
	const Point b = m_plan[(i + 1) % m_plan.size()];
	const bool atVertex = random.OneIn(2);
	const double share = random.OneIn(2) ? Uniform(random, 0.0, 1.0) : LogUniform(random, 1.0e-9, 1.0);
	const Point side = b - a;
	const Point out = (1.0 / Length(side)) * Point{side.y, -side.x};
	if (m_grownBy == 0.0f)
	{
		return atVertex ? a : a + share * side;
	}
	const Point round = (1.0 / Length(a)) * a;
	const double radius = m_grownBy;
	return atVertex ? a + radius * round : a + share * side + radius * out;
}

Point Solid::DrawInside(SceneRandom& random) const
{
	const double reach = 0.1 * m_frame.size;
	return m_frame.Snapped({Uniform(random, -reach, reach), Uniform(random, -reach, reach)});
}

} // namespace ricochet::leaks
