// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>

RICOCHET_C_BEGIN

// These functions take a world as it is now or a snapshot, on many threads, like the casts of c/cast.h. For views that
// are computed again in each frame, see c/region.h.

/// Returns 1 if the line between two points is free, 0 if it is not (sight/line_of_sight.h), and -1 if refused.
RICOCHET_API int32_t ricochet_in_sight(const ricochet_world* world, ricochet_vec from, ricochet_vec to,
                                       const ricochet_filter* filter);

/// Returns 1 if no third body blocks the line between the middles of two bodies, 0 if one does (sight/line_of_sight.h),
/// and -1 if refused.
RICOCHET_API int32_t ricochet_body_in_sight(const ricochet_world* world, ricochet_body from, ricochet_body to,
                                            const ricochet_filter* filter);

/// Returns the share of a body that is in sight of an eye, 0 to 1 (sight/visibility.h); below 0: refused.
RICOCHET_API float ricochet_seen_fraction(const ricochet_world* world, ricochet_vec eye, ricochet_body body,
                                          const ricochet_filter* filter);

/// How far and in which directions an eye sees.
typedef struct ricochet_sight_def
{
	uint32_t size;
	float radius;    ///< how far the eye sees (m, > 0)
	float direction; ///< direction of the middle of the cone (rad)
	float cone;      ///< angle of the cone from border to border (rad, > 0); 2 pi or more: all around
	float max_error; ///< how far the polygon's straight sides may stray from arcs (m, > 0)
	const ricochet_filter* filter;
} ricochet_sight_def;

RICOCHET_API ricochet_sight_def ricochet_sight_def_default(void);

/// Returns the share of a body that an eye sees within its cone and radius, 0 to 1 (sight/visibility.h); below 0:
/// refused. `max_error` is not read. To get the share of a body that a lamp lights, pass the lamp's position and
/// limits.
RICOCHET_API float ricochet_seen_fraction_within(const ricochet_world* world, ricochet_vec eye, ricochet_body body,
                                                 const ricochet_sight_def* def);

/// Computes the region that an eye sees, as a polygon of straight sides, counter-clockwise. Returns 0 if the eye is
/// inside a solid.
RICOCHET_API int32_t ricochet_visibility_polygon(const ricochet_world* world, ricochet_vec eye,
                                                 const ricochet_sight_def* def, ricochet_vec* points, int32_t capacity);

/// Computes the same region as triangles of three points each. The first point of a triangle is the eye.
RICOCHET_API int32_t ricochet_visibility_triangles(const ricochet_world* world, ricochet_vec eye,
                                                   const ricochet_sight_def* def, ricochet_vec* points,
                                                   int32_t capacity);

RICOCHET_C_END
