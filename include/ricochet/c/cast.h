// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>

RICOCHET_C_BEGIN

// Queries of a world as it is now, or of a snapshot of it (c/snapshot.h). Each query has the name of a C++ query, such
// as ricochet::CastRayClosest, and gives the same results to the bit.
//
// - Queries change nothing. They may run on many threads at once while nobody changes the world. A rule or a predicate
//   may call them, too.
// - A query of the closest hit returns 1 if it has written a hit, and 0 for a miss.
// - A query of all hits returns the number of hits. It writes the first ones, up to `capacity`.
// - Every query returns -1 if it is refused, for example for a number that is not finite.

/// The segment from origin to origin + max_fraction * translation.
typedef struct ricochet_ray
{
	ricochet_vec origin;
	ricochet_vec translation;
	float max_fraction; ///< >= 0; 1: up to the end of the translation
} ricochet_ray;

/// Returns the ray from one point to another.
RICOCHET_API ricochet_ray ricochet_ray_between(ricochet_vec from, ricochet_vec to);

/// The point where a ray crosses a surface: as ricochet::Crossing (geometry/ray.h).
typedef struct ricochet_crossing
{
	float fraction;      ///< fraction of the translation
	ricochet_vec point;  ///< on the surface or outside, as in ricochet::Crossing
	ricochet_vec normal; ///< unit vector out of the solid; (0, 0) if the ray starts or ends inside
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
	bool grazing; ///< the ray touches the shape without entering its interior
} ricochet_ray_hit;

/// Finds the hit with the smallest entry.
RICOCHET_API int32_t ricochet_cast_ray_closest(const ricochet_world* world, const ricochet_ray* ray,
                                               const ricochet_filter* filter, ricochet_ray_hit* hit);

/// Returns 1 if the ray hits anything. This is the cheapest query.
RICOCHET_API int32_t ricochet_cast_ray_any(const ricochet_world* world, const ricochet_ray* ray,
                                           const ricochet_filter* filter);

/// Finds all hits, sorted by entry.
RICOCHET_API int32_t ricochet_cast_ray_all(const ricochet_world* world, const ricochet_ray* ray,
                                           const ricochet_filter* filter, ricochet_ray_hit* hits, int32_t capacity);

/// Finds the hit that follows `after` in the order of ricochet_cast_ray_all. Called from hit to hit, it finds each hit
/// once.
///
/// - `after` must come from a cast of the same ray. Its enter.fraction, fixture and child are read. `hit` may be
///   `after`.
/// - Refused with RICOCHET_NO_SUCH_ENTRY if that fixture no longer exists.
/// - Cost: in a b2World of the game, each call first searches all fixtures for that fixture.
RICOCHET_API int32_t ricochet_cast_ray_next(const ricochet_world* world, const ricochet_ray* ray,
                                            const ricochet_ray_hit* after, const ricochet_filter* filter,
                                            ricochet_ray_hit* hit);

/// Casts many rays in one call: hit i is the closest hit of ray i. A miss has fixture 0. Returns the number of rays
/// that hit. For a snapshot, one call with hundreds of rays is faster than one call for each ray.
RICOCHET_API int32_t ricochet_cast_rays_closest(const ricochet_world* world, const ricochet_ray* rays, int32_t count,
                                                const ricochet_filter* filter, ricochet_ray_hit* hits);
RICOCHET_API int32_t ricochet_cast_rays_any(const ricochet_world* world, const ricochet_ray* rays, int32_t count,
                                            const ricochet_filter* filter, bool* is_hit);

/// Rays of one length from one point, evenly spread over an angle, in counter-clockwise order: as ricochet::RayFan
/// (query/ray_fan.h).
typedef struct ricochet_ray_fan
{
	ricochet_vec origin;
	float direction; ///< direction of the middle of the fan, from the x axis (rad)
	float angle;     ///< angle from the first ray to the last (rad, >= 0); 2 pi or more: the full circle
	float radius;    ///< length of the rays (m, >= 0)
	int32_t count;   ///< number of rays, >= 0
} ricochet_ray_fan;

/// Writes ray i of a fan.
RICOCHET_API bool ricochet_fan_ray(const ricochet_ray_fan* fan, int32_t i, ricochet_ray* ray);

/// Casts all rays of a fan in one call: hit i is the closest hit of ray i (ricochet_fan_ray). A miss has fixture 0.
/// Returns the number of rays that hit. Refused with RICOCHET_TOO_FEW if `capacity` is below the number of rays.
RICOCHET_API int32_t ricochet_cast_ray_fan(const ricochet_world* world, const ricochet_ray_fan* fan,
                                           const ricochet_filter* filter, ricochet_ray_hit* hits, int32_t capacity);

