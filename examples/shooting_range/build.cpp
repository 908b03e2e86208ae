// MIT License, Copyright (c) 2026 the ricochet authors

#include "build.h"

#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_fixture.h>
#include <box2d/b2_revolute_joint.h>

#include <fmt/format.h>

#include <algorithm>

namespace range
{
namespace
{

/// Makes the body's fixture. ricochet's shape functions return an error for shapes on which Box2D would abort.
ricochet::Result<> AddFixture(b2Body& body, const ObjectDef& object)
{
	b2FixtureDef def;
	def.density = object.density;
	def.friction = object.surface.friction;
	def.restitution = object.surface.restitution;
	const auto add = [&](const auto& shape) -> ricochet::Result<>
	{
		if (shape)
		{
			def.shape = &*shape;
			body.CreateFixture(&def);
		}
		return shape.GetError();
	};
	switch (object.outline)
	{
	case Outline::Polygon:
		return add(ricochet::MakePolygon(object.vertices));
	case Outline::Circle:
		return add(ricochet::MakeCircle({0.0f, 0.0f}, object.radius));
	case Outline::Capsule:
		return add(ricochet::MakeCapsule(object.vertices[0], object.vertices[1], object.radius));
	case Outline::Chain:
		return add(ricochet::MakeChain(object.vertices));
	case Outline::Loop:
		break;
	}
	return add(ricochet::MakeLoop(object.vertices));
}

void AddHinge(b2World& world, b2Body& anchor, b2Body& body, const ObjectDef& object)
{
	b2RevoluteJointDef def;
	def.Initialize(&anchor, &body, body.GetWorldPoint(HingePoint(object)));
	world.CreateJoint(&def);
}

} // namespace

std::optional<Stage> BuildStage(const LevelDef& level, std::string* error)
{
	Stage stage;
	stage.world = std::make_unique<b2World>(b2Vec2{0.0f, -level.gravity});
	for (const ObjectDef& object : level.objects)
	{
		b2BodyDef def;
		def.type = object.body;
		def.position = object.position;
		def.angle = object.angle;
		def.linearVelocity = object.velocity;
		def.angularVelocity = object.angularVelocity;
		def.userData.pointer = stage.bodies.size();
		b2Body* body = stage.world->CreateBody(&def);
		stage.bodies.push_back(body);

		if (const ricochet::Result<> added = AddFixture(*body, object); !added)
		{
			*error = fmt::format("{}: {}: {}", level.file, DescribeObject(object.name, object.id),
			                     added.GetError().Message());
			return {};
		}
	}

	b2BodyDef anchorDef;
	b2Body* anchor = stage.world->CreateBody(&anchorDef);
	for (size_t i = 0; i < level.objects.size(); ++i)
	{
		if (level.objects[i].hinge != Hinge::None)
		{
			AddHinge(*stage.world, *anchor, *stage.bodies[i], level.objects[i]);
		}
	}
	return stage;
}

b2Vec2 HingePoint(const ObjectDef& object)
{
	b2Vec2 pin{0.0f, 0.0f};
	if (object.hinge == Hinge::Top)
	{
		pin.y = object.radius;
		for (const b2Vec2 vertex : object.vertices)
		{
			pin.y = std::max(pin.y, vertex.y + object.radius);
		}
	}
	return pin;
}

void SetSurfaces(const LevelDef& level, const Stage& stage, ricochet::Plugin& plugin)
{
	for (size_t i = 0; i < level.objects.size(); ++i)
	{
		plugin.SetSurface(stage.bodies[i]->GetFixtureList(), level.objects[i].surface);
	}
}

void DriveLifts(const LevelDef& level, const Stage& stage)
{
	for (size_t i = 0; i < level.objects.size(); ++i)
	{
		const ObjectDef& object = level.objects[i];
		if (object.travel == 0.0f)
		{
			continue;
		}
		b2Body& body = *stage.bodies[i];
		const float height = body.GetPosition().y - object.position.y;
		if (height >= object.travel)
		{
			body.SetLinearVelocity(-object.velocity);
		}
		else if (height <= 0.0f)
		{
			body.SetLinearVelocity(object.velocity);
		}
	}
}

int32_t ObjectIndex(const b2Body* body)
{
	return static_cast<int32_t>(const_cast<b2Body*>(body)->GetUserData().pointer);
}

} // namespace range
