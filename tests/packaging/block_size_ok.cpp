// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/clip_shapes.h>

#include <cstdint>

// Fits: the derived class puts its member where b2PolygonShape ends in four bytes of padding.
struct NamedPolygonShape : ricochet::ClipPolygonShape
{
	uint32_t name = 0;
};

static_assert(ricochet::FitsBlock<NamedPolygonShape, b2PolygonShape>(), "out of the size class");
