// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/projectile_id.h>
#include <ricochet/query/query_filter.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <functional>
#include <limits>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

using BulletId = ProjectileId<struct BulletState>;

struct BulletState;

/// What a bullet turns to: its velocity turns towards the target, the shorter way, as fast as it may, whatever else
/// turns it. Without a target it flies straight on, and so it does when its target has died: the body is looked up
/// among those of the world before each step. What Plugin::Forget says of addresses holds for it too.
struct Homing
{
	const b2Body* body = nullptr; ///< its centre of mass, where it is at that moment of the step; null: the point
	b2Vec2 point{0.0f, 0.0f};
	float turnRate = 0.0f; ///< rad/s, >= 0; 0: it turns to nothing
};

/// Steers a bullet: is asked once a step, with its state at the beginning of the step, and returns an acceleration for
/// all of it (m/s^2). It may do what an ImpactRule may; one that is not finite counts as (0, 0).
using SteeringRule = std::function<b2Vec2(const BulletState&)>;

/// How a bullet flies: a point of any speed under gravity, drag and other forces, or with a radius a disc. Reusable;
/// not kept after Fire.
///
/// Gravity, acceleration, drag and wind have a closed form, which is exact at any step length. What has none
/// (dragQuadratic, thrust, homing) is flown in pieces of a step in which the velocity changes by no more than 1/64 of
/// itself, but in no more than 256 of them: where those are enough, the way is true to 1e-4 of its length. Where it is
/// flown so, or has an acceleration or a path to keep, a bullet costs the cast of a ray in each step, also where it
/// meets nothing.
///
/// With a radius it meets a solid where its rim first touches it, also what its centre passes by, and fits through no
/// gap narrower than its diameter. Its position is that of its centre. It does not turn: an impulse acts where it
/// touches, on the body there, on the bullet as on a point. A bounce leaves its centre a radius off the surface. "In a
/// solid" is the disc: at a muzzle it is in all that it overlaps, edges too. It costs the cast of a disc in each step.
///
/// What it would have to pierce is what its centre goes through, straight on from where the rim touches. A solid that
/// only its rim touches has no thickness, as an edge has none: passing it costs a pierce and no energy, unless its
/// resistance is infinite. What it touches of one body before it has left the rest of it is one with that, edges too:
/// told once, one pierce, the sum of what the centre goes through.
///
/// Steered by a def (Plugin::DefOf, Plugin::Steer) a bullet keeps its id, its age, and how often it has bounced and
/// pierced: maxBounces and maxPierces stay those of its whole life. lifetime and maxRange are what is left of them.
/// Another position than it has is a jump: nothing in between is met, and what it was in or passing through is
/// forgotten. If it lands in a solid, filter.startInside says what happens, as at a muzzle.
struct BulletDef
{
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f}; ///< m/s
	float mass = 0.01f;          ///< kg, > 0
	float gravityScale = 1.0f;   ///< of the world's gravity
	float drag = 0.0f;           ///< 1/s, >= 0: dv/dt = -drag * (v - wind)
	float lifetime = 5.0f;       ///< s, > 0, may be infinite
	float restitution = 1.0f;    ///< 0 to 1; the larger of this and the surface's counts, as in Box2D
	float friction = 0.0f;       ///< >= 0; sqrt of this times the surface's counts, as in Box2D
	int32_t maxBounces = 0;      ///< how often it may bounce in its life
	int32_t maxPierces = 0;      ///< how many solids it may pass through in its life: fixtures of one body that
	                             ///< touch along its way are one
	uintptr_t userData = 0;      ///< the game's; comes back in states and events
	QueryFilter filter = {};     ///< startInside is about solids that the bullet is in and has not come into: that of
	                             ///< its muzzle, what is put over it later, and what the filter has refused until
	                             ///< now. True: they are hit at once, without a normal. False: it flies out of them, in
	                             ///< as many steps as that takes, and is told nothing; whatever it then comes into it
	                             ///< hits, the same solid too
	float maxRange = std::numeric_limits<float>::infinity(); ///< m flown, > 0: then it expires by Reason::Range, there
	                                                         ///< and then. Along the path, over bounces and pierces
	b2Vec2 acceleration{0.0f, 0.0f};                         ///< m/s^2, beside gravity
	b2Vec2 wind{0.0f, 0.0f};    ///< m/s: the velocity of the air that both drags are relative to
	float dragQuadratic = 0.0f; ///< 1/m, >= 0: dv/dt = -dragQuadratic * |v - wind| * (v - wind)
	float thrust = 0.0f;        ///< m/s^2 along its velocity; negative: a brake, which does not turn it round
	Homing homing = {};
	SteeringRule steering = {}; ///< empty: none
	bool keepsPath = false;     ///< for Plugin::PathOf
	float radius = 0.0f;        ///< m, 0 to 1,000,000; 0: a point
	bool hitsGrenades = false;  ///< it meets grenades too (Plugin says how); previews don't know of them
};

/// A bullet between two steps.
struct BulletState
{
	BulletId id;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
	float age = 0.0f; ///< s
	int32_t bounces = 0;
	int32_t pierces = 0;
	uintptr_t userData = 0;
	float radius = 0.0f;
};

} // namespace ricochet

RICOCHET_EXPORT_END
