// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/world.h>

RICOCHET_C_BEGIN

// This header is about solids of any form, with holes, and how to add them to Box2D: as ricochet::Outline
// (geometry/outline.h).

/// The closed rings of a solid, outer ones and holes. A point is inside if it is within an odd number of rings. A ring
/// may repeat its first vertex at its end; that does not change the indices of edges and vertices in the list. A ring
/// may touch itself or other rings. In that case, the edges of hits are indices of the merged rings
/// (ricochet::Outline::Make), while ricochet_decompose gives indices of the list.
typedef struct ricochet_outline
{
	const ricochet_vec* vertices; ///< the vertices of one ring after the other
	int32_t count;                ///< number of vertices
	const int32_t* ring_starts;   ///< the first vertex of each ring; null: all vertices are one ring
	int32_t ring_count;           ///< number of rings
} ricochet_outline;

/// Returns true if the rings make a solid. Otherwise the error says which vertex, edge or ring is wrong, and why.
RICOCHET_API bool ricochet_check_outline(const ricochet_outline* outline);

/// A fault of an outline: as one of ricochet::OutlineFaults (geometry/outline.h).
typedef struct ricochet_outline_fault
{
	ricochet_error error; ///< as ricochet_check_outline sets it
	int32_t ring;         ///< number of the ring; -1: the fault is in ring_starts or in the number of vertices
	int32_t index;        ///< the vertex, or the edge that starts there, within its ring
	int32_t other_ring;   ///< RICOCHET_EDGES_MEET: the ring of the other edge; else -1
	int32_t other_index;  ///< the other edge within its ring
	ricochet_vec place;   ///< m
	char message[256];    ///< one sentence
} ricochet_outline_fault;

/// Finds all faults for which ricochet_check_outline may refuse an outline, for the designer of a level: as
/// ricochet::FindOutlineFaults. Returns the number of faults, counted up to 1,000.
RICOCHET_API int32_t ricochet_find_outline_faults(const ricochet_outline* outline, ricochet_outline_fault* faults,
                                                  int32_t capacity);

/// A box with sides along the axes.
typedef struct ricochet_box
{
	ricochet_vec lower; ///< m, the corner with the smaller coordinates
	ricochet_vec upper; ///< m
} ricochet_box;

// These functions make or repair rings for a ricochet_outline: as geometry/outline_rings.h. Each function returns the
// number of vertices. It also writes the first ring_capacity starts of rings. If `ring_count` is not null, it writes
// the number of rings there.

/// Writes the rings of the union of boxes, such as the tiles of a level: as ricochet::UniteBoxes.
RICOCHET_API int32_t ricochet_unite_boxes(const ricochet_box* boxes, int32_t count, ricochet_vec* vertices,
                                          int32_t capacity, int32_t* ring_starts, int32_t ring_capacity,
                                          int32_t* ring_count);

/// Writes the rings of an outline without the vertices at which they do not turn: as ricochet::WithoutFlatVertices.
RICOCHET_API int32_t ricochet_without_flat_vertices(const ricochet_outline* outline, ricochet_vec* vertices,
                                                    int32_t capacity, int32_t* ring_starts, int32_t ring_capacity,
                                                    int32_t* ring_count);

/// The numbers of vertices and rings that ricochet_weld_rings changed: as in ricochet::WeldedRings.
typedef struct ricochet_weld_counts
{
	int32_t moved;
	int32_t cut;
	int32_t removed;
	int32_t dropped;
} ricochet_weld_counts;

/// Repairs rings whose vertices do not quite meet, within a distance (m): as ricochet::WeldRings. The counts may be
/// null.
RICOCHET_API int32_t ricochet_weld_rings(const ricochet_outline* outline, float distance, ricochet_vec* vertices,
                                         int32_t capacity, int32_t* ring_starts, int32_t ring_capacity,
                                         int32_t* ring_count, ricochet_weld_counts* counts);

/// The kind of a simple polygon: as ricochet::PolygonKind (geometry/polygon_check.h).
typedef struct ricochet_polygon_kind
{
	bool convex;
	bool counter_clockwise;
} ricochet_polygon_kind;

/// Checks that the points are a simple polygon, and writes its kind. A ricochet_hull has to be convex and
/// counter-clockwise.
RICOCHET_API bool ricochet_check_polygon(const ricochet_vec* points, int32_t count, ricochet_polygon_kind* kind);

enum
{
	RICOCHET_MAX_POLYGON_VERTICES = 8 ///< the limit of Box2D, unless its b2_user_settings.h allows more
};

/// A convex part of an outline. It is counter-clockwise.
typedef struct ricochet_convex_piece
{
	int32_t count;
	int32_t vertices[RICOCHET_MAX_POLYGON_VERTICES]; ///< numbers of vertices of the outline
	int32_t edges[RICOCHET_MAX_POLYGON_VERTICES];    ///< the index of the outline's edge from each vertex to the next;
	                                                 ///< -1: the side is a cut
} ricochet_convex_piece;

/// Cuts an outline into convex pieces of 3 to most_vertices vertices, as ricochet::Decompose (geometry/decompose.h).
/// Returns the number of pieces. most_vertices is at most RICOCHET_MAX_POLYGON_VERTICES.
RICOCHET_API int32_t ricochet_decompose(const ricochet_outline* outline, int32_t most_vertices,
                                        ricochet_convex_piece* pieces, int32_t capacity);

/// Adds an outline in the body's frame, as one fixture for each convex piece (ricochet::MakePolygons). Casts and
/// projectiles treat the fixtures as one solid. Returns the number of fixtures. All fixtures are added, even if there
/// are more than `capacity`. If def is null, the default is taken.
RICOCHET_API int32_t ricochet_add_outline(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def,
                                          const ricochet_outline* outline, ricochet_fixture* fixtures,
                                          int32_t capacity);

/// Lets an outline, in the body's frame, replace a fixture's shape for all queries and projectiles: as
/// ricochet::AttachGeometry (host/attach_geometry.h). Box2D still collides with the fixture's own shape. If the outline
/// is null, queries use that shape again.
RICOCHET_API bool ricochet_attach_outline(ricochet_world* world, ricochet_fixture fixture,
                                          const ricochet_outline* outline);

RICOCHET_C_END
