// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstdarg>
#include <cstdint>
#include <cstdlib>

// Settings that a game may choose for Box2D: polygons of 12 vertices, more user data, its own memory.

#define b2_lengthUnitsPerMeter 1.0f
#define b2_maxPolygonVertices 12

struct B2_API b2BodyUserData
{
	uintptr_t pointer = 0;
	void* owner = nullptr;
	int team = 0;
};

struct B2_API b2FixtureUserData
{
	uintptr_t pointer = 0;
	float armour = 0.0f;
	double heat[3] = {};
};

struct B2_API b2JointUserData
{
	uintptr_t pointer = 0;
	char name[24] = {};
};

// Only b2Free can free these blocks.
inline void* b2Alloc(int32 size)
{
	auto* block = static_cast<char*>(std::malloc(static_cast<size_t>(size) + 16));
	return block == nullptr ? nullptr : block + 16;
}

inline void b2Free(void* block)
{
	if (block != nullptr)
	{
		std::free(static_cast<char*>(block) - 16);
	}
}

inline void b2Log(const char* /*text*/, ...) {}
