// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/bullet.h>
#include <ricochet/projectile/explosion.h>
#include <ricochet/projectile/grenade.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/response.h>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// What a fixture is to projectiles.
struct Surface
{
	float resistance = 10000.0f * k_meter; ///< J/m, >= 0, may be infinite: energy lost per metre of thickness; where
	                                       ///< fixtures of a body overlap, the largest counts
	float ricochetAngle = 1.57079633f;     ///< rad: bullets that come in flatter than this over the surface may bounce
	float restitution = 0.0f;              ///< 0 to 1
	float friction = 0.2f;                 ///< >= 0
	float tangentSpeed = 0.0f;             ///< m/s: of a conveyor, to the right of the outward normal, as
	                                       ///< b2Contact::SetTangentSpeed with this fixture as its A; carries grenades
};

/// One contact of a projectile with a fixture, or of a bullet with a grenade.
/// `enter` and `exit` are in the world frame with the target as it stood at the time of impact; `enter.fraction` is
/// time / dt and `exit.fraction` where the path would leave the solid at the speed of entry: by the target's motion as
/// far as the piece of the path goes on which it was met, straight on behind it (it may exceed 1).
/// Where a bullet may pierce, what is solid of a body and hangs together along its way is one: fixtures that touch or
/// overlap, straight on behind the first, which is named; the rest is not told. `exit` is then where the last is left,
/// of edge -1 if it is another. Where the bullet gets stuck they are known up to there.
/// For a grenade they are of the disc: points are its centre's.
/// For a bullet with a radius `enter.point` is where it touches, and `enter.normal` points from there to its centre;
/// `exit` and `thickness` are of what its centre goes through (bullet.h), straight on. If that is nothing, `exit` is
/// where it touches. Where it started inside, `enter.point` is its centre.
/// Where a bullet has met a grenade, both ids are set, fixture and body are null, the impulse is the grenade's, and
/// localPoint and localNormal are seen from its centre, not turned.
struct ImpactEvent : RayHit
{
	BulletId bullet;   ///< null if a grenade hit
	GrenadeId grenade; ///< null if a bullet hit a fixture
	uintptr_t userData = 0;
	b2Body* body = nullptr;
	float time = 0.0f;      ///< s after the start of the step
	float thickness = 0.0f; ///< m from enter to exit
	float depth = 0.0f; ///< m from enter, or of a bullet with a radius from `position`: where the energy of one ended
	                    ///< that had a pierce left and got stuck
	b2Vec2 velocityBefore{0.0f, 0.0f};
	b2Vec2 velocityAfter{0.0f, 0.0f};
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s, given to a dynamic body: mass * (velocityBefore - velocityAfter);
	                            ///< not where its velocity would leave the range of float
	Response response = Response::Stop;
	float mass = 0.0f;       ///< kg, of the projectile
	float steepness = 0.0f;  ///< sine of the angle of the path over the surface, as that moves: 0 along it, 1 head-on
	float energyLost = 0.0f; ///< J, that projectile and body lose together; of a body that keeps its motion (kinematic,
	                         ///< or that spins though its rotation is fixed) what is lost as seen from its surface
	float damage = 0.0f;     ///< ImpactDecision::damage
	b2Vec2 localPoint{0.0f, 0.0f};  ///< enter.point in the body's frame: there an arrow stays in what moves
	b2Vec2 localNormal{0.0f, 0.0f}; ///< enter.normal likewise
	b2Vec2 position{0.0f, 0.0f};    ///< of the projectile's centre: a radius from enter.point, of a point the same
};

/// What a free body receives of a grenade that lies on it: its weight, friction, and what else it takes to stay on it.
/// The grenade's velocity changes by -impulse / mass. Told in every step, but for a body that Box2D has put to sleep
/// under it; the body moves by it in the next step.
/// Or a free body that a grenade holds off, because it lies between that body and something else: what the body, or a
/// free one on the other side, receives. The grenade's own velocity does not change by it. A body that lies on a
/// grenade is told of in every step. With ImpactEvent and BlastEvent this is every impulse that the plugin gives a
/// body.
struct PressEvent
{
	GrenadeId grenade;
	uintptr_t userData = 0; ///< the grenade's
	b2Body* body = nullptr;
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	float time = 0.0f;          ///< s after the start of the step
	b2Vec2 point{0.0f, 0.0f};   ///< where the impulse acts, in the world: where they touch; under a grenade that rolls,
	                            ///< ahead of it by up to rollingResistance * radius
	b2Vec2 normal{0.0f, 0.0f};  ///< unit, out of the body
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s, given to the body
};

/// What an explosion did to one body or one grenade. A body that is not dynamic is told of, and receives no impulse.
/// A grenade is hit as a circle of the world would be, but hides nothing; bullets are not hit. The hits of an explosion
/// stand as MeasureBlast gives them, then those on grenades, in the order of throwing.
struct BlastEvent : BlastHit
{
	GrenadeId grenade;           ///< which is hit; null if a body is. Then body and fixture are null
	float angularImpulse = 0.0f; ///< N m s, given to the body, about its centre of mass; neither impulse is given
	                             ///< where a velocity would leave the range of float
};

/// An explosion that took place. Its hits, fragments: [first, first + count) of Plugin::BlastHits and Fragments.
struct ExplosionEvent
{
	b2Vec2 position{0.0f, 0.0f}; ///< of the ExplosionDef, or the grenade's when its fuse ended
	float radius = 0.0f;         ///< m
	float falloff = 0.0f;        ///< m
	GrenadeId grenade;           ///< which exploded; null: Plugin::Explode
	uintptr_t userData = 0;      ///< of the ExplosionDef
	float time = 0.0f;           ///< s after the start of the step: of a grenade when its fuse ended
	int32_t firstHit = 0;
	int32_t hitCount = 0;
	int32_t firstFragment = 0;
	int32_t fragmentCount = 0;
};

/// The end of a projectile.
struct ExpiredEvent
{
	/// Why it ended.
	enum class Reason : uint8_t
	{
		Stopped,      ///< Response::Stop
		Lifetime,     ///< a bullet's time was over
		Fuse,         ///< a grenade's time was over
		ContactLimit, ///< a bullet met PluginDef::maxContactsPerStep in one step
		Crushed,      ///< moving solids left it no place: it ends on the side of them on which it was
		Lost,         ///< its position or velocity was no longer finite
		Range         ///< a bullet had flown its maxRange
	};
	BulletId bullet;
	GrenadeId grenade;
	uintptr_t userData = 0;
	Reason reason = Reason::Lifetime;
	float time = 0.0f; ///< s after the start of the step
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
};

} // namespace ricochet

RICOCHET_EXPORT_END
