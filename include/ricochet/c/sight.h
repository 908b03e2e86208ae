// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>

RICOCHET_C_BEGIN

// Over a world as it stands or a snapshot, and on many threads, as the casts of c/cast.h. What is asked again in each
// frame: c/region.h.

/// Whether the way between two points is free: 1 or 0 (sight/line_of_sight.h); -1: refused.
RICOCHET_API int32_t ricochet_in_sight(const ricochet_world* world, ricochet_vec from, ricochet_vec to,
                                       const ricochet_filter* filter);

/// How much of a body is in sight of an eye, 0 to 1 (sight/visibility.h); below 0: refused.
RICOCHET_API float ricochet_seen_fraction(const ricochet_world* world, ricochet_vec eye, ricochet_body body,
                                          const ricochet_filter* filter);

/// How an eye looks.
typedef struct ricochet_sight_def
{
	uint32_t size;
	float radius;    ///< how far it sees (m, > 0)
	float direction; ///< of the middle of the cone (rad)
	float cone;      ///< its angle from border to border (rad, > 0); 2 pi or more: all around
	float max_error; ///< how far straight sides may stray from arcs (m, > 0)
	const ricochet_filter* filter;
} ricochet_sight_def;

RICOCHET_API ricochet_sight_def ricochet_sight_def_default(void);

/// What an eye sees, as a polygon of straight sides, counter-clockwise. 0: it is inside of a solid.
RICOCHET_API int32_t ricochet_visibility_polygon(const ricochet_world* world, ricochet_vec eye,
                                                 const ricochet_sight_def* def, ricochet_vec* points, int32_t capacity);

/// The same as triangles, three points each, the first of them the eye.
RICOCHET_API int32_t ricochet_visibility_triangles(const ricochet_world* world, ricochet_vec eye,
                                                   const ricochet_sight_def* def, ricochet_vec* points,
                                                   int32_t capacity);

RICOCHET_C_END
