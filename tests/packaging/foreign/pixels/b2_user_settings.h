// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdint>
#include <cstdlib>

// Settings that a game may choose for Box2D: 39.4 units to a metre, polygons of 16 vertices, its own kind of user data.

#define b2_lengthUnitsPerMeter 39.4f
#define b2_maxPolygonVertices 16

struct B2_API b2BodyUserData
{
	const char* name = nullptr;
};

struct B2_API b2FixtureUserData
{
	uint16_t material = 0;
};

struct B2_API b2JointUserData
{
};

inline void* b2Alloc(int32 size)
{
	return std::malloc(static_cast<size_t>(size));
}

inline void b2Free(void* block)
{
	std::free(block);
}

inline void b2Log(const char* /*text*/, ...) {}
