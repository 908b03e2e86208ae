// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/def_fields.h"
#include "projectile/bullet/bullet_kinds.h"
#include "projectile/check.h"
#include "projectile/save/archive.h"
#include "query/accept.h"

#include <ricochet/projectile/events.h>

#include <functional>
#include <optional>

namespace ricochet
{

// This file lists the saved fields of the defs of projectiles. A Loader accepts a def exactly if the calls of Plugin
// accept it.

template <class Archive>
void Exchange(Archive& archive, Homing& homing)
{
	bool hadBody = homing.body != nullptr;
	archive(hadBody);
	archive.Body(homing.body);
#define RICOCHET_EXCHANGE(field, cField, rule) Exchange(archive, homing.field);
	RICOCHET_HOMING_FIELDS(RICOCHET_EXCHANGE)
#undef RICOCHET_EXCHANGE
	if (Archive::k_loads && hadBody && homing.body == nullptr)
	{
		homing = {};
	}
}

#define RICOCHET_EXCHANGE(field, cField, rule) Exchange(archive, def.field);

/// The part of a BulletDef that bullets of one kind share.
template <class Archive>
void ExchangeKind(Archive& archive, BulletDef& def)
{
#define RICOCHET_EXCHANGE_OTHER(field) Exchange(archive, def.field);
	RICOCHET_BULLET_KIND_FIELDS(RICOCHET_EXCHANGE, RICOCHET_EXCHANGE_OTHER)
#undef RICOCHET_EXCHANGE_OTHER
}

template <class Archive>
void Exchange(Archive& archive, BulletDef& def)
{
	RICOCHET_BULLET_OWN_FIELDS(RICOCHET_EXCHANGE)
	archive.Word(def.userData);
	ExchangeKind(archive, def);
}

template <class Archive>
void Exchange(Archive& archive, Fragments& def)
{
	RICOCHET_FRAGMENTS_FIELDS(RICOCHET_EXCHANGE)
	Exchange(archive, def.bullet);
}

template <class Archive>
void Exchange(Archive& archive, ExplosionDef& def)
{
	RICOCHET_EXPLOSION_FIELDS(RICOCHET_EXCHANGE)
	archive.Word(def.userData);
	Exchange(archive, def.fragments);
	Exchange(archive, def.filter);
	archive.Function(def.rule);
	archive.Require(static_cast<bool>(Check(def)));
}

template <class Archive>
void Exchange(Archive& archive, GrenadeDef& def)
{
	RICOCHET_GRENADE_FIELDS(RICOCHET_EXCHANGE)
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

template <class Archive>
void Exchange(Archive& archive, Surface& def)
{
	RICOCHET_SURFACE_FIELDS(RICOCHET_EXCHANGE)
	archive.Require(static_cast<bool>(Check(def)));
}

#undef RICOCHET_EXCHANGE

// LacksFunctions is true if a loaded def still lacks callbacks of the game. PutBackAll supplies these callbacks.

[[nodiscard]] inline bool LacksFunctions(const ExplosionDef& def)
{
	const BulletDef& fragment = def.fragments.bullet;
	return LacksPredicate(def.filter) || IsLost(def.rule) || LacksPredicate(fragment.filter) ||
	       IsLost(fragment.steering);
}

[[nodiscard]] inline bool LacksFunctions(const GrenadeDef& def)
{
	return LacksPredicate(def.filter) || (def.blast && LacksFunctions(*def.blast));
}

inline void PutBackAll(ExplosionDef& def, const ExplosionDef& from)
{
	PutBackPredicate(def.filter, from.filter);
	PutBack(def.rule, from.rule);
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

} // namespace ricochet
