// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/pool.h"
#include "projectile/grenade/bearing.h"
#include "projectile/leg/passing.h"

#include <ricochet/projectile/grenade.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ricochet
{

/// What the plugin keeps of a grenade beside its public state.
struct GrenadeDetail
{
	GrenadeDef def;
	Passing passing;
	Vec<double> position{}; ///< of which the public ones are the nearest floats, so that roundings do not add up
	Vec<double> velocity{};
	double age = 0.0;
	int32_t sleeper = -1;                                        ///< its place among the sleepers; -1: it is awake
	bool lies = false;                                           ///< still, on what did not move
	double burnsUntil = std::numeric_limits<double>::infinity(); ///< age, lit by its first impact
	double settled = 0.0;                                        ///< age at which its bounces have come to an end
	const b2Fixture* stuckTo = nullptr;                          ///< compared, never read
	int32_t stuckToChild = 0;
	bool hasStuck = false; // which it does once
	double angle = 0.0;
	double spin = 0.0; ///< rad/s
	Bearings bearings; ///< of the last step
};

/// It has its first impact at an age (s).
inline void LightFuse(GrenadeDetail& grenade, double age)
{
	if (std::isfinite(grenade.def.impactFuse) && std::isinf(grenade.burnsUntil))
	{
		grenade.burnsUntil = age + static_cast<double>(grenade.def.impactFuse);
	}
}

/// How old it gets (s).
[[nodiscard]] inline double LifetimeOf(const GrenadeDetail& grenade)
{
	return std::min(static_cast<double>(grenade.def.fuse), grenade.burnsUntil);
}

/// Gives it an impulse (N s) with an arm from its centre, as it turns. False, and nothing has changed, if a velocity
/// would leave the range of floats.
[[nodiscard]] bool TakeImpulse(GrenadeState& grenade, GrenadeDetail& detail, const Vec<double>& impulse,
                               const Vec<double>& arm);

using Grenades = Pool<GrenadeId, GrenadeState, GrenadeDetail>;

} // namespace ricochet
