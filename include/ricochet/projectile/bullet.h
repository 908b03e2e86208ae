// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/projectile_id.h>
#include <ricochet/query/query_filter.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

using BulletId = ProjectileId<struct BulletState>;

struct BulletState;

/// The target that a bullet turns to. The bullet's velocity turns towards the target, through the smaller angle, at the
/// turn rate. Other forces may turn the velocity, too.
///
/// - Before each step the plugin looks for the body in the world. If the body no longer exists, the bullet flies on
///   without homing.
/// - A new body may get the address of a destroyed one. Plugin::Forget says what that means; it applies to this body,
///   too.
struct Homing
{
	const b2Body* body = nullptr; ///< target: the body's centre of mass, at each moment of the step; null: `point`
	b2Vec2 point{0.0f, 0.0f};
	float turnRate = 0.0f; ///< rad/s, >= 0; 0: no homing
};

/// Steers a bullet. The plugin calls the rule once in each step, with the bullet's state at the beginning of the step.
/// The rule returns an acceleration for the whole step (m/s^2). An acceleration that is not finite counts as (0, 0).
/// The rule may make the same calls as an ImpactRule (projectile/plugin_def.h).
using SteeringRule = std::function<b2Vec2(const BulletState&)>;

/// How a bullet flies. A bullet is a point of any speed under gravity, drag and other forces, or a disc if it has a
/// radius. The def is reusable; Fire copies it.
///
/// **Flight.** Gravity, acceleration, drag and wind have a closed form, which is exact at any step length.
/// dragQuadratic, thrust and homing have none. With one of these, a step is flown in up to 256 pieces. In each piece
/// the velocity changes by no more than 1/64 of itself. If 256 pieces are enough, the path is exact to 1e-4 of its
/// length.
///
/// **Cost.** A point under gravity alone, without keepsPath and hitsGrenades, costs least in a step in which it hits
/// nothing. Any other bullet (drag, acceleration, dragQuadratic, thrust, homing, steering, keepsPath, hitsGrenades)
/// costs the cast of a ray in each step, even if it hits nothing. A bullet with a radius costs the cast of a disc in
/// each step.
///
/// **Radius.** A bullet with a radius hits a solid where its rim first touches it, even if its centre passes by. The
/// bullet does not fit through a gap that is narrower than its diameter.
///
/// - Its position is the position of its centre. A bounce leaves the centre a radius off the surface. The bullet does
///   not turn: an impulse acts on the body at the touching point, and on the bullet as on a point mass.
/// - The bullet is "in a solid" if the disc overlaps the solid. At a muzzle it is in everything that the disc overlaps,
///   including edges.
/// - The bullet pierces the part of a solid through which its centre goes, on a straight line from the place where the
///   rim touches. If the centre moves along a joint between parts of one body, the bullet is in solid, even if it only
///   touches both faces. A solid that only the rim touches has no thickness, like an edge. Passing such a solid costs a
///   pierce but no energy, unless its resistance is infinite.
/// - If the bullet touches a part of a body before it has left the other parts, all these parts, including edges, count
///   as one solid. They give one event and one pierce. Its thickness is the sum of the lengths on which the centre goes
///   through them.
///
/// **Bent paths in a solid.** At the entry into a solid, the bullet loses the energy for a straight path through the
/// solid. Gravity, homing or a turn of the body may bend the path in the solid. Then a bullet without a radius passes
/// touching parts of the same body without another event, and loses no more energy. Only a part with a larger
/// resistance gives another hit, with its own loss of energy. For a bullet with a radius, each part that the straight
/// path does not touch gives another hit.
///
/// **Low bounces.** A bullet slides, with friction, if its bounces are lower than PluginDef::chordError or shorter than
/// 1/64 of a step. It then has about one impact in each step. Between these impacts its velocity changes without an
/// event: the surface removes the speed that gravity adds, and its friction slows the bullet. The weight of the bullet
/// does not act on the body. On a body that turns, these limits are computed with the bullet's acceleration in the
/// body's frame. Between two bodies that close in, a bullet may bounce to and fro, up to PluginDef::maxContactsPerStep.
/// A bullet also reaches this limit in the tip of a V of less than about 20 degrees. There its bounces take no time,
/// and each removes only little of its speed.
///
/// **Delay.** The bullet leaves its muzzle `delay` seconds after the next step begins, in that step or in a later one.
/// So the gaps between a gun's bullets are equal, for any length of a step.
///
/// - Until then the bullet waits at its position. Plugin::Bullets contains it, with an age below 0. It hits nothing,
///   and nothing pushes it.
/// - Age, lifetime and homing begin when it leaves the muzzle. It hits moving bodies where they are at that time.
/// - After the bullet has left, Plugin::Steer ignores the delay, and Plugin::DefOf returns a delay of 0.
///
/// **Muzzle behind a pane.** As seen from the shooter, a muzzle may be behind a pane or a thin wall, or in it. With
/// `from`, a point of the shooter, the bullet first flies in a straight line from there to its position. This flight
/// takes no time, and hits the things in between.
///
/// - The bullet hits them with its radius, filter and rule. Its velocity there is its muzzle velocity, even if that has
///   another direction.
/// - If it stops, it ends at that hit. If it bounces, it flies on from the hit. If it pierces, it continues to its
///   position, and starts there with its remaining velocity.
/// - The events of this flight have the time and age at which the bullet leaves the muzzle. Their distance is 0, and
///   this flight does not reduce the range.
/// - Grenades in between are not hit, even with hitsGrenades.
/// - Like the delay, `from` has no effect after the bullet has left. A path (Plugin::PathOf, Plugin::PreviewPath)
///   begins at `from`. So during a delay, a preview shows the bullet at `from`, while Plugin::Find shows it at its
///   muzzle.
///
/// **Steering by a def** (Plugin::DefOf, Plugin::Steer). The bullet keeps its id, its age, its distance flown, and its
/// numbers of bounces and pierces. maxBounces and maxPierces are limits for its whole life. lifetime and maxRange are
/// the remaining time and length of path. A new position is a jump: nothing in between is hit, and the bullet is no
/// longer passing through any solid. If the new position is in a solid, filter.startInside decides, as at a muzzle.
struct BulletDef
{
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f}; ///< m/s
	float mass = 0.01f;          ///< kg, > 0
	float gravityScale = 1.0f;   ///< factor on the world's gravity
	float drag = 0.0f;           ///< 1/s, >= 0: dv/dt = -drag * (v - wind)
	float lifetime = 5.0f;       ///< s, > 0, may be infinite
	float restitution = 1.0f;    ///< 0 to 1; the larger of this and the surface's restitution counts, as in Box2D
	float friction = 0.0f;       ///< >= 0; sqrt(this * the surface's friction) counts, as in Box2D
	int32_t maxBounces = 0;      ///< limit of bounces in its whole life
	int32_t maxPierces = 0;      ///< solids that it may pass through in its whole life. Fixtures of one body that touch
	                             ///< along its path are one
	uintptr_t userData = 0;      ///< any value of the game; returned in states and events
	/// `startInside` applies to solids that contain the bullet although it never entered them. Such a solid is at the
	/// muzzle, was moved over the bullet, or is newly accepted by the filter.
	///
	/// - true: the bullet hits the solid at once, with normal (0, 0).
	/// - false: the bullet leaves the solid without an event, over as many steps as necessary. It hits everything that
	///   it enters after that, including the same solid.
	QueryFilter filter = {};
	float maxRange = std::numeric_limits<float>::infinity(); ///< m, > 0: after this length of path, over bounces and
	                                                         ///< pierces, it expires at once with Reason::Range
	b2Vec2 acceleration{0.0f, 0.0f};                         ///< m/s^2, added to gravity
	b2Vec2 wind{0.0f, 0.0f};    ///< m/s: the velocity of the air, to which both drags are relative
	float dragQuadratic = 0.0f; ///< 1/m, >= 0: dv/dt = -dragQuadratic * |v - wind| * (v - wind)
	float thrust = 0.0f;        ///< m/s^2 along its velocity; negative: a brake, which never reverses it
	Homing homing = {};
	SteeringRule steering = {};                ///< empty: none
	bool keepsPath = false;                    ///< true: Plugin::PathOf returns its path
	float radius = 0.0f;                       ///< m, 0 to 1,000,000; 0: a point
	bool hitsGrenades = false;                 ///< it also hits grenades (see Plugin); in previews it passes them
	float delay = 0.0f;                        ///< s, >= 0, from the start of the next step until it leaves the muzzle
	std::optional<b2Vec2> from = std::nullopt; ///< point of the shooter, from which it flies to its position in no time
};

/// A bullet between two steps.
struct BulletState
{
	BulletId id;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
	float age = 0.0f; ///< s; below 0: the bullet will leave its muzzle after -age seconds (BulletDef::delay)
	int32_t bounces = 0;
	int32_t pierces = 0;
	uintptr_t userData = 0;
	float radius = 0.0f;
};

} // namespace ricochet

RICOCHET_EXPORT_END
