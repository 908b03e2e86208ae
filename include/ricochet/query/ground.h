// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/hull_cast.h>
#include <ricochet/index/item.h>
#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>

#include <cstdint>
#include <optional>
#include <vector>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Two helpers for characters. They are no character controller: speed, jumps and steps are the game's.

/// The ground that CheckGround looks for.
struct GroundDef
{
	b2Vec2 up{0.0f, 1.0f};           ///< any length but 0
	float distance = 0.1f * k_meter; ///< looks for ground up to this distance below the feet (m), >= 0
	float maxSlope = 0.873f;         ///< the steepest ground that can be walked on (rad): 50 degrees
};

/// The ground that a shape stands on, or would stand on if it went down.
struct Ground : Item
{
	b2Body* body = nullptr;      ///< null for something that was added by hand
	b2Vec2 point{0.0f, 0.0f};    ///< the point of the ground's surface that the shape touches
	b2Vec2 normal{0.0f, 0.0f};   ///< unit, out of the ground
	float distance = 0.0f;       ///< distance downwards (m); negative: the depth of an overlap
	float slope = 0.0f;          ///< angle between the normal and up (rad), below a right angle
	bool isWalkable = false;     ///< slope <= maxSlope
	bool isHeld = false;         ///< it is too steep to walk on, but the shape stays on it, as between two rocks. A
	                             ///< slide down along it leads within `distance` into something that leans the other
	                             ///< way
	b2Vec2 velocity{0.0f, 0.0f}; ///< velocity of the body at the point (m/s): it carries a character who stands there.
	                             ///< (0, 0) over a Snapshot, which knows no velocities, and for something added by hand
};

/// Returns the ground under a shape. A cast downwards hits things. The ground is the nearest of these that can be
/// walked on. If none can, the ground is the nearest of all. Ties go to the flatter thing, then to the world's order.
///
/// - A thing that the shape overlaps at its pose counts if HullSpan::wayOut leads upwards.
/// - A wall beside the shape is no ground: a surface that the shape grazes, or whose normal rises by less than 2^-10.
///   An edge under a point or a segment with radius 0 is ground, though a cast of such a shape grazes it.
/// - A game may let a character stand, and jump, if isWalkable or isHeld.
/// - If a geometry is attached (host/attach_geometry.h), every face of it that the cast enters through counts. So does
///   such a face behind another one.
/// - A face that another solid covers where the shape touches it is no ground. Cuts between convex fixtures are such
///   faces.
/// - Ignore the walker's own body by the filter.
/// - There is none if a number is not finite, if a distance or slope is negative, or if up is (0, 0). There is also
///   none if the hull or pose cannot be cast.
[[nodiscard]] std::optional<Ground> CheckGround(Space space, const Hull& hull, const b2Transform& pose,
                                                const GroundDef& def = {}, const QueryFilter& filter = {});

/// How SlideHull may move.
struct SlideDef
{
	int32_t maxMoves = 5;            ///< the largest number of straight moves, >= 1
	float skin = 0.005f * k_meter;   ///< the distance that the shape keeps from what stops it (m), >= 0. Since places
	                                 ///< are floats, it keeps at least 2^-21 of a metre and of the coordinates
	float maxPush = 0.25f * k_meter; ///< the largest push out of things that it overlaps at the start (m), >= 0
};

/// A thing that stopped a slide or made it turn.
struct SlidePlane : Item
{
	b2Vec2 normal{0.0f, 0.0f}; ///< unit, out of the thing
	b2Vec2 point{0.0f, 0.0f};  ///< the point where it was touched; (0, 0) if the shape overlapped it
	bool isOverlap = false;    ///< the shape overlapped it where the slide started
};

/// The end of a slide.
struct SlideResult
{
	b2Vec2 position{0.0f, 0.0f}; ///< the position of the pose at the end
	b2Vec2 push{0.0f, 0.0f};     ///< the part of the displacement that moved the shape out of overlaps at the start
	b2Vec2 left{0.0f, 0.0f};     ///< the part of the translation that remains after its components into the planes were
	                             ///< dropped; (0, 0): nothing remains
	bool isFree = false;         ///< at the end the shape overlaps nothing that counts
};

/// Moves a shape by a translation so that it slides along the things that it hits, and returns where it ends. The shape
/// moves until it touches a thing. Then the part of the remaining translation that leads into the plane of contact is
/// dropped, and the shape continues along that plane. Between two planes the shape stops. It never turns back.
///
/// **Result.**
///
/// - At the end, the shape is no deeper in anything than at the start, apart from rounding. If the shape overlapped
///   nothing at the start, it overlaps nothing at the end. It passes through nothing.
/// - The moves after the push are together no longer than the translation.
/// - SlideHull replaces the content of planes by the things that stopped the shape, in the order of the stops.
/// - The shape stays where it is if a number is not finite or is negative, or if the shape cannot be cast. left is then
///   (0, 0), and isFree is false.
///
/// **Start.** If the shape overlaps or touches something at the start, it is pushed out first. If that takes more than
/// maxPush, it stays in there, and may only move so that it gets no deeper. If the ways out by two faces of a thing are
/// equally short, the shape may leave by either face. A thing that the shape only touches stops it only if the path
/// leads into that thing.
///
/// **Distances.**
///
/// - Where a thing stops the shape, the shape keeps the skin, measured across the surface of the thing.
/// - If the slide ends there at a flat angle, the shape comes nearer. Along its path it keeps at most four skins, or
///   more if rounding requires it.
/// - If the path does not lead into a thing, but touches it at the end, the shape stops before the end of the path. It
///   then keeps the skin, or more if it is not free there.
/// - A shape that slides along a thing moves away from it until the distance is the skin, if there is room. It may lose
///   up to half of its progress for that.
/// - In all other cases the shape may be nearer than the skin: it may pass a thing closely, or stop beside it.
/// - A shape that is exactly as wide as a shaft touches both sides in it. isFree is then false, though no overlap has a
///   depth.
///
/// **Edges.**
///
/// - Edges also stop a point, or a segment with radius 0. Casts of such shapes report edges as `grazing`, but here only
///   an edge along the path does not stop them. If the shape starts exactly on an edge, it may leave to either side.
/// - If the filter names a side, a one-sided edge counts as in a cast (query/hull_query.h). If a shape has jumped only
///   half through a platform, the platform neither pushes nor holds it, and the shape falls back.
///
/// Source: SV_FlyMove of Quake, id Software, 1996; b2ClipVector and b2SolvePlanes of Box2D 3.1, E. Catto.
[[nodiscard]] SlideResult SlideHull(Space space, const Hull& hull, const b2Transform& pose, b2Vec2 translation,
                                    std::vector<SlidePlane>& planes, const SlideDef& def = {},
                                    const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
