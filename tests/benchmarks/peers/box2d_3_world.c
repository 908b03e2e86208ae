// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/peers/box2d_3_world.h"

#include <box2d/box2d.h>

#include <stdio.h>
#include <stdlib.h>

struct Box2D3World
{
	b2WorldId id;
	b2BodyId* bodies;
	uint64_t count;
	uint64_t capacity;
};

static b2Rot RotationOf(Box2D3Pose pose)
{
	return (b2Rot){pose.cosine, pose.sine};
}

static b2Pos PositionOf(Box2D3Pose pose)
{
	return (b2Pos){pose.x, pose.y};
}

Box2D3World* Box2D3Create(void)
{
	Box2D3World* world = calloc(1, sizeof(Box2D3World));
	if (world == NULL)
	{
		abort();
	}
	b2WorldDef def = b2DefaultWorldDef();
	def.gravity = (b2Vec2){0.0f, 0.0f};
	world->id = b2CreateWorld(&def);
	return world;
}

void Box2D3Destroy(Box2D3World* world)
{
	b2DestroyWorld(world->id);
	free(world->bodies);
	free(world);
}

void Box2D3AddBody(Box2D3World* world, Box2D3Pose pose)
{
	if (world->count == world->capacity)
	{
		world->capacity = 2 * world->capacity + 64;
		world->bodies = realloc(world->bodies, world->capacity * sizeof(b2BodyId));
		if (world->bodies == NULL)
		{
			abort();
		}
	}
	b2BodyDef def = b2DefaultBodyDef();
	def.position = PositionOf(pose);
	def.rotation = RotationOf(pose);
	def.userData = (void*)(uintptr_t)world->count;
	world->bodies[world->count] = b2CreateBody(world->id, &def);
	world->count += 1;
}

void Box2D3Move(Box2D3World* world, uint64_t body, Box2D3Pose pose)
{
	b2Body_SetTransform(world->bodies[body], PositionOf(pose), RotationOf(pose));
}

// The same vertices as Box2D 2.4 has: its own hull would drop vertices that are near one another.
void Box2D3AddPolygon(Box2D3World* world, const float* vertices, int count)
{
	b2Polygon polygon = {0};
	polygon.count = count;
	for (int i = 0; i < count; ++i)
	{
		polygon.vertices[i] = (b2Vec2){vertices[2 * i], vertices[2 * i + 1]};
		polygon.centroid = b2MulAdd(polygon.centroid, 1.0f / (float)count, polygon.vertices[i]);
	}
	for (int i = 0; i < count; ++i)
	{
		const b2Vec2 edge = b2Sub(polygon.vertices[(i + 1) % count], polygon.vertices[i]);
		polygon.normals[i] = b2Normalize(b2RightPerp(edge));
	}
	const b2ShapeDef def = b2DefaultShapeDef();
	b2CreatePolygonShape(world->bodies[world->count - 1], &def, &polygon);
}

void Box2D3AddCircle(Box2D3World* world, float radius)
{
	const b2Circle circle = {{0.0f, 0.0f}, radius};
	const b2ShapeDef def = b2DefaultShapeDef();
	b2CreateCircleShape(world->bodies[world->count - 1], &def, &circle);
}

void Box2D3AddSegment(Box2D3World* world, const float* ends)
{
	const b2Segment segment = {{ends[0], ends[1]}, {ends[2], ends[3]}};
	const b2ShapeDef def = b2DefaultShapeDef();
	b2CreateSegmentShape(world->bodies[world->count - 1], &def, &segment);
}

static Box2D3Hit HitOf(b2ShapeId shape, b2Pos point, b2Vec2 normal, float fraction)
{
	return (Box2D3Hit){
	    b2StoreShapeId(shape),
	    {(float)point.x, (float)point.y},
	    {normal.x, normal.y},
	    fraction,
	};
}

Box2D3Hit Box2D3CastClosest(const Box2D3World* world, const float* origin, const float* translation)
{
	const b2RayResult result = b2World_CastRayClosest(world->id, (b2Pos){origin[0], origin[1]},
	                                                  (b2Vec2){translation[0], translation[1]}, b2DefaultQueryFilter());
	if (!result.hit)
	{
		return (Box2D3Hit){.fraction = 1.0f};
	}
	return HitOf(result.shapeId, result.point, result.normal, result.fraction);
}

typedef struct Reporter
{
	Box2D3Report* report;
	void* context;
} Reporter;

static float ReportHit(b2ShapeId shape, b2Pos point, b2Vec2 normal, float fraction, void* context)
{
	const Reporter* reporter = context;
	return reporter->report(HitOf(shape, point, normal, fraction), reporter->context) ? 1.0f : 0.0f;
}

void Box2D3CastAll(const Box2D3World* world, const float* origin, const float* translation, Box2D3Report* report,
                   void* context)
{
	Reporter reporter = {report, context};
	b2World_CastRay(world->id, (b2Pos){origin[0], origin[1]}, (b2Vec2){translation[0], translation[1]},
	                b2DefaultQueryFilter(), ReportHit, &reporter);
}

uint64_t Box2D3BodyOf(uint64_t shape)
{
	return (uint64_t)(uintptr_t)b2Body_GetUserData(b2Shape_GetBody(b2LoadShapeId(shape)));
}

uint64_t Box2D3Bytes(void)
{
	return (uint64_t)b2GetByteCount();
}

const char* Box2D3VersionText(void)
{
	static char text[64];
	const b2Version version = b2GetVersion();
	snprintf(text, sizeof(text), "Box2D %d.%d.%d", version.major, version.minor, version.revision);
	return text;
}
