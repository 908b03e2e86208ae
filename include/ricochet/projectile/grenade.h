// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/projectile_id.h>
#include <ricochet/world/query_filter.h>

#include <box2d/b2_math.h>

#include <cstdint>

namespace ricochet
{

using GrenadeId = ProjectileId<struct GrenadeState>;

/// How a grenade flies: a swept disc that bounces, slides and comes to rest. It does not turn. Reusable; not kept.
struct GrenadeDef
{
	b2Vec2 position{0.0f, 0.0f};       ///< of its centre
	b2Vec2 velocity{0.0f, 0.0f};       ///< m/s
	float radius = 0.05f;              ///< m, > 0
	float mass = 0.4f;                 ///< kg, > 0
	float gravityScale = 1.0f;         ///< of the world's gravity
	float restitution = 0.4f;          ///< 0 to 1; the larger of this and the surface's counts, as in Box2D
	float friction = 0.6f;             ///< >= 0; sqrt of this times the surface's counts, as in Box2D
	float restitutionThreshold = 1.0f; ///< m/s: slower contacts do not bounce
	float fuse = 3.0f;                 ///< s, > 0: then it expires with ExpiredEvent::Reason::Fuse
	uintptr_t userData = 0;            ///< the game's; comes back in states and events
	QueryFilter filter = {};
};

/// A grenade between two steps.
struct GrenadeState
{
	GrenadeId id;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
	float radius = 0.0f;
	float age = 0.0f;     ///< s
	bool resting = false; ///< lies still; wakes when what it lies on moves or goes
	uintptr_t userData = 0;
};

} // namespace ricochet
