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
/// point to the next. These lines stray from the exact path by at most PluginDef::chordError.
struct PathPoint
{
	b2Vec2 position{0.0f, 0.0f};
	float time = 0.0f;     ///< s after the start of the step, or of the preview
	bool isImpact = false; ///< the projectile stops, turns back or continues here at an impact; at most a little before
	                       ///< the surface. Several impacts of a grenade may share one point
	bool endsStep = false; ///< the projectile is here between two steps, or ends here; only in previews
};

// Plugin::PathOf
//   The path of a bullet in the last step, from its position before the step. Valid until the next step begins.
//   - It is empty without keepsPath in the bullet's def. It is also empty for a bullet that was fired since the step,
//     or that has not left its muzzle.
//   - A bullet that ended in the step has a path, too.
//
// Plugin::PositionAt
//   Returns the position of a bullet within the last step. alpha 0 is the start of the step, alpha 1 is now. alpha is
//   clamped.
//   - The position is exact on the arc on which the bullet flies now.
//   - Otherwise it is on the straight lines that the bullet flew (PathPoint), even without keepsPath. This applies
//     before the last impact of the step, to a guided bullet, and to a bullet that ended in the step.
//   - A bullet that ended in the step stays at its end until the next step begins.
//   - A bullet that was fired since the step is at its start.
//   - If the game has steered a bullet or shifted the origin since the step, the bullet's arc of the step is gone. The
//     bullet is then on the straight lines that the plugin recorded in the step. Without such lines it is at its
//     present position.
//   - Returns none for other bullets that do not fly, such as those that were cancelled between steps.
//   - Cost: one search by id among the bullets that had an impact, ended or were guided in the step.
//
// Plugin::BulletsAt, Plugin::GrenadesAt
//   Call a function for each projectile that was in flight at a time of the last step. alpha 0 is the start of the
//   step, alpha 1 is now. alpha is clamped. A game that steps at 60 Hz and draws at 144 Hz can draw everything by these
//   two calls.
//   - A bullet has the position of PositionAt. A bullet that waits for its delay, or that was fired since the step, is
//     left out until it flies.
//   - A grenade is on the straight lines that its centre flew, over bounces. Its angle is between the angles before and
//     after its flight through the step, in proportion to the time. A grenade that was thrown since the step is left
//     out below alpha 1.
//   - The paths of grenades need PluginDef::keepsGrenadePaths. Without it, and after OutOfMemory in a step, grenades in
//     flight have their present positions at any alpha.
//   - Projectiles that ended in the step are included up to their end. So at alpha 1 they are left out.
//   - Bullets that were cancelled, and grenades that were cancelled since the step, are left out.
//   - First come the bullets in flight, in the order of Plugin::Bullets, then those of Plugin::Expired. Grenades come
//     in the order of throwing.
//   - The function must not change the plugin. If it throws, the call throws.
//   - Cost: O(n log n) for bullets, O(n) for grenades. It allocates nothing.
//
// Plugin::PreviewPath
//   Computes the flight of a bullet that would be fired now, in steps of dt (s) for `duration` (s). If nothing else
//   moves in that time, and the real steps have the same dt, the real flight is the same to the bit up to
//   FlightPreview::exactUntil.
//   - Everything is taken as it is now. Moving bodies stay in place, but at an impact their velocity counts.
//   - No body is changed. A dynamic body that the bullet pushes stays in place, too. In the real flight the world moves
//     it after the end of the step. From the first impact on, its velocity includes the bullet's impulses.
//   - The bullet passes grenades, even with BulletDef::hitsGrenades.
//   - The game's ImpactRule is not called: impacts have the response of the plugin's own rules. Predicates of filters
//     and a SteeringRule are called; they must change nothing.
//   - Errors: those of Fire; NotPositive for the duration; TooSmall for dt; TooLarge for more than 2^20 steps;
//     InsideStep inside another preview; OutOfMemory.

// Plugin::PreviewThrow
//   Computes the flight of a grenade that would be thrown now: how it bounces, slides, rolls and comes to rest, and
//   where its fuse ends. Under the conditions of PreviewPath, the real flight is the same to the bit.
//   - An end with Reason::Fuse is the point at which the grenade explodes. The preview gives no body the blast.
//     Plugin::PreviewBlast at that point reports its hits.
//   - A dynamic body that the grenade pushes, or lies on, stays in place. At the start of each later step, the body has
//     its present velocity again. So after exactUntil the grenade bounces off the body, or lies on it, as if the world
//     held the body in place.
//   - Other grenades and bullets do not hit it, and a moving body does not push it.
//   - Cost: the cost of the real flight. A grenade at rest costs nothing until its fuse ends.
//   - Errors: those of Throw, and the other errors of PreviewPath. Neither preview may be called inside the other one,
//     for example by a rule (InsideStep).

/// A bullet at a time of the last step.
struct BulletPlace
{
	BulletId id;
	uintptr_t userData = 0;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f}; ///< on the straight lines of PathPoint: the direction and speed of the line
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

/// The result of Plugin::PreviewPath or Plugin::PreviewThrow. Reusable: once its lists are large enough, a preview
/// needs no more memory.
struct FlightPreview
{
	std::vector<PathPoint> points;    ///< the path, from the start on
	std::vector<ImpactEvent> impacts; ///< in order of time. Times count from the start of the preview, ids are null,
	                                  ///< and no body has received the impulse
	std::optional<ExpiredEvent> end;  ///< none: the projectile would fly on. The time counts from the start of the
	                                  ///< preview, and the id is null
	/// s after the start: the end of the first step in which the projectile pushes a dynamic body and flies on.
	/// Everything before this time is exact, and so is the point at this time. After it the world moves that body,
	/// which the preview does not compute. An impact at exactly this time may belong to the next step, and is then not
	/// exact. Infinite: everything is exact.
	float exactUntil = std::numeric_limits<float>::infinity();
};

} // namespace ricochet

RICOCHET_EXPORT_END
