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

/// The things that DebugDraw draws, and how it draws them. The def is reusable; it is read only during a call. Lengths,
/// times, scales and the parts of colours must be finite and >= 0. Lines and circles without length or size are left
/// out. Examples are a normal of normalLength 0, or the tracer of a bullet that does not move.
struct DebugDrawDef
{
	bool bullets = true;    ///< a point, a circle of its radius, and a tracer: a line back over tracerTime at its
	                        ///< present velocity
	bool grenades = true;   ///< a solid circle with an axis that turns with the grenade; half as bright at rest
	bool paths = true;      ///< lines: the paths (PathOf) of bullets that fly or have expired in the last step
	bool impacts = true;    ///< points of entry and exit, a line between them, and the normals at both
	bool presses = true;    ///< a point, and the impulse as a line
	bool explosions = true; ///< circles of radius and of radius + falloff. For each hit: its point, a line from the
	                        ///< centre to it, and the impulse as a line from it
	bool expired = true;    ///< a point and an upright cross, whose arms are half of normalLength

	/// Share of the last step, 0 to 1, at which bullets and grenades are drawn, as by Plugin::BulletsAt and
	/// Plugin::GrenadesAt. At 1, all are drawn as they are now, including bullets that wait for their delay. Larger
	/// values count as 1. Paths and events are always those of the whole step. Bullets that ended later in the step
	/// have no circle.
	float alpha = 1.0f;

	float normalLength = 0.25f * k_meter; ///< m
	float impulseScale = 0.1f;            ///< m for each N s of an impulse
	float tracerTime = 1.0f / 60.0f;      ///< s
	float pointSize = 5.0f;               ///< pixels, as for b2Draw::DrawPoint

	/// A box in the world (m), with the lower bound not above the upper. Only lines, circles and points whose bounding
	/// boxes overlap the view are drawn. Empty: everything is drawn.
	std::optional<b2AABB> view = std::nullopt;

	b2Color bulletColor{1.0f, 0.9f, 0.3f};
	b2Color grenadeColor{0.4f, 0.8f, 0.3f};
	b2Color stuckColor{0.8f, 0.4f, 0.9f}; ///< for stuck grenades
	b2Color pathColor{0.8f, 0.6f, 0.2f};
	b2Color enterColor{1.0f, 0.3f, 0.2f}; ///< also for the line from entry to exit
	b2Color exitColor{0.3f, 0.5f, 1.0f};
	b2Color pressColor{0.2f, 0.8f, 0.8f};
	b2Color explosionColor{1.0f, 0.5f, 0.1f};
	b2Color expiredColor{0.9f, 0.9f, 0.9f};
	b2Color rayColor{0.6f, 0.6f, 0.6f};
};

// These functions draw into the game's own b2Draw, in the world frame.
//
// - The def alone selects the things to draw. The flags of b2Draw select Box2D's shapes and joints, and have no effect
//   on these functions. Each thing is drawn once.
// - The b2Draw receives only finite numbers: a thing with another number is left out. Only numbers of events are read,
//   so their bodies and fixtures need not exist any more.
// - These functions allocate nothing. If the b2Draw throws, they throw. The b2Draw must not change the things that are
//   drawn.
// - In the case of an error nothing is drawn. Errors, with the name of the field: NotFinite; TooSmall (a number below
//   0, or a view whose upper bound is below its lower bound).

/// Draws a plugin: all projectiles, and the events of the last step. Call it between steps, or between BeginStep and
/// EndStep. BeginStep empties the list of events. After Plugin::ShiftOrigin everything is drawn in the new coordinates.
Result<> DebugDraw(const Plugin& plugin, b2Draw& draw, const DebugDrawDef& def = {});

/// Draws the result of PreviewPath or PreviewThrow: its path, impacts and end, according to the flags paths, impacts
/// and expired.
Result<> DebugDraw(const FlightPreview& preview, b2Draw& draw, const DebugDrawDef& def = {});

/// Draws a ray as a line. If DebugDrawDef::impacts is set, also draws the hits of its cast as impacts. Pass a single
/// hit as std::span(&*hit, 1), and a miss as {}. A ray that is not valid is an error, too.
Result<> DebugDraw(const Ray& ray, std::span<const RayHit> hits, b2Draw& draw, const DebugDrawDef& def = {});

} // namespace ricochet

RICOCHET_EXPORT_END
