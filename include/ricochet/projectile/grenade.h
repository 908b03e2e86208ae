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

/// How a grenade flies: a swept disc (moment of inertia: mass * radius^2 / 2) that bounces, slides, rolls and comes to
/// rest. Reusable; not kept after Throw.
///
/// **A hand behind a pane.** The hand of a thrower may reach through a pane or a thin wall, or into it. With `from`, a
/// point of the thrower, the grenade first flies straight from there to its position, in no time. It hits the things in
/// between.
///
/// - It hits them with its radius, its filter and the rule. It has its velocity there, also if that points aside.
/// - If it has an impact, it flies on from there. If a rule lets it through, it goes on to its position.
/// - If its velocity does not lead into a thing in between, there is no impact. The grenade flies on from before it.
/// - If it overlaps something at `from`, it jumps out first, as at any position.
/// - The time, the age and the distance of these events are 0. Bullets do not hit the grenade in between.
/// - `from` counts until the first step of the grenade, or until Plugin::Steer moves it. A preview begins at `from`.
struct GrenadeDef
{
	b2Vec2 position{0.0f, 0.0f};    ///< position of its centre
	b2Vec2 velocity{0.0f, 0.0f};    ///< m/s
	float angularVelocity = 0.0f;   ///< rad/s, counter-clockwise
	float radius = 0.05f * k_meter; ///< m, > 0
	float mass = 0.4f;              ///< kg, > 0
	float gravityScale = 1.0f;      ///< factor on the world's gravity
	float restitution = 0.4f;       ///< 0 to 1; the larger of this and the surface's counts, as in Box2D
	float friction = 0.6f;          ///< >= 0; sqrt of this times the surface's counts, as in Box2D
	/// At least 0: a torque of up to rollingResistance * radius * the normal force brakes its rolling on a surface. It
	/// is as b2SurfaceMaterial::rollingResistance of Box2D 3.
	///
	/// - On flat ground it then rolls with an acceleration of -2/3 * rollingResistance * g. With 0.3,
	///   a grenade that starts at 4 m/s rolls for 2 s and 4 m.
	/// - It stays on slopes up to atan(rollingResistance).
	/// - From 1.5 times the friction on, it slides on flat ground instead of rolling.
	float rollingResistance = 0.3f;
	float restitutionThreshold = 1.0f * k_meter; ///< m/s: slower contacts do not bounce
	float fuse = 3.0f; ///< s, > 0, may be infinite: after this time it expires with ExpiredEvent::Reason::Fuse
	/// s, >= 0: after this time since its first impact it expires in the same way. Infinite: impacts do not end it.
	///
	/// - 0: it expires at the impact itself, which is reported and has its effect first. If a bullet hits it, it
	///   expires as the next step begins.
	float impactFuse = std::numeric_limits<float>::infinity();
	/// True: it stays on the first thing that it has an impact with, unless a rule lets it through, and moves with it.
	/// It falls off if that thing is gone, or takes the grenade into something else. It also falls off if the game
	/// moves that thing by more than 2 m or a quarter turn.
	bool sticky = false;
	uintptr_t userData = 0;  ///< any value of the game's; returned in states and events
	QueryFilter filter = {}; ///< accept is not called while the grenade rests. If its answers change, Steer the grenade
	                         ///< to its own position, which wakes it
	std::optional<ExplosionDef> blast = {}; ///< set off at the end of the fuse, at the grenade's position;
	                                        ///< ExplosionDef::position is not read. If ExplosionDef::userData is 0,
	                                        ///< it is the grenade's. If the grenade's centre is in a solid, no deeper
	                                        ///< than the radius, the blast acts from just outside. If the grenade
	                                        ///< ends for another reason, there is no blast
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
	bool resting = false; ///< lies still and costs next to nothing, until the thing that it lies on, or things near it,
	                      ///< change
	bool stuck = false;   ///< it is sticky and is stuck to something
	uintptr_t userData = 0;
};

} // namespace ricochet

RICOCHET_EXPORT_END
