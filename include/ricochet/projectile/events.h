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

/// The properties of a fixture for projectiles.
struct Surface
{
	float resistance = 10000.0f * k_meter; ///< J/m, >= 0, may be infinite: energy lost per metre of thickness. If
	                                       ///< fixtures of a body overlap, the largest resistance counts
	float ricochetAngle = 1.57079633f;     ///< rad: bullets whose path has at most this angle to the surface may bounce
	float restitution = 0.0f;              ///< 0 to 1
	float friction = 0.2f;                 ///< >= 0
	float tangentSpeed = 0.0f;             ///< m/s: speed of a conveyor, which carries grenades. To the right of the
	                                       ///< outward normal, as b2Contact::SetTangentSpeed with this fixture as its A
	friend bool operator==(const Surface&, const Surface&) = default;
};

/// One contact of a projectile with a fixture, or of a bullet with a grenade.
///
/// `enter` and `exit` are in the world frame, with the target at its pose at the time of impact.
///
/// - `enter.point` is the point at which the projectile touches the surface. It is a float point on the surface or at
///   most 2 units outside, never inside (geometry/ray.h, Crossing). So it is suitable for sparks, a lamp, a muzzle or a
///   blast. If the projectile starts inside, `enter.point` is the projectile's centre. `position` is the centre in
///   every case.
/// - If another solid or edge that the projectile may hit touches the surface there, the point lies outside both. Like
///   the point of a ray, it may then lie up to 1024 units back along the path (query/ray_query.h).
/// - A bullet of the same radius may be fired at `position`. If the body does not move in the step, that bullet does
///   not overlap the body.
/// - If a bullet without a radius bounces, `enter.point` is the point at which it turns back. In most cases that is 4
///   to 8 units off the surface. Here a unit is 2^-23 of the larger coordinate, or of 1 m if that is more.
/// - `enter.fraction` is time / dt.
/// - `exit.fraction` is (time of exit) / dt, if the projectile keeps its speed of entry. The target's motion is taken
///   into account up to the end of the straight piece of path on which the projectile hit. After that piece the path
///   continues in a straight line. The fraction may exceed 1.
///
/// **Piercing.** If a bullet may pierce, the solid parts of a body that touch or overlap along its straight path count
/// as one solid. The event names only the first fixture. `exit` is where the path leaves the last fixture. If that is
/// not the first fixture, the edge of `exit` is -1. If the bullet gets stuck, only the parts up to that depth are taken
/// into account. A path along a joint goes through solid where parts lie on both sides of the path. A part of the path
/// that slides along an outer face is not solid.
///
/// **Distance flown.** `distance` is the length of the path since firing, over bounces and pierces. A rule also
/// receives it, so a game can reduce damage with the range. It never decreases from one event of a projectile to the
/// next.
///
/// - For a bullet, `distance` is the length of its exact arcs, not of the straight pieces on which it hits things. The
///   error of an arc is below 1e-6 m or 1e-9 of its length. BulletDef::maxRange measures the same length.
/// - For a grenade, it is the sum of the straight moves of its centre, including those where bodies push or carry it.
/// - A jump does not count: a new position by Plugin::Steer, or a grenade that is moved out of a body.
///
/// **Grenades, and bullets with a radius.** `enter.normal` points from `enter.point` to the centre. `exit` and
/// `thickness` belong to the straight line on which the centre continues (bullet.h). If that line misses the solid,
/// `exit` is the touching point. For a grenade, the solid is the fixture that it hits, including attached geometry.
///
/// **Bullets that hit grenades.** Both ids are set, fixture and body are null, and the impulse is the grenade's.
/// localPoint and localNormal are relative to the grenade's centre, without its rotation.
struct ImpactEvent : RayHit
{
	BulletId bullet;   ///< null if a grenade hit a fixture
	GrenadeId grenade; ///< null if a bullet hit a fixture
	uintptr_t userData = 0;
	b2Body* body = nullptr;
	float time = 0.0f;      ///< s after the start of the step
	float age = 0.0f;       ///< s since the projectile was fired or thrown
	float distance = 0.0f;  ///< m: length of its path since then (see "Distance flown")
	float thickness = 0.0f; ///< m from enter to exit
	float depth = 0.0f; ///< m: if a bullet with a pierce left gets stuck, its distance behind `enter`; with a radius,
	                    ///< its distance behind `position`
	b2Vec2 velocityBefore{0.0f, 0.0f};
	b2Vec2 velocityAfter{0.0f, 0.0f};
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s, given to a dynamic body: mass * (velocityBefore - velocityAfter). Not given if
	                            ///< the body's velocity would leave the range of float
	Response response = Response::Stop; ///< what the projectile did
	Response decided = Response::Stop;  ///< the response that the rule or the plugin chose. It differs from `response`
	                                    ///< in one case: a Bounce without a surface (startsInside) becomes a Stop
	float mass = 0.0f;                  ///< kg: mass of the projectile
	float steepness = 0.0f;  ///< sine of the angle between path and surface, as seen from the moving surface: 0 along
	                         ///< it, 1 head-on. If a grenade spins, the path of the touching point counts
	float energyLost = 0.0f; ///< J: energy that projectile and body lose together. For a kinematic body, and for a body
	                         ///< that spins with fixed rotation, it is measured in the frame of the moving surface
	float damage = 0.0f;     ///< ImpactDecision::damage
	b2Vec2 localPoint{0.0f, 0.0f};  ///< enter.point in the body's frame, for an arrow that stays in a moving body
	b2Vec2 localNormal{0.0f, 0.0f}; ///< enter.normal in the body's frame
	b2Vec2 position{0.0f, 0.0f};    ///< the projectile's centre. If the projectile starts outside, the centre is one
	                                ///< radius from enter.point. For a grenade at a moving body it may be up to 2 *
	                                ///< PluginDef::chordError farther
};