/// Finds the solids along a ray. Touching fixtures of one body are one solid. Body, fixture and child of a hit are
/// those at its entry.
RICOCHET_API int32_t ricochet_cast_ray_solids(const ricochet_world* world, const ricochet_ray* ray,
                                              const ricochet_filter* filter, ricochet_ray_hit* solids,
                                              int32_t capacity);

/// Returns the length (m) of the part of a straight line that lies in solids. Below 0: refused.
RICOCHET_API float ricochet_solid_length(const ricochet_world* world, ricochet_vec from, ricochet_vec to,
                                         const ricochet_filter* filter);

// Hulls ------------------------------------------------------------------------------------------------------------

/// All points within a radius (m) of the convex hull of the vertices. 1 vertex gives a circle, 2 give a capsule, 3 or
/// more (counter-clockwise) a polygon. The vertices are read during the call.
typedef struct ricochet_hull
{
	const ricochet_vec* vertices;
	int32_t count;
	float radius;
} ricochet_hull;

/// The vertex or edge of a hull that touches: as ricochet::HullFeature. -1: none.
typedef struct ricochet_hull_feature
{
	int32_t vertex;
	int32_t edge;
} ricochet_hull_feature;

/// As ricochet::HullHit (query/hull_query.h). The points of enter and exit are the positions of the hull's pose at
/// entry and exit.
typedef struct ricochet_hull_hit
{
	ricochet_ray_hit span;
	ricochet_vec contact;         ///< the first touching point of hull and thing; (0, 0) if the hull starts inside
	ricochet_vec place;           ///< a position for the hull's pose at which the two do not touch
	ricochet_hull_feature still;  ///< the vertex or edge of the hit thing that touches there
	ricochet_hull_feature moving; ///< the same for the hull
	float depth;                  ///< if the hull starts inside: how far it must move to get out (m)
	ricochet_vec way_out;         ///< direction of that move (unit vector)
} ricochet_hull_hit;

// The hull moves from its pose in a straight line, without turning.

RICOCHET_API int32_t ricochet_cast_hull_closest(const ricochet_world* world, const ricochet_hull* hull,
                                                ricochet_pose pose, ricochet_vec translation,
                                                const ricochet_filter* filter, ricochet_hull_hit* hit);
RICOCHET_API int32_t ricochet_cast_hull_any(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                            ricochet_vec translation, const ricochet_filter* filter);
RICOCHET_API int32_t ricochet_cast_hull_all(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                            ricochet_vec translation, const ricochet_filter* filter,
                                            ricochet_hull_hit* hits, int32_t capacity);

/// Finds the solids that the hull goes through, merged as by ricochet_cast_ray_solids.
RICOCHET_API int32_t ricochet_cast_hull_solids(const ricochet_world* world, const ricochet_hull* hull,
                                               ricochet_pose pose, ricochet_vec translation,
                                               const ricochet_filter* filter, ricochet_hull_hit* solids,
                                               int32_t capacity);

/// A thing that a hull overlaps: as ricochet::OverlapHit.
typedef struct ricochet_overlap_hit
{
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	uint64_t fixture_user_data;
	int32_t child;
	float depth;          ///< how far the hull must move to get out (m)
	ricochet_vec way_out; ///< direction of that move (unit vector)
	ricochet_vec place;   ///< a position for the hull's pose after that move, at which the two do not touch
} ricochet_overlap_hit;

/// Finds everything that a hull overlaps at its pose, sorted from the deepest overlap on. Shapes that only touch count
/// as overlapping.
RICOCHET_API int32_t ricochet_overlap_hull(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                           const ricochet_filter* filter, ricochet_overlap_hit* overlaps,
                                           int32_t capacity);

// Turning hulls ----------------------------------------------------------------------------------------------------

/// A hull that turns while it moves in a straight line: as ricochet::TurningPath and ricochet::TurningMotion
/// (geometry/turning_cast.h).
typedef struct ricochet_turning_path
{
	uint32_t size;
	const ricochet_hull* hull;
	ricochet_pose pose;        ///< the pose at the start
	ricochet_vec local_center; ///< the point about which the hull turns, in its frame
	ricochet_vec translation;  ///< translation of that point
	float angle;               ///< how far the hull turns during that translation (rad), counter-clockwise
	float max_fraction;        ///< >= 0
	float tolerance;           ///< the distance that counts as a touch (m), >= 0
} ricochet_turning_path;

/// Returns a path without a hull and without a motion.
RICOCHET_API ricochet_turning_path ricochet_turning_path_default(void);

