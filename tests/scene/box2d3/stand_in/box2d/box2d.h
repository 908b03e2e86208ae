// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// A stand-in for Box2D 3. It has the functions that ricochet/box2d3.h calls, and those with which the tests build a
// world.
// Bodies move by their velocities, and nothing collides. It is not part of Box2D and contains none of its code.
// STAND_IN_HEAD selects the form of the API after 3.1. STAND_IN_DOUBLE selects positions in double precision as well.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#define B2_MAX_POLYGON_VERTICES 8

struct b2Vec2
{
	float x, y;
};
struct b2Rot
{
	float c, s;
};
#ifdef STAND_IN_DOUBLE
struct b2Pos
{
	double x, y;
};
#else
using b2Pos = b2Vec2;
#endif
struct b2WorldTransform
{
	b2Pos p;
	b2Rot q;
};
#ifndef STAND_IN_DOUBLE
using b2Transform = b2WorldTransform;
#endif
struct b2AABB
{
	b2Vec2 lowerBound, upperBound;
};
struct b2WorldId
{
	uint16_t index1, generation;
};
struct b2BodyId
{
	int32_t index1;
	uint16_t world0, generation;
};
struct b2ShapeId
{
	int32_t index1;
	uint16_t world0, generation;
};
struct b2Circle
{
	b2Vec2 center;
	float radius;
};
struct b2Capsule
{
	b2Vec2 center1, center2;
	float radius;
};
struct b2Polygon
{
	b2Vec2 vertices[B2_MAX_POLYGON_VERTICES];
	b2Vec2 normals[B2_MAX_POLYGON_VERTICES];
	b2Vec2 centroid;
	float radius;
	int count;
};
struct b2Segment
{
	b2Vec2 point1, point2;
};
struct b2ChainSegment
{
	b2Vec2 ghost1;
	b2Segment segment;
	b2Vec2 ghost2;
	int chainId;
};
enum b2BodyType
{
	b2_staticBody,
	b2_kinematicBody,
	b2_dynamicBody
};
enum b2ShapeType
{
	b2_circleShape,
	b2_capsuleShape,
	b2_segmentShape,
	b2_polygonShape,
	b2_chainSegmentShape
};
struct b2Filter
{
	uint64_t categoryBits, maskBits;
	int groupIndex;
};
struct b2QueryFilter
{
	uint64_t categoryBits, maskBits;
};
struct b2MassData
{
	float mass;
	b2Vec2 center;
	float rotationalInertia;
};
struct b2BodyMoveEvent
{
	void* userData;
	b2WorldTransform transform;
	b2BodyId bodyId;
	bool fellAsleep;
};
struct b2BodyEvents
{
	b2BodyMoveEvent* moveEvents;
	int moveCount;
};
struct b2Counters
{
	int bodyCount, shapeCount;
};
struct b2TreeStats
{
	int nodeVisits, leafVisits;
};
#ifdef STAND_IN_HEAD
struct b2MotionLocks
{
	bool linearX, linearY, angularZ;
};
#endif
using b2OverlapResultFcn = bool(b2ShapeId shape, void* context);

struct b2WorldDef
{
	b2Vec2 gravity;
};
struct b2BodyDef
{
	b2BodyType type;
	b2Pos position;
	b2Rot rotation;
	b2Vec2 linearVelocity;
	float angularVelocity;
	bool isEnabled;
};
struct b2ShapeDef
{
	float density;
	float friction, restitution;
	b2Filter filter;
	bool isSensor;
};

