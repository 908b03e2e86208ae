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
/// turn rate. Other forces may turn it, too. Without a target it flies straight on.
///
/// - Before each step the plugin looks for the body in the world. If it is gone, the bullet flies straight on.
/// - Addresses are used again: Plugin::Forget says what that means, for this body too.
struct Homing
{
	const b2Body* body = nullptr; ///< target: its centre of mass, at that moment of the step; null: `point`
	b2Vec2 point{0.0f, 0.0f};
	float turnRate = 0.0f; ///< rad/s, >= 0; 0: no homing
};

/// Steers a bullet. The plugin calls the rule once in each step, with the bullet's state at the beginning of the step.
/// The rule returns an acceleration for the whole step (m/s^2). An acceleration that is not finite counts as (0, 0).
/// The rule may make the same calls as an ImpactRule (projectile/plugin_def.h).
using SteeringRule = std::function<b2Vec2(const BulletState&)>;

/// How a bullet flies: a point of any speed under gravity, drag and other forces, or with a radius a disc. Reusable;
/// not kept after Fire.
///
/// **Flight.** Gravity, acceleration, drag and wind have a closed form, which is exact at any step length.
/// dragQuadratic, thrust and homing have none. They are flown in pieces of a step, up to 256, in which the velocity
/// changes by no more than 1/64 of itself. If 256 are enough, the path is true to 1e-4 of its length.
///
/// **Cost.** A point under gravity alone, without keepsPath and hitsGrenades, costs least where it hits nothing. Any
/// other bullet (drag, acceleration, dragQuadratic, thrust, homing, steering, keepsPath, hitsGrenades) costs the cast
/// of a ray in each step, even if it hits nothing. With a radius it costs the cast of a disc in each step.
///
/// **Radius.** A bullet with a radius hits a solid where its rim first touches it, even if its centre passes by. It
/// fits through no gap narrower than its diameter.
///
/// - Its position is that of its centre. It does not turn: an impulse acts on the body where the two touch, and on the
///   bullet as on a point. A bounce leaves its centre a radius off the surface.
/// - It is "in a solid" if the disc is. At a muzzle it is in everything that it overlaps, edges too.
/// - It pierces the part of a solid that its centre goes through, straight on from where the rim touches. If the centre
///   moves along a joint of one body, it goes through solid, even if it only touches the faces on both sides. A solid
///   that only its rim touches has no thickness, like an edge. To pass such a solid costs a pierce and no energy,
///   unless its resistance is infinite.
/// - Parts of one body that it touches before it has left the others count as one solid, edges too. They are one event
///   and one pierce, with the sum of the lengths that the centre goes through.
///
/// **Bent paths in a solid.** A pierced solid is paid for at its entry, for the straight path through it. Gravity,
/// homing or a turn of the body may bend the path in the solid. Then a point passes touching parts of the same body
/// without another event, and loses no more energy. Only a part with a larger resistance is hit and paid for by itself.
/// With a radius, each part that the straight path does not touch is hit and paid for by itself.
///
/// **Low bounces.** A bullet slides, with friction, if its bounces are lower than PluginDef::chordError or shorter than
/// 1/64 of a step. It then has about one impact in each step. Between these impacts its velocity changes without an
/// event: the surface takes away what gravity adds, and its friction slows the bullet. Bodies do not feel its weight. A
/// body that turns counts by what its turn adds to the bullet's acceleration as seen from it. Between two bodies that
/// close in, a bullet may bounce to and fro, up to PluginDef::maxContactsPerStep. It also reaches this limit in the tip
/// of a V of less than about 20 degrees. There it bounces at once, and each bounce takes little of its speed.
///
/// **Delay.** The bullet leaves its muzzle `delay` seconds after the next step begins, in that step or in a later one.
/// So a gun leaves equal gaps between its bullets, whatever the length of a step.
///
/// - Until then the bullet waits at its position. It is in Plugin::Bullets, with an age below 0. It hits nothing, and
///   nothing pushes it.
/// - Age, lifetime and homing begin when it leaves. It hits moving bodies where they are at that time.
/// - The delay counts only until the bullet has left: Plugin::Steer then ignores it, and Plugin::DefOf has 0.
///
/// **Muzzle behind a pane.** A muzzle may be beyond a pane or a thin wall, or in it. With `from`, a point of the
/// shooter, the bullet first flies straight from there to its position, in no time. It hits the things in between.
///
/// - It hits them with its radius, filter and rule. It has its muzzle velocity there, also if that points aside.
/// - If it stops, it ends there. If it bounces, it flies on from there. If it pierces, it goes on to its position, and
///   leaves that with the rest of its velocity.
/// - The time and the age of these events are those at the muzzle. Their distance is 0, and no range is used up.
/// - Grenades in between are not hit (hitsGrenades).
/// - `from` counts, like the delay, only until the bullet has left. A path (Plugin::PathOf, Plugin::PreviewPath) begins
///   at `from`. So a preview waits there for a delay, while Plugin::Find has the bullet at its muzzle.
///
/// **Steering by a def** (Plugin::DefOf, Plugin::Steer). The bullet keeps its id, its age, its distance flown, and its
/// numbers of bounces and pierces. maxBounces and maxPierces remain those of its whole life. lifetime and maxRange are
/// the time and the length of path that are left. A new position is a jump: nothing in between is hit, and the solids
/// that it was in or passing through are forgotten. If it lands in a solid, filter.startInside decides, as at a muzzle.
struct BulletDef
{
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f}; ///< m/s
	float mass = 0.01f;          ///< kg, > 0
	float gravityScale = 1.0f;   ///< factor on the world's gravity
	float drag = 0.0f;           ///< 1/s, >= 0: dv/dt = -drag * (v - wind)
	float lifetime = 5.0f;       ///< s, > 0, may be infinite
	float restitution = 1.0f;    ///< 0 to 1; the larger of this and the surface's counts, as in Box2D
	float friction = 0.0f;       ///< >= 0; sqrt of this times the surface's counts, as in Box2D
	int32_t maxBounces = 0;      ///< bounces in its whole life
	int32_t maxPierces = 0;      ///< solids that it may pass through in its whole life. Fixtures of one body that touch
	                             ///< along its path are one
	uintptr_t userData = 0;      ///< any value of the game's; returned in states and events
	/// startInside applies to solids that contain the bullet although it never entered them: at the muzzle, moved over
	/// it, or newly accepted by the filter.
	///
	/// - true: hit at once, with normal (0, 0).
	/// - false: the bullet leaves them without an event, in as many steps as that takes. It hits whatever it enters
	///   then, also the same solid.
	QueryFilter filter = {};
	float maxRange = std::numeric_limits<float>::infinity(); ///< m, > 0: after this length of path, over bounces and
	                                                         ///< pierces, it expires at once with Reason::Range
	b2Vec2 acceleration{0.0f, 0.0f};                         ///< m/s^2, added to gravity
	b2Vec2 wind{0.0f, 0.0f};    ///< m/s: the velocity of the air, to which both drags are relative
	float dragQuadratic = 0.0f; ///< 1/m, >= 0: dv/dt = -dragQuadratic * |v - wind| * (v - wind)
	float thrust = 0.0f;        ///< m/s^2 along its velocity; negative: a brake, which never reverses it
	Homing homing = {};
	SteeringRule steering = {};                ///< empty: none
	bool keepsPath = false;                    ///< true: Plugin::PathOf has its path
	float radius = 0.0f;                       ///< m, 0 to 1,000,000; 0: a point
	bool hitsGrenades = false;                 ///< it also hits grenades (see Plugin); previews ignore them
	float delay = 0.0f;                        ///< s, >= 0, after the next step begins: then it leaves the muzzle
	std::optional<b2Vec2> from = std::nullopt; ///< point of the shooter, from which it flies to its position in no time
};

/// A bullet between two steps.
struct BulletState
{
	BulletId id;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
	float age = 0.0f; ///< s; below 0: it has not left the muzzle, and will after this time (BulletDef::delay)
	int32_t bounces = 0;
	int32_t pierces = 0;
	uintptr_t userData = 0;
	float radius = 0.0f;
};

} // namespace ricochet

RICOCHET_EXPORT_END
