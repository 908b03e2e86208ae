// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/sight.h>

RICOCHET_C_BEGIN

// The region that an eye sees or a light illuminates, for drawing. A region keeps its memory and its result
// (ricochet::Viewer). If the same region is used in each frame, only changes are computed anew. A light is as
// ricochet::Light and ricochet::ParallelLight (sight/light.h). Only one thread at a time may look or illuminate with a
// region. Several threads may read it at once.

typedef struct ricochet_region ricochet_region;

/// Creates an empty region. Destroy it by ricochet_destroy_region, which ignores null.
RICOCHET_API ricochet_region* ricochet_create_region(void);
RICOCHET_API void ricochet_destroy_region(ricochet_region* region);

/// A luminous disc, all around or in a cone: as ricochet::Light.
typedef struct ricochet_light_def
{
	uint32_t size;
	ricochet_vec position;
	float radius;     ///< how far the light reaches (m, > 0)
	float direction;  ///< direction of the middle of the cone (rad)
	float cone;       ///< angle of the cone from border to border (rad, > 0); 2 pi or more: all around
	float light_size; ///< Light::size: radius of the disc (m, >= 0). 0 is a point with hard shadows
	const ricochet_filter* filter;
} ricochet_light_def;

RICOCHET_API ricochet_light_def ricochet_light_def_default(void);

/// Light from infinitely far away, over a rectangle that contains the view: as ricochet::ParallelLight.
typedef struct ricochet_parallel_light_def
{
	uint32_t size;
	ricochet_vec direction;  ///< direction in which the light travels; any length except 0
	ricochet_vec view_lower; ///< the lower corner of the rectangle
	ricochet_vec view_upper;
	float before; ///< how far before the view the light begins (m, >= 0)
	float spread; ///< half the angle under which the source is seen (rad), 0 to below pi / 2
	const ricochet_filter* filter;
} ricochet_parallel_light_def;

RICOCHET_API ricochet_parallel_light_def ricochet_parallel_light_def_default(void);

// These functions take a world or a snapshot. If the def of an eye is null, the default is taken. If a call is refused,
// the region is empty.

/// Computes the region that an eye sees. max_error of the def is not read.
RICOCHET_API bool ricochet_look(ricochet_region* region, const ricochet_world* world, ricochet_vec eye,
                                const ricochet_sight_def* def);
RICOCHET_API bool ricochet_illuminate(ricochet_region* region, const ricochet_world* world,
                                      const ricochet_light_def* light);
RICOCHET_API bool ricochet_illuminate_parallel(ricochet_region* region, const ricochet_world* world,
                                               const ricochet_parallel_light_def* light);

// max_error (m, > 0): the largest distance of straight sides from arcs.

/// Write the region with hard shadows as a counter-clockwise polygon, or as triangles of three points each.
RICOCHET_API int32_t ricochet_region_polygon(const ricochet_region* region, float max_error, ricochet_vec* points,
                                             int32_t capacity);
RICOCHET_API int32_t ricochet_region_triangles(const ricochet_region* region, float max_error, ricochet_vec* points,
                                               int32_t capacity);

/// A corner of a triangle in a soft shadow: as ricochet::LitVertex.
typedef struct ricochet_lit_vertex
{
	ricochet_vec point;
	float share;  ///< the share of the full light, 0 to 1
	float change; ///< the value to add to the light after the region's triangles were drawn with 1
} ricochet_lit_vertex;

/// Writes the soft shadows of a light with a size, as triangles of three corners each. Into a picture of floats, draw
/// the region's triangles with the value 1. Then add these triangles with their `change`. Only after all of them are
/// drawn, the sums are between 0 and 1.
RICOCHET_API int32_t ricochet_region_soft_triangles(const ricochet_region* region, float max_error,
                                                    ricochet_lit_vertex* corners, int32_t capacity);

/// Returns the share of the light that reaches a point, 0 to 1. For an eye, returns 1 if it sees the point, else 0.
/// Below 0: refused.
RICOCHET_API float ricochet_region_share(const ricochet_region* region, ricochet_vec point);

RICOCHET_C_END
