// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>

RICOCHET_C_BEGIN

// Casts over a world as it stands, or over a snapshot of it (c/snapshot.h). They change nothing, and may run on many
// threads at once while nobody does; also inside of a rule or a predicate. The answers are those of
// ricochet::CastRayClosest and its like, to the bit.

/// The segment from origin to origin + max_fraction * translation.
typedef struct ricochet_ray
{
	ricochet_vec origin;
	ricochet_vec translation;
	float max_fraction; ///< >= 0; 1: up to the end of the translation
} ricochet_ray;

/// The ray from one point to another.
RICOCHET_API ricochet_ray ricochet_ray_between(ricochet_vec from, ricochet_vec to);

/// Where a ray crosses a surface: as ricochet::Crossing (geometry/ray.h).
typedef struct ricochet_crossing
{
	float fraction; ///< of the translation
	ricochet_vec point;
	ricochet_vec normal; ///< unit, out of the solid; (0, 0) where it starts or ends inside
	int32_t edge;        ///< -1: none
} ricochet_crossing;

/// The part of a ray in one child of a fixture: as ricochet::RaySpan.
typedef struct ricochet_ray_hit
{
	ricochet_crossing enter;
	ricochet_crossing exit;
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	uint64_t fixture_user_data;
	int32_t child; ///< edge of a chain; 0 for other shapes
	bool starts_inside;
	bool ends_inside;
	bool grazing; ///< it touches without ever being in the interior
} ricochet_ray_hit;

/// The first of all: 1, and `hit` is written; 0: a miss; -1: refused, as by a number that is not finite.
RICOCHET_API int32_t ricochet_cast_ray_closest(const ricochet_world* world, const ricochet_ray* ray,
                                               const ricochet_filter* filter, ricochet_ray_hit* hit);

/// Whether anything is hit: the cheapest question.
RICOCHET_API int32_t ricochet_cast_ray_any(const ricochet_world* world, const ricochet_ray* ray,
                                           const ricochet_filter* filter);

/// All, sorted by entry.
RICOCHET_API int32_t ricochet_cast_ray_all(const ricochet_world* world, const ricochet_ray* ray,
                                           const ricochet_filter* filter, ricochet_ray_hit* hits, int32_t capacity);

/// Many rays at once: answer i is that of ray i, of a miss with fixture 0. How many hit. A snapshot casts hundreds of
/// them faster than one after the other.
RICOCHET_API int32_t ricochet_cast_rays_closest(const ricochet_world* world, const ricochet_ray* rays, int32_t count,
                                                const ricochet_filter* filter, ricochet_ray_hit* hits);
RICOCHET_API int32_t ricochet_cast_rays_any(const ricochet_world* world, const ricochet_ray* rays, int32_t count,
                                            const ricochet_filter* filter, bool* is_hit);

/// What is solid: touching fixtures of a body as one. Body, fixture and child are those that are entered.
RICOCHET_API int32_t ricochet_cast_ray_solids(const ricochet_world* world, const ricochet_ray* ray,
                                              const ricochet_filter* filter, ricochet_ray_hit* solids,
                                              int32_t capacity);

/// How much of the way from one point to another is solid (m); below 0: refused.
RICOCHET_API float ricochet_solid_length(const ricochet_world* world, ricochet_vec from, ricochet_vec to,
                                         const ricochet_filter* filter);

// Shapes on their way, and where they are --------------------------------------------------------------------------

/// All within a radius (m) of the convex hull of the vertices: 1 is a circle, 2 a capsule, 3 and more,
/// counter-clockwise, a polygon. The vertices are read during the call.
typedef struct ricochet_hull
{
	const ricochet_vec* vertices;
	int32_t count;
	float radius;
} ricochet_hull;

/// As ricochet::HullHit (query/hull_query.h): of enter and exit, `point` is where the pose's position then is.
typedef struct ricochet_hull_hit
{
	ricochet_ray_hit span;
	ricochet_vec contact; ///< where the two touch first; (0, 0) if it starts inside
	float depth;          ///< if it starts inside: how far it would have to go to come free (m)
	ricochet_vec way_out; ///< and where to: unit
} ricochet_hull_hit;

/// The hull goes from its pose straight on, without turning.
RICOCHET_API int32_t ricochet_cast_hull_closest(const ricochet_world* world, const ricochet_hull* hull,
                                                ricochet_pose pose, ricochet_vec translation,
                                                const ricochet_filter* filter, ricochet_hull_hit* hit);
RICOCHET_API int32_t ricochet_cast_hull_any(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                            ricochet_vec translation, const ricochet_filter* filter);
RICOCHET_API int32_t ricochet_cast_hull_all(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                            ricochet_vec translation, const ricochet_filter* filter,
                                            ricochet_hull_hit* hits, int32_t capacity);

/// A child of a fixture that a hull overlaps: as ricochet::OverlapHit.
typedef struct ricochet_overlap_hit
{
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	uint64_t fixture_user_data;
	int32_t child;
	float depth;          ///< how far the hull would have to go to come free (m)
	ricochet_vec way_out; ///< and where to: unit
} ricochet_overlap_hit;

/// What it overlaps where it is, the deepest first; what touches overlaps.
RICOCHET_API int32_t ricochet_overlap_hull(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                           const ricochet_filter* filter, ricochet_overlap_hit* overlaps,
                                           int32_t capacity);

// Beams ------------------------------------------------------------------------------------------------------------

/// What a beam or a projectile does at a hit: as ricochet::Response.
enum
{
	RICOCHET_STOP,
	RICOCHET_BOUNCE,
	RICOCHET_PIERCE,
	RICOCHET_IGNORE
};

/// A straight part of a beam, up to a hit: as ricochet::BeamLeg (query/beam.h).
typedef struct ricochet_beam_leg
{
	ricochet_ray ray;
	ricochet_ray_hit hit; ///< fixture 0: the end of the beam, and enter and exit are there
	float begin;          ///< from this fraction of the ray on, to hit.enter.fraction
	int32_t response;     ///< what it did there
} ricochet_beam_leg;

/// What a beam does at a hit, in place of leg->response. No response of the above: RICOCHET_STOP.
typedef int32_t (*ricochet_beam_rule)(const ricochet_beam_leg* leg, void* context);

/// What a beam may do on its way: as ricochet::BeamDef.
typedef struct ricochet_beam_def
{
	uint32_t size;
	float length; ///< of all legs together (m, > 0)
	int32_t max_bounces;
	int32_t max_pierces;
	const ricochet_filter* filter;
	ricochet_beam_rule rule; ///< null: bounce while bounces are left, else pierce, else stop
	void* context;           ///< for the rule
} ricochet_beam_def;

RICOCHET_API ricochet_beam_def ricochet_beam_def_default(void);

/// A laser, from origin in a direction of any length but 0.
RICOCHET_API int32_t ricochet_cast_beam(const ricochet_world* world, ricochet_vec origin, ricochet_vec direction,
                                        const ricochet_beam_def* def, ricochet_beam_leg* legs, int32_t capacity);

RICOCHET_C_END