/// The first touch of the hull and one thing: as ricochet::TurningHit (query/turning_query.h).
typedef struct ricochet_turning_hit
{
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	uint64_t fixture_user_data;
	int32_t child;
	float fraction;
	ricochet_vec contact; ///< on the surface of the thing; (0, 0) if the hull starts inside
	ricochet_vec normal;  ///< unit, out of the thing; (0, 0) if the hull starts inside
	ricochet_hull_feature still;
	ricochet_hull_feature moving;
	bool starts_inside;
	float depth;          ///< if the hull starts inside: how far it must move to get out (m)
	ricochet_vec way_out; ///< direction of that move (unit vector)
	bool is_certain;      ///< false: the search gave up here; the path is free up to this fraction
} ricochet_turning_hit;

RICOCHET_API int32_t ricochet_cast_turning_closest(const ricochet_world* world, const ricochet_turning_path* path,
                                                   const ricochet_filter* filter, ricochet_turning_hit* hit);
RICOCHET_API int32_t ricochet_cast_turning_any(const ricochet_world* world, const ricochet_turning_path* path,
                                               const ricochet_filter* filter);
RICOCHET_API int32_t ricochet_cast_turning_all(const ricochet_world* world, const ricochet_turning_path* path,
                                               const ricochet_filter* filter, ricochet_turning_hit* hits,
                                               int32_t capacity);

// Distances --------------------------------------------------------------------------------------------------------

/// The distance of a thing from a point: as ricochet::NearestHit (query/nearest.h).
typedef struct ricochet_nearest_hit
{
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	uint64_t fixture_user_data;
	int32_t child;
	float distance;      ///< m; if the point lies in a solid, minus its depth
	ricochet_vec point;  ///< the nearest point of the thing's surface
	ricochet_vec normal; ///< unit; for a solid its outward normal there, for an edge towards the point
} ricochet_nearest_hit;

/// Finds the nearest thing within a distance (m, >= 0, may be infinite).
RICOCHET_API int32_t ricochet_find_nearest(const ricochet_world* world, ricochet_vec point, float max_distance,
                                           const ricochet_filter* filter, ricochet_nearest_hit* hit);

/// Finds up to `most` things within a distance, the nearest first.
RICOCHET_API int32_t ricochet_find_all_nearest(const ricochet_world* world, ricochet_vec point, float max_distance,
                                               int32_t most, const ricochet_filter* filter, ricochet_nearest_hit* hits,
                                               int32_t capacity);

// Characters -------------------------------------------------------------------------------------------------------

/// Which ground ricochet_check_ground searches for: as ricochet::GroundDef (query/ground.h).
typedef struct ricochet_ground_def
{
	uint32_t size;
	ricochet_vec up; ///< any length but 0
	float distance;  ///< how far below the feet the search reaches (m), >= 0
	float max_slope; ///< the steepest ground that can be walked on (rad), >= 0
} ricochet_ground_def;

RICOCHET_API ricochet_ground_def ricochet_ground_def_default(void);

/// The ground under a hull: as ricochet::Ground.
typedef struct ricochet_ground
{
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	uint64_t fixture_user_data;
	int32_t child;
	ricochet_vec point;    ///< on the surface of the ground
	ricochet_vec normal;   ///< unit, out of the ground
	float distance;        ///< how far the ground is below the hull (m); negative: minus the depth of an overlap
	float slope;           ///< angle between the normal and up (rad)
	bool is_walkable;      ///< slope <= max_slope
	bool is_held;          ///< too steep to walk on, but the hull stays on it, as between two rocks
	ricochet_vec velocity; ///< velocity of the body at the point (m/s); (0, 0) in a snapshot
} ricochet_ground;

/// Finds the ground under a hull: the nearest walkable ground or, if there is none, the nearest ground that is not
/// walkable. If def is null, the default is taken.
RICOCHET_API int32_t ricochet_check_ground(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                           const ricochet_ground_def* def, const ricochet_filter* filter,
                                           ricochet_ground* ground);

/// How a hull slides: as ricochet::SlideDef.
typedef struct ricochet_slide_def
{
	uint32_t size;
	int32_t max_moves; ///< >= 1: the largest number of straight moves of the path
	float skin;        ///< the distance that the hull keeps from things that it hits (m), >= 0
	float max_push;    ///< how far the hull may be pushed out of overlaps at the start (m), >= 0
} ricochet_slide_def;

RICOCHET_API ricochet_slide_def ricochet_slide_def_default(void);

