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

/// Lets a geometry stand for a fixture wherever ricochet looks at it, while Box2D goes on colliding with its own
/// shape: a ship of a thousand vertices about which Box2D knows a box. Casts of rays and shapes, overlaps, Nearest,
/// Snapshot, SpatialHash, History, sight, bullets and grenades meet the geometry and no longer the shape, and so do
/// b2Fixture::RayCast and TestPoint. In the frame of the fixture's body. Mass, contacts and collisions stay as they
/// are. The geometry may reach beyond the shape, or be far from it: the fixture's box in the broadphase takes it in.
///
/// Hits name the fixture and its child 0, and edges of the outline (outline.h); -1 where a hull meets a piece at a side
/// that is none of them, as at a vertex. A ray or a hull may be in the solid of one fixture several times: casts of all
/// hits tell each part, with entry and exit of its own, and so do Next, GoOn, Solids, beams and bullets. Turning casts,
/// overlaps and FindAllNearest tell a fixture once. Depth and way out are those of the deepest convex piece, and
/// CheckGround and SlideHull go by the pieces: who stands on one meets the next, but never where two of them join.
///
/// The geometry goes with the fixture, and is copied when the fixture's shape is. Attaching again replaces it. What
/// fixture->GetShape() gave before is gone: ask again; and update a SpatialHash before its next cast, a Snapshot to
/// see the change. The mass is not computed anew. Outcome: done, or
///
///   Null           "fixture"
///   WorldIsLocked  "fixture": within a step or a callback of the world
///   NotASolid      "fixture": its shape is an edge, a chain, or of a class that is neither Box2D's nor ricochet's;
///                  value: its b2Shape::Type
///   TooMany        "fixture": its polygon has 8 vertices, and the geometry is kept where the last of them would be;
///                  value: 8, limit: 7
Result<> AttachGeometry(b2Fixture* fixture, const CastGeometry& geometry);

/// The fixture is again what its shape is, which is another object. Outcome: done, also if it had no geometry; Null;
/// WorldIsLocked.
Result<> DetachGeometry(b2Fixture* fixture);

/// What is attached to a fixture, if anything is.
[[nodiscard]] std::optional<CastGeometry> GeometryOf(const b2Fixture& fixture);

} // namespace ricochet

RICOCHET_EXPORT_END