namespace stand_in
{

struct Shape
{
	uint16_t generation = 0;
	bool isHere = false;
	b2BodyId body{};
	b2ShapeType type = b2_circleShape;
	b2Polygon polygon{}; // The vertices are also a circle's centre, a capsule's two centres, or a segment's ends.
	b2ShapeDef def{};
};

struct Body
{
	uint16_t generation = 0;
	bool isHere = false;
	b2BodyDef def{};
	double angle = 0.0;
	b2MassData mass{};
};

struct World
{
	b2Vec2 gravity{};
	std::vector<Body> bodies;
	std::vector<Shape> shapes;
	std::vector<b2BodyMoveEvent> moves;
};

inline World& TheWorld()
{
	static World world;
	return world;
}

inline Body& At(b2BodyId id)
{
	return TheWorld().bodies[static_cast<size_t>(id.index1 - 1)];
}
inline Shape& At(b2ShapeId id)
{
	return TheWorld().shapes[static_cast<size_t>(id.index1 - 1)];
}

// Makes a thing in the first free slot, as Box2D does. A reused index gets another generation.
template <class Id, class Things>
Id Make(Things& things)
{
	size_t i = 0;
	while (i < things.size() && things[i].isHere)
	{
		++i;
	}
	if (i == things.size())
	{
		things.emplace_back();
	}
	things[i].isHere = true;
	things[i].generation = static_cast<uint16_t>(things[i].generation + 1);
	return {static_cast<int32_t>(i + 1), 0, things[i].generation};
}

template <class Id, class Things>
bool IsIn(Id id, const Things& things)
{
	const auto i = static_cast<size_t>(id.index1 - 1);
	return id.index1 > 0 && i < things.size() && things[i].isHere && things[i].generation == id.generation;
}

template <class Id>
uint64_t Store(Id id)
{
	return (static_cast<uint64_t>(static_cast<uint32_t>(id.index1)) << 32) | (static_cast<uint64_t>(id.world0) << 16) |
	       id.generation;
}
template <class Id>
Id Load(uint64_t x)
{
	return {static_cast<int32_t>(x >> 32), static_cast<uint16_t>(x >> 16), static_cast<uint16_t>(x)};
}

inline b2ShapeId AddShape(b2BodyId body, const b2ShapeDef& def, b2ShapeType type, const b2Polygon& polygon)
{
	const auto id = Make<b2ShapeId>(TheWorld().shapes);
	Shape& shape = At(id);
	shape.body = body;
	shape.type = type;
	shape.polygon = polygon;
	shape.def = def;
	At(body).mass = {4.0f * def.density, {0.0f, 0.0f}, 2.0f * def.density};
	return id;
}

} // namespace stand_in

inline b2WorldDef b2DefaultWorldDef()
{
	return {{0.0f, -10.0f}};
}
inline b2BodyDef b2DefaultBodyDef()
{
	return {b2_staticBody, {0, 0}, {1.0f, 0.0f}, {0.0f, 0.0f}, 0.0f, true};
}
inline b2ShapeDef b2DefaultShapeDef()
{
	return {1.0f, 0.6f, 0.0f, {1, UINT64_MAX, 0}, false};
}
inline b2QueryFilter b2DefaultQueryFilter()
{
	return {1, UINT64_MAX};
}
inline b2Rot b2MakeRot(float angle)
{
	return {std::cos(angle), std::sin(angle)};
}
inline b2Polygon b2MakeBox(float x, float y)
{
	return {{{-x, -y}, {x, -y}, {x, y}, {-x, y}}, {}, {0.0f, 0.0f}, 0.0f, 4};
}
inline b2Polygon b2MakeRoundedBox(float x, float y, float radius)
{
	b2Polygon box = b2MakeBox(x, y);
	box.radius = radius;
	return box;
}

inline b2WorldId b2CreateWorld(const b2WorldDef* def)
{
	stand_in::TheWorld() = {};
	stand_in::TheWorld().gravity = def->gravity;
	return {1, 1};
}
inline void b2DestroyWorld(b2WorldId) {}
inline b2Vec2 b2World_GetGravity(b2WorldId)
{
	return stand_in::TheWorld().gravity;
}
inline b2Counters b2World_GetCounters(b2WorldId)
{
	const auto count = [](const auto& things)
	{
		return static_cast<int>(
		    std::count_if(things.begin(), things.end(), [](const auto& thing) { return thing.isHere; }));
	};
	return {count(stand_in::TheWorld().bodies), count(stand_in::TheWorld().shapes)};
}
inline b2BodyEvents b2World_GetBodyEvents(b2WorldId)
{
	std::vector<b2BodyMoveEvent>& moves = stand_in::TheWorld().moves;
	return {moves.data(), static_cast<int>(moves.size())};
}
#ifdef STAND_IN_HEAD
inline b2TreeStats b2World_OverlapAABB(b2WorldId, b2Pos, b2AABB, b2QueryFilter filter, b2OverlapResultFcn* visit,
                                       void* context)
#else
inline b2TreeStats b2World_OverlapAABB(b2WorldId, b2AABB, b2QueryFilter filter, b2OverlapResultFcn* visit,
                                       void* context)
