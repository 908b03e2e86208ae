// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/shapes/cast_geometry.h>

#include <box2d/b2_fixture.h>

#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Attaches a geometry to a fixture: ricochet uses it in place of the fixture's shape, while Box2D still collides with
/// the shape. So a ship of a thousand vertices may collide as a box. The geometry is in the frame of the fixture's
/// body.
///
/// Where it counts.
/// - Casts of rays and shapes, overlaps, Nearest, Snapshot, SpatialHash, History, sight, bullets and grenades hit the
///   geometry and no longer the shape. So do b2Fixture::RayCast and TestPoint.
/// - Mass, contacts and collisions stay those of the shape. The mass is not computed anew.
/// - The geometry may reach beyond the shape, or be far from it. The fixture's box in the broadphase includes both.
///
/// Hits.
/// - They name the fixture, its child 0, and an edge of the outline (outline.h). The edge is -1 if a hull hits a piece
///   at a side that is no edge of the outline, as at a vertex.
/// - A ray or a hull may be in the solid of one fixture several times. Casts of all hits report each part with its own
///   entry and exit. So do Next, GoOn, Solids, beams and bullets.
/// - Turning casts, overlaps and FindAllNearest report a fixture once.
/// - depth and wayOut lead out of all pieces, as those of an OverlapHit do (query/overlap_query.h). CheckGround and
///   SlideHull use the pieces: a shape that stands on one piece can hit the next, but never where two pieces join.
///
/// Lifetime.
/// - The geometry stays with the fixture and is copied with the fixture's shape. Attaching again replaces it.
/// - Call fixture->GetShape() again: the shape that it returned before is gone.
/// - Update a SpatialHash before its next cast. Update a Snapshot, so that it sees the change.
///
/// Refused:
/// - Null, "fixture".
/// - WorldIsLocked, "fixture": the call is made within a step or a callback of the world.
/// - NotASolid, "fixture": its shape is an edge or a chain, or its class is neither Box2D's nor ricochet's; value: its
///   b2Shape::Type.
/// - TooMany, "fixture": its polygon has b2_maxPolygonVertices vertices, so there is no room to keep the geometry where
///   the last of them would be; value: 8, limit: 7, unless b2_user_settings.h sets another maximum.
Result<> AttachGeometry(b2Fixture* fixture, const CastGeometry& geometry);

/// Detaches the geometry of a fixture, so that ricochet uses its shape again. The shape is then another object: call
/// GetShape() again. It is no error if the fixture has no geometry. Refused: Null; WorldIsLocked.
Result<> DetachGeometry(b2Fixture* fixture);

/// Returns the geometry that is attached to a fixture, if there is one.
[[nodiscard]] std::optional<CastGeometry> GeometryOf(const b2Fixture& fixture);

} // namespace ricochet

RICOCHET_EXPORT_END
