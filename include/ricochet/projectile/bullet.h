// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/projectile_id.h>
#include <ricochet/world/query_filter.h>

#include <box2d/b2_math.h>

#include <cstdint>

namespace ricochet
{

using BulletId = ProjectileId<struct BulletState>;

/// How a bullet flies: a point under gravity and drag, of any speed. Reusable; not kept after Fire.
struct BulletDef
{
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f}; ///< m/s
	float mass = 0.01f;          ///< kg, > 0
	float gravityScale = 1.0f;   ///< of the world's gravity
	float drag = 0.0f;           ///< 1/s, >= 0: dv/dt = -drag * v, exact at any step length
	float lifetime = 5.0f;       ///< s, > 0
	float restitution = 1.0f;    ///< 0 to 1; the larger of this and the surface's counts, as in Box2D
	float friction = 0.0f;       ///< >= 0; sqrt of this times the surface's counts, as in Box2D
	int32_t maxBounces = 0;      ///< how often it may bounce in its life
	int32_t maxPierces = 0;      ///< how many fixtures it may pass through in its life
	uintptr_t userData = 0;      ///< the game's; comes back in states and events
	QueryFilter filter = {};     ///< startInside is about solids that the bullet is in and has not come into: that of
	                             ///< its muzzle, and what is put over it later. True: they are hit at once, without a
	                             ///< normal. False: it flies out of them, in as many steps as that takes, and is told
	                             ///< nothing; whatever it then comes into it hits, the same solid too
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
};

} // namespace ricochet
