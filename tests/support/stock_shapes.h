// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_body.h>
#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_world.h>

#include <span>
#include <vector>

// Box2D's own shapes and bodies, one expression each. (MakeBox and the other functions of shape_factory.h make
// ricochet's shapes.)

namespace ricochet::test
{

[[nodiscard]] inline b2PolygonShape BoxOf(float hx, float hy, b2Vec2 center = {0.0f, 0.0f}, float angle = 0.0f)
{
	b2PolygonShape box;
	box.SetAsBox(hx, hy, center, angle);
	return box;
}

#ifndef RICOCHET_SCENE
/// Returns the hull of the points, as b2PolygonShape::Set computes it.
[[nodiscard]] inline b2PolygonShape HullOf(std::span<const b2Vec2> points)
{
	b2PolygonShape hull;
	hull.Set(points.data(), static_cast<int32>(points.size()));
	return hull;
}
#endif

[[nodiscard]] inline b2CircleShape CircleOf(float radius, b2Vec2 center = {0.0f, 0.0f})
{
	b2CircleShape circle;
	circle.m_p = center;
	circle.m_radius = radius;
	return circle;
}

[[nodiscard]] inline b2EdgeShape EdgeOf(b2Vec2 v1, b2Vec2 v2)
{
	b2EdgeShape edge;
	edge.SetTwoSided(v1, v2);
	return edge;
}

/// Returns a one-sided edge with the ghost vertices v0 and v3.
[[nodiscard]] inline b2EdgeShape EdgeOf(b2Vec2 v0, b2Vec2 v1, b2Vec2 v2, b2Vec2 v3)
{
	b2EdgeShape edge;
	edge.SetOneSided(v0, v1, v2, v3);
	return edge;
}

/// An open chain. The ghost vertices continue the first and the last edge in a straight line. It cannot be copied.
struct ChainOf : b2ChainShape
{
	explicit ChainOf(std::span<const b2Vec2> vertices)
	{
		CreateChain(vertices.data(), static_cast<int32>(vertices.size()), 2.0f * vertices[0] - vertices[1],
		            2.0f * vertices.back() - vertices[vertices.size() - 2]);
	}
	ChainOf(const ChainOf&) = delete;
};

/// A closed chain. It cannot be copied.
struct LoopOf : b2ChainShape
{
	explicit LoopOf(std::span<const b2Vec2> vertices)
	{
		CreateLoop(vertices.data(), static_cast<int32>(vertices.size()));
	}
	LoopOf(const LoopOf&) = delete;
};

inline b2Body* AddBody(b2World& world, b2Vec2 position, float angle = 0.0f, b2BodyType type = b2_staticBody)
{
	b2BodyDef def;
	def.type = type;
	def.position = position;
	def.angle = angle;
	return world.CreateBody(&def);
}

/// One-line functions for one shape on a body of its own. The derived class needs AddBody(position, angle, type) and
/// Add(body, shape).
template <class Derived>
class OneShapeBodies
{
public:
	b2Fixture* AddBox(b2Vec2 center, float hx, float hy, float angle = 0.0f, b2BodyType type = b2_staticBody)
	{
		return Self().Add(Self().AddBody(center, angle, type), BoxOf(hx, hy));
	}

	b2Fixture* AddCircle(b2Vec2 center, float radius, b2BodyType type = b2_staticBody)
	{
		return Self().Add(Self().AddBody(center, 0.0f, type), CircleOf(radius));
	}

	b2Fixture* AddEdge(b2Vec2 v1, b2Vec2 v2) { return Self().Add(Self().AddBody({0.0f, 0.0f}), EdgeOf(v1, v2)); }

	b2Fixture* AddChain(const std::vector<b2Vec2>& vertices, b2Vec2 position = {0.0f, 0.0f},
	                    b2BodyType type = b2_staticBody)
	{
		return Self().Add(Self().AddBody(position, 0.0f, type), ChainOf(vertices));
	}

	b2Fixture* AddLoop(const std::vector<b2Vec2>& vertices, b2Vec2 position = {0.0f, 0.0f},
	                   b2BodyType type = b2_staticBody)
	{
		return Self().Add(Self().AddBody(position, 0.0f, type), LoopOf(vertices));
	}

private:
	Derived& Self() { return static_cast<Derived&>(*this); }
};

} // namespace ricochet::test
