// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/step_failures.h"
#include "projectile/impact/events.h"
#include "projectile/impact/response.h"
#include "projectile/leg/leg.h"

#include <ricochet/projectile/plugin_def.h>

namespace ricochet
{

class Flight;

/// Returns a time of a step (s) as a share of the step.
[[nodiscard]] inline float StepFraction(double time, double dt)
{
	return static_cast<float>(time / dt);
}

/// Returns the point at which a disc touches the surface that it hits: the surface's nearest point to the disc's
/// centre. Impulses act at this point. If the disc starts inside the solid, returns the centre.
[[nodiscard]] Vec<double> TouchOf(const LegHit& hit, const Vec<double>& center);

/// Returns the event of a hit before the response is decided: velocityAfter, impulse and energyLost are not set. The
/// exit is that of `hit`. `radius` (m; 0: a point) and `filter` are those of the projectile.
[[nodiscard]] ImpactEvent DescribeImpact(const Flight& flight, const Leg& leg, const LegHit& hit, double radius,
                                         const QueryFilter& filter, double dt, const Contact& contact);

/// Calls the game's rule, if there is one, with the response that the plugin proposes. Sets response, decided and
/// damage of the event.
[[nodiscard]] ImpactDecision Decide(const ImpactRule& rule, ImpactEvent& impact, Response proposed);

/// Sets the velocity after an impact to the velocity that a rule wants, if there is one and it is possible. If it is
/// not possible, keeps an error.
void TakeVelocity(StepFailures& failures, const std::optional<b2Vec2>& wanted, Response response,
                  const Contact& contact, Vec<double>& after);

/// Returns the sine of the angle between the projectile's path and the surface, or 0 if the projectile does not
/// approach.
[[nodiscard]] float SteepnessOf(const Contact& contact);

/// Sets the result of an impact in its event: velocityAfter, impulse and energyLost.
void Complete(ImpactEvent& impact, const Contact& contact, const Vec<double>& after);

/// Gives a body an impulse (N s) at an arm (m) from its centre of mass. The body has already moved to the end of the
/// step, but `arm` is that of the time of the impulse.
void ApplyAt(b2Body& body, b2Vec2 impulse, const Vec<double>& arm);

/// True if the body receives the impulse of a complete impact.
[[nodiscard]] bool Pushes(const ImpactEvent& impact, const Contact& contact);

} // namespace ricochet
