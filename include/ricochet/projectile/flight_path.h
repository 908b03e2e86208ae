// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/events.h>

#include <limits>
#include <optional>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// A point of a projectile's path: its centre. The projectile flew, and hit things, along the straight lines from each
/// point to the next. They stray from the true path by at most PluginDef::chordError.
struct PathPoint
{
	b2Vec2 position{0.0f, 0.0f};
	float time = 0.0f;     ///< s after the start of the step, or of the preview
	bool isImpact = false; ///< where it stops, turns back or continues at an impact; at most a little before the
	                       ///< surface. Several impacts of a grenade may have one point
	bool endsStep = false; ///< where it is between two steps, or where it ends; only in previews
};

// Plugin::PathOf
//   The path of a bullet in the last step, from its position before the step. Valid until the next step begins.
//   - It needs keepsPath in the bullet's def; else it is empty. It is also empty for a bullet that was fired since,
//     or that has not left its muzzle.
//   - The path of a bullet that ended in the step is there, too.
//
// Plugin::PositionAt
//   The position of a bullet within the last step: before the step at alpha 0, now at alpha 1. alpha is clamped.
//   - It is exact on the arc on which the bullet flies now.
//   - Otherwise it is on the straight lines that the bullet flew (PathPoint), with keepsPath and without it. This is so
//     before the last impact of the step, for a guided bullet, and for a bullet that ended in the step.
//   - A bullet that ended in the step stays at its end until the next step begins.
//   - A bullet that started since the step is where it starts.
//   - If the game has steered a bullet or shifted the origin since the step, the bullet's arc of the step is gone. The
//     bullet is then on the straight lines that the plugin recorded in the step. Without such lines it is at its
//     present position.
//   - None for other bullets that do not fly, such as those that were cancelled between steps.
//   - Cost: one search by id among the bullets that had an impact, ended or were guided in the step.
//
// Plugin::BulletsAt, Plugin::GrenadesAt
//   Call a function for each projectile that was in flight at a time of the last step: before the step at alpha 0, now
//   at alpha 1. alpha is clamped. A game that steps at 60 Hz and draws at 144 Hz draws everything by these two calls.
//   - A bullet is where PositionAt says. A bullet that waits for its delay, or that was fired since the step, is left
//     out until it flies.
//   - A grenade is on the straight lines that its centre flew, over bounces. Its angle is between the angles before and
//     after its flight through the step, in proportion to the time. A grenade that was thrown since is left out below
//     alpha 1.
//   - The paths of grenades need PluginDef::keepsGrenadePaths. Without it, and after OutOfMemory in a step, grenades
//     in flight are where they are now, at any alpha.
//   - Projectiles that ended in the step are there until their end. So at alpha 1 they are left out.
//   - Bullets that were cancelled, and grenades that were cancelled since the step, are left out.
//   - Bullets are in the order of Plugin::Bullets, and then of Plugin::Expired. Grenades are in the order of throwing.
//   - The function must not change the plugin. If it throws, the call throws.
//   - Cost: O(n log n) for bullets, O(n) for grenades. It allocates nothing.
//
// Plugin::PreviewPath
//   The flight of a bullet that would be fired now, in steps of dt until `duration` is over (s). If nothing else moves
//   until then, and the steps have that dt, the real flight is the same to the bit up to FlightPreview::exactUntil.
//   - Everything is taken as it is now. Moving bodies stay in place, but at an impact their velocity counts.
//   - No body is changed. A dynamic body that the bullet pushes stays in place, too. In the real flight it stays so
//     until the step ends; then the world moves it. From its first impact on, its velocity has the bullet's impulses.
//   - The bullet passes grenades, also with BulletDef::hitsGrenades.
//   - The game's ImpactRule is not called: impacts have the response of the plugin's own rules. Predicates of filters
//     and a SteeringRule are called, and must change nothing.
//   - Refused with the errors of Fire, and for duration (NotPositive), dt (TooSmall), more than 2^20 steps (TooLarge),
//     inside another preview (InsideStep), OutOfMemory.

// Plugin::PreviewThrow
//   The flight of a grenade that would be thrown now, in the same way: its bounces, how it slides, rolls and comes to
//   rest, and where its fuse ends. The real flight is the same to the bit, on the conditions of PreviewPath.
//   - The end with Reason::Fuse is where the grenade explodes. No body receives a blast. Plugin::PreviewBlast at that
//     point reports the hits of the blast.
//   - A dynamic body that the grenade pushes, or lies on, stays in place. Each later step finds its velocity as it is
//     now. So after exactUntil the grenade bounces and lies on the body as on one that the world holds in place.
//   - Other grenades and bullets do not hit it, and a moving body does not push it.
//   - Cost: that of the real flight. A grenade at rest costs nothing until its fuse ends.
//   - Refused with the errors of Throw, and with the other errors of PreviewPath. Neither preview may be called inside
//     the other one, for example by a rule (InsideStep).

/// A bullet at a time of the last step.
struct BulletPlace
{
	BulletId id;
	uintptr_t userData = 0;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f}; ///< on the straight lines of PathPoint: their direction and speed
	bool hasEnded = false;       ///< it ended later in the step
};

/// A grenade at a time of the last step.
struct GrenadePlace
{
	GrenadeId id;
	uintptr_t userData = 0;
	b2Vec2 position{0.0f, 0.0f};
	float angle = 0.0f; ///< rad
	float radius = 0.0f;
	bool hasEnded = false; ///< it ended later in the step
};

/// The result of Plugin::PreviewPath or Plugin::PreviewThrow. Reusable: once it is large enough, it takes no more
/// memory.
struct FlightPreview
{
	std::vector<PathPoint> points;    ///< the path, from the start on
	std::vector<ImpactEvent> impacts; ///< in order. Times count from the start, ids are null, and no body has received
	                                  ///< the impulse
	std::optional<ExpiredEvent> end;  ///< none: it would continue to fly. Its time counts from the start, its id is
	                                  ///< null
	/// s after the start: the end of the first step in which the projectile pushes a dynamic body and flies on.
	/// Everything before this time is exact, and so is the point at this time. Later the world moves that body, which
	/// the preview does not foresee. An impact at this very time may already be one of the next step. Infinite: all is
	/// exact.
	float exactUntil = std::numeric_limits<float>::infinity();
};

} // namespace ricochet

RICOCHET_EXPORT_END