#endif
{
	const std::vector<stand_in::Shape>& shapes = stand_in::TheWorld().shapes;
	for (size_t i = shapes.size(); i > 0; --i)
	{
		const stand_in::Shape& shape = shapes[i - 1];
		const bool isWanted = (shape.def.filter.categoryBits & filter.maskBits) != 0 &&
		                      (shape.def.filter.maskBits & filter.categoryBits) != 0;
		if (shape.isHere && isWanted && stand_in::At(shape.body).def.isEnabled)
		{
			visit({static_cast<int32_t>(i), 0, shape.generation}, context);
		}
	}
	return {};
}

inline bool b2Body_IsValid(b2BodyId id)
{
	return stand_in::IsIn(id, stand_in::TheWorld().bodies);
}
inline bool b2Shape_IsValid(b2ShapeId id)
{
	return stand_in::IsIn(id, stand_in::TheWorld().shapes);
}
inline uint64_t b2StoreBodyId(b2BodyId id)
{
	return stand_in::Store(id);
}
inline uint64_t b2StoreShapeId(b2ShapeId id)
{
	return stand_in::Store(id);
}
inline b2BodyId b2LoadBodyId(uint64_t x)
{
	return stand_in::Load<b2BodyId>(x);
}
inline b2ShapeId b2LoadShapeId(uint64_t x)
{
	return stand_in::Load<b2ShapeId>(x);
}

inline b2BodyId b2CreateBody(b2WorldId, const b2BodyDef* def)
{
	const auto id = stand_in::Make<b2BodyId>(stand_in::TheWorld().bodies);
	stand_in::Body& body = stand_in::At(id);
	body.def = *def;
	body.angle = std::atan2(static_cast<double>(def->rotation.s), static_cast<double>(def->rotation.c));
	body.mass = {};
	return id;
}
inline void b2DestroyShape(b2ShapeId id, bool)
{
	stand_in::At(id).isHere = false;
}
inline void b2DestroyBody(b2BodyId id)
{
	for (stand_in::Shape& shape : stand_in::TheWorld().shapes)
	{
		shape.isHere = shape.isHere && shape.body.index1 != id.index1;
	}
	stand_in::At(id).isHere = false;
}
inline b2BodyType b2Body_GetType(b2BodyId id)
{
	return stand_in::At(id).def.type;
}
inline b2Pos b2Body_GetPosition(b2BodyId id)
{
	return stand_in::At(id).def.position;
}
inline b2Rot b2Body_GetRotation(b2BodyId id)
{
	return stand_in::At(id).def.rotation;
}
inline b2WorldTransform b2Body_GetTransform(b2BodyId id)
{
	return {stand_in::At(id).def.position, stand_in::At(id).def.rotation};
}
inline void b2Body_SetTransform(b2BodyId id, b2Pos position, b2Rot rotation)
{
	stand_in::At(id).def.position = position;
	stand_in::At(id).def.rotation = rotation;
	stand_in::At(id).angle = std::atan2(static_cast<double>(rotation.s), static_cast<double>(rotation.c));
}
inline b2Vec2 b2Body_GetLinearVelocity(b2BodyId id)
{
	return stand_in::At(id).def.linearVelocity;
}
inline float b2Body_GetAngularVelocity(b2BodyId id)
{
	return stand_in::At(id).def.angularVelocity;
}
inline void b2Body_SetLinearVelocity(b2BodyId id, b2Vec2 velocity)
{
	stand_in::At(id).def.linearVelocity = velocity;
}
inline b2MassData b2Body_GetMassData(b2BodyId id)
{
	return stand_in::At(id).mass;
}
inline float b2Body_GetMass(b2BodyId id)
{
	return stand_in::At(id).mass.mass;
}
inline void b2Body_ApplyLinearImpulseToCenter(b2BodyId id, b2Vec2 impulse, bool)
{
	stand_in::Body& body = stand_in::At(id);
	if (body.def.type == b2_dynamicBody)
	{
		body.def.linearVelocity.x += impulse.x / body.mass.mass;
		body.def.linearVelocity.y += impulse.y / body.mass.mass;
	}
}
inline void b2Body_ApplyAngularImpulse(b2BodyId id, float impulse, bool)
{
	stand_in::Body& body = stand_in::At(id);
	body.def.angularVelocity += body.def.type == b2_dynamicBody ? impulse / body.mass.rotationalInertia : 0.0f;
}
inline void b2Body_Disable(b2BodyId id)
{
	stand_in::At(id).def.isEnabled = false;
}
#ifdef STAND_IN_HEAD
inline b2MotionLocks b2Body_GetMotionLocks(b2BodyId)
{
	return {false, false, false};
}
#else
inline bool b2Body_IsFixedRotation(b2BodyId)
{
	return false;
}
#endif

