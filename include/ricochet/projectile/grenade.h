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
/// rest. Reusable; not kept.
struct GrenadeDef
{
	b2Vec2 position{0.0f, 0.0f};    ///< of its centre
	b2Vec2 velocity{0.0f, 0.0f};    ///< m/s
	float angularVelocity = 0.0f;   ///< rad/s, counter-clockwise
	float radius = 0.05f * k_meter; ///< m, > 0
	float mass = 0.4f;              ///< kg, > 0
	float gravityScale = 1.0f;      ///< of the world's gravity
	float restitution = 0.4f;       ///< 0 to 1; the larger of this and the surface's counts, as in Box2D
	float friction = 0.6f;          ///< >= 0; sqrt of this times the surface's counts, as in Box2D
	float rollingResistance = 0.3f; ///< >= 0: a couple of up to this * radius * the normal force brakes its turning
	                                ///< against what it lies on, as b2SurfaceMaterial::rollingResistance of Box2D 3.
	                                ///< On the flat it then rolls with -2/3 * this * g: from 4 m/s for 2 s and 4 m;
	                                ///< slopes up to atan(this) hold it. What is not below its friction: it slides
	float restitutionThreshold = 1.0f * k_meter; ///< m/s: slower contacts do not bounce
	float fuse = 3.0f; ///< s, > 0, may be infinite: then it expires with ExpiredEvent::Reason::Fuse
	/// s, >= 0: so long after its first impact it expires likewise. 0: at the impact itself, which is told and has its
	/// effect first; when a bullet hits it, as the next step begins. Infinite: not because of an impact.
	float impactFuse = std::numeric_limits<float>::infinity();
	/// Stays on the first thing that it has an impact with, unless a rule lets it through, and goes with it: until that
	/// is gone, is put elsewhere by more than 2 m or a quarter turn, or takes it into something else. Then it falls
	/// off.
	bool sticky = false;
	uintptr_t userData = 0;  ///< the game's; comes back in states and events
	QueryFilter filter = {}; ///< accept is not asked while it rests: where its answers change, Steer it to
	                         ///< where it is, which wakes it
	std::optional<ExplosionDef> blast = {}; ///< at the end of the fuse, where the grenade then is: its position is not
	                                        ///< read, and in solids it may be as deep as the grenade's radius. Not
	                                        ///< where the grenade ends otherwise
};

/// A grenade between two steps.
struct GrenadeState
{
	GrenadeId id;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
	float angle = 0.0f;           ///< rad, from 0 when it was thrown; whole turns count
	float angularVelocity = 0.0f; ///< rad/s
	float radius = 0.0f;
	float age = 0.0f;     ///< s
	bool resting = false; ///< lies still, and costs next to nothing: until what it lies on, or what comes near, changes
	bool stuck = false;   ///< it is sticky, and holds on to something
	uintptr_t userData = 0;
};

} // namespace ricochet

RICOCHET_EXPORT_END
