// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <stdint.h>

// An interface of plain numbers to a world of Box2D 3.
// Box2D 3 and Box2D 2.4 define the same names, so no file includes the headers of both.

#ifdef __cplusplus
extern "C"
{
#endif

	typedef struct Box2D3World Box2D3World;

	typedef struct Box2D3Pose
	{
		float x, y;
		float cosine, sine;
	} Box2D3Pose;

	typedef struct Box2D3Hit
	{
		uint64_t shape; // the stored form of its identifier, 0 for none
		float point[2];
		float normal[2];
		float fraction;
	} Box2D3Hit;

	// Called for each shape that a ray hits, in any order. Returns whether the ray continues.
	typedef int Box2D3Report(Box2D3Hit hit, void* context);

	Box2D3World* Box2D3Create(void);
	void Box2D3Destroy(Box2D3World* world);

	// Adds a static body. The bodies get consecutive numbers.
	void Box2D3AddBody(Box2D3World* world, Box2D3Pose pose);
	void Box2D3Move(Box2D3World* world, uint64_t body, Box2D3Pose pose);

	// These functions add a shape to the body that was added last. The vertices are x, y, x, y, ...
	void Box2D3AddPolygon(Box2D3World* world, const float* vertices, int count);
	void Box2D3AddCircle(Box2D3World* world, float radius);
	void Box2D3AddSegment(Box2D3World* world, const float* ends);

	Box2D3Hit Box2D3CastClosest(const Box2D3World* world, const float* origin, const float* translation);
	void Box2D3CastAll(const Box2D3World* world, const float* origin, const float* translation, Box2D3Report* report,
	                   void* context);

	// Returns the number of the body that has the shape.
	uint64_t Box2D3BodyOf(uint64_t shape);
	uint64_t Box2D3Bytes(void);
	const char* Box2D3VersionText(void);

#ifdef __cplusplus
}
#endif
