// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/bullet/bullet_kinds.h"
#include "projectile/check.h"
#include "projectile/save/archive.h"
#include "query/accept.h"

#include <ricochet/projectile/events.h>

#include <optional>

namespace ricochet
{

// What is saved of the defs of projectiles. A loader accepts what the calls of Plugin accept that take them.

template <class Archive>
void Exchange(Archive& archive, b2Vec2& v)
{
	archive(v.x);
	archive(v.y);
}

template <class Archive>
void Exchange(Archive& archive, Vec<double>& v)
{
	archive(v.x);
	archive(v.y);
	archive.Require(std::isfinite(v.x) && std::isfinite(v.y));
}

template <class Archive>
void Exchange(Archive& archive, Homing& homing)
{
	bool hadBody = homing.body != nullptr;
	archive(hadBody);
	archive.Body(homing.body);
	Exchange(archive, homing.point);
	archive(homing.turnRate);
	if (Archive::k_loads && hadBody && homing.body == nullptr)
	{
		homing = {};
	}
}

/// What a BulletDef and a BulletKind have in common.
template <class Archive, class Def>
void ExchangeFlight(Archive& archive, Def& def)
{
	archive(def.mass);
	archive(def.gravityScale);
	archive(def.drag);
	archive(def.restitution);
	archive(def.friction);
	archive(def.maxBounces);
	archive(def.maxPierces);
	Exchange(archive, def.filter);
	archive(def.maxRange);
	Exchange(archive, def.acceleration);
	Exchange(archive, def.wind);
	archive(def.dragQuadratic);
	archive(def.thrust);
	Exchange(archive, def.homing);
	archive.Function(def.steering);
	archive(def.keepsPath);
	archive(def.radius);
	archive(def.hitsGrenades);
}

template <class Archive>
void Exchange(Archive& archive, BulletDef& def)
{
	Exchange(archive, def.position);
	Exchange(archive, def.velocity);
	archive(def.lifetime);
	archive.Word(def.userData);
	ExchangeFlight(archive, def);
}

template <class Archive>
void Exchange(Archive& archive, ExplosionDef& def)
{
	Exchange(archive, def.position);
	archive(def.radius);
	archive(def.falloff);
	archive(def.impulsePerLength);
	archive(def.damage);
	archive.Word(def.userData);
	archive(def.fragments.count);
	archive(def.fragments.angle);
	archive(def.fragments.speed);
	Exchange(archive, def.fragments.bullet);
	Exchange(archive, def.filter);
	archive.Require(static_cast<bool>(Check(def)));
}

template <class Archive>
void Exchange(Archive& archive, GrenadeDef& def)
{
	Exchange(archive, def.position);
	Exchange(archive, def.velocity);
	archive(def.angularVelocity);
	archive(def.radius);
	archive(def.mass);
	archive(def.gravityScale);
	archive(def.restitution);
	archive(def.friction);
	archive(def.rollingResistance);
	archive(def.restitutionThreshold);
	archive(def.fuse);
	archive(def.impactFuse);
	archive(def.sticky);
	archive.Word(def.userData);
	Exchange(archive, def.filter);
	bool hasBlast = def.blast.has_value();
	archive(hasBlast);
	if (hasBlast)
	{
		Exchange(archive, def.blast ? *def.blast : def.blast.emplace());
	}
	archive.Require(static_cast<bool>(Check(def)));
}

// Of what was loaded: whether functions of the game's are lacking, and back into their places.

[[nodiscard]] inline bool LacksFunctions(const ExplosionDef& def)
{
	const BulletDef& fragment = def.fragments.bullet;
	return LacksPredicate(def.filter) || LacksPredicate(fragment.filter) || IsLost(fragment.steering);
}

[[nodiscard]] inline bool LacksFunctions(const GrenadeDef& def)
{
	return LacksPredicate(def.filter) || (def.blast && LacksFunctions(*def.blast));
}

inline void PutBackAll(ExplosionDef& def, const ExplosionDef& from)
{
	PutBackPredicate(def.filter, from.filter);
	PutBackPredicate(def.fragments.bullet.filter, from.fragments.bullet.filter);
	PutBack(def.fragments.bullet.steering, from.fragments.bullet.steering);
}

inline void PutBackAll(GrenadeDef& def, const GrenadeDef& from)
{
	PutBackPredicate(def.filter, from.filter);
	if (def.blast)
	{
		PutBackAll(*def.blast, from.blast ? *from.blast : ExplosionDef{});
	}
}

template <class Archive>
void Exchange(Archive& archive, Surface& surface)
{
	archive(surface.resistance);
	archive(surface.ricochetAngle);
	archive(surface.restitution);
	archive(surface.friction);
	archive(surface.tangentSpeed);
	archive.Require(static_cast<bool>(Check(surface)));
}

} // namespace ricochet
