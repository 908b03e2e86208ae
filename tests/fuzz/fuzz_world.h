// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/query_filter.h>
#include <ricochet/shapes/shape_factory.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/solver_guard.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <memory>
#include <span>

// Makes bodies and fixtures that are as hostile as Box2D allows, without numbers that its own asserts forbid.

namespace ricochet::fuzz
{

inline b2Body* AddBody(Input& input, b2World& world)
{
	b2BodyDef def;
	def.type = static_cast<b2BodyType>(input.Between(0, 2));
	def.position = input.FiniteVector();
	def.angle = input.Finite();
	def.linearVelocity = input.FiniteVector();
	def.angularVelocity = input.Finite();
	def.fixedRotation = input.OneIn(8);
	def.bullet = input.OneIn(4);
	def.enabled = input.OneIn(8) == false;
	def.allowSleep = input.OneIn(4) == false;
	// If the def of a static body has a velocity, Box2D would move the body and those that touch it, without updating
	// its boxes.
	if (def.type == b2_staticBody)
	{
		def.linearVelocity = {0.0f, 0.0f};
		def.angularVelocity = 0.0f;
	}
	return world.CreateBody(&def);
}

inline b2Fixture* AddFixture(Input& input, b2Body& body, const b2Shape& shape)
{
	b2FixtureDef def;
	def.shape = &shape;
	def.density = input.Flag() ? 1.0f : std::abs(input.Finite());
	if (MassHolds(body, nullptr, &shape, def.density) == false)
	{
		def.density = 0.0f;
	}
	def.friction = input.Flag() ? 0.2f : input.Float();
	def.restitution = input.Flag() ? 0.0f : input.Float();
	def.isSensor = input.OneIn(8);
	if (input.OneIn(4))
	{
		def.filter.categoryBits = input.Bits<uint16_t>();
		def.filter.maskBits = input.Bits<uint16_t>();
		def.filter.groupIndex = static_cast<int16_t>(input.Between(-2, 2));
	}
	return body.CreateFixture(&def);
}

/// Adds a fixture of any kind, with ricochet's shape or with the stock shape of the same geometry.
/// Returns null if no such shape can be made.
inline b2Fixture* AddAnyFixture(Input& input, b2Body& body)
{
	const bool isStock = input.Flag();
	const auto add = [&]<class Stock>(const auto& shape, const Stock*) -> b2Fixture*
	{
		if (!shape)
		{
			return nullptr;
		}
		return isStock ? AddFixture(input, body, Stock(*shape)) : AddFixture(input, body, *shape);
	};
	switch (input.Between(0, 8))
	{
	case 0:
		return add(MakePolygon(input.Vectors(9)), static_cast<b2PolygonShape*>(nullptr));
	case 1:
	{
		const float width = std::abs(input.Float());
		const float height = std::abs(input.Float());
		const b2Vec2 center = input.Vector();
		return add(MakeBox(width, height, center, input.Float()), static_cast<b2PolygonShape*>(nullptr));
	}
	case 2:
	{
		const b2Vec2 center = input.Vector();
		return add(MakeCircle(center, std::abs(input.Float())), static_cast<b2CircleShape*>(nullptr));
	}
	case 3:
	{
		const b2Vec2 v1 = input.Vector();
		const b2Vec2 v2 = input.Vector();
		auto edge = MakeEdge(v1, v2);
		if (edge && input.Flag())
		{
			edge->SetOneSided(2.0f * v1 - v2, v1, v2, 2.0f * v2 - v1);
		}
		return add(edge, static_cast<b2EdgeShape*>(nullptr));
	}
	case 4:
	{
		// A stock chain cannot be copied from ricochet's. Box2D accepts every chain that ricochet's factory accepts.
		const std::vector<b2Vec2> vertices = input.Vectors(6);
		const auto chain = MakeChain(vertices);
		if (!chain || isStock == false)
		{
			return chain ? AddFixture(input, body, *chain) : nullptr;
		}
		b2ChainShape stock;
		stock.CreateChain(vertices.data(), static_cast<int32_t>(vertices.size()), chain->m_prevVertex,
		                  chain->m_nextVertex);
		return AddFixture(input, body, stock);
	}
	case 5:
	{
		const std::vector<b2Vec2> vertices = input.Vectors(6);
		const auto loop = MakeLoop(vertices);
		return loop ? AddFixture(input, body, *loop) : nullptr;
	}
	case 6:
	{
		// The stock shape of two vertices has no mass, so only ricochet's is used.
		const b2Vec2 a = input.Vector();
		const b2Vec2 b = input.Vector();
		const auto capsule = MakeCapsule(a, b, std::abs(input.Float()));
		return capsule ? AddFixture(input, body, *capsule) : nullptr;
	}
	case 7:
	{
		const std::vector<b2Vec2> points = input.Vectors(9);
		return add(MakeRoundedPolygon(points, std::abs(input.Float())), static_cast<b2PolygonShape*>(nullptr));
	}
	default:
	{
		const float size = 0.5f * static_cast<float>(input.Between(1, 8));
		return add(MakeBox(size, size), static_cast<b2PolygonShape*>(nullptr));
	}
	}
}

/// Adds a ground with walls, a crate on it and a mill that turns. Most projectiles meet these.
inline void AddPlayground(Input& input, b2World& world)
{
	const b2Vec2 corners[] = {{8.0f, 8.0f}, {8.0f, -4.0f}, {-8.0f, -4.0f}, {-8.0f, 8.0f}};
	const auto basin = MakeChain(corners);
	b2BodyDef def;
	AddFixture(input, *world.CreateBody(&def), *basin);
	def.type = b2_dynamicBody;
	def.position = {2.0f, -3.0f};
	AddFixture(input, *world.CreateBody(&def), *MakeBox(1.0f, 1.0f));
	def.type = b2_kinematicBody;
	def.position = {-3.0f, 0.0f};
	def.angularVelocity = input.Uniform(-20.0f, 20.0f);
	AddFixture(input, *world.CreateBody(&def), *MakeBox(0.25f, 3.0f));
}

inline void MoveAnywhere(Input& input, b2Body& body)
{
	const b2Vec2 position = input.Vector();
	body.SetTransform(position, input.Flag() ? input.Float() : 0.0f);
}

/// Returns the body at an index in the world's list, or null.
inline b2Body* BodyAt(b2World& world, int32_t place)
{
	b2Body* body = world.GetBodyList();
	for (; body != nullptr && place > 0; --place)
	{
		body = body->GetNext();
	}
	return body;
}

/// Returns a ray from near a body or the world's origin. It is given as a translation or towards a point.
inline Ray AimedRay(Input& input, b2World& world)
{
	Ray ray = input.AnyRay();
	if (const b2Body* body = BodyAt(world, input.Between(0, 7)))
	{
		ray.origin += body->GetPosition();
	}
	if (input.Flag())
	{
		ray.translation -= ray.origin;
	}
	return ray;
}

inline QueryFilter AnyFilter(Input& input, b2World& world)
{
	QueryFilter filter;
	if (input.Flag())
	{
		return filter;
	}
	filter.categoryBits = input.Bits<uint16_t>();
	filter.maskBits = input.Bits<uint16_t>();
	filter.groupIndex = static_cast<int16_t>(input.Between(-2, 2));
	filter.sensors = input.Flag();
	filter.startInside = input.Flag();
	filter.sides = static_cast<Sides>(input.Between(0, 2));
	filter.ignoreBody = input.OneIn(4) ? BodyAt(world, input.Between(0, 3)) : nullptr;
	if (input.OneIn(4))
	{
		filter.accept = [](b2Fixture* fixture)
		{
			return fixture->GetType() != b2Shape::e_circle;
		};
	}
	return filter;
}

} // namespace ricochet::fuzz
