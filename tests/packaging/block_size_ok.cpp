// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/clip_shapes.h>

#include <cstdint>

// The class fits, because its member lies in the four bytes of padding at the end of b2PolygonShape.
struct NamedPolygonShape : ricochet::ClipPolygonShape
{
	uint32_t name = 0;
};

static_assert(ricochet::FitsBlock<NamedPolygonShape, b2PolygonShape>(), "out of the size class");