/// A thing that stopped a slide: as ricochet::SlidePlane.
typedef struct ricochet_slide_plane
{
	ricochet_body body;
	ricochet_fixture fixture;
	uint64_t body_user_data;
	uint64_t fixture_user_data;
	int32_t child;
	ricochet_vec normal; ///< unit, out of the thing
	ricochet_vec point;  ///< where the hull touched the thing; (0, 0) if the hull overlapped it
	bool is_overlap;     ///< the hull overlapped the thing at the start of the slide
} ricochet_slide_plane;

/// The end of a slide: as ricochet::SlideResult.
typedef struct ricochet_slide_result
{
	ricochet_vec position; ///< position of the pose
	ricochet_vec push;     ///< the part of the path that led out of overlaps at the start
	ricochet_vec left;     ///< the rest of the translation, along the planes
	bool is_free;          ///< at the end the shape overlaps nothing
} ricochet_slide_result;

/// Moves a hull by a translation so that it slides along the things that it hits. Writes the end of the slide to
/// `result`. Returns the number of things that stopped the hull, and writes these things to `planes`. If def is null,
/// the default is taken.
RICOCHET_API int32_t ricochet_slide_hull(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                         ricochet_vec translation, const ricochet_slide_def* def,
                                         const ricochet_filter* filter, ricochet_slide_result* result,
                                         ricochet_slide_plane* planes, int32_t capacity);

// Beams ------------------------------------------------------------------------------------------------------------

/// The response of a beam or a projectile to a hit: as ricochet::Response.
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
	ricochet_ray_hit hit;   ///< fixture 0: the beam ends without a hit; enter and exit are at its end
	float begin;            ///< the leg leads from this fraction of the ray to hit.enter.fraction
	int32_t response;       ///< the response at the hit
	int32_t parent;         ///< index of the leg at whose hit this leg begins; -1 for the first leg
	int32_t medium;         ///< index of the leg at whose hit the beam was refracted into this solid; -1: none
	float power;            ///< share of the beam's power that reaches the hit; 1 for the first leg
	float bounced;          ///< if the power splits at the hit: power of the part that bounces; else 0
	float refractive_index; ///< index of refraction, if the beam is refracted into a solid here; else 0
	bool leaving;           ///< the hit is on the way out of the solid of `medium`
} ricochet_beam_leg;

/// The decision of a beam's rule: as ricochet::BeamDecision. The rule receives it with leg->response set, and may
/// change the fields.
///
/// - Split: set both `bounced` and `passed`. They are shares of the leg's power; the rest of the power is absorbed.
/// - Refract: set `refractive_index`. If both shares are 0, all of the power is refracted.
/// - If none of these three fields is set, `response` is carried out. An invalid number counts as RICOCHET_STOP.
typedef struct ricochet_beam_decision
{
	int32_t response;       ///< RICOCHET_STOP, ...; read only if the other fields are 0
	float bounced;          ///< share of the power that bounces
	float passed;           ///< share of the power that continues straight on, or is refracted
	float refractive_index; ///< index of refraction of the solid; 0: straight on
} ricochet_beam_decision;

/// Decides what a beam does at a hit.
typedef void (*ricochet_beam_rule)(const ricochet_beam_leg* leg, ricochet_beam_decision* decision, void* context);

/// The length and the limits of a beam: as ricochet::BeamDef.
typedef struct ricochet_beam_def
{
	uint32_t size;
	float length; ///< length of all legs together (m, > 0)
	int32_t max_bounces;
	int32_t max_pierces;
	const ricochet_filter* filter;
	ricochet_beam_rule rule; ///< null: bounce while bounces are left, else pierce, else stop
	void* context;           ///< passed to the rule
	float min_power;         ///< a part of the beam ends if it has a smaller share of the power
	int32_t max_legs;        ///< a beam that has split has at most this number of legs
} ricochet_beam_def;

RICOCHET_API ricochet_beam_def ricochet_beam_def_default(void);

/// Why a beam ends: as ricochet::BeamEnd.
enum
{
	RICOCHET_BEAM_INVALID, ///< ricochet_cast_beam is refused instead
	RICOCHET_BEAM_LENGTH,
	RICOCHET_BEAM_STOPPED,
	RICOCHET_BEAM_NO_PLACE,
	RICOCHET_BEAM_FADED,
	RICOCHET_BEAM_MAX_LEGS
};

/// Casts a beam, such as a laser, from an origin in a direction of any length but 0. Returns the number of its legs. If
/// `end` is not null, and the call is not refused, *end is RICOCHET_BEAM_LENGTH, ...
RICOCHET_API int32_t ricochet_cast_beam(const ricochet_world* world, ricochet_vec origin, ricochet_vec direction,
                                        const ricochet_beam_def* def, ricochet_beam_leg* legs, int32_t capacity,
                                        int32_t* end);

RICOCHET_C_END
