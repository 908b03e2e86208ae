// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/hull_cast.h>

#include <box2d/box2d.h>

#include <array>

namespace ricochet::test
{

/// A child of a shape as a hull, which is made from the fields of Box2D's shape.
struct ShapeChild
{
	std::array<b2Vec2, b2_maxPolygonVertices> vertices{};
	size_t count = 0;
	float radius = 0.0f;
	bool isEdge = false;

	[[nodiscard]] Hull AsHull() const { return {std::span(vertices.data(), count), radius}; }
};

inline ShapeChild ShapeChildOf(const b2Shape& shape, int32_t index)
{
	ShapeChild child;
	const auto add = [&](b2Vec2 v)
	{
		child.vertices[child.count++] = v;
	};
	switch (shape.GetType())
	{
	case b2Shape::e_circle:
		add(static_cast<const b2CircleShape&>(shape).m_p);
		child.radius = shape.m_radius;
		break;
	case b2Shape::e_edge:
		add(static_cast<const b2EdgeShape&>(shape).m_vertex1);
		add(static_cast<const b2EdgeShape&>(shape).m_vertex2);
		child.isEdge = true;
		break;
	case b2Shape::e_chain:
		add(static_cast<const b2ChainShape&>(shape).m_vertices[index]);
		add(static_cast<const b2ChainShape&>(shape).m_vertices[index + 1]);
		child.isEdge = true;
		break;
	default:
		for (int32_t i = 0; i < static_cast<const b2PolygonShape&>(shape).m_count; ++i)
		{
			add(static_cast<const b2PolygonShape&>(shape).m_vertices[i]);
		}
		break;
	}
	return child;
}

/// Calls visit(fixture, child index, hull) with every child of every fixture, in the world's order.
template <class Visit>
void ForEachShapeChild(const b2World& world, Visit&& visit)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* node = body->GetFixtureList(); node != nullptr; node = node->GetNext())
		{
			auto* fixture = const_cast<b2Fixture*>(node);
			for (int32_t i = 0; i < fixture->GetShape()->GetChildCount(); ++i)
			{
				const ShapeChild child = ShapeChildOf(*fixture->GetShape(), i);
				visit(fixture, i, child);
			}
		}
	}
}

} // namespace ricochet::test
