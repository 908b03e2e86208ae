// MIT License, Copyright (c) 2026 the ricochet authors

#include "level.h"

#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>

#include <cmath>

namespace flashlight
{
namespace
{

class Builder
{
public:
	explicit Builder(Level& level) : m_level(level) {}

	b2Body* Add(Kind kind, b2Vec2 position, float angle, const b2Shape& shape)
	{
		b2BodyDef bodyDef;
		bodyDef.type = kind == Kind::Crate ? b2_kinematicBody : b2_staticBody;
		bodyDef.position = position;
		bodyDef.angle = angle;
		b2Body* body = m_level.world->CreateBody(&bodyDef);
		b2FixtureDef def;
		def.shape = &shape;
		def.isSensor = kind == Kind::Sensor;
		def.filter.categoryBits = kind == Kind::Glass ? k_glass : k_solid;
		m_level.things.push_back({kind, body->CreateFixture(&def)});
		return body;
	}

	b2Body* AddBox(Kind kind, b2Vec2 center, float hx, float hy, float angle = 0.0f)
	{
		return Add(kind, center, angle, *ricochet::MakeBox(hx, hy));
	}

	b2Body* AddCircle(Kind kind, b2Vec2 center, float radius)
	{
		return Add(kind, center, 0.0f, *ricochet::MakeCircle({0.0f, 0.0f}, radius));
	}

	/// Adds a wall: the box between two opposite corners.
	void AddWall(b2Vec2 low, b2Vec2 high, Kind kind = Kind::Wall)
	{
		const b2Vec2 half = 0.5f * (high - low);
		AddBox(kind, low + half, half.x, half.y);
	}

private:
	Level& m_level;
};

// Adds outer walls around 16 m by 10 m, and a wall with a door at x = 11.
void BuildWalls(Builder& builder)
{
	builder.AddWall({-0.3f, -0.3f}, {16.3f, 0.0f});
	builder.AddWall({-0.3f, 0.0f}, {0.0f, 10.0f});
	builder.AddWall({16.0f, 0.0f}, {16.3f, 10.0f});
	builder.AddWall({-0.3f, 10.0f}, {1.6f, 10.3f});
	builder.AddWall({3.4f, 10.0f}, {5.6f, 10.3f});
	builder.AddWall({7.4f, 10.0f}, {16.3f, 10.3f});
	builder.AddWall({1.6f, 10.12f}, {3.4f, 10.18f}, Kind::Glass);
	builder.AddWall({5.6f, 10.12f}, {7.4f, 10.18f}, Kind::Glass);
	builder.AddWall({10.9f, 0.0f}, {11.1f, 3.0f});
	builder.AddWall({10.9f, 4.8f}, {11.1f, 10.0f});
}

void BuildFurniture(Builder& builder)
{
	builder.AddBox(Kind::Furniture, {2.2f, 1.7f}, 0.6f, 0.6f, 0.3f);
	builder.AddBox(Kind::Furniture, {8.0f, 2.4f}, 0.55f, 0.35f, -0.5f);
	builder.AddCircle(Kind::Furniture, {2.6f, 5.6f}, 0.45f);
	builder.AddCircle(Kind::Furniture, {8.7f, 4.7f}, 0.35f);
	const b2Vec2 triangle[] = {{-0.6f, -0.4f}, {0.7f, -0.3f}, {0.0f, 0.7f}};
	builder.Add(Kind::Furniture, {5.6f, 0.9f}, 0.4f, *ricochet::MakePolygon(triangle));
	const b2Vec2 screen[] = {{0.0f, 0.0f}, {0.5f, 0.65f}, {1.2f, 0.75f}, {1.75f, 0.3f}};
	builder.Add(Kind::Furniture, {0.7f, 7.3f}, 0.0f, *ricochet::MakeChain(screen));
	builder.AddBox(Kind::Furniture, {12.6f, 8.4f}, 0.25f, 0.8f, 0.2f);
	builder.AddCircle(Kind::Furniture, {13.2f, 4.9f}, 0.5f);
	builder.AddBox(Kind::Furniture, {15.0f, 5.0f}, 0.45f, 0.45f, 0.7f);
	builder.AddBox(Kind::Furniture, {14.0f, 1.3f}, 0.9f, 0.3f, -0.15f);
	builder.AddBox(Kind::Glass, {6.7f, 4.3f}, 0.05f, 0.75f, -0.25f);
	builder.AddBox(Kind::Sensor, {9.5f, 1.1f}, 0.9f, 0.7f);
}

} // namespace

Level BuildLevel()
{
	Level level;
	Builder builder(level);
	BuildWalls(builder);
	BuildFurniture(builder);
	level.crate = builder.AddBox(Kind::Crate, {0.0f, 0.0f}, 0.5f, 0.35f);
	level.guard = builder.AddCircle(Kind::Guard, {8.9f, 8.3f}, 0.32f);
	level.player = builder.AddCircle(Kind::Player, {5.0f, 3.5f}, 0.3f);
	level.lamp = {14.2f, 7.4f};
	MoveCrate(level, 0.0f);
	return level;
}

void MoveCrate(Level& level, float turns)
{
	const float phase = 2.0f * b2_pi * turns;
	level.crate->SetTransform({6.6f + 1.7f * std::sin(phase), 6.4f}, 0.5f * std::sin(phase + 1.0f));
}

int32_t CountEdges(const Level& level)
{
	int32_t count = 0;
	for (const Thing& thing : level.things)
	{
		const b2Shape* shape = thing.fixture->GetShape();
		count += shape->GetType() == b2Shape::e_polygon ? static_cast<const b2PolygonShape*>(shape)->m_count
		                                                : shape->GetChildCount();
	}
	return count;
}

} // namespace flashlight
