// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/convert.h"

namespace ricochet::c
{

namespace
{

void CopyNumbers(const ricochet_bullet_def& from, BulletDef& to)
{
	to.position = ToCpp(from.position);
	to.velocity = ToCpp(from.velocity);
	to.mass = from.mass;
	to.gravityScale = from.gravity_scale;
	to.drag = from.drag;
	to.lifetime = from.lifetime;
	to.restitution = from.restitution;
	to.friction = from.friction;
	to.maxBounces = from.max_bounces;
	to.maxPierces = from.max_pierces;
	to.userData = static_cast<uintptr_t>(from.user_data);
	to.maxRange = from.max_range;
	to.acceleration = ToCpp(from.acceleration);
	to.wind = ToCpp(from.wind);
	to.dragQuadratic = from.drag_quadratic;
	to.thrust = from.thrust;
	to.homing.point = ToCpp(from.homing_point);
	to.homing.turnRate = from.homing_turn_rate;
	to.radius = from.radius;
	to.keepsPath = from.keeps_path;
	to.hitsGrenades = from.hits_grenades;
}

void CopyNumbers(const ricochet_grenade_def& from, GrenadeDef& to)
{
	to.position = ToCpp(from.position);
	to.velocity = ToCpp(from.velocity);
	to.angularVelocity = from.angular_velocity;
	to.radius = from.radius;
	to.mass = from.mass;
	to.gravityScale = from.gravity_scale;
	to.restitution = from.restitution;
	to.friction = from.friction;
	to.rollingResistance = from.rolling_resistance;
	to.restitutionThreshold = from.restitution_threshold;
	to.fuse = from.fuse;
	to.impactFuse = from.impact_fuse;
	to.sticky = from.sticky;
	to.userData = static_cast<uintptr_t>(from.user_data);
}

/// A def that was taken, with room for its user data, and its filter.
template <class To, class From>
Result<To> Begin(const WorldState& world, const From* def, const From& whole, const char* size, const char* data)
{
	const Result<From> taken = Take(def, whole, size);
	if (!taken)
	{
		return taken.GetError();
	}
	Checker checker;
	Data(checker, data, taken->user_data);
	const Result<QueryFilter> filter = FilterOf(world, taken->filter);
	checker.Require(static_cast<bool>(filter), filter.GetError());
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	To made;
	made.filter = *filter;
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

Result<ExplosionDef> DefOf(const WorldState& world, const ricochet_explosion_def* def)
{
	Result<ExplosionDef> made =
	    Begin<ExplosionDef>(world, def, ricochet_explosion_def_default(), "ricochet_explosion_def::size",
	                        "ricochet_explosion_def::user_data");
	if (!made || def == nullptr)
	{
		return made;
	}
	const ricochet_explosion_def from = *Take(def, ricochet_explosion_def_default(), "");
	made->position = ToCpp(from.position);
	made->radius = from.radius;
	made->falloff = from.falloff;
	made->impulsePerLength = from.impulse_per_length;
	made->damage = from.damage;
	made->userData = static_cast<uintptr_t>(from.user_data);
	made->fragments.count = from.fragment_count;
	made->fragments.angle = from.fragment_angle;
	made->fragments.speed = from.fragment_speed;
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

ricochet_bullet_def ricochet_bullet_def_default(void)
{
	const ricochet::BulletDef from;
	ricochet_bullet_def def{};
	def.size = sizeof(def);
	def.mass = from.mass;
	def.gravity_scale = from.gravityScale;
	def.drag = from.drag;
	def.lifetime = from.lifetime;
	def.restitution = from.restitution;
	def.friction = from.friction;
	def.max_bounces = from.maxBounces;
	def.max_pierces = from.maxPierces;
	def.max_range = from.maxRange;
	def.drag_quadratic = from.dragQuadratic;
	def.thrust = from.thrust;
	def.homing_turn_rate = from.homing.turnRate;
	def.radius = from.radius;
	def.keeps_path = from.keepsPath;
	def.hits_grenades = from.hitsGrenades;
	return def;
}

ricochet_explosion_def ricochet_explosion_def_default(void)
{
	const ricochet::ExplosionDef from;
	ricochet_explosion_def def{};
	def.size = sizeof(def);
	def.radius = from.radius;
	def.falloff = from.falloff;
	def.impulse_per_length = from.impulsePerLength;
	def.damage = from.damage;
	def.fragment_count = from.fragments.count;
	def.fragment_angle = from.fragments.angle;
	def.fragment_speed = from.fragments.speed;
	return def;
}

ricochet_grenade_def ricochet_grenade_def_default(void)
{
	const ricochet::GrenadeDef from;
	ricochet_grenade_def def{};
	def.size = sizeof(def);
	def.angular_velocity = from.angularVelocity;
	def.radius = from.radius;
	def.mass = from.mass;
	def.gravity_scale = from.gravityScale;
	def.restitution = from.restitution;
	def.friction = from.friction;
	def.rolling_resistance = from.rollingResistance;
	def.restitution_threshold = from.restitutionThreshold;
	def.fuse = from.fuse;
	def.impact_fuse = from.impactFuse;
	def.sticky = from.sticky;
	return def;
}