/// An impulse that a grenade gives a dynamic body without an impact. ImpactEvent, BlastEvent and PressEvent together
/// report every impulse that the plugin gives a body. The cases are:
///
/// - The grenade lies on the body. The impulse consists of the grenade's weight, friction, and all other forces that
///   keep the grenade on the body. The grenade's velocity changes by -impulse / mass. It is reported in every step,
///   unless Box2D has put the body to sleep under the grenade. The impulse moves the body in the next step.
/// - The grenade lies on the body, and the last steps show that a support bears the body. Then `inNextStep` is true:
///   the body receives the impulse when the next step begins. In that step the support removes the velocity again, so
///   the game never sees it.
/// - The grenade lies on a much lighter body without a proven support. The whole impulse would give that body more
///   energy than the grenade loses, so the body receives only a part. See robustness.md, "Limits".
/// - The grenade sticks to the body. Two impulses, on either side of the touching point, keep the two together as one
///   rigid body.
/// - The grenade keeps the body from moving into something else, because it lies between them. The event reports the
///   impulse on that body, or the one on the dynamic body on the other side. The grenade's own velocity does not
///   change. If a body lies on a grenade, this is reported in every step.
/// - The grenade holds the body back for a part of the step, in which the body does not fall. The impulse acts on the
///   body's centre of mass, against gravity. `point` is that centre.
struct PressEvent
{
	GrenadeId grenade;
	uintptr_t userData = 0; ///< GrenadeDef::userData
	b2Body* body = nullptr;
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	float time = 0.0f;          ///< s after the start of the step
	b2Vec2 point{0.0f, 0.0f};   ///< where the impulse acts, in the world: the point of contact. For a rolling grenade
	                            ///< it is up to rollingResistance * radius ahead of the contact. For a stuck grenade it
	                            ///< is a radius beside the contact
	b2Vec2 normal{0.0f, 0.0f};  ///< unit vector out of the body
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s, given to the body
	bool inNextStep = false;    ///< the body receives the impulse when the next step begins, not in this one
};

/// The effect of an explosion on one body or one grenade.
///
/// - Bodies that are not dynamic are reported, too, but receive no impulse.
/// - A grenade is hit like a circle in the world, but it hides nothing, and no BlastRule is called for it. Bullets are
///   not hit.
/// - The hits of an explosion on bodies are in the order of MeasureBlast. Then come the hits on grenades, in the order
///   of throwing.
struct BlastEvent : BlastHit
{
	GrenadeId grenade;           ///< the grenade that is hit; then body and fixture are null. Null if a body is hit
	float angularImpulse = 0.0f; ///< N m s, given to the body, about its centre of mass. Neither impulse is given if
	                             ///< one of the body's velocities would leave the range of float
	uintptr_t userData = 0;      ///< ExplosionEvent::userData of the explosion that hits
};

/// An explosion that took place. Plugin::HitsOf and Plugin::FragmentsOf return its hits and fragments. These are
/// consecutive elements of Plugin::BlastHits and Plugin::Fragments.
struct ExplosionEvent
{
	b2Vec2 position{0.0f, 0.0f}; ///< position of the ExplosionDef, or of the grenade when its fuse ended
	float radius = 0.0f;         ///< m
	float falloff = 0.0f;        ///< m
	GrenadeId grenade;           ///< the grenade that exploded; null: Plugin::Explode
	uintptr_t userData = 0;      ///< ExplosionDef::userData; if that is 0, the userData of the grenade
	float time = 0.0f;           ///< s after the start of the step; for a grenade, when its fuse ended
	int32_t firstHit = 0;
	int32_t hitCount = 0;
	int32_t firstFragment = 0;
	int32_t fragmentCount = 0;
};

/// The end of a projectile.
struct ExpiredEvent
{
	/// Why the projectile ended.
	enum class Reason : uint8_t
	{
		Stopped,      ///< Response::Stop
		Lifetime,     ///< a bullet's lifetime was over
		Fuse,         ///< a grenade's fuse has ended
		ContactLimit, ///< a bullet reached PluginDef::maxContactsPerStep in one step
		Crushed,      ///< moving solids left it no place; it ends on the same side of them as before
		Lost,         ///< its position or velocity was no longer finite
		Range         ///< a bullet had flown its maxRange
	};
	BulletId bullet;
	GrenadeId grenade;
	uintptr_t userData = 0;
	Reason reason = Reason::Lifetime;
	float time = 0.0f;     ///< s after the start of the step
	float age = 0.0f;      ///< s, as in ImpactEvent
	float distance = 0.0f; ///< m, as in ImpactEvent
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
};

} // namespace ricochet

RICOCHET_EXPORT_END
