// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/grenade_detail.h"

#include "projectile/base/ballistics.h"

namespace ricochet
{

bool TakeImpulse(GrenadeState& grenade, GrenadeDetail& detail, const Vec<double>& impulse, const Vec<double>& arm)
{
	const double mass = detail.def.mass;
	const double radius = detail.def.radius;
	const Vec<double> velocity = detail.velocity + (1.0 / mass) * impulse;
	const double spin = detail.spin + 2.0 / (mass * radius * radius) * Cross(arm, impulse);
	if (FitsFloat(velocity) == false || FitsFloat({spin, 0.0}) == false)
	{
		return false;
	}
	detail.velocity = velocity;
	detail.spin = spin;
	grenade.velocity = ToFloat(velocity);
	grenade.angularVelocity = ToFloat(spin);
	grenade.resting = grenade.resting && impulse.x == 0.0 && impulse.y == 0.0;
	return true;
}

} // namespace ricochet
