// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/explosion.h>
#include <ricochet/projectile/projectile_id.h>
#include <ricochet/query/query_filter.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <limits>
#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

using GrenadeId = ProjectileId<struct GrenadeState>;

/// How a grenade flies. A grenade is a swept disc (moment of inertia: mass * radius^2 / 2) that bounces, slides, rolls
/// and comes to rest. The def is reusable; Throw copies it.
///
/// **A hand behind a pane.** The hand of a thrower may reach through a pane or a thin wall, or into it. With `from`, a
/// point of the thrower, the grenade first flies in a straight line from there to its position. This flight takes no
/// time, and hits the things in between.
///
/// - The grenade hits them with its radius, its filter and the rule. Its velocity there is that of the def, even if
///   that has another direction.
/// - If it has an impact, it flies on from that impact. If a rule lets it through, it continues to its position.
/// - If its velocity does not lead into a thing in between, there is no impact. The grenade flies on from a place just
///   before that thing.
/// - If it overlaps something at `from`, it first jumps out, as at any position.
/// - The time, the age and the distance of these events are 0. Bullets do not hit the grenade in between.
/// - `from` has no effect after the first step of the grenade, or after Plugin::Steer moves it. A preview begins at
///   `from`.
struct GrenadeDef
{
	b2Vec2 position{0.0f, 0.0f};    ///< position of its centre
	b2Vec2 velocity{0.0f, 0.0f};    ///< m/s
	float angularVelocity = 0.0f;   ///< rad/s, counter-clockwise
	float radius = 0.05f * k_meter; ///< m, > 0
	float mass = 0.4f;              ///< kg, > 0
	float gravityScale = 1.0f;      ///< factor on the world's gravity
	float restitution = 0.4f;       ///< 0 to 1; the larger of this and the surface's restitution counts, as in Box2D
	float friction = 0.6f;          ///< >= 0; sqrt(this * the surface's friction) counts, as in Box2D
	/// A torque of up to rollingResistance * radius * (normal force) brakes the rolling on a surface. At least 0. Same
	/// meaning as b2SurfaceMaterial::rollingResistance of Box2D 3.
	///
	/// - On flat ground the grenade then rolls with an acceleration of -2/3 * rollingResistance * g. With 0.3, it rolls
	///   for 2 s and 4 m if it starts at 4 m/s.
	/// - The grenade stays at rest on slopes up to atan(rollingResistance).
	/// - If rollingResistance is at least 1.5 times the friction, the grenade slides on flat ground instead of rolling.
	float rollingResistance = 0.3f;
	float restitutionThreshold = 1.0f * k_meter; ///< m/s: contacts with a slower approach do not bounce
	float fuse = 3.0f; ///< s, > 0, may be infinite: after this time the grenade expires with ExpiredEvent::Reason::Fuse
	/// s, >= 0: this time after its first impact the grenade expires with Reason::Fuse, too. Infinite: impacts do not
	/// end it.
	///
	/// - 0: the grenade expires at the impact itself, after that impact was reported and had its effect. If a bullet
	///   hits it, it expires when the next step begins.
	float impactFuse = std::numeric_limits<float>::infinity();
	/// True: the grenade sticks to the first thing with which it has an impact, unless a rule lets it through. It then
	/// moves with that thing. It falls off if the thing is destroyed, or carries the grenade into something else. It
	/// also falls off if the game moves the thing by more than 2 m or a quarter turn.
	bool sticky = false;
	uintptr_t userData = 0;  ///< any value of the game; returned in states and events
	QueryFilter filter = {}; ///< `accept` is not called while the grenade rests. If the results of `accept` change,
	                         ///< Steer the grenade to its own position, which wakes it
	std::optional<ExplosionDef> blast = {}; ///< the blast at the end of the fuse, at the grenade's position;
	                                        ///< ExplosionDef::position is not read. If ExplosionDef::userData is 0,
	                                        ///< that of the grenade counts. If the grenade's centre is in a solid, no
	                                        ///< deeper than the radius, the blast acts from just outside. If the
	                                        ///< grenade ends for another reason, there is no blast
	std::optional<b2Vec2> from = std::nullopt; ///< point of the thrower, from which it flies to its position in no time
};

/// A grenade between two steps.
struct GrenadeState
{
	GrenadeId id;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
	float angle = 0.0f;           ///< rad, 0 when it was thrown; counts whole turns
	float angularVelocity = 0.0f; ///< rad/s
	float radius = 0.0f;
	float age = 0.0f;     ///< s
	bool resting = false; ///< it is at rest and costs next to nothing, until the thing under it, or things near it,
	                      ///< change
	bool stuck = false;   ///< it sticks to something (GrenadeDef::sticky)
	uintptr_t userData = 0;
};

} // namespace ricochet

RICOCHET_EXPORT_END
