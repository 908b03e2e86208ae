// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/plugin.h>

#include <box2d/b2_collision.h>
#include <box2d/b2_draw.h>

#include <optional>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// What is drawn, and how. Reusable; only read during a call. Lengths, times, scales and the parts of colours are
/// finite and >= 0. What they make that has no length or size (a normal of normalLength 0, the tracer of a bullet that
/// does not move) is left out.
struct DebugDrawDef
{
	bool bullets = true;    ///< a point, a circle of its radius, and a tracer: a line to where it was tracerTime ago at
	                        ///< the velocity it has now
	bool grenades = true;   ///< a solid circle, whose axis turns with it; half as bright if it rests
	bool paths = true;      ///< lines: what PathOf tells of bullets that fly or have expired in the last step
	bool impacts = true;    ///< points where it goes in and out, a line between them, and the normals at both ends
	bool presses = true;    ///< a point and a line: the impulse
	bool explosions = true; ///< circles of radius and of radius + falloff; of each hit the point, a line to it from the
	                        ///< centre, and a line from it: the impulse
	bool expired = true;    ///< a point and an upright cross, whose arms are half of normalLength

	float normalLength = 0.25f * k_meter; ///< m
	float impulseScale = 0.1f;            ///< m per N s: the length of an impulse
	float tracerTime = 1.0f / 60.0f;      ///< s
	float pointSize = 5.0f;               ///< as b2Draw::DrawPoint takes it: pixels

	/// In the world (m), the lower bound not above the upper: only lines, circles and points are drawn whose own box
	/// meets this one. None: all.
	std::optional<b2AABB> view = std::nullopt;

	b2Color bulletColor{1.0f, 0.9f, 0.3f};
	b2Color grenadeColor{0.4f, 0.8f, 0.3f};
	b2Color stuckColor{0.8f, 0.4f, 0.9f}; ///< of a grenade that is stuck
	b2Color pathColor{0.8f, 0.6f, 0.2f};
	b2Color enterColor{1.0f, 0.3f, 0.2f}; ///< also of the line between where it goes in and out
	b2Color exitColor{0.3f, 0.5f, 1.0f};
	b2Color pressColor{0.2f, 0.8f, 0.8f};
	b2Color explosionColor{1.0f, 0.5f, 0.1f};
	b2Color expiredColor{0.9f, 0.9f, 0.9f};
	b2Color rayColor{0.6f, 0.6f, 0.6f};
};

// Draw into the game's own b2Draw, in the world frame. All that counts is what the def says; the flags of b2Draw, which
// are about Box2D's shapes and joints, do not. Each thing is drawn once. No number that is not finite is handed to the
// b2Draw: what has one is left out. Nothing is read but numbers: bodies and fixtures that events name may be gone.
// Allocate nothing. What the b2Draw throws comes out. It must not change what is drawn.
// Refused, nothing is then drawn, by the name of the field: NotFinite, TooSmall (below 0, or for the view its upper
// bound below its lower one).

/// What a plugin knows: all that flies, and the events of the last step. Between steps, or between BeginStep, which
/// empties the events, and EndStep. After Plugin::ShiftOrigin all of it is shifted.
Result<> DebugDraw(const Plugin& plugin, b2Draw& draw, const DebugDrawDef& def = {});

/// What PreviewPath foresaw: its path, impacts and end, by the flags paths, impacts and expired.
Result<> DebugDraw(const FlightPreview& preview, b2Draw& draw, const DebugDrawDef& def = {});

/// A ray and what a cast of it gave; of a single hit std::span(&*hit, 1), of a miss {}. The ray as a line, its hits as
/// impacts by their flag. Refused as well: a ray that is not valid.
Result<> DebugDraw(const Ray& ray, std::span<const RayHit> hits, b2Draw& draw, const DebugDrawDef& def = {});

} // namespace ricochet

RICOCHET_EXPORT_END
