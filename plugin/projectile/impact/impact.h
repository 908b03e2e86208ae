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

/// The point at which a disc touches the surface that it hits: the surface's nearest point to the disc's centre.
/// Impulses act there. If the disc starts inside, its centre.
[[nodiscard]] Vec<double> TouchOf(const LegHit& hit, const Vec<double>& center);

/// The event of a hit before the response is decided: velocityAfter, impulse and energyLost are not set. The exit is
/// that of the hit. `radius`: of the projectile (m); 0: a point. `filter`: of the projectile.
[[nodiscard]] ImpactEvent DescribeImpact(const Leg& leg, const LegHit& hit, double radius, const QueryFilter& filter,
                                         double dt, const Contact& contact);

/// Calls the game's rule, if there is one, with the response that the plugin proposes. Sets response, decided and
/// damage of the event.
[[nodiscard]] ImpactDecision Decide(const ImpactRule& rule, ImpactEvent& impact, Response proposed);

/// Sets the velocity after an impact to the one that a rule wants, if that is possible. If not, keeps an error.
void TakeVelocity(StepFailures& failures, const std::optional<b2Vec2>& wanted, Response response,
                  const Contact& contact, Vec<double>& after);

/// The sine of the angle between the projectile's path and the surface. 0 if the projectile does not approach.
[[nodiscard]] float SteepnessOf(const Contact& contact);

/// Sets the result of an impact in its event: velocityAfter, impulse and energyLost.
void Complete(ImpactEvent& impact, const Contact& contact, const Vec<double>& after);

/// Gives a body an impulse (N s) at an arm from its centre of mass. The body has already moved to the end of the step:
/// the impulse keeps the arm that it had at its time.
void ApplyAt(b2Body& body, b2Vec2 impulse, const Vec<double>& arm);

/// True if the body receives the impulse of a complete impact.
[[nodiscard]] bool Pushes(const ImpactEvent& impact, const Contact& contact);

} // namespace ricochet
