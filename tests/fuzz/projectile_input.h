// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_world.h"

// Makes projectiles of any kind, and states what their headers say about a valid def.

namespace ricochet::fuzz
{

// If a force bends a path, the plugin flies it in up to a thousand chords. At a turning body, each chord is divided
// into hundreds of chords again. Such a step is correct but takes seconds. So an input has either wild paths (`bends`)
// or turning bodies.

/// True for one input in eight: bullets may have a radius and hit grenades. It is false for all inputs that were stored
/// before this option existed.
inline bool HasDiscs(const Input& input)
{
	return input.Kind() / 16 == 10 || input.Kind() / 16 == 14;
}

/// True for one input in sixteen: bullets are fired in the past, grenades come from a hand, and blasts destroy bodies.
/// It is false for all inputs that were stored before this option existed.
inline bool HasPast(const Input& input)
{
	return input.Kind() / 16 == 11;
}

inline void MakeDisc(Input& input, BulletDef& def)
{
	def.radius = input.OneIn(3) ? input.Float() : 0.05f * static_cast<float>(input.Between(0, 20));
	def.hitsGrenades = input.OneIn(4) == false;
}

/// Aims a bullet at a grenade nearby, with a valid def, in half of the cases. Otherwise most bullets would be refused
/// or would miss.
inline void AimAtGrenade(Input& input, const Plugin& plugin, BulletDef& def)
{
	if (HasDiscs(input) && plugin.Grenades().empty() == false && input.Flag())
	{
		const GrenadeState& grenade = plugin.Grenades()[input.Index(plugin.Grenades().size())];
		const b2Vec2 way{0.25f * static_cast<float>(input.Between(-16, 16)),
		                 0.25f * static_cast<float>(input.Between(-16, 16))};
		def = {.position = grenade.position - way,
		       .velocity = grenade.velocity + static_cast<float>(input.Between(1, 100)) * way,
		       .mass = 0.01f * static_cast<float>(input.Between(1, 100)),
		       .restitution = 0.25f * static_cast<float>(input.Between(0, 4)),
		       .friction = 0.25f * static_cast<float>(input.Between(0, 4)),
		       .maxBounces = input.Between(0, 4),
		       .maxPierces = input.Between(0, 4),
		       .radius = 0.05f * static_cast<float>(input.Between(0, 20)),
		       .hitsGrenades = true};
	}
}

/// Returns a grenade with a valid def.
inline GrenadeDef SoundGrenade(Input& input)
{
	return {.position = {0.5f * static_cast<float>(input.Between(-14, 14)),
	                     0.5f * static_cast<float>(input.Between(-6, 14))},
	        .velocity = {static_cast<float>(input.Between(-20, 20)), static_cast<float>(input.Between(-20, 20))},
	        .radius = 0.05f * static_cast<float>(input.Between(1, 20)),
	        .mass = 0.1f * static_cast<float>(input.Between(1, 100))};
}

inline BulletDef AnyBullet(Input& input, b2World& world, bool bends)
{
	BulletDef def;
	def.position = input.Vector();
	def.velocity = input.Vector();
	def.maxBounces = input.Between(-1, 20);
	def.maxPierces = input.Between(-1, 20);
	def.userData = input.Bits<uint8_t>();
	if (input.Flag())
	{
		def.mass = input.Float();
		def.gravityScale = bends ? input.Float() : 1.0f;
		def.drag = bends ? input.Float() : 0.5f;
		def.lifetime = input.Float();
		def.restitution = input.Float();
		def.friction = input.Float();
	}
	def.filter = AnyFilter(input, world);
	if (HasDiscs(input))
	{
		MakeDisc(input, def);
	}
	return def;
}

/// Sets the members of guided bullets. The numbers are few and moderate, because a bent path is flown in many pieces.
inline void Guide(Input& input, const b2World& world, BulletDef& def)
{
	def.maxRange = input.OneIn(4) ? input.Float() : def.maxRange;
	def.acceleration = input.OneIn(4) ? input.Vector() : def.acceleration;
	def.wind = input.OneIn(8) ? input.Vector() : def.wind;
	def.dragQuadratic = 0.01f * static_cast<float>(input.Between(-1, 3));
	def.thrust = static_cast<float>(input.Between(-8, 8));
	def.homing.turnRate = static_cast<float>(input.Between(-1, 4));
	def.homing.point = input.Vector();
	def.homing.body = input.Flag() ? world.GetBodyList() : nullptr;
	def.keepsPath = input.Flag();
	def.delay = input.OneIn(4) ? 0.25f * static_cast<float>(input.Between(-1, 4)) / 60.0f : 0.0f;
	if (input.OneIn(4))
	{
		def.from = input.Vector();
	}
}

inline ExplosionDef AnyExplosion(Input& input, b2World& world)
{
	ExplosionDef def;
	def.position = input.Vector();
	def.radius = input.Float();
	def.falloff = input.Float();
	def.impulsePerLength = input.Finite();
	def.fragments.count = input.Between(-1, 3);
	def.fragments.speed = input.Float();
	def.filter = AnyFilter(input, world);
	if (HasDiscs(input))
	{
		def.fragments.bullet.radius = 0.05f * static_cast<float>(input.Between(0, 20));
		def.fragments.bullet.hitsGrenades = input.Flag();
	}
	if (HasPast(input))
	{
		def.rule = [](const BlastHit& hit)
		{
			Require(IsFinite(hit.point) && hit.share >= 0.0f && hit.share <= 1.0f, "a blast rule is told numbers");
			return BlastDecision{hit.share > 0.25f, 2.0f * hit.share - 0.5f};
		};
	}
	return def;
}

inline GrenadeDef AnyGrenade(Input& input, b2World& world, bool bends)
{
	GrenadeDef def;
	def.position = input.Vector();
	def.velocity = input.Vector();
	def.radius = bends && input.Flag() ? input.Float() : 0.05f * static_cast<float>(input.Between(1, 20));
	def.userData = input.Bits<uint8_t>();
	if (input.Flag())
	{
		def.mass = input.Float();
		def.gravityScale = bends ? input.Float() : 1.0f;
		def.restitution = input.Float();
		def.friction = input.Float();
		def.restitutionThreshold = input.Float();
		def.fuse = input.Float();
	}
	def.filter = AnyFilter(input, world);
	if (HasDiscs(input) && input.OneIn(4))
	{
		def.impactFuse = 0.01f * static_cast<float>(input.Between(0, 50));
	}
	return def;
}

inline Surface AnySurface(Input& input)
{
	Surface surface;
	surface.resistance = input.Float();
	surface.ricochetAngle = input.Float();
	surface.restitution = input.Float();
	surface.friction = input.Float();
	return surface;
}

inline bool IsPositive(float x)
{
	return std::isfinite(x) && x > 0.0f;
}

inline bool IsNotNegative(float x)
{
	return std::isfinite(x) && x >= 0.0f;
}

inline bool IsShare(float x)
{
	return x >= 0.0f && x <= 1.0f;
}

inline bool IsGood(const BulletDef& def)
{
	return IsFinite(def.position) && IsFinite(def.velocity) && IsPositive(def.mass) &&
	       std::isfinite(def.gravityScale) && IsNotNegative(def.drag) && def.lifetime > 0.0f &&
	       IsShare(def.restitution) && IsNotNegative(def.friction) && def.maxBounces >= 0 && def.maxPierces >= 0 &&
	       def.maxRange > 0.0f && IsFinite(def.acceleration) && IsFinite(def.wind) &&
	       IsNotNegative(def.dragQuadratic) && std::isfinite(def.thrust) && IsFinite(def.homing.point) &&
	       IsNotNegative(def.homing.turnRate) && def.radius >= 0.0f && def.radius <= 1.0e6f &&
	       IsNotNegative(def.delay) && (def.from.has_value() == false || IsFinite(*def.from));
}

inline bool IsGood(const GrenadeDef& def)
{
	return IsFinite(def.position) && IsFinite(def.velocity) && IsPositive(def.radius) && IsPositive(def.mass) &&
	       std::isfinite(def.gravityScale) && IsShare(def.restitution) && IsNotNegative(def.friction) &&
	       IsNotNegative(def.restitutionThreshold) && def.fuse > 0.0f &&
	       (def.from.has_value() == false || IsFinite(*def.from));
}

/// The longest step (s).
inline constexpr float k_longestStep = 0x1p20f;

/// True if a step may take this time. Box2D divides by the time.
inline bool IsStepTime(float dt)
{
	return IsNotNegative(dt) && dt <= k_longestStep && (dt == 0.0f || std::isfinite(1.0f / dt));
}

} // namespace ricochet::fuzz
