// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/hull_cast.h>
#include <ricochet/query/query_filter.h>

#include <cstdint>
#include <optional>
#include <vector>

class b2Body;
class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Two helpers for what walks. No character controller: speed, jumps and steps are the game's.

/// What is ground to CheckGround.
struct GroundDef
{
	b2Vec2 up{0.0f, 1.0f};           ///< of any length but 0
	float distance = 0.1f * k_meter; ///< how far below the feet ground is looked for (m), >= 0
	float maxSlope = 0.873f;         ///< the steepest ground that can be walked on (rad): 50 degrees
};

/// What a shape stands on, or would if it went down.
struct Ground
{
	b2Fixture* fixture = nullptr;
	int32_t child = 0; ///< edge of a chain; 0 for other shapes
	b2Body* body = nullptr;
	b2Vec2 point{0.0f, 0.0f};    ///< on the surface of the ground, where the shape touches it
	b2Vec2 normal{0.0f, 0.0f};   ///< unit, out of the ground
	float distance = 0.0f;       ///< how far down it is (m); negative: the depth of an overlap
	float slope = 0.0f;          ///< between the normal and up (rad), below a right angle
	bool isWalkable = false;     ///< slope <= maxSlope
	b2Vec2 velocity{0.0f, 0.0f}; ///< of the body at the point (m/s): what carries along who stands there
};

/// The ground under a shape: of all that its cast downwards meets the nearest that can be walked on; if there is none,
/// the nearest that cannot. Ties go to the flatter one, then to the world's order. What it overlaps where it is counts
/// if its way out leads upwards. A wall at its side is no ground: what it glides along, or whose normal rises by less
/// than 2^-10. Of a geometry that is attached (attach_geometry.h) every face counts that the way down leads into, also
/// behind another one.
/// None: nothing is there; or a number is not finite, a distance or slope is negative, up is (0, 0), the hull or pose
/// cannot be cast. Ignore the walker's own body by the filter.
[[nodiscard]] std::optional<Ground> CheckGround(const b2World& world, const Hull& hull, const b2Transform& pose,
                                                const GroundDef& def = {}, const QueryFilter& filter = {});

/// How SlideHull may move.
struct SlideDef
{
	int32_t maxMoves = 5;            ///< >= 1: how many straight moves the way may take
	float skin = 0.005f * k_meter;   ///< the distance that is kept from what it meets (m), >= 0
	float maxPush = 0.25f * k_meter; ///< how far it may be pushed out of what it overlaps where it starts (m), >= 0
};

/// What a slide was stopped by, in the order in which it was met.
struct SlidePlane
{
	b2Vec2 normal{0.0f, 0.0f}; ///< unit, out of what was met
	b2Vec2 point{0.0f, 0.0f};  ///< where it was touched; where the shape overlapped it: (0, 0)
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	bool isOverlap = false; ///< it overlapped where the slide started
};

/// Where a slide has come to.
struct SlideResult
{
	b2Vec2 position{0.0f, 0.0f}; ///< where the pose has come to
	b2Vec2 push{0.0f, 0.0f};     ///< the part of the way that was no slide, but came out of an overlap
	b2Vec2 left{0.0f, 0.0f};     ///< of the translation: what could not be gone, along the planes; (0, 0): all was gone
	bool isFree = false;         ///< it overlaps nothing where it ends
};

/// A translation of a shape that slides along what it meets: it goes until it touches, loses the part of what is left
/// that leads into a plane, and goes on along it; between two planes it stops, and it never turns back. Where the end
/// of the way would only touch something, it stops before it, by no more than it must or the skin.
/// It never ends overlapping anything deeper than the deepest that it overlapped where it started, nor anything at all
/// if that was nothing; each of its moves is free, so it passes through nothing; it goes no farther than the
/// translation is long, but for the push, and every move is no longer than what was left. Who starts overlapping (or
/// touching) is pushed out first, if that takes no more than maxPush, and else may only move so that it gets no deeper.
/// Of one-sided edges only those are met on whose front its middle starts, if the filter says so.
/// Replaces the content of planes. Not finite, negative, not to be cast: it stays where it is, left is (0, 0), isFree
/// is false. Source: SV_FlyMove of Quake, id Software, 1996; b2ClipVector and b2SolvePlanes of Box2D 3.1, E. Catto.
[[nodiscard]] SlideResult SlideHull(const b2World& world, const Hull& hull, const b2Transform& pose, b2Vec2 translation,
                                    std::vector<SlidePlane>& planes, const SlideDef& def = {},
                                    const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
