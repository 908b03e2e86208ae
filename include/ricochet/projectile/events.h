// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/bullet.h>
#include <ricochet/projectile/grenade.h>
#include <ricochet/world/ray_query.h>
#include <ricochet/world/response.h>

namespace ricochet
{

/// What a fixture is to projectiles.
struct Surface
{
	float resistance = 0.0f;           ///< J/m, >= 0, may be infinite: energy lost per metre of thickness
	float ricochetAngle = 1.57079633f; ///< rad: bullets that come in flatter than this over the surface may bounce
	float restitution = 0.0f;          ///< 0 to 1
	float friction = 0.2f;             ///< >= 0
};

/// One contact of a projectile with a fixture.
/// `enter` and `exit` are in the world frame with the target as it stood at the time of impact; `enter.fraction` is
/// time / dt and `exit.fraction` where the path would leave the solid at the speed of entry: by the target's motion as
/// far as the piece of the path goes on which it was met, straight on behind it (it may exceed 1).
/// For a grenade they are of the disc: points are its centre's.
struct ImpactEvent : RayHit
{
	BulletId bullet;   ///< null if a grenade hit
	GrenadeId grenade; ///< null if a bullet hit
	uintptr_t userData = 0;
	b2Body* body = nullptr;
	float time = 0.0f;      ///< s after the start of the step
	float thickness = 0.0f; ///< m from enter to exit
	b2Vec2 velocityBefore{0.0f, 0.0f};
	b2Vec2 velocityAfter{0.0f, 0.0f};
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s, given to a dynamic body: mass * (velocityBefore - velocityAfter);
	                            ///< not where its velocity would leave the range of float
	Response response = Response::Stop;
};

/// A free body that a grenade holds off, because it lies between that body and something else: what the body, or a free
/// one on the other side, receives. The grenade's own velocity does not change by it. A body that lies on a grenade is
/// told of in every step. With ImpactEvent this is every impulse that the plugin gives a body.
struct PressEvent
{
	GrenadeId grenade;
	uintptr_t userData = 0; ///< the grenade's
	b2Body* body = nullptr;
	b2Fixture* fixture = nullptr;
	int32_t child = 0;
	float time = 0.0f;          ///< s after the start of the step
	b2Vec2 point{0.0f, 0.0f};   ///< where they touch, in the world
	b2Vec2 normal{0.0f, 0.0f};  ///< unit, out of the body
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s, given to the body
};

/// The end of a projectile.
struct ExpiredEvent
{
	enum class Reason : uint8_t
	{
		Stopped,      ///< Response::Stop
		Lifetime,     ///< a bullet's time was over
		Fuse,         ///< a grenade's time was over
		ContactLimit, ///< a bullet met PluginDef::maxContactsPerStep in one step
		Crushed,      ///< moving solids left it no place: it ends on the side of them on which it was
		Lost          ///< its position or velocity was no longer finite
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