inline b2ShapeId b2CreatePolygonShape(b2BodyId body, const b2ShapeDef* def, const b2Polygon* polygon)
{
	return stand_in::AddShape(body, *def, b2_polygonShape, *polygon);
}
inline b2ShapeId b2CreateCircleShape(b2BodyId body, const b2ShapeDef* def, const b2Circle* circle)
{
	return stand_in::AddShape(body, *def, b2_circleShape, {{circle->center}, {}, {}, circle->radius, 1});
}
inline b2ShapeId b2CreateCapsuleShape(b2BodyId body, const b2ShapeDef* def, const b2Capsule* capsule)
{
	return stand_in::AddShape(body, *def, b2_capsuleShape,
	                          {{capsule->center1, capsule->center2}, {}, {}, capsule->radius, 2});
}
inline b2ShapeId b2CreateSegmentShape(b2BodyId body, const b2ShapeDef* def, const b2Segment* segment)
{
	return stand_in::AddShape(body, *def, b2_segmentShape, {{segment->point1, segment->point2}, {}, {}, 0.0f, 2});
}

inline b2ShapeType b2Shape_GetType(b2ShapeId id)
{
	return stand_in::At(id).type;
}
inline b2BodyId b2Shape_GetBody(b2ShapeId id)
{
	return stand_in::At(id).body;
}
inline b2Circle b2Shape_GetCircle(b2ShapeId id)
{
	return {stand_in::At(id).polygon.vertices[0], stand_in::At(id).polygon.radius};
}
inline b2Capsule b2Shape_GetCapsule(b2ShapeId id)
{
	const b2Polygon& polygon = stand_in::At(id).polygon;
	return {polygon.vertices[0], polygon.vertices[1], polygon.radius};
}
inline b2Polygon b2Shape_GetPolygon(b2ShapeId id)
{
	return stand_in::At(id).polygon;
}
inline b2Segment b2Shape_GetSegment(b2ShapeId id)
{
	return {stand_in::At(id).polygon.vertices[0], stand_in::At(id).polygon.vertices[1]};
}
inline b2ChainSegment b2Shape_GetChainSegment(b2ShapeId id)
{
	return {{}, b2Shape_GetSegment(id), {}, 0};
}
inline b2Filter b2Shape_GetFilter(b2ShapeId id)
{
	return stand_in::At(id).def.filter;
}
inline void b2Shape_SetFilter(b2ShapeId id, b2Filter filter)
{
	stand_in::At(id).def.filter = filter;
}
inline bool b2Shape_IsSensor(b2ShapeId id)
{
	return stand_in::At(id).def.isSensor;
}
inline float b2Shape_GetFriction(b2ShapeId id)
{
	return stand_in::At(id).def.friction;
}
inline float b2Shape_GetRestitution(b2ShapeId id)
{
	return stand_in::At(id).def.restitution;
}

inline void b2World_Step(b2WorldId, float dt, int)
{
	stand_in::World& world = stand_in::TheWorld();
	world.moves.clear();
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		stand_in::Body& body = world.bodies[i];
		b2BodyDef& def = body.def;
		const bool moves = def.linearVelocity.x != 0.0f || def.linearVelocity.y != 0.0f || def.angularVelocity != 0.0f;
		if (body.isHere && def.isEnabled && def.type != b2_staticBody && moves)
		{
			def.position.x += dt * def.linearVelocity.x;
			def.position.y += dt * def.linearVelocity.y;
			body.angle += static_cast<double>(dt) * static_cast<double>(def.angularVelocity);
			def.rotation = {static_cast<float>(std::cos(body.angle)), static_cast<float>(std::sin(body.angle))};
			const b2BodyId id{static_cast<int32_t>(i + 1), 0, body.generation};
			world.moves.push_back({nullptr, {def.position, def.rotation}, id, false});
		}
	}
}
