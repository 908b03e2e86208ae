// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/convert.h"
#include "projectile/base/def_fields.h"

namespace ricochet::c
{

namespace
{

#define RICOCHET_COPY(field, cField, rule) to.field = ToCpp(from.cField);

void CopyNumbers(const ricochet_bullet_def& from, BulletDef& to)
{
	RICOCHET_BULLET_OWN_FIELDS(RICOCHET_COPY)
	RICOCHET_BULLET_KIND_FIELDS(RICOCHET_COPY, RICOCHET_NO_FIELD)
}

void CopyNumbers(const ricochet_bullet_def& from, Homing& to)
{
	RICOCHET_HOMING_FIELDS(RICOCHET_COPY)
}

void CopyNumbers(const ricochet_grenade_def& from, GrenadeDef& to)
{
	RICOCHET_GRENADE_FIELDS(RICOCHET_COPY)
}

void CopyNumbers(const ricochet_explosion_def& from, ExplosionDef& to)
{
	RICOCHET_EXPLOSION_FIELDS(RICOCHET_COPY)
}

void CopyNumbers(const ricochet_explosion_def& from, Fragments& to)
{
	RICOCHET_FRAGMENTS_FIELDS(RICOCHET_COPY)
}

#undef RICOCHET_COPY

/// Begins the conversion of a def: takes it, checks and copies its user data, and converts its filter.
template <class To, class From>
Result<To> Begin(const Namer& names, const From* def, const From& whole, const char* size, const char* data)
{
	const Result<From> taken = Take(def, whole, size);
	if (!taken)
	{
		return taken.GetError();
	}
	Checker checker;
	Data(checker, data, taken->user_data);
	const Result<QueryFilter> filter = FilterOf(names, taken->filter);
	checker.Require(static_cast<bool>(filter), filter.GetError());
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	To made;
	made.filter = *filter;
	made.userData = static_cast<uintptr_t>(taken->user_data);
	return made;
}

} // namespace

Result<BulletDef> DefOf(const WorldState& world, const ricochet_bullet_def* def)
{
	Result<BulletDef> made = Begin<BulletDef>(world, def, ricochet_bullet_def_default(), "ricochet_bullet_def::size",
	                                          "ricochet_bullet_def::user_data");
	if (!made || def == nullptr)
	{
		return made;
	}
	const ricochet_bullet_def from = *Take(def, ricochet_bullet_def_default(), "");
	CopyNumbers(from, *made);
	CopyNumbers(from, made->homing);
	if (from.homing_body != 0)
	{
		const Result<b2Body*> body = world.FindBody(from.homing_body);
		if (!body)
		{
			return Error{ErrorReason::NoSuchEntry, "ricochet_bullet_def::homing_body", -1, body.GetError().value};
		}
		made->homing.body = *body;
	}
	made->steering = SteeringOf(from.steering, from.context);
	return made;
}

Result<ExplosionDef> BlastOf(const Namer& names, const ricochet_explosion_def* def)
{
	Result<ExplosionDef> made =
	    Begin<ExplosionDef>(names, def, ricochet_explosion_def_default(), "ricochet_explosion_def::size",
	                        "ricochet_explosion_def::user_data");
	if (made && def != nullptr)
	{
		const ricochet_explosion_def from = *Take(def, ricochet_explosion_def_default(), "");
		CopyNumbers(from, *made);
		made->rule = BlastRuleOf(names, from.rule, from.context);
	}
	return made;
}

Result<ExplosionDef> DefOf(const WorldState& world, const ricochet_explosion_def* def)
{
	Result<ExplosionDef> made = BlastOf(world, def);
	if (!made || def == nullptr)
	{
		return made;
	}
	const ricochet_explosion_def from = *Take(def, ricochet_explosion_def_default(), "");
	CopyNumbers(from, made->fragments);
	const Result<BulletDef> bullet = DefOf(world, from.fragment_bullet);
	if (!bullet)
	{
		return bullet.GetError();
	}
	made->fragments.bullet = *bullet;
	return made;
}

Result<GrenadeDef> DefOf(const WorldState& world, const ricochet_grenade_def* def)
{
	Result<GrenadeDef> made = Begin<GrenadeDef>(world, def, ricochet_grenade_def_default(),
	                                            "ricochet_grenade_def::size", "ricochet_grenade_def::user_data");
	if (!made || def == nullptr)
	{
		return made;
	}
	const ricochet_grenade_def from = *Take(def, ricochet_grenade_def_default(), "");
	CopyNumbers(from, *made);
	if (from.blast != nullptr)
	{
		const Result<ExplosionDef> blast = DefOf(world, from.blast);
		if (!blast)
		{
			return blast.GetError();
		}
		made->blast = *blast;
	}
	return made;
}

} // namespace ricochet::c

using ricochet::c::ToC;

#define RICOCHET_COPY(field, cField, rule) def.cField = ToC(from.field);

ricochet_bullet_def ricochet_bullet_def_default(void)
{
	ricochet_bullet_def def{};
	def.size = sizeof(def);
	{
		const ricochet::BulletDef from;
		RICOCHET_BULLET_OWN_FIELDS(RICOCHET_COPY)
		RICOCHET_BULLET_KIND_FIELDS(RICOCHET_COPY, RICOCHET_NO_FIELD)
	}
	const ricochet::Homing from;
	RICOCHET_HOMING_FIELDS(RICOCHET_COPY)
	return def;
}

ricochet_explosion_def ricochet_explosion_def_default(void)
{
	ricochet_explosion_def def{};
	def.size = sizeof(def);
	{
		const ricochet::ExplosionDef from;
		RICOCHET_EXPLOSION_FIELDS(RICOCHET_COPY)
	}
	const ricochet::Fragments from;
	RICOCHET_FRAGMENTS_FIELDS(RICOCHET_COPY)
	return def;
}

ricochet_grenade_def ricochet_grenade_def_default(void)
{
	ricochet_grenade_def def{};
	def.size = sizeof(def);
	const ricochet::GrenadeDef from;
	RICOCHET_GRENADE_FIELDS(RICOCHET_COPY)
	return def;
}
