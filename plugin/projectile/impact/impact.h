// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/step_failures.h"
#include "projectile/impact/events.h"
#include "projectile/impact/response.h"
#include "projectile/leg/leg.h"

#include <ricochet/projectile/plugin_def.h>

namespace ricochet
{

/// A time of a step (s) as a share of it.
[[nodiscard]] inline float StepFraction(double time, double dt)
{
	return static_cast<float>(time / dt);
}

/// An impact as the leg shows it, before anything is decided: velocityAfter, impulse and energyLost are not set.
[[nodiscard]] ImpactEvent DescribeImpact(const Leg& leg, const LegHit& hit, double dt, const Contact& contact);

/// Asks the game's rule, if there is one, with the response that the plugin's rules propose. The event has the response
/// and the damage.
[[nodiscard]] ImpactDecision Decide(const ImpactRule& rule, ImpactEvent& impact, Response proposed);

/// Sets the velocity after an impact to what a rule wants, if it can be had.
void TakeVelocity(StepFailures& failures, const std::optional<b2Vec2>& wanted, Response response,
                  const Contact& contact, Vec<double>& after);

/// The sine of the angle over the surface at which the projectile comes in; 0 of one that stands.
[[nodiscard]] float SteepnessOf(const Contact& contact);

/// Sets what comes of it: velocityAfter, impulse and energyLost.
void Complete(ImpactEvent& impact, const Contact& contact, const Vec<double>& after);

/// Gives the body the impulse of a complete impact, and lists it. Requires: room in the list.
void Push(std::vector<const b2Body*>& pushed, const ImpactEvent& impact, const Contact& contact);

} // namespace ricochet
